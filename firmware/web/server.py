"""The server: the application on a port of this machine, until somebody stops it."""

import asyncio
import gc
import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from firmware.errors import HakamError
from firmware.web.addresses import best_address, interfaces
from firmware.web.app import build_app
from firmware.web.connections import BoundedConnection
from firmware.web.site import Site

PORTS = range(8080, 8090)
"""Which are tried where none is asked for: 80 is root's."""
EVERY = ("0.0.0.0", "::")
"""The page is on all addresses of this machine."""
NICE = 10
"""The referee and his eyes come first."""
GC_THRESHOLDS = (700, 10, 10)
"""Python's own: what a request leaves is in cycles, and the referee's larger ones let 50 MB of it gather."""
WAITING = 64
"""Connections that wait to be taken."""
STOPPING_S = 1
"""So long streams may end by themselves."""


class NoPortError(HakamError, OSError):
    """The port is taken, or may not be used."""


def open_port(host: str, port: int | None) -> socket.socket:
    """Listen on a port.

    Args:
        host: the address on which; ``0.0.0.0``: all of this machine.
        port: its number, 0 for any that is free; ``None``: the first of 8080 to 8089 that is free.

    Raises:
        NoPortError: if that cannot be.
    """
    faults: list[OSError] = []
    for one in PORTS if port is None else (port,):
        try:
            return socket.create_server((host, one), backlog=WAITING)
        except OSError as fault:
            faults.append(fault)
    where = f"{PORTS[0]} to {PORTS[-1]}" if port is None else port
    raise NoPortError(f"no page can be on {host}, port {where} ({faults[-1].strerror}); choose another with --port")


def phone_address(listening: socket.socket, own_wifi: Path | None = None) -> str:
    """What a phone on the local network is told; empty: none reaches this page, or nobody can tell how.

    Args:
        listening: where the page is.
        own_wifi: the file that is there while this machine has opened a Wi-Fi; ``None``: it never does.
    """
    host = str(listening.getsockname()[0])
    host = best_address(interfaces(), own_wifi=own_wifi is not None and own_wifi.exists()) if host in EVERY else host
    return "" if not host or host == "localhost" or host.startswith(("127.", "::1")) else _typed(host, listening)


def own_address(listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host = str(listening.getsockname()[0])
    return _typed("127.0.0.1" if host in EVERY else host, listening)


def _typed(host: str, listening: socket.socket) -> str:
    port = listening.getsockname()[1]
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def serve(
    site: Site, listening: socket.socket, *, for_s: float | None = None, by_parent: Callable[[], object] | None = None
) -> None:
    """Serve the page about a match.

    Args:
        site: what is served.
        listening: where.
        for_s: so long; ``None``: until somebody stops it.
        by_parent: done when the program whose pipe our standard input is writes to it; we end with that program.
            ``None``: there is none.
    """
    serve_app(uvicorn.Server(_config(site)), listening, for_s=for_s, by_parent=by_parent)


def serve_app(
    server: uvicorn.Server,
    listening: socket.socket,
    *,
    for_s: float | None = None,
    by_parent: Callable[[], object] | None = None,
) -> None:
    """Serve an application, as :func:`serve` does.

    Args:
        server: made by :func:`config_of`.
        listening: where.
        for_s: so long; ``None``: until somebody stops it.
        by_parent: as there.
    """
    with suppress(OSError):
        os.nice(NICE)
    gc.set_threshold(*GC_THRESHOLDS)
    _end_after(server, for_s)
    if by_parent:
        threading.Thread(target=_end_with_parent, args=(server, by_parent), daemon=True).start()
    with closing(listening), suppress(KeyboardInterrupt):
        asyncio.run(server.serve(sockets=[listening]))


def _config(site: Site) -> uvicorn.Config:
    return config_of(build_app(site))


def config_of(app: Starlette) -> uvicorn.Config:
    """How an application is served: bounded, and silent."""
    return uvicorn.Config(
        app,
        http=BoundedConnection,
        ws="none",
        lifespan="on",
        log_level="error",  # a line for each odd request would fill the log
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nobody says for another where he is
        h11_max_incomplete_event_size=8192,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=STOPPING_S,
    )


def _end_after(server: uvicorn.Server, for_s: float | None) -> None:
    def end() -> None:
        server.should_exit = True

    if for_s is not None:
        timer = threading.Timer(for_s, end)
        timer.daemon = True
        timer.start()


def _end_with_parent(server: uvicorn.Server, by_parent: Callable[[], object]) -> None:
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 4096):
            by_parent()
    server.should_exit = True
