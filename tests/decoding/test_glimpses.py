"""Cards seen on their way over the table: as a rule they are played then."""

from dataclasses import replace

import pytest

from firmware.cards import Card, Rank
from firmware.decoding import weights
from firmware.decoding.branching import add_saying, assign, initial_hypothesis, open_deal, rewrite
from firmware.decoding.glimpses import ON_WAY_MS, only_shown
from firmware.decoding.history import Step, TimedSaying
from firmware.decoding.likelihood import deal_log_likelihood
from firmware.decoding.proposals.guesses import needless_guesses
from firmware.rules.game import Game
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.play import Announce, Announcement, Decline, Play
from firmware.tracking.tracker import Tracker
from tests.support.scene import SLOTS, look

LAYOUT = {0: "1O", 1: "4C", 2: "6E", 3: "11B"}
LAID = tuple(map(Card.parse, LAYOUT.values()))
LOOK_MS = 100
SEEN_MS = 1000 + 6 * LOOK_MS
"""When the card was seen first, after six looks at the layout."""
AWAY, BESIDE_THE_SIX = (700.0, 520.0), (SLOTS[2][0] + 30.0, SLOTS[2][1])


def watched(where=AWAY, text="7O", looks=2, after_ms=5000):
    """A tracker that has seen a layout, a card in passing, and the layout again."""
    tracker, t_ms = Tracker(), 1000
    while t_ms < SEEN_MS + looks * LOOK_MS + after_ms:
        passing = {where: text} if SEEN_MS <= t_ms < SEEN_MS + looks * LOOK_MS else {}
        tracker.update(look(t_ms, LAYOUT | passing, hand=bool(passing)))
        t_ms += LOOK_MS
    return tracker


def laid(tracker, rules="pagat"):
    four = [tracker[number] for number in range(4)]
    return open_deal(initial_hypothesis(Game(parse_rules(rules), 2, 1)), four, LAID, 0.0)


def with_play(hypothesis, card, t_ms):
    return rewrite(hypothesis, (*hypothesis.steps, Step(t_ms, (), Play(0, card), weights.UNSEEN_PLAY)))


def shown(tracker, card=None, t_ms=0):
    return only_shown(with_play(laid(tracker), card, t_ms) if card else laid(tracker), {}, tracker)


def test_a_card_that_was_seen_on_its_way_and_not_played_is_odd():
    tracker = watched()
    passing = replace(tracker[4], apart=False)
    one = deal_log_likelihood(laid(tracker), tracker)
    tracker._tracks[4] = passing
    tracker._clear_caches()
    assert one - deal_log_likelihood(laid(tracker), tracker) == pytest.approx(weights.ONLY_SHOWN)


@pytest.mark.parametrize(
    ("card", "t_ms", "odd"),
    [
        ("7O", SEEN_MS, 0),
        ("7O", SEEN_MS + LOOK_MS + ON_WAY_MS, 0),
        ("7O", SEEN_MS + LOOK_MS + ON_WAY_MS + 1, 1),
        ("7O", 1100 + 5 * LOOK_MS, 0),  # played before, and taken up now
        ("5E", SEEN_MS, 1),
    ],
)
def test_it_is_not_where_the_card_is_played_then_or_was_before(card, t_ms, odd):
    assert shown(watched(), Card.parse(card), t_ms) == odd


@pytest.mark.parametrize(
    ("text", "after_ms", "odd"),
    [("7O", LOOK_MS, 0), ("7O", ON_WAY_MS, 0), ("7O", ON_WAY_MS + LOOK_MS, 1), ("5E", LOOK_MS, 1)],
    ids=["at once", "soon", "late", "another card"],
)
def test_nor_where_it_was_laid_then_and_went_back_into_the_hand(text, after_ms, odd):
    tracker = watched(after_ms=after_ms - LOOK_MS)
    t_ms = SEEN_MS + LOOK_MS + after_ms
    for lying in [LAYOUT | {6: text}] * 8 + [LAYOUT] * 30:
        tracker.update(look(t_ms, lying))
        t_ms += LOOK_MS
    assert only_shown(laid(tracker), {}, tracker) == 1
    assert only_shown(assign(laid(tracker), tracker[5], None), {}, tracker) == odd


