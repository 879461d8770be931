"""A display drawn from a thread of its own: 25 ms on the bus, or one that was pulled off, hold nobody up."""

import logging
import threading
from collections.abc import Callable

from PIL import Image

from hardware.ports import Display, DisplayLost

LOG = logging.getLogger(__name__)

AGAIN_S = 2.0
"""After a failure: whoever puts the plug back in waits for no longer."""


class DisplayWorker:
    """Shows the newest picture on a display, again and again until it takes it.

    Attributes:
        lost: why the display does not answer; empty while it does.
    """

    def __init__(self, display: Display, *, wait: Callable[[threading.Condition], object] | None = None) -> None:
        """Draw on ``display``; ``wait`` waits after a failure, by default for two seconds or the next picture."""
        self.lost = ""
        self._display, self._wait = display, wait or (lambda news: news.wait(AGAIN_S))
        self._news = threading.Condition()
        self._picture: Image.Image | None = None
        self._open = True
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)
        self._thread.start()

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
                self._note("")
            except DisplayLost as fault:
                self._note(str(fault))
                self._keep(picture)

    def _note(self, lost: str) -> None:
        """Note whether the display answers, and log when that changes: it cannot tell so itself."""
        if bool(lost) != bool(self.lost):
            LOG.warning("display: %s", lost or "there again")
        self.lost = lost

    def _next(self) -> Image.Image | None:
        """The next picture to show; ``None``: none will come."""
        with self._news:
            self._news.wait_for(lambda: self._picture is not None or not self._open)
            picture, self._picture = self._picture, None
            return picture

    def _keep(self, picture: Image.Image) -> None:
        """A picture that could not be shown is shown later, unless a newer one has come or all is over."""
        with self._news:
            if self._open and self._picture is None:
                self._wait(self._news)
            if self._open and self._picture is None:
                self._picture = picture
