"""Somebody knocks against table or camera: all cards lie elsewhere from one look to the next, and nobody has played."""

import math
import random
from dataclasses import replace

import pytest

from firmware.cards import Card
from firmware.referee import MatchSetup, Referee
from firmware.tracking.geometry import distance
from models.synthetic.play.environment import STEADY, CameraBump, CameraShift
from tests.support.arms import TableWithArms, arm
from tests.support.scene import seen

pytestmark = pytest.mark.untraced  # many games, which reach no branch that the tables do not

MIDDLE = (410.0, 230.0)  # of a picture of 820 by 461 mm: around it the camera turns
APART_MM = 100.0  # a card is 95 mm long: none lies upon another
LAYOUT, PLAYED = ("1O", "4C", "6E", "11B"), ("2O", "3C", "5E", "7B", "10O")  # no play captures anything
CAPTURING, CAPTURED = "10C", {"10C", "10O", "11B"}
FAR_MM, TURN_DEG = 20.0, 1.0
AT_ONCE_MS, SWINGING_MS = 1, 600  # at five looks a second: between two of them, or three while the camera swings
HEALED_LOOKS = 10  # two seconds


class Knocked(TableWithArms):
    """A table with cards here and there, whose camera is knocked.

    Attributes:
        hidden: where a card lies under a hand.
        told: what the referee has said.
    """

    def __init__(self, seed):
        self.chance, self.referee = random.Random(seed), Referee(MatchSetup(2, 1))
        self.bump, self.hidden, self.told = CameraBump(0, STEADY), None, []
        super().__init__(self._feed)
        for card in LAYOUT:
            self.lying[self.spot()] = card
        self.see(6)
        for number, card in enumerate(PLAYED):
            self.lay_by(number % 2, self.spot(), card)
        self.see(10)

    def spot(self):
        """Somewhere on the table, clear of all cards."""
        while True:
            one = (self.chance.uniform(60, 760), self.chance.uniform(60, 400))
            if all(distance(one, other) > APART_MM for other in self.lying):
                return one

    def knock(self, lasts_ms):
        """Just after the last look."""
        way = self.chance.uniform(0, 2 * math.pi)
        by = CameraShift(FAR_MM * math.cos(way), FAR_MM * math.sin(way), self.chance.choice((-TURN_DEG, TURN_DEG)))
        self.bump = CameraBump(self.t_ms + 100, by, lasts_ms)

    def now_at(self, spot):
        """Where the camera sees now what lies at a spot."""
        aim = STEADY.plus(self.bump.by, self.bump.share(self.t_ms))
        (x, y), turn = (spot[0] - MIDDLE[0], spot[1] - MIDDLE[1]), math.radians(aim.turn_deg)
        turned = (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
        return (MIDDLE[0] + turned[0] + aim.x_mm, MIDDLE[1] + turned[1] + aim.y_mm)

    def astray_mm(self):
        """How far from where a card lies the referee has seen it last, of that of which this is the most."""
        beam = self.referee._beam
        spots = beam.best.last_tracks(beam.tracker)
        return max(distance(spots[Card.parse(text)].centre, self.now_at(spot)) for spot, text in self.lying.items())

    def _feed(self, look):
        shown = [(text, spot) for spot, text in self.lying.items() if spot != self.hidden]
        cards = tuple(seen(text, self.now_at(spot)) for text, spot in shown)
        self.told += self.referee.feed(replace(look, cards=cards))


def nobody(_table):
    """Nobody reaches over the table."""
    return []


def over(_table):
    """A hand in the middle of the table, and all cards can be seen."""
    return [arm(MIDDLE, 1)]


def upon(table):
    """A hand upon a card, which cannot be seen."""
    table.hidden = table.chance.choice(list(table.lying))
    return [arm(table.hidden, 1)]


@pytest.fixture(params=range(4))
def table(request):
    return Knocked(request.param)


@pytest.fixture(params=[nobody, over, upon], ids=lambda hand: hand.__name__)
def knocked(request, table, lasts_ms):
    """Two seconds after the knock; a hand that was there before it is taken away after half of them."""
    hands = request.param(table)
    table.see(2, hands)
    table.told.clear()
    table.knock(lasts_ms)
    table.see(HEALED_LOOKS // 2, hands)
    table.hidden = None
    return table.see(HEALED_LOOKS - HEALED_LOOKS // 2)


@pytest.fixture(params=[AT_ONCE_MS, SWINGING_MS], ids=["at once", "swinging"])
def lasts_ms(request):
    return request.param


def test_a_knock_is_no_play_and_its_cards_are_found_again_in_two_seconds(knocked):
    assert knocked.told == []
    assert knocked.astray_mm() < 0.1
    before = [str(play.card) for play in knocked.referee.plays]
    knocked.see(30)  # longer than a missing card is waited for until table and game disagree
    assert knocked.told == []
    assert before == list(PLAYED)
    spot = knocked.spot()
    knocked.lay_by(1, spot, CAPTURING).see(5)
    knocked.lying = {spot: text for spot, text in knocked.lying.items() if text not in CAPTURED}
    knocked.see(30)
    assert [str(play.card) for play in knocked.referee.plays] == [*PLAYED, CAPTURING]
    assert {str(card) for card in knocked.referee.scoreboard.table} == set(knocked.lying.values())
    assert not knocked.referee.scoreboard.provisional


def test_cards_that_are_seen_all_the_time_are_followed_and_none_is_taken_for_another(table):
    tracker = table.referee._beam.tracker
    before = [track.id for track in tracker]
    table.knock(AT_ONCE_MS)
    table.see()
    assert [track.id for track in tracker] == before
    assert table.astray_mm() < 0.1


def test_until_a_look_shows_it_they_are_thought_to_lie_where_they_lay(table):
    assert table.astray_mm() < 0.1
    table.knock(AT_ONCE_MS)
    table.t_ms += 200
    assert FAR_MM - 8 < table.astray_mm() < FAR_MM + 8  # at 400 mm from the middle a degree is 7 mm
