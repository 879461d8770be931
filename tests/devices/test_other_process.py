"""Work that another process does."""

import math
import os
import signal
from multiprocessing import active_children

import pytest

from firmware.devices.other_process import NICE, OtherProcess


def test_another_process_works_and_stands_back_and_gives_up_what_is_not_done():
    other = OtherProcess()
    assert other.submit(os.getpid).result(60) != os.getpid()
    assert other.submit(os.nice, 0).result(60) == min(os.nice(0) + NICE, 19)
    with pytest.raises(ValueError, match=r"math domain|nonnegative"):
        other.submit(math.sqrt, -1).result(60)
    waiting = other.submit(math.factorial, 3_000_000)
    other.shutdown()
    assert not waiting.done()


def test_no_process_is_begun_where_nothing_is_to_be_done():
    OtherProcess().shutdown()


def test_a_process_that_hangs_does_not_hold_up_the_end():
    other = OtherProcess()
    pid = other.submit(os.getpid).result(60)
    (child,) = (one for one in active_children() if one.pid == pid)
    os.kill(pid, signal.SIGSTOP)
    other.shutdown()
    child.join(60)
    assert child.exitcode == -signal.SIGKILL
