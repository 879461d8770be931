"""The server: the application on a port of this machine, until somebody stops it."""

import asyncio
import gc
import os
import socket
import sys
import threading
from contextlib import closing, suppress

import uvicorn

from firmware.errors import HakamError
from firmware.web.app import build_app
from firmware.web.connections import BoundedConnection
from firmware.web.site import Site

PORTS = range(8080, 8090)
"""Which are tried where none is asked for: 80 is root's."""
ANYWHERE = "10.255.255.255"
"""An address of a private network; asking the way to it tells which address of ours is on the local network."""
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


def address_of(listening: socket.socket) -> str:
    """What to type into a browser on the local network."""
    host, port = listening.getsockname()[:2]
    host = _own_address() if host in ("0.0.0.0", "::") else host
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def serve(site: Site, listening: socket.socket, *, for_s: float | None = None, with_parent: bool = False) -> None:
    """Serve a site.

    Args:
        site: what is served.
        listening: where.
        for_s: so long; ``None``: until somebody stops it.
        with_parent: end with the program whose pipe our standard input is.
    """
    with suppress(OSError):
        os.nice(NICE)
    gc.set_threshold(*GC_THRESHOLDS)
    server = uvicorn.Server(_config(site))
    _end_after(server, for_s)
    if with_parent:
        threading.Thread(target=_end_with_parent, args=(server,), daemon=True).start()
    with closing(listening), suppress(KeyboardInterrupt):
        asyncio.run(server.serve(sockets=[listening]))


def _config(site: Site) -> uvicorn.Config:
    return uvicorn.Config(
        build_app(site),
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


def _end_with_parent(server: uvicorn.Server) -> None:
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 4096):
            pass
    server.should_exit = True


def _own_address() -> str:
    """This machine's address on the local network; its own name for itself where it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, suppress(OSError):
        asked.connect((ANYWHERE, 9))  # nothing is sent
        return str(asked.getsockname()[0])
    return "127.0.0.1"
