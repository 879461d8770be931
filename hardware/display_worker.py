"""A display drawn from a thread of its own: 25 ms on the bus, or one that was pulled off, hold nobody up."""

import threading
from collections.abc import Callable

from PIL import Image

from hardware.ports import Display, DisplayLost
from hardware.retry import Retry

AGAIN_S = 2.0
"""After a failure: whoever puts the plug back in waits for no longer."""

ConditionWait = Callable[[threading.Condition, float], object]
"""Waits for so many seconds, or until somebody notifies the condition, which is held."""


class DisplayWorker:
    """Shows the newest picture on a display, again and again until it takes it."""

    def __init__(self, display: Display, *, wait: ConditionWait = threading.Condition.wait) -> None:
        """Draw on ``display``; ``wait`` waits after a failure."""
        self._display, self._wait, self._retry = display, wait, Retry("display", (AGAIN_S,))
        self._news = threading.Condition()
        self._picture: Image.Image | None = None
        self._open = True
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)
        self._thread.start()

    @property
    def lost(self) -> str:
        """Why the display does not answer; empty while it does."""
        return self._retry.lost

    def show(self, picture: Image.Image) -> None:
        """Show a picture soon, and until the next one."""
        with self._news:
            self._picture = picture.copy()
            self._news.notify_all()

    def close(self) -> None:
        """Show what is still to be shown, then give the display back; one that is lost is not waited for."""
        with self._news:
            self._open = False
            self._news.notify_all()
        self._thread.join()
        self._display.close()

    def _run(self) -> None:
        while (picture := self._next()) is not None:
            try:
                self._display.show(picture)
                self._retry.worked()
            except DisplayLost as fault:
                self._keep(picture, self._retry.failed(fault))

    def _next(self) -> Image.Image | None:
        """The next picture to show; ``None``: none will come."""
        with self._news:
            self._news.wait_for(lambda: self._picture is not None or not self._open)
            picture, self._picture = self._picture, None
            return picture

    def _keep(self, picture: Image.Image, wait_s: float) -> None:
        """A picture that could not be shown is shown later, unless a newer one has come or all is over."""
        with self._news:
            if self._open and self._picture is None:
                self._wait(self._news, wait_s)
            if self._open and self._picture is None:
                self._picture = picture
