"""A recording read twice: cards that the network misnames are named by what the whole game says of them."""

from itertools import islice

import pytest

from firmware.cards import Card
from firmware.devices.stopwatch import Stopwatch
from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import watch
from firmware.replaying.second_reading import second_look
from firmware.replaying.sources import FilmSource
from firmware.settings.session_file import SessionFile
from tests.support.film import Film
from tests.support.misnaming_eyes import WRONG, MisnamingEyes
from vision.sources import SourceError

SETUP = MatchSetup(2, 1)


class Recording:
    """The first plays of the drawn game, seen by eyes that know the deck or not."""

    def __init__(self, looks, timeline, plays, wrong):
        self.looks = [look for look in looks if look.t_ms < timeline.plays[plays].t_ms]
        self.truth = [(play.seat, play.card.rank) for play in timeline.plays[:plays]]
        self.wrong = {Card.parse(card): Card.parse(other) for card, other in wrong.items()}

    @property
    def eyes(self):
        return MisnamingEyes(self.looks, self.wrong)

    def told(self, eyes):
        """Who is said to have played which rank."""
        referee = Referee(SETUP)
        for _ in watch(Film(self.looks), (), eyes.observe, referee):
            pass
        return [(play.seat, play.card.rank) for play in referee.plays]

    def second_look(self, frames=None):
        film = Film(self.looks)
        return second_look(FilmSource("a table", film, SessionFile()), SETUP, frames or film, self.eyes, Stopwatch())


@pytest.mark.parametrize("plays", [9, 10])
def test_cards_that_are_misnamed_once_and_again_are_named_by_the_game(looks, timeline, plays):
    recording = Recording(looks, timeline, plays, WRONG)
    assert recording.told(recording.eyes) != recording.truth
    assert recording.told(recording.second_look()) == recording.truth


def test_a_deck_that_the_network_knows_is_read_as_it_was_seen(looks, timeline):
    recording = Recording(looks, timeline, 3, {})
    first, second, film = recording.eyes, recording.second_look(), Film(recording.looks)
    assert [second.observe(frame) for frame in film] == [first.observe(frame) for frame in film]


def test_a_recording_that_breaks_off_is_read_as_far_as_it_goes(looks, timeline):
    recording = Recording(looks, timeline, 3, {})

    def broken():
        yield from islice(Film(recording.looks), 20)
        raise SourceError("the video breaks off")

    seen = recording.second_look(broken())
    assert [seen.observe(frame) is not None for frame in islice(Film(recording.looks), 30)] == [True] * 20 + [
        False
    ] * 10
