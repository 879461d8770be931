"""Objects come back as they were, what was one object stays one, and no bytes whatever run code or crash."""

import copy
import math
from collections import Counter, deque
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.cards import Card, Rank, Suit
from firmware.decoding.branching import initial_hypothesis
from firmware.referee import MatchSetup, Referee
from firmware.rules.game import Game
from firmware.rules.notation.ruleset import parse_rules
from firmware.signals import TableObservation, Unnamed
from firmware.storage.object_table import MOST_ROWS, ObjectTable, ObjectTableError
from firmware.tracking.tracker import Tracker

TABLE = ObjectTable(("firmware.cards", "firmware.signals", "firmware.rules", "firmware.tracking", "firmware.referee"))

atoms = st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(allow_nan=False), st.text())
cards = st.builds(Card, st.sampled_from(Rank), st.sampled_from([*Suit, None]))
keys = st.one_of(atoms, cards, st.sampled_from(Unnamed), st.tuples(atoms, cards))
values = st.recursive(
    keys,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.lists(inner, max_size=4).map(deque),
        st.dictionaries(keys, inner, max_size=4),
        st.sets(keys, max_size=4),
        st.frozensets(keys, max_size=4),
    ),
    max_leaves=20,
)


@given(st.lists(values))
def test_a_value_comes_back_equal_and_of_the_same_types(value):
    back = TABLE.decode(TABLE.encode(value))
    assert back == value
    assert types_of(back) == types_of(value)


def types_of(value):
    if isinstance(value, dict):
        return [type(value), [(types_of(key), types_of(one)) for key, one in value.items()]]
    if isinstance(value, list | tuple | deque):
        return [type(value), [types_of(one) for one in value]]
    return type(value)


@pytest.mark.parametrize("number", [-0.0, 5e-324, 0.1 + 0.2, math.inf, -math.inf, math.nan, True, 1, 1.0])
def test_every_number_keeps_its_bits_and_its_type(number):
    (back,) = TABLE.decode(TABLE.encode([number]))
    assert repr(back) == repr(number)


def test_numbers_of_numpy_come_back_as_plain_numbers():
    back = TABLE.decode(TABLE.encode((np.float64(0.1), np.int64(7), np.bool_(True))))
    assert repr(back) == "(0.1, 7, True)"


def test_what_was_one_object_stays_one_and_what_were_two_stay_two():
    one, other = [1], [1]
    back = TABLE.decode(TABLE.encode([one, one, other]))
    assert back[0] is back[1]
    assert back[0] is not back[2]


def test_a_card_is_the_card():
    (back,) = TABLE.decode(TABLE.encode([Card.parse("7O")]))
    assert back is Card.parse("7O")


def test_the_end_of_a_deque_that_forgets_stays_so():
    back = TABLE.decode(TABLE.encode(deque([1, 2], maxlen=2)))
    back.append(3)
    assert list(back) == [2, 3]


def test_a_long_chain_needs_no_deep_call():
    chain = None
    for number in range(50_000):
        chain = [number, chain]
    back = TABLE.decode(TABLE.encode(chain))
    assert (back[0], back[1][0]) == (49_999, 49_998)


def test_a_class_with_slots_comes_back():
    game = Game(parse_rules("pagat"), 3, 1)
    game.lay(tuple(map(Card.parse, ("7O", "1C", "4E", "11B"))))
    back = TABLE.decode(TABLE.encode(game))
    assert back == game
    assert back.scores == game.scores
    back.undo()
    assert back.awaiting_layout


def test_what_only_saves_time_is_left_out():
    tracker = Tracker()
    tracker.update(TableObservation(5, ()))
    tracker.taking_cache[(3,)] = (0.0, 1.0)
    assert TABLE.decode(TABLE.encode(copy.copy(tracker))).taking_cache == {}


def test_what_a_hypothesis_has_worked_out_is_left_out_and_worked_out_again():
    hypothesis = initial_hypothesis(Game(parse_rules("pagat table_cards=0"), 2, 1))
    facts = hypothesis.facts
    back = REFEREE.decode(REFEREE.encode(hypothesis))
    assert back._facts_cache == []
    assert back.facts == facts


@pytest.mark.parametrize(
    "value", [object(), Path(), Fraction(1, 2), len, iter(()), Counter("a"), b"bytes", 2**64, "\ud800"]
)
def test_what_has_no_place_in_a_table_is_refused(value):
    with pytest.raises(ObjectTableError):
        TABLE.encode([value])


