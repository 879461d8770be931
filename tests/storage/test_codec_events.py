"""Every event and doubt can be stored and comes back equal."""

import json
import typing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.events import Event
from firmware.referee import MatchSetup, TimedPlay
from firmware.rules.events import BatchDealt
from firmware.storage.codec import Vocabulary, coder, fields
from firmware.storage.moment import EVENTS, SETUPS

KINDS = [*typing.get_args(Event), MatchSetup]
WORDS = Vocabulary(KINDS)
st.register_type_strategy(float, st.floats(allow_nan=False))  # a probability or a length always is a number


def test_all_events_are_looked_at():
    assert {"CardPlayed", "PointsScored", "GameWon", "Doubt", "ReadingCorrected"} <= {one.__name__ for one in KINDS}


@pytest.mark.parametrize("kind", KINDS, ids=[kind.__name__ for kind in KINDS])
@settings(max_examples=25)
@given(data=st.data())
def test_it_comes_back_equal(kind, data):
    value = data.draw(st.from_type(kind))
    assert WORDS.parse(WORDS.text(value)) == value
    assert repr(WORDS.parse(WORDS.text(value))) == repr(value)


@given(st.from_type(TimedPlay))
def test_a_play_of_a_reading_comes_back_equal(play):
    assert coder(TimedPlay).decode(json.loads(json.dumps(fields(play)))) == play


def test_a_setup_is_written_by_this_tag():
    assert json.loads(SETUPS.text(MatchSetup()))["kind"] == "MatchSetup"


def test_the_journal_knows_every_event_by_its_tag():
    assert json.loads(EVENTS.text(BatchDealt(2, True))) == {"kind": "BatchDealt", "batch": 2, "last": True}
    assert EVENTS._kinds == {kind.tag: kind for kind in typing.get_args(Event)}
