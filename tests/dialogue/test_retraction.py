"""What takes an answer back: the step as it was, or none where there was none."""

import pytest

from firmware.cards import Card
from firmware.decoding.numbering import step_at
from firmware.dialogue.amendments import ChangeStep, DropStep, InsertStep
from firmware.dialogue.retraction import Retraction
from firmware.events import Doubt
from tests.support.buttons import TableWithButtons


@pytest.fixture(scope="module")
def best():
    """A layout, and one play."""
    return TableWithButtons().put(s5="12O").referee._beam.best


@pytest.mark.parametrize(
    ("index", "known", "made"),
    [(1, True, ChangeStep), (1, False, DropStep), (2, True, InsertStep), (2, False, type(None))],
)
def test_the_step_is_as_it_was_or_is_none(best, index, known, made):
    play = step_at(best, 1)
    doubt = Doubt(9000, index, 0, ((Card.parse("7O"), 0.6), (Card.parse("3O"), 0.4)))
    amendment = Retraction(doubt, play if known else None, None, (doubt,), ()).amendment(best)
    assert type(amendment) is made
    assert getattr(amendment, "index", index) == index
    assert getattr(amendment, "step", play) == play
