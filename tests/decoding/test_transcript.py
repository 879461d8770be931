"""What a history tells can be written down, and scores as it did: whatever was played, said and put right."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.cards import ES40, Card
from firmware.decoding.branching import add_saying, initial_hypothesis, next_deal, rewrite
from firmware.decoding.history import Layout, Step, TimedSaying
from firmware.decoding.numbering import deals, entries, step_count
from firmware.decoding.transcript import transcript
from firmware.dialogue.amendments import ChangeStep, DropStep, InsertStep, amended
from firmware.events import SayingRefused
from firmware.rules.events import WinRevoked
from firmware.rules.game import Game
from firmware.rules.layout import repair
from firmware.rules.notation.record import format_record, score_record
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.notation.sayings import parse_saying
from firmware.rules.play import Announce, Decline, Play
from firmware.rules.voice import Announcement


def laid(cards, t_ms=0):
    return Step(t_ms, (), Layout(tuple(map(Card.parse, cards.split()))))


def played(seat, card, t_ms, *, said=False):
    return Step(t_ms, (), Play(seat, Card.parse(card)), card_fixed=said, seat_fixed=said)


def told(*steps, lenient=False, rules="pagat", players=2):
    fresh = replace(initial_hypothesis(Game(parse_rules(rules), players, players - 1)), lenient=lenient)
    return rewrite(fresh, steps)


def written(hypothesis):
    return format_record(transcript(deals(hypothesis)[0].origin, entries(hypothesis)))


def lines(hypothesis):
    return [line for line in written(hypothesis).splitlines()[3:] if line]


OPEN = laid("2O 5C 7E 12B")


def test_plays_and_sayings_stand_in_their_order():
    told_so = told(OPEN, played(0, "6O", 1000), played(1, "6C", 5000))
    said = add_saying(told_so, TimedSaying(3000, Announce(1, Announcement.RONDA)))
    assert lines(rewrite(said, said.steps, whole=True)) == ["deal 2O 5C 7E 12B", "A 6O  B ronda", "B 6C"]


def test_what_the_rules_do_not_allow_is_a_note():
    steps = OPEN, played(0, "6O", 1000), played(1, "6O", 2000), played(1, "6C", 3000)
    assert lines(told(*steps, lenient=True)) == [
        "deal 2O 5C 7E 12B",
        "A 6O",
        "# counts nothing, since the rules do not allow it here: B 6O",
        "B 6C",
    ]


def test_what_was_said_too_late_is_a_note():
    said = add_saying(told(OPEN, played(0, "6O", 1000)), TimedSaying(9000, Decline(0)))
    assert lines(said)[-1] == "# counts nothing, since the rules do not allow it here: A nothing"


@pytest.mark.parametrize(
    ("card", "line"), [("6C", "B 6C"), ("2O", "# counts nothing, since the rules do not allow it")]
)
def test_a_play_out_of_turn_is_given_its_turn(card, line):
    out = lines(told(OPEN, played(1, card, 1000, said=True), lenient=True))
    assert out[1] == "turn B"
    assert out[2].startswith(line)


def test_a_play_by_nobody_at_the_table_is_given_none():
    assert "turn C" not in lines(told(OPEN, played(2, "6C", 1000, said=True), lenient=True))


def test_a_deal_that_breaks_off_is_given_up():
    begun = told(OPEN, played(0, "6O", 1000))
    again = rewrite(replace(next_deal(begun), lenient=True), (laid("1O 5C 7E 12B", 2000),))
    assert lines(again) == ["deal 2O 5C 7E 12B", "A 6O", "abandon A", "deal 1O 5C 7E 12B"]


@pytest.mark.parametrize(("revoked", "last"), [(False, "B 6C"), (True, "B 1O")])
def test_a_win_that_was_none_is_written_as_other_scores(revoked, last):
    """B wins by his second caida, and plays on."""
    caidas = [("3O", "3C"), ("10O", "10C")]
    steps = [
        played(seat, card, 1000 * (2 * n + seat + 1)) for n, pair in enumerate(caidas) for seat, card in enumerate(pair)
    ]
    steps[-1] = replace(steps[-1], win_revoked=revoked)
    out = lines(
        told(OPEN, *steps, *[played(0, "11O", 5000), played(1, "1O", 6000)][: 2 * revoked], rules="pagat target=2")
    )
    assert ("scores 0 0" in out) == revoked


CARDS = st.sampled_from([*ES40.cards, *(Card(rank) for rank in ES40.ranks)])
RULES = ["pagat", "cafe table_cards=4", "gamesite", "pagat target=5 unproven_win=held", "pagat scoring=transfer"]


@st.composite
def deals_played(draw):
    """A deal by the rules with things said in it, and another one that may begin before it is over."""
    players, rules = draw(st.sampled_from([2, 3, 4])), draw(st.sampled_from(RULES))
    hypothesis = initial_hypothesis(Game(parse_rules(rules), players, draw(st.integers(0, players - 1))))
    for number in range(draw(st.integers(1, 2))):
        pack = draw(st.permutations(ES40.cards))
        layout = repair(pack[:4], pack[4:]).layout
        plays = [card for card in pack if card not in layout][: draw(st.integers(0, 36))]
        begin = 100_000 * number
        said = draw(st.lists(sayings(players), max_size=6))
        said = [replace(one, t_ms=begin + one.t_ms, win_revoked=draw(st.booleans())) for one in said]
        steps = [Step(begin, (), Layout(layout))]
        for place, card in enumerate(plays, 1):
            steps.append(Step(begin + 1000 * place, (), Play(0, card), win_revoked=draw(st.booleans())))
        deal = replace(hypothesis if not number else next_deal(hypothesis), sayings=tuple(said), lenient=True)
        hypothesis = rewrite(deal, steps, whole=True)
    return hypothesis


@st.composite
def sayings(draw, players):
    seats = st.integers(0, players - 1)
    words = st.sampled_from(["ronda", "tringa", "nothing", "accepts", "claims", "challenges"])
    said = parse_saying(draw(seats), draw(words), lambda: f"{'ABCD'[draw(seats)]}=5,5,10")
    return TimedSaying(draw(st.integers(0, 40_000)), said)


@st.composite
def amendments(draw, hypothesis):
    """Something that a person puts right, however wrongly."""
    last = step_count(hypothesis)
    index = draw(st.integers(0, last))
    step = Step(1000 * index, (), Play(draw(st.integers(0, 3)), draw(CARDS)), seat_fixed=draw(st.booleans()))
    layout = Step(1000 * index, (), Layout(tuple(draw(st.lists(CARDS, min_size=4, max_size=4)))))
    kinds = [InsertStep(index, step), DropStep(index), ChangeStep(index, step), ChangeStep(0, layout)]
    return draw(st.sampled_from(kinds))


@settings(max_examples=60)
@given(st.data())
def test_a_transcript_scores_as_the_hypothesis_did(data):
    hypothesis = data.draw(deals_played())
    for _ in range(data.draw(st.integers(0, 3))):
        hypothesis = amended(hypothesis, data.draw(amendments(hypothesis))) or hypothesis
    scored = score_record(written(hypothesis))
    said = (event for entry in entries(hypothesis) for event in entry.events)
    kept = [event for event in said if not isinstance(event, SayingRefused | WinRevoked)]  # a move of its own
    assert [event for move in scored.moves for event in move.events] == kept
    assert scored.game == hypothesis.game
