"""What is said aloud of what happens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.announce.seating import Seating
from firmware.announce.spoken import CLIPS, NUMBERS, Spoken, SpokenSentence, clip_words, number_clips, spoken
from firmware.announce.texts import LANGUAGES, keys
from firmware.events import Doubt, PressRefused, ReadingCorrected
from firmware.rules.events import (
    BatchDealt,
    CardPlayed,
    DealAbandoned,
    DealOpened,
    GameWon,
    PointsScored,
    Reason,
    RoundWon,
)
from tests.support.happenings import HAPPENINGS, SEVEN, sample

CAIDA, MESA = PointsScored(1, 1, Reason.CAIDA, 1), PointsScored(1, 1, Reason.MESA, 1)
CARDS = PointsScored(0, 3, Reason.CARDS, None)
SCORE = ("score", "n12", "to", "n7")


@pytest.mark.parametrize(
    ("events", "kind", "clips"),
    [
        ((CardPlayed(1, SEVEN), CAIDA), Spoken.POINTS, ("player_2", "caida", *SCORE)),
        ((CAIDA, MESA), Spoken.POINTS, ("player_2", "caida", "mesa", *SCORE)),
        ((CARDS,), Spoken.POINTS, ("player_1", "and", "player_3", "cards", *SCORE)),
        ((GameWon((1,)), CAIDA), Spoken.WIN, ("player_2", "and", "player_4", "wins", *SCORE)),
        ((RoundWon((0,), (1, 0), (12, 7)),), Spoken.WIN, ("player_1", "and", "player_3", "wins_round", *SCORE)),
        ((sample(Doubt),), Spoken.QUESTION, ("question",)),
        ((sample(PressRefused),), Spoken.FAULT, ("not_possible",)),
        ((sample(DealOpened), sample(BatchDealt)), Spoken.DEAL, ("deal",)),
        ((sample(DealAbandoned), sample(DealOpened)), Spoken.FAULT, ("look",)),
        ((sample(BatchDealt, last=True),), Spoken.DEAL, ("last_cards",)),
        ((CardPlayed(1, SEVEN),), None, ()),
        ((), None, ()),
    ],
    ids=str,
)
def test_what_is_said(events, kind, clips):
    said = spoken(events, (12, 7), Seating(4))
    assert (said.kind, said.clips) == (kind, clips) if kind else said is None


def test_what_matters_more_is_said_alone():
    corrected = next(one for one in HAPPENINGS if isinstance(one, ReadingCorrected))
    asked = sample(Doubt)
    assert spoken([sample(DealOpened), corrected, asked], (12, 7), Seating()) == SpokenSentence(
        Spoken.QUESTION, ("question",)
    )
    assert spoken([sample(DealOpened), corrected], (12, 7), Seating()).clips == ("corrected", *SCORE)


@pytest.mark.parametrize("happening", HAPPENINGS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_said_for_which_there_is_no_clip(happening, players):
    said = spoken([happening], (12, 7), Seating(players))
    assert said is None or set(said.clips) <= set(CLIPS)


@given(st.integers(0, 69))
def test_every_number_below_70_is_said_with_its_value(number):
    assert sum(int(clip.removeprefix("n")) for clip in number_clips(number)) == number


@pytest.mark.parametrize("number", [-1, 70, 100])
def test_a_score_that_cannot_be_said_whole_is_not_said(number):
    assert number_clips(number) == ()
    assert spoken([CAIDA], (12, number), Seating()).clips == ("player_2", "caida")


def test_there_are_60_to_80_clips_and_every_word_is_needed():
    needed = {clip for one in HAPPENINGS for seats in (2, 4) if (said := spoken([one], (1, 2), Seating(seats)))
              for clip in said.clips}  # fmt: skip
    assert 60 <= len(CLIPS) <= 80
    assert set(Reason) <= set(CLIPS)
    assert {"question", "who_played", "look", "corrected", "taken_back", "score", "to", "wins"} <= needed
    assert len(set(CLIPS)) == len(CLIPS) == len(keys("voice", "en")) + len(NUMBERS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clip", CLIPS)
def test_every_clip_has_words_in_every_language(clip, language):
    assert clip_words(clip, language).strip()
