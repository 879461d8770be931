"""Whatever a person writes, every wrong value is told, and no right one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert, inspect

from firmware.errors import quoted
from firmware.settings.errors import BadSettingsError, BadValuesError
from firmware.settings.fields import faults
from firmware.settings.kinds import TableName, TimeOfDay, Topic
from firmware.settings.model import Settings, load_settings
from firmware.settings.session_file import SessionFile, read_session_file
from tests.support.settings import TYPES

EXAMPLES = {
    inspect.type_info(kind).type.pattern: examples
    for kind, examples in (
        (TimeOfDay, (("00:00", "07:30", "23:59"), ("24:00", "7:30", "12:60", "12.30", " 12:30", "12:30:00"))),
        (TableName, (("table-1", "3", "a_b"), ("", "Table", "a b", "x" * 33, "é", "a/b"))),
        (Topic, (("hakam", "cafe/left", "é"), ("", "a+b", "#", "a b", "x" * 101))),
    )
}
"""Right and wrong texts of the types that have a pattern of their own."""
WORDS = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1)


def right(kind):  # noqa: C901, PLR0911 - one for each kind
    """Values of a type that are allowed."""
    match kind:
        case inspect.UnionType(types=(some, *_)) | inspect.Metadata(type=some):
            return right(some)
        case inspect.IntType(ge=low, le=high):
            return st.integers(low, high)
        case inspect.BoolType():
            return st.booleans()
        case inspect.LiteralType(values=words):
            return st.sampled_from(words)
        case inspect.StrType(pattern=pattern) if pattern in EXAMPLES:
            return st.sampled_from(EXAMPLES[pattern][0])
        case inspect.VarTupleType(item_type=inspect.EnumType(cls=words)):
            return st.lists(st.sampled_from([*words]), max_size=4)
        case inspect.VarTupleType():
            return st.lists(st.sampled_from(["Amina", "Youssef", "Élodie d'or", "محمد"]), max_size=4, unique=True)
        case inspect.TupleType(item_types=items):
            return st.lists(right(items[0]), min_size=len(items), max_size=len(items))
    return WORDS


def wrong(kind):  # noqa: PLR0911 - one for each kind
    """Values of a type that are not allowed, written as TOML and JSON can."""
    match kind:
        case inspect.UnionType(types=(some, *_)) | inspect.Metadata(type=some):
            return wrong(some)
        case inspect.IntType(ge=low, le=high):
            return st.integers(max_value=low - 1) | st.integers(min_value=high + 1) | st.floats(0, 9) | st.booleans()
        case inspect.BoolType():
            return st.integers() | WORDS
        case inspect.LiteralType(values=words):
            return WORDS.filter(lambda word: word not in words) | st.integers() | st.booleans()
        case inspect.StrType(pattern=pattern) if pattern in EXAMPLES:
            return st.sampled_from(EXAMPLES[pattern][1]) | st.integers()
        case inspect.VarTupleType():
            return st.lists(st.sampled_from(["", " ", "2", "李", "-x", "x" * 17, "a\nb"]), min_size=1) | st.integers()
        case inspect.TupleType(item_types=items):
            length, item = len(items), items[0]
            short = st.lists(right(item), max_size=length - 1)
            one_wrong = st.tuples(wrong(item), *[right(item)] * (length - 1)).map(list)
            return short | one_wrong | right(item)
    return st.integers() | st.booleans() | st.sampled_from(["", " ", "\n"])


@st.composite
def files(draw):
    """Right and wrong values of some settings and unknown ones, and the keys that are wrong."""
    keys = draw(st.permutations(sorted(TYPES)))
    bad = set(draw(st.lists(st.sampled_from(keys))))
    values = {key: draw(wrong(TYPES[key]) if key in bad else right(TYPES[key])) for key in keys}
    unknown = draw(st.dictionaries(WORDS.filter(lambda word: word not in TYPES), st.integers(), max_size=2))
    return {**values, **unknown}, bad | set(unknown)


@given(files())
def test_exactly_the_wrong_values_are_told_in_the_order_of_the_file(drawn):
    values, bad = drawn
    assert list(faults(values, Settings)) == [key for key in values if key in bad]


@given(files())
def test_what_is_told_names_value_and_range(drawn):
    values, _ = drawn
    for key, text in faults(values, Settings).items():
        assert key not in TYPES or text.startswith(f"{quoted(values[key])} is not ")
        for limit in ("ge", "le"):
            assert str(getattr(TYPES.get(key), limit, "")) in text


@given(files())
def test_the_model_takes_what_is_left_when_the_wrong_values_are_left_out(drawn):
    values, bad = drawn
    left = {key: value for key, value in values.items() if key not in bad}
    settings = convert(left, Settings)
    assert {key: getattr(settings, key) for key in left} == {
        key: tuple(one) if isinstance(one, list) else one for key, one in left.items()
    }


SOME_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["players", "dealer", "rules", "deck", "inputs", "t_ms", "seat", "input"])
SESSIONS = st.dictionaries(KEYS, SOME_JSON | st.lists(st.dictionaries(KEYS, SOME_JSON), max_size=3)) | SOME_JSON


@given(SESSIONS)
def test_any_json_is_a_session_or_told_as_bad_values(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("session") / "session.json"
    path.write_text(json.dumps(data))
    try:
        assert isinstance(read_session_file(path), SessionFile)
    except BadValuesError as fault:
        assert str(path) in str(fault)


@pytest.mark.parametrize("text", ['"" = 1', "players.seats = 3", "[[seat_pins]]", "players = 2024-01-01"])
def test_odd_toml_is_told_as_bad_settings(tmp_path, text):
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(BadSettingsError):
        load_settings(str(tmp_path / "a.toml"), {})
