"""A recording read twice: cards that the network misnames are named by what the whole game says of them."""

from dataclasses import replace
from itertools import islice

from firmware.cards import ES40, Card
from firmware.devices.observer import Stopwatch
from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import watch
from firmware.replaying.second_reading import second_look
from firmware.replaying.sources import FilmSource
from firmware.settings.session_file import SessionFile
from tests.support.film import Film
from tests.support.looks import Misnaming, crop_of
from vision.identify import answer_of
from vision.sightings import UNSIGHTED, SightingMemory
from vision.sources import SourceError

SETUP = MatchSetup(2, 1)


class MisnamingEyes:
    """Eyes that find every card, and call some by other names."""

    px_per_mm = 2.0

    def __init__(self, looks, wrong):
        self.looks, self.network = {look.t_ms: look for look in looks}, Misnaming(wrong)
        self.sightings, self.sighted, self.numbers = SightingMemory(), (), {}

    def observe(self, frame):
        look = self.looks[frame.t_ms]
        self.sighted = tuple(self.sighting(frame.t_ms, card) for card in look.cards)
        self.sightings.see(frame.t_ms, ((n, one.centre) for n, one in zip(self.sighted, look.cards, strict=True)))
        return replace(look, cards=tuple(map(self.named, look.cards)))

    def sighting(self, t_ms, seen):
        face, place = seen.faces[0][0], tuple(round(axis, -1) for axis in seen.centre)
        if not isinstance(face, Card):
            return UNSIGHTED
        if (face, place) not in self.numbers:
            number = ES40.cards.index(face)
            self.numbers[face, place] = self.sightings.add(t_ms, self.network.seen(number), crop_of(number))
        return self.numbers[face, place]

    def named(self, seen):
        face = seen.faces[0][0]
        if not isinstance(face, Card):
            return seen
        return replace(seen, faces=answer_of(self.network.seen(ES40.cards.index(face)).chances, False).faces)


WRONG = {"6O": "7O", "10C": "11C", "2E": "3E", "5B": "4B", "12B": "10B", "7E": "6E", "1O": "4O", "3C": "2C"}
"""What is taken for another card of the same deck, which is named rightly itself."""


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


def test_cards_that_are_misnamed_once_and_again_are_named_by_the_game(looks, timeline):
    recording = Recording(looks, timeline, 10, WRONG)
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
