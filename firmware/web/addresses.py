"""This machine's address on the local network: the one that phones reach, of all that it has."""

import fcntl
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware.web.guard import is_local

ADDRESS_OF, FLAGS_OF = 0x8915, 0x8913
"""SIOCGIFADDR and SIOCGIFFLAGS, netdevice(7). psutil asks the same in half as many lines, for half a megabyte of the
page's process and one more compiled wheel, and knows neither metrics nor which one is a Wi-Fi."""
UP, LOOPBACK, POINT_TO_POINT, RUNNING = 0x1, 0x8, 0x10, 0x40
"""Flags of an interface, netdevice(7); a line from point to point leads into somebody's tunnel."""
ROUTES, INTERFACES = Path("/proc/net/route"), Path("/sys/class/net")
LINK_LOCAL = "169.254."
"""What a machine calls itself to which nobody has given an address (RFC 3927): phones have another one then."""
NAME_BYTES, REQUEST_BYTES = 15, 40


@dataclass(frozen=True, slots=True)
class Interface:
    """A way to a network.

    Attributes:
        name: as the kernel calls it.
        address: ours on it, IPv4.
        wireless: it is a Wi-Fi.
        device: it is a device, and not made by a program, as bridges of containers are.
        metric: of the way to everywhere by it, the lower the better; ``None``: none leads there.
    """

    name: str
    address: str
    wireless: bool = False
    device: bool = True
    metric: int | None = None


def best_address(interfaces: Iterable[Interface], *, own_wifi: bool = False) -> str:
    """The address by which phones reach this machine; empty: there is none, or nobody can tell which.

    Args:
        interfaces: all that it has.
        own_wifi: it has opened a Wi-Fi, which phones are to join: its own address there, by which no way leads on.
    """
    usable = [one for one in interfaces if is_local(one.address) and not one.address.startswith(("127.", LINK_LOCAL))]
    opened = [one for one in usable if one.wireless and one.metric is None]
    if own_wifi:
        return opened[0].address if len(opened) == 1 else ""
    routed = sorted((one for one in usable if one.metric is not None), key=lambda one: one.metric or 0)
    alone = [one for one in usable if one.device]
    return routed[0].address if routed else alone[0].address if len(alone) == 1 else ""


def interfaces() -> Iterator[Interface]:
    """All of this machine that are up and lead to more than itself."""
    metrics = default_metrics(_read(ROUTES))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                if _leads_somewhere(asked, name):
                    place = INTERFACES / name
                    wireless, device = (place / "wireless").exists(), (place / "device").exists()
                    yield Interface(name, _address(asked, name), wireless, device, metrics.get(name))


def default_metrics(routes: str) -> dict[str, int]:
    """The interfaces by which a way leads everywhere, and its metric.

    Args:
        routes: as ``/proc/net/route`` has them.
    """
    rows = [line.split() for line in routes.splitlines()[1:]]
    ways = [(row[0], int(row[6])) for row in rows if len(row) > 7 and row[1] == row[7] == "00000000"]
    return dict(sorted(ways, key=lambda way: -way[1]))


def _leads_somewhere(asked: socket.socket, name: str) -> bool:
    (flags,) = struct.unpack_from("H", _ask(asked, FLAGS_OF, name), 16)
    return flags & (UP | RUNNING) == UP | RUNNING and not flags & (LOOPBACK | POINT_TO_POINT)


def _address(asked: socket.socket, name: str) -> str:
    return socket.inet_ntoa(_ask(asked, ADDRESS_OF, name)[20:24])


def _ask(asked: socket.socket, what: int, name: str) -> bytes:
    return fcntl.ioctl(asked, what, name.encode()[:NAME_BYTES].ljust(REQUEST_BYTES, b"\0"))


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
