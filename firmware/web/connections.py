"""Connections that ask for nothing, ask too slowly or are too many are given up: phones leave, and some never ask."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 10.0
"""So long a request may take to arrive; the largest is 4 kB, and the worst Wi-Fi sends 1 kB a second."""
OF_ONE_ADDRESS = 24
"""Connections: browsers open six each (HTTP/1.1), and a phone has a few tabs."""
OF_ALL = 256
"""Connections: eight phones, a few screens, other programs, and room."""


class BoundedConnection(H11Protocol):
    """A connection as uvicorn has it, with an end."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Begin with nothing asked."""
        super().__init__(*arguments, **named)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a connection, unless there are too many."""
        super().connection_made(transport)  # type: ignore[arg-type]
        address = self.client[0] if self.client else ""
        same = sum(_address(one) == address for one in self.connections)
        if same > OF_ONE_ADDRESS or len(self.connections) > OF_ALL:
            self.transport.abort()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR):
            self._rest()
        elif self._deadline is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give everything back."""
        self._rest()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # else one that was reset is kept for its keep-alive time

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_S, self._give_up)

    def _rest(self) -> None:
        if self._deadline:
            self._deadline.cancel()
        self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        self.transport.abort()


def _address(connection: object) -> str:
    client: tuple[str, int] | None = getattr(connection, "client", None)
    return client[0] if client else ""
