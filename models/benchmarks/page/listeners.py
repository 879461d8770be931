"""Clients that listen to a page's stream, and note when each moment of the journal has reached them."""

import http.client
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from models.benchmarks.page.server import ServedPage


class StreamListener:
    """One phone.

    Attributes:
        heard: the places that have come, as often as they came.
        at_s: when each came first, by the clock of the machine.
    """

    def __init__(self, page: ServedPage) -> None:
        """Listen from now on."""
        self.heard: list[int] = []
        self.at_s: dict[int, float] = {}
        self._connection = http.client.HTTPConnection(page.host, page.port, timeout=60)
        self._connection.request("GET", "/live", headers={"Host": f"{page.host}:{page.port}"})
        self._answer = self._connection.getresponse()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        place = -1
        with suppress(OSError, ValueError, AttributeError):  # closed by us; http.client has no better word for it
            for line in self._answer:
                if line.startswith(b"id:"):
                    place = int(line.partition(b"-")[2])
                elif line.startswith(b"event: moment"):
                    self.heard.append(place)
                    self.at_s.setdefault(place, time.time())

    def close(self) -> None:
        """Leave."""
        self._connection.close()


@contextmanager
def listening(page: ServedPage, count: int) -> Iterator[Sequence[StreamListener]]:
    """So many phones that listen until this ends."""
    listeners = [StreamListener(page) for _ in range(count)]
    try:
        yield listeners
    finally:
        for one in listeners:
            one.close()
