from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cards import Card, Rank, Suit
from firmware.signals import ButtonPress, SeenCard, TableObservation, Tick, Unnamed, ViewQuality
from firmware.storage.codec import CodecError, Vocabulary, coder, fields
from firmware.storage.journal import SIGNALS

times = st.integers(0, 10**9)
numbers = st.floats(allow_nan=False)
points = st.tuples(numbers, numbers)
cards = st.builds(Card, st.sampled_from(Rank), st.sampled_from([*Suit, None]))
faces = st.one_of(cards, st.sampled_from(Unnamed))
seen_cards = st.builds(
    SeenCard, st.tuples(points, points, points, points), st.lists(st.tuples(faces, numbers), max_size=5).map(tuple)
)
signals = st.one_of(
    st.builds(
        TableObservation,
        times,
        st.lists(seen_cards, max_size=4).map(tuple),
        st.booleans(),
        st.builds(ViewQuality, numbers, numbers, numbers),
    ),
    st.builds(ButtonPress, times, st.one_of(st.none(), st.integers(0, 3)), st.text(max_size=12)),
    st.builds(Tick, times),
)


class Colour(IntEnum):
    RED = 1


@dataclass(frozen=True, slots=True)
class Mixed:
    tag: ClassVar[str] = "mixed"
    colour: Colour
    several: frozenset[Card] = frozenset()
    pairs: tuple[tuple[Card | None, float], ...] = ()


@given(signals)
def test_every_signal_comes_back_equal_and_to_the_bit(signal):
    text = SIGNALS.text(signal)
    back = SIGNALS.parse(text)
    assert back == signal
    assert repr(back) == repr(signal)
    assert SIGNALS.text(back) == text


def test_floats_keep_every_bit_of_the_sign_of_zero_and_of_the_smallest():
    look = TableObservation(1, (), quality=ViewQuality(-0.0, 5e-324, 0.1 + 0.2))
    assert repr(SIGNALS.parse(SIGNALS.text(look))) == repr(look)


def test_numbers_of_numpy_are_stored_as_plain_numbers():
    look = TableObservation(np.int64(5), (), np.bool_(True), ViewQuality(np.float64(0.25)))
    assert SIGNALS.parse(SIGNALS.text(look)) == TableObservation(5, (), True, ViewQuality(0.25))


def test_enums_sets_and_pairs_come_back():
    words = Vocabulary((Mixed,))
    value = Mixed(Colour.RED, frozenset({Card.parse("7O"), Card.parse("7?")}), ((Card.parse("1C"), 0.5), (None, 0.25)))
    assert words.parse(words.text(value)) == value


def test_fields_shows_cards_as_text():
    assert fields(Mixed(Colour.RED, pairs=((Card.parse("7O"), 1.0),))) == {
        "colour": 1,
        "several": [],
        "pairs": [["7O", 1.0]],
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        pytest.param("[" * 100_000, id="brackets without end"),
        '{"kind":"Tick"',
        '{"t_ms":1}',
        '{"kind":["Tick"],"t_ms":1}',
        '{"kind":"Earthquake","t_ms":1}',
        '{"kind":"Tick"}',
        '{"kind":"Tick","t_ms":1,"extra":2}',
        '{"kind":"Tick","t_ms":"1"}',
        '{"kind":"Tick","t_ms":true}',
        '{"kind":"Tick","t_ms":null}',
        '{"kind":"ButtonPress","t_ms":1,"seat":0.5,"input":"undo"}',
        '{"kind":"TableObservation","t_ms":1,"cards":{},"hand_present":false,"quality":{}}',
        '{"kind":"TableObservation","t_ms":1,"cards":[{"corners":[[0,0]],"faces":[]}],"hand_present":false,'
        '"quality":{"motion":0,"sharpness":0,"brightness":0}}',
        '{"kind":"TableObservation","t_ms":1,"cards":[{"corners":[[0,0],[1,0],[1,1],[0,1]],"faces":[["13O",1.0]]}],'
        '"hand_present":false,"quality":{"motion":0,"sharpness":0,"brightness":0}}',
    ],
)
def test_what_is_no_signal_is_refused(text):
    with pytest.raises(CodecError):
        SIGNALS.parse(text)


@pytest.mark.parametrize(
    "value",
    [Tick("now"), TableObservation(1, ("a card",)), TableObservation(1, 7), Mixed(3), Mixed(Colour.RED, pairs=1)],
)
def test_what_its_annotations_forbid_is_not_stored(value):
    with pytest.raises(CodecError):
        fields(value)


def test_an_annotation_nobody_can_store_is_refused_at_once():
    with pytest.raises(TypeError, match="no way is known"):
        coder(object)


@dataclass(frozen=True, slots=True)
class Renamed:
    tag: ClassVar[str] = "Tick"
    t_ms: int


def test_a_class_is_known_by_its_tag_whatever_its_name():
    words = Vocabulary((Renamed,))
    assert words.text(Renamed(7)) == SIGNALS.text(Tick(7)) == '{"kind":"Tick","t_ms":7}'
    assert words.parse('{"kind":"Tick","t_ms":7}') == Renamed(7)


def test_a_value_of_another_kind_is_not_written():
    with pytest.raises(CodecError, match="not of a kind"):
        Vocabulary((Tick,)).text(ButtonPress(1, None, "undo"))


def test_signals_are_written_by_these_tags():
    values = [TableObservation(1, ()), ButtonPress(1, 0, "why"), Tick(1)]
    assert [SIGNALS.text(one).split('"')[3] for one in values] == ["TableObservation", "ButtonPress", "Tick"]
