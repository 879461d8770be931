"""Properties of gestures: whatever the wires tell, in whatever rhythm."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.buttons.debounce import Edge
from firmware.buttons.gestures import GestureRecognizer
from firmware.buttons.meanings import ButtonStuck, PressContext
from firmware.settings.model import Settings
from firmware.signals import ButtonPress, Tick
from tests.support.gestures import BUTTONS, END_MS, TIMES, TIMING, Seen, in_time, meanings
from tests.support.settings import limits

pytestmark = pytest.mark.untraced  # many games, which reach no branch that the tables do not

LENGTHS_MS = st.one_of(
    st.integers(50, 400), st.integers(400, 1500), st.sampled_from((250, 350, 600, 700, 900)), st.integers(7900, 9000)
)
"""Between true edges of one button: longer than bounces and debouncing together."""
LAST_MS = 20_000
"""No edge comes later: what it means is said before ``END_MS``."""
CONTEXTS = st.builds(
    PressContext,
    players=st.integers(2, 4),
    hands_of_four=st.booleans(),
    question=st.none() | st.integers(0, 2),
    win=st.none() | st.integers(0, 1),
    claimable=st.sets(st.integers(0, 3), max_size=2).map(tuple),
    challengeable=st.sets(st.integers(0, 3), max_size=2).map(tuple),
)
SEEN = st.lists(st.builds(Seen, st.integers(0, 6000), CONTEXTS), max_size=5)


@st.composite
def pressings(draw):
    """True presses and releases of some buttons, by time."""
    found = []
    for button in draw(st.sets(st.sampled_from(sorted(BUTTONS)), min_size=1, max_size=4)):
        t_ms = draw(st.integers(0, 1500))
        for index, length_ms in enumerate(draw(st.lists(LENGTHS_MS, min_size=1, max_size=8))):
            found += [Edge(t_ms, BUTTONS[button], index % 2 == 0)] if t_ms <= LAST_MS else []
            t_ms += length_ms
    return in_time(found)


def bouncing(edge, times_ms):
    """The edge with its contact opening and closing again, and heard twice."""
    apart = [Edge(edge.t_ms + ms, edge.button, edge.pressed != (index % 2 == 0)) for index, ms in enumerate(times_ms)]
    return [
        edge,
        *apart,
        Edge(edge.t_ms + 20, edge.button, edge.pressed),
        Edge(edge.t_ms + 20, edge.button, edge.pressed),
    ]


BOUNCES = st.lists(st.integers(0, 20), max_size=5).map(sorted)
TIMINGS = st.builds(
    Settings,
    **{name: st.integers(*limits(name)) for name in TIMES},
)
ANY_EDGE = st.builds(Edge, st.integers(-100, 20_000), st.sampled_from(sorted(BUTTONS.values(), key=str)), st.booleans())


@settings(max_examples=60)
@given(TIMINGS, CONTEXTS, st.lists(st.one_of(ANY_EDGE, st.builds(Seen, st.integers(0, 20_000), CONTEXTS)), max_size=40))
def test_whatever_the_wires_tell_is_taken_and_meanings_come_in_the_order_of_time(timing, context, signals):
    said = meanings(signals, context, timing=timing)
    assert all(one.t_ms <= other.t_ms for one, other in pairwise(said))
    pressed = sum(isinstance(one, Edge) and one.pressed for one in signals)
    assert sum(isinstance(one, ButtonPress) for one in said) <= pressed


@settings(max_examples=60)
@given(CONTEXTS, pressings(), SEEN)
def test_no_press_has_two_meanings(context, pressed, seen):
    said = meanings(in_time(pressed, seen), context)
    for until_ms in (edge.t_ms for edge in pressed):
        before = sum(edge.pressed and edge.t_ms <= until_ms for edge in pressed)
        assert sum(isinstance(one, ButtonPress) and one.t_ms <= until_ms for one in said) <= before
    assert sum(isinstance(one, ButtonPress) for one in said) <= sum(edge.pressed for edge in pressed)


@settings(max_examples=60)
@given(st.data(), CONTEXTS, pressings(), SEEN)
def test_bounces_change_nothing(data, context, pressed, seen):
    noisy = [one for edge in pressed for one in bouncing(edge, data.draw(BOUNCES))]
    assert meanings(in_time(noisy, seen), context) == meanings(in_time(pressed, seen), context)


@settings(max_examples=60)
@given(CONTEXTS, pressings(), SEEN, st.lists(st.integers(0, END_MS).map(Tick), max_size=30))
def test_waking_more_often_changes_nothing_and_neither_does_waking_never(context, pressed, seen, ticks):
    signals = in_time(pressed, seen)
    gestures, unwoken = GestureRecognizer(TIMING, context), []
    for signal in [*signals, Tick(END_MS)]:
        unwoken += gestures.see(signal.context, signal.t_ms) if isinstance(signal, Seen) else gestures.feed(signal)
    assert meanings(in_time(signals, ticks), context) == meanings(signals, context) == unwoken


@settings(max_examples=40)
@given(CONTEXTS, pressings())
def test_what_was_said_is_a_word_that_the_table_knows(context, pressed):
    said = meanings(pressed, context)
    seats = {f"{word} {seat}" for word in ("claim", "challenge") for seat in range(context.players)}
    of_seats = {"ronda", "tringa", "nothing", "accept", "claim", "challenge", *seats}
    of_seats |= {"double"} if context.hands_of_four else set()
    for one in said:
        if isinstance(one, ButtonPress):
            known = (
                {"a", "b", "neither", "why", "score", "undo", "redo", "quiet", "report", "phones", "owner"}
                if one.seat is None
                else of_seats
            )
            assert one.input in known
            assert one.seat is None or one.seat < context.players
            assert one.input.split()[-1] != str(one.seat)


@settings(max_examples=40)
@given(CONTEXTS, pressings(), st.integers(0, 1))
def test_a_stuck_seat_is_as_if_it_were_not_there(context, pressed, seat):
    others = [edge for edge in pressed if edge.button != seat]
    stuck = [Edge(0, seat, True)]
    later = [Edge(edge.t_ms + 9000, edge.button, edge.pressed) for edge in others]
    said = meanings([*stuck, *later], context)
    assert [one for one in said if one != ButtonStuck(8025, seat)] == meanings(later, context)