def test_a_circle_is_refused():
    circle = []
    circle.append([circle])
    with pytest.raises(ObjectTableError, match="circle"):
        TABLE.encode(circle)


def table(kinds, *rows):
    return msgspec.msgpack.encode([kinds, rows])


def test_it_is_the_table_that_the_documentation_says():
    data = TABLE.encode((7, 0.5, (7, None), Rank.ONE))
    assert msgspec.msgpack.decode(data) == [
        ["builtins.list", "builtins.tuple", "firmware.cards.Rank"],
        [[2, [1]], [1, [7], 0.5, [None, 7, None], 0], [0, 1]],
    ]


MALFORMED = {
    "nothing": b"",
    "a number": msgspec.msgpack.encode(7),
    "no rows": table(["builtins.list"]),
    "a row without a kind": table(["builtins.list"], []),
    "a kind that is none": table(["builtins.list"], ["x"]),
    "an unknown kind": table(["builtins.list"], [1]),
    "a class that is not ours": table(["subprocess.Popen"], [0, "true"]),
    "a function": table(["os.system"], [0, "true"]),
    "a builtin that is no container": table(["builtins.type"], [0, "x"]),
    "an error of ours": table(["firmware.rules.errors.RulesetError"], [0, "x"]),
    "a row that stands later": table(["builtins.list"], [0, 1], [0]),
    "a row that refers to itself": table(["builtins.list"], [0, 0]),
    "a field too few": table(["firmware.signals.Tick"], [0]),
    "a field too many": table(["firmware.signals.Tick"], [0, [1], [2]]),
    "no such member": table(["firmware.cards.Rank"], [0, [99]]),
    "no such card": table(["firmware.cards.Card"], [0, "99Z"]),
    "a card without a name": table(["firmware.cards.Card"], [0, [7]]),
    "a key without a value": table(["builtins.dict"], [0, "key"]),
    "a key that changes": table(["builtins.list", "builtins.dict"], [0], [1, 0, "value"]),
    "a member that changes": table(["builtins.list", "builtins.set"], [0], [1, 0]),
    "an attribute without a name": table(["firmware.referee.Referee"], [0, [1], [2]]),
    "a deque without a length": table(["collections.deque"], [0]),
    "a list in a row without anything": table(["builtins.list"], [0, []]),
    "something behind it": table(["builtins.list"], [0]) + b"\xc0",
    "nested too deep": b"\x91" * 100_000,
    "more rows than there may be": table(["builtins.list"], *([[0]] * (MOST_ROWS + 1))),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_table_is_refused(name):
    with pytest.raises(ObjectTableError):
        TABLE.decode(MALFORMED[name])


def test_tuples_in_tuples_are_not_hashed_without_end():
    rows = [[0, None], *([0, number] for number in range(200_000)), [1, 200_000]]
    with pytest.raises(ObjectTableError, match="too many tuples"):
        TABLE.decode(table(["builtins.tuple", "builtins.frozenset"], *rows))


REFEREE = ObjectTable(
    f"firmware.{one}" for one in ("cards", "signals", "events", "rules", "tracking", "decoding", "dialogue", "referee")
)
STATE = REFEREE.encode(Referee(MatchSetup(3, 0, "pagat")))


@given(st.integers(0, len(STATE) - 1), st.binary(max_size=6), st.integers(0, 6))
@example(0, b"", 0)
def test_bytes_changed_on_purpose_give_an_object_or_are_refused(at, put, cut):
    with suppress(ObjectTableError):
        REFEREE.decode(STATE[:at] + put + STATE[at + cut :])


kinds = st.lists(st.sampled_from(sorted(REFEREE._by_name)), min_size=1, max_size=6)
parts = st.one_of(atoms, st.integers(-3, 12), st.lists(atoms, max_size=3))
one_row = st.tuples(st.integers(-1, 6), st.lists(parts, max_size=6)).map(lambda row: [row[0], *row[1]])


@given(kinds, st.lists(one_row, max_size=9))
def test_any_table_at_all_gives_an_object_or_is_refused(kinds, rows):
    with suppress(ObjectTableError):
        REFEREE.decode(msgspec.msgpack.encode([kinds, rows]))
