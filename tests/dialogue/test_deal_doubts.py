"""A deal that no reading explains is doubted aloud, and its score is marked; one that is read well is not."""

from firmware.dialogue.deal_doubts import EXPLAINED, log_likelihood_a_card
from firmware.events import TableDisagrees
from tests.support.scene import LAYOUT, laid, said

CAPTURES = ("1O", "1E"), ("4C", "4E"), ("6E", "6B"), ("11B", "11O"), ("2C", "2O"), ("7C", "7E"), ("5B", "5C")
WRONG = {"1E": "6E", "4E": "6E", "6B": "11B", "11O": "6E", "2O": "11B", "7E": "6E", "5C": "7C"}


def played(names):
    """Each card of the layout, and of some more, is taken by its equal; some of these are called by other names."""
    referee, table = laid()
    for number, (lying, taking) in enumerate(CAPTURES):
        if number >= len(LAYOUT):
            table.put(**{f"s{number}": lying}).wait(1000)
        table.put(**{f"s{number + 7}": names.get(taking, taking)}).wait(1000).take(number, number + 7).wait(1000)
    return referee, table


def doubted(table):
    return [event.doubted_deal for event in said(table, TableDisagrees) if event.doubted_deal is not None]


def test_a_deal_that_is_read_well_is_not_doubted():
    referee, table = played({})
    assert not doubted(table)
    assert log_likelihood_a_card(referee._beam.best, referee._beam.tracker) > EXPLAINED


def test_a_deal_whose_captures_make_no_sense_is_doubted_once_and_its_score_is_marked():
    referee, table = played(WRONG)
    assert doubted(table) == [1]
    assert referee.scoreboard.disagreement == TableDisagrees((), (), doubted_deal=1)
    assert referee.scoreboard.provisional
