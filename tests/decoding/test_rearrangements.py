"""What a deal that is over may have been instead: its plays in another order, guesses of other cards."""

from dataclasses import replace

import pytest

from firmware.cards import Card, Rank
from firmware.decoding.branching import rewrite
from firmware.decoding.proposals.guesses import guesses_of_other_rank
from firmware.decoding.proposals.rearrangements import rearranged
from firmware.rules.play import Play
from tests.support.gathered import gathered, true_plays

HIDDEN = ("3O", "3C")


def over():
    """The best history of a whole deal two plays of which nobody saw, and the tracks."""
    beam = gathered(hidden=HIDDEN)._beam
    return beam.best, beam.tracker


def found_from(wrong, tracker):
    """What the rearrangement of a wrong history proposes, as plays."""
    proposed = (one for some in rearranged(wrong, tracker) for one in some)
    return [[step.rank_fact for step in one.steps[1:]] for one in proposed]


def guesses_of(hypothesis):
    return [index for index, step in enumerate(hypothesis.steps) if index and not step.track_ids]


def with_guesses_at(hypothesis, place):
    """The history with the plays that nobody saw made at another place."""
    steps = hypothesis.steps
    guessed, rest = [steps[index] for index in guesses_of(hypothesis)], [s for s in steps[1:] if s.track_ids]
    moved = [replace(one, t_ms=rest[place - 1].t_ms + 1, span=()) for one in guessed]
    return rewrite(hypothesis, (steps[0], *rest[:place], *moved, *rest[place:]))


def with_a_guess_of(hypothesis, index, card):
    """The history in which nobody saw a play, and that of a guess was of its rank."""
    guess, play = guesses_of(hypothesis)[0], hypothesis.steps[index]
    steps = list(hypothesis.steps)
    steps[index] = replace(play, action=Play(0, Card(steps[guess].cards[0].rank)), track_ids=())
    steps[guess] = replace(steps[guess], action=Play(0, Card(card.rank)))
    return rewrite(hypothesis, steps)


def swapped(hypothesis, index):
    """The history in which two plays were made the other way round."""
    one, other = hypothesis.steps[index : index + 2]
    return rewrite(hypothesis, (*hypothesis.steps[:index], other, one, *hypothesis.steps[index + 2 :]))


def test_plays_in_succession_that_nobody_saw_are_tried_at_every_other_place():
    best, tracker = over()
    wrong = with_guesses_at(best, 30)
    assert [step.rank_fact for step in wrong.steps[1:]] != true_plays()
    assert true_plays() in found_from(wrong, tracker)


def test_two_plays_in_quick_succession_are_tried_the_other_way_round():
    best, tracker = over()
    assert true_plays() in found_from(swapped(best, 1), tracker)


def test_guesses_are_tried_with_each_others_cards():
    best, tracker = over()
    wrong = with_a_guess_of(best, 22, best.steps[22].cards[0])
    assert true_plays() in found_from(wrong, tracker)


def own_swapped(hypothesis, index, other):
    """The history in which a player made two plays the other way round while an arm hid where both lay."""
    steps = list(hypothesis.steps)
    span = steps[index].t_ms - 1, steps[other].t_ms + 1
    one, another = (replace(steps[number], span=span) for number in (index, other))
    steps[index], steps[other] = another, one
    return rewrite(hypothesis, steps)


def test_two_plays_of_one_player_under_an_arm_are_tried_the_other_way_round():
    best, tracker = over()
    assert true_plays() in found_from(own_swapped(best, 24, 30), tracker)


def test_two_changes_are_found_one_after_the_other():
    best, tracker = over()
    assert true_plays() in found_from(swapped(with_guesses_at(best, 30), 1), tracker)


def unseen_at(hypothesis, index, place):
    """The history in which nobody saw a play, and that was made before another one."""
    play, rest = hypothesis.steps[index], (*hypothesis.steps[:index], *hypothesis.steps[index + 1 :])
    guess = replace(play, action=Play(0, Card(play.cards[0].rank)), track_ids=(), t_ms=rest[place - 1].t_ms + 1)
    return rewrite(hypothesis, (*rest[:place], guess, *rest[place:]))


@pytest.mark.parametrize("place", [20, 28])
def test_a_play_that_nobody_saw_is_tried_where_a_card_of_its_rank_was_seen(place):
    best, tracker = over()
    proposed = [one for some in rearranged(unseen_at(best, 24, place), tracker) for one in some]
    seen = [one for one in proposed if best.steps[24].track_ids in [step.track_ids for step in one.steps]]
    assert true_plays() in [[step.rank_fact for step in one.steps[1:]] for one in seen]


def fixed(hypothesis):
    """The history, each of whose plays a person has spoken of."""
    steps = [replace(step, card_fixed=True) for step in hypothesis.steps]
    return rewrite(hypothesis, steps)


@pytest.mark.parametrize("put_right", [fixed, lambda one: replace(one, lenient=True)], ids=["plays", "the deal"])
def test_what_a_person_has_put_right_stays(put_right):
    best, tracker = over()
    assert not found_from(put_right(best), tracker)


@pytest.mark.parametrize(("until", "used_up"), [(31, False), (32, True)])
def test_guesses_are_of_another_rank_if_theirs_is_used_up_and_one_more_turns_up(until, used_up):
    """The two 3 that nobody saw are guessed to be 6: with those of the layout and of step 31 there are four."""
    best, _ = over()
    six = Play(0, Card(Rank.SIX))
    steps = [replace(step, action=six) if index in guesses_of(best) else step for index, step in enumerate(best.steps)]
    proposed = guesses_of_other_rank(rewrite(best, steps[:until]), Rank.SIX)
    ranks = [{one.steps[index].cards[0].rank for index in guesses_of(best)} for one in proposed]
    assert ({Rank.THREE} in ranks) == used_up
    assert bool(ranks) == used_up
