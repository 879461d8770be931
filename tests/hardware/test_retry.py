"""When a lost device is tried again, and what the log says of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.retry import Retry

GONE = OSError("the cable came off")


@pytest.mark.parametrize(("failures", "wait_s"), [(1, 0.0), (2, 0.5), (3, 2.0), (4, 2.0), (50, 2.0)])
def test_each_failure_in_a_row_is_followed_by_a_longer_wait_up_to_the_last(failures, wait_s):
    retry = Retry("camera", (0.0, 0.5, 2.0))
    assert [retry.failed(GONE) for _ in range(failures)][-1] == wait_s


def test_a_device_that_answered_is_tried_again_as_soon_as_one_that_never_failed():
    retry = Retry("camera", (0.0, 0.5, 2.0))
    retry.failed(GONE)
    retry.failed(GONE)
    retry.worked()
    assert (retry.lost, retry.failed(GONE)) == ("", 0.0)


@given(st.lists(st.booleans(), max_size=30))
def test_the_log_has_one_line_for_each_loss_and_one_for_each_return(answers):
    retry, lines = Retry("buzzer", (1.0,)), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hardware.retry.LOG.warning", lambda *words: lines.append(words[0] % words[1:]))
        for answer in answers:
            retry.worked() if answer else retry.failed(GONE)
    changes = [now for before, now in zip([True, *answers], answers, strict=False) if now != before]
    assert lines == ["buzzer: there again" if back else "buzzer: the cable came off" for back in changes]


def test_a_fault_without_words_is_told_by_its_kind():
    retry = Retry("display", (2.0,))
    retry.failed(TimeoutError())
    assert retry.lost == "TimeoutError"
