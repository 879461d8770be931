"""All that was heard is heard once more when cards are named otherwise, and what was told is corrected."""

from dataclasses import replace

import pytest

from firmware.cards import Card
from firmware.dialogue.memory import SignalMemory
from firmware.events import ReadingCorrected
from firmware.referee import MatchSetup, Referee
from firmware.signals import ButtonPress, CardsRenamed, Tick
from tests.support.scene import LAYOUT, Table, faces

SIX, SEVEN = Card.parse("6O"), Card.parse("7O")
SIGHTING = 9


def sighted(look):
    """The look in which each six of coins is the sighting of that number."""
    cards = (replace(one, sighting=SIGHTING) if one.face == SIX else one for one in look.cards)
    return replace(look, cards=tuple(cards))


class Scene:
    """A referee who was told that a six was played, and all that he has heard."""

    def __init__(self):
        self.referee, self.signals = Referee(MatchSetup(2, 1)), []
        table = Table(lambda look: self.feed(sighted(look)))
        for slot, text in LAYOUT.items():
            table.put(**{slot: text})
        table.wait(1000).put(s5="6O").wait(3000)
        self.t_ms = table.t_ms

    def feed(self, signal):
        self.signals.append(signal)
        return self.referee.feed(signal)

    def renaming(self):
        return CardsRenamed(self.t_ms + 100, ((SIGHTING, faces("7O", 0.98)),))

    def after(self, renaming):
        said = [*self.referee.feed(renaming)]
        for k in range(20):
            said += self.referee.feed(Tick(self.t_ms + 400 * (k + 1)))
        return said


def told(referee):
    return [play.card for play in referee.plays]


def test_a_card_that_is_named_otherwise_is_corrected_aloud():
    scene = Scene()
    assert told(scene.referee) == [SIX]
    said = scene.after(scene.renaming())
    assert [(one.was, one.now) for one in said if isinstance(one, ReadingCorrected)] == [(SIX, SEVEN)]
    assert told(scene.referee) == [SEVEN]


def test_who_has_heard_the_first_part_by_other_names_says_the_same():
    plain, helped = Scene(), Scene()
    other, renaming = Referee(MatchSetup(2, 1)), helped.renaming()
    for signal in helped.signals[:7]:
        other.feed(signal.renamed(dict(renaming.names)))
    helped.referee.prepare(renaming, other)
    assert helped.after(renaming) == plain.after(plain.renaming())


@pytest.mark.parametrize(("press", "again"), [("why", True), ("b", False), ("card 2O", False), ("undo", False)])
def test_what_a_person_has_put_right_is_not_heard_again(press, again):
    scene = Scene()
    scene.referee.feed(ButtonPress(scene.t_ms + 50, None, press))
    before = told(scene.referee)
    scene.after(scene.renaming())
    assert (scene.referee.heard is not None) == again
    assert (told(scene.referee) != before) == again


def test_a_memory_that_was_put_aside_is_not_whole_any_more():
    memory = SignalMemory()
    memory.hear(Tick(10), 2)
    assert list(memory.signals) == [Tick(10)]
    memory._signals_cache = []  # as a checkpoint leaves it
    memory.hear(Tick(20), 2)
    assert memory.signals is None
    assert memory.renamed(CardsRenamed(30, ())) is None


def test_a_closed_memory_remembers_nothing():
    memory = SignalMemory()
    memory.hear(Tick(10), 2)
    memory.close()
    memory.hear(Tick(20), 2)
    assert (memory.signals, memory.count) == (None, 2)


def test_once_enough_deals_are_over_nothing_is_remembered(monkeypatch):
    monkeypatch.setattr("firmware.referee.REMEMBERED_DEALS", 0)
    assert Scene().referee.heard is None
