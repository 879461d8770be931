"""A deal that no reading explains is doubted aloud, and its score is marked; one that is read well is not."""

from dataclasses import replace

import pytest

from firmware.cards import Card
from firmware.dialogue.deal_doubts import EXPLAINED, LEAST_CARDS, DealDoubts, log_likelihood_a_card
from firmware.events import TableAgrees, TableDisagrees
from firmware.referee import MatchSetup, Referee
from firmware.signals import CardsRenamed
from firmware.storage import checkpoint
from tests.support.scene import LAYOUT, SLOTS, Table, said

CAPTURES = ("1O", "1E"), ("4C", "4E"), ("6E", "6B"), ("11B", "11O"), ("2C", "2O"), ("7C", "7E"), ("5B", "5C")
"""Each card, in the place of its number, and the one that takes it, seven places on."""
WRONG = {"1E": "6E", "4E": "6E", "6B": "11B", "11O": "6E", "2O": "11B", "7E": "6E", "5C": "7C"}
"""What those cards are called by who does not know the deck: names of cards that lay there already."""


FORGOTTEN = TableDisagrees((Card.parse("7O"),), ())


def numbered(look):
    """A look whose cards have the numbers of their places, from 1, as those of their sightings."""
    return replace(look, cards=tuple(replace(card, sighting=SLOTS.index(card.centre) + 1) for card in look.cards))


def played(names, captures=CAPTURES):
    """Each card of the layout, and of some more, is taken by its equal; some of these are called by other names."""
    referee = Referee(MatchSetup())
    table = Table(lambda look: referee.feed(numbered(look)))
    for place, card in LAYOUT.items():
        table.put(**{place: card})
    table.wait(1000)
    for number, (lying, taking) in enumerate(captures):
        if number >= len(LAYOUT):
            table.put(**{f"s{number}": lying}).wait(1000)
        table.put(**{f"s{number + 7}": names.get(taking, taking)}).wait(1000).take(number, number + 7).wait(1000)
    return referee, table


def renamed(referee, table, names):
    """The cards that take others are named anew."""
    cards = (names.get(taking, taking) for _, taking in CAPTURES)
    numbers = tuple((number, ((Card.parse(card), 0.98),)) for number, card in enumerate(cards, 8))
    table.said += referee.feed(CardsRenamed(table.t_ms, numbers))
    table.wait(3000)


def doubted(table):
    return [event.doubted_deal for event in said(table, TableDisagrees) if event.doubted_deal is not None]


def test_a_deal_that_is_read_well_is_not_doubted():
    referee, table = played({})
    assert not doubted(table)
    assert log_likelihood_a_card(referee._beam.best, referee._beam.tracker) > EXPLAINED


def test_a_deal_whose_captures_make_no_sense_is_doubted_once_and_its_score_is_marked():
    referee, table = played(WRONG)
    table.wait(20_000)
    assert doubted(table) == [1]
    assert referee.scoreboard.disagreement == TableDisagrees((), (), doubted_deal=1)
    assert referee.scoreboard.provisional


def test_of_a_deal_that_is_doubted_nobody_is_told_what_to_take_or_put_back():
    referee, table = played(WRONG)
    table.put(s0="10C").wait(1000).put(s1="10B").wait(9000)
    assert not said(table, TableDisagrees)[-1].take
    assert referee.scoreboard.disagreement == TableDisagrees((), (), doubted_deal=1)


def test_the_first_cards_of_a_deal_tell_too_little():
    referee, table = played(WRONG, CAPTURES[:3])
    assert sum(len(step.cards) for step in referee._beam.best.steps) < LEAST_CARDS
    assert not doubted(table)


def test_it_is_not_doubted_any_more_once_its_cards_are_named_right():
    referee, table = played(WRONG)
    renamed(referee, table, {})
    assert referee.scoreboard.disagreement is None
    assert isinstance(said(table, TableDisagrees | TableAgrees)[-1], TableAgrees)


def test_that_a_deal_is_doubted_is_said_once():
    referee, table = played(WRONG)
    renamed(referee, table, {})
    renamed(referee, table, WRONG)
    assert doubted(table) == [1]
    assert referee.scoreboard.disagreement == TableDisagrees((), (), doubted_deal=1)


@pytest.mark.parametrize(("present", "shown"), [(1, TableDisagrees((), (), doubted_deal=1)), (2, FORGOTTEN)])
def test_cards_that_were_forgotten_come_before_a_deal_long_over(present, shown):
    doubts = DealDoubts()
    doubts._shares, doubts._present = {1: EXPLAINED - 1, 2: EXPLAINED + 1}, present
    assert doubts.beside(FORGOTTEN) == shown
    assert doubts.beside(None) == TableDisagrees((), (), doubted_deal=1)


def test_a_referee_put_aside_goes_on_doubting():
    referee, _ = played(WRONG)
    again = checkpoint.read_back(checkpoint.encode(referee))
    assert again.scoreboard.disagreement == referee.scoreboard.disagreement
    assert again.scoreboard.provisional