def test_a_play_that_nobody_saw_may_be_of_that_card_by_its_rank():
    assert [shown(watched(), Card(rank), SEEN_MS) for rank in (Rank.SEVEN, Rank.SIX)] == [0, 1]


@pytest.mark.parametrize(
    "seen", [{"looks": 1}, {"where": BESIDE_THE_SIX}, {"text": "7O:0.4 6O:0.3"}, {"after_ms": ON_WAY_MS - LOOK_MS}]
)
def test_a_single_look_a_misread_neighbour_a_doubtful_face_or_a_card_still_on_its_way_tells_nothing(seen):
    assert shown(watched(**seen)) == 0


def test_what_passes_before_the_layout_lies_there_is_not_of_this_deal():
    tracker = watched()
    late = replace(laid(tracker), steps=(replace(laid(tracker).steps[0], t_ms=SEEN_MS + 1),))
    assert only_shown(late, {}, tracker) == 0


@pytest.mark.parametrize(("pressed_ms", "odd"), [(SEEN_MS + LOOK_MS, 0), (SEEN_MS + 2 * LOOK_MS, 1)])
def test_what_passes_before_a_word_that_wins_is_pressed_may_have_been_played(pressed_ms, odd):
    hypothesis, words = laid(watched(), "six target=5"), (Announce(0, Announcement.TRINGA), Decline(1))
    for said in words:
        hypothesis = add_saying(hypothesis, TimedSaying(pressed_ms, said))
    assert hypothesis.game.winners == (0,)
    assert only_shown(hypothesis, {}, watched()) == odd


def test_a_play_that_nobody_saw_is_tried_without_once_something_new_is_told():
    base = laid(watched())
    guess = with_play(base, Card(Rank.SIX), 2000)
    seen = Step(2500, (4,), Play(1, Card.parse("7O")), weights.SEEN_PLAY)
    later = rewrite(guess, (*guess.steps, seen))
    without = [[str(card) for step in one.steps[1:] for card in step.cards] for one in needless_guesses([later])]
    assert without == [["7O"]]


def test_two_plays_that_nobody_saw_are_tried_without_together():
    guess = with_play(laid(watched()), Card(Rank.FIVE), 2000)
    both = rewrite(guess, (*guess.steps, Step(2300, (), Play(1, Card(Rank.FIVE)), weights.UNSEEN_PLAY)))
    later = rewrite(both, (*both.steps, Step(2500, (4,), Play(0, Card.parse("7O")), weights.SEEN_PLAY)))
    without = [[str(card) for step in one.steps[1:] for card in step.cards] for one in needless_guesses([later])]
    assert without == [["5?", "7O"], ["5?", "7O"], ["7O"]]


def test_what_a_person_has_said_is_not_tried_without():
    base = laid(watched())
    said = Step(2000, (), Play(0, Card(Rank.SIX)), weights.UNSEEN_PLAY, card_fixed=True)
    assert not list(needless_guesses([rewrite(base, (*base.steps, said))]))


@pytest.mark.parametrize(("side", "odd"), [((0.0, 1.0), 0), ((0.0, -1.0), 1), (None, 0)])
@pytest.mark.parametrize(("played_ms", "asked"), [(SEEN_MS, True), (SEEN_MS - 1, False)])
def test_the_hand_that_carried_a_card_plays_it_unless_it_had_been_played_before(side, odd, played_ms, asked):
    tracker = watched()
    tracker._tracks[4] = replace(tracker[4], laying_direction=(0.0, 1.0))
    tracker._clear_caches()
    sides = {} if side is None else {0: side}
    assert only_shown(with_play(laid(tracker), Card.parse("7O"), played_ms), sides, tracker) == odd * asked
