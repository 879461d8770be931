"""What surrounds the eyes: the time that they take, and the evidence of what they saw."""

import numpy as np
import pytest

from firmware.cards import Card
from firmware.devices.deck_profiles import DeckProfiles
from firmware.devices.observer import Observer
from firmware.devices.stopwatch import Stopwatch
from firmware.referee import MatchSetup, Referee
from firmware.settings.model import Settings
from firmware.signals import TableObservation
from firmware.storage.moment import fed
from tests.support.film import Film
from tests.support.looks import Misnaming, description_of
from tests.support.misnaming_eyes import WRONG, MisnamingEyes
from tests.support.scene import LAYOUT, Table
from vision.frame import Frame
from vision.learned_deck import LearnedCard
from vision.sightings import SightingMemory


class Eyes:
    """See what they are told to see."""

    def __init__(self, look, px_per_mm):
        self.look, self.px_per_mm = look, px_per_mm
        self.sightings = SightingMemory()

    def observe(self, frame):
        return self.look


@pytest.mark.parametrize(
    ("look", "px_per_mm", "kept"),
    [
        (TableObservation(40, ()), 0.5, 1),
        (None, 0.5, 0),  # nothing has changed
        (TableObservation(40, ()), None, 0),  # no card was seen yet: the scale is not known
    ],
)
def test_a_look_is_kept_as_evidence_once_the_scale_is_known(look, px_per_mm, kept):
    observer = Observer(Eyes(look, px_per_mm), Settings())
    assert observer.observe(Frame(40, np.zeros((90, 160, 3), np.uint8))) is look
    assert [(one.t_ms, one.width_mm) for one in observer.evidence.kept] == [(40, 320.0)] * kept
    assert len(observer.stopwatch.took_ms) == 1


def test_no_picture_is_kept_where_none_is_wanted():
    observer = Observer(Eyes(TableObservation(40, ()), 0.5), Settings(evidence="none"))
    observer.observe(Frame(40, np.zeros((90, 160, 3), np.uint8)))
    assert observer.evidence.kept == ()


def test_a_stopwatch_says_what_it_measured():
    watch = Stopwatch()
    assert watch.says(1000, "en") == "no frames were looked at"
    assert watch.timed(lambda: "seen") == "seen"
    assert watch.says(60_000, "en").startswith("1 frames, 0.0 ms each (95 % under 0 ms), ")


def test_a_deck_of_a_former_evening_is_known_again_and_what_was_seen_of_it_is_renamed(looks, tmp_path):
    wrong = {Card.parse(card): Card.parse(other) for card, other in WRONG.items()}
    eyes, profiles, signals = MisnamingEyes(looks, wrong), DeckProfiles(tmp_path, "a network"), []
    rows = ((description_of(number)[None], None, np.eye(40)[number]) for number in range(40))
    profiles.keep("1", [[LearnedCard(*row, clear=True) for row in rows]])
    observer, referee = Observer(eyes, Settings(), profiles=profiles), Referee(MatchSetup(2, 1))
    for frame in Film(looks[:200]):
        eyes.observe(frame)
        signals += observer.news(frame.t_ms, referee)
    (names,) = [dict(one.names) for one in signals]
    truth = {number: face for (face, _), number in eyes.numbers.items()}
    assert {number: faces[0][0] for number, faces in names.items()} == {number: truth[number] for number in names}
    assert eyes.classifier is not eyes.plain


@pytest.mark.parametrize(("target", "learned"), [(1, True), (41, False)])
def test_the_deck_is_learned_from_a_deal_as_soon_as_it_is_over(target, learned):
    eyes = Eyes(None, 0.5)
    eyes.plain, readers = Misnaming({}), []
    eyes.read_by = readers.append
    observer, referee = Observer(eyes, Settings()), Referee(MatchSetup(2, 1, f"pagat target={target}"))
    table = Table(lambda signal: (observer.follow(moment := fed(referee, signal), referee), moment.events)[1])
    for slot, text in LAYOUT.items():
        table.put(**{slot: text})
    table.wait(1000).put(s5="7O").put(s6="7C").wait(2000)
    assert [reader is eyes.plain for reader in readers[:1]] == [True] * learned
