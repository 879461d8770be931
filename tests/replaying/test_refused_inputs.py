"""Corrections beside a recording that cannot be made are told when all else is done; vain presses are no fault."""

import pytest

from firmware.announce.seating import Seating
from firmware.presentation.presenter import Presenter
from firmware.replaying.refused_inputs import RefusalRecorder, RefusedInputsError
from firmware.signals import ButtonPress
from firmware.storage.moment import fed
from tests.support.buttons import TableWithButtons


def check(*words):
    """Two plays, and then these corrections."""
    table = TableWithButtons().put(s5="12O").put(s6="3C")
    recorder, presenter = RefusalRecorder(), Presenter(Seating(2), "en")
    for one in words:
        moment = fed(table.referee, ButtonPress(table.t_ms, None, one))
        recorder(moment, presenter.tell(moment))
    recorder.check(table.referee)


@pytest.mark.parametrize("words", [[], ["undo"], ["a", "why"], ["card 1 11O"], ["card 1 3C", "card 2 12O"]])
def test_what_can_be_made_or_was_pressed_in_vain_is_no_fault(words):
    check(*words)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["card 99 7O"], "session.json: 'card 99 7O' at 0:"),
        (["card 99 7O"], "was refused: there is no play 99; 2 were played; put it right there"),
        (["card 1 3C"], "session.json: deal 1 would have 3C 2 times (play 1, play 2), and the pack has one"),
    ],
)
def test_what_cannot_be_made_is_told_in_a_line(words, fault):
    with pytest.raises(RefusedInputsError) as refusal:
        check(*words)
    assert fault in str(refusal.value)
    assert len(str(refusal.value).splitlines()) == 1


def test_each_fault_has_a_line():
    with pytest.raises(RefusedInputsError) as refusal:
        check("card 99 7O", "remove 7", "card 1 3C")
    assert len(str(refusal.value).splitlines()) == 3
