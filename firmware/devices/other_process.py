"""Work that takes long, done by another process, so that the table does not wait."""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from multiprocessing import active_children, get_context
from multiprocessing.pool import Pool
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
END_S = 2.0
"""For the other process to end, which takes a tenth of a second where it does not hang. A judgement."""
NICE = 10
"""By so much the other process stands back: it may take long, and the table may not wait. A judgement."""


class OtherProcess(Executor):
    """Does one task after the other in a process that begins with the first; what was begun in the end is given up.

    A process that is killed takes its task with it, which is never done then.
    """

    def __init__(self) -> None:
        """Begin with no process."""
        self._pool: Pool | None = None

    def submit(self, step: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have something done, and give what comes of it.

        Args:
            step: what is to be done; it, what it takes and what it gives are sent from process to process.
            *args: what it takes.
            **kwargs: what it takes by name.
        """
        if self._pool is None:
            self._pool = get_context("spawn").Pool(1, _stand_back)
        done: Future[T] = Future()
        self._pool.apply_async(step, args, kwargs, done.set_result, done.set_exception)
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Give up what is not done; a process that does not end by itself is killed."""
        if self._pool:
            ending = threading.Thread(target=self._pool.terminate, name="other process ending", daemon=True)
            ending.start()
            ending.join(END_S)
            if ending.is_alive():
                _kill_children()


def _kill_children() -> None:
    for child in active_children():
        child.kill()


def _stand_back() -> None:
    """Leave the machine to others, and Ctrl-C to the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):  # where a service may not, and on Windows, which has no such call
        os.nice(NICE)
