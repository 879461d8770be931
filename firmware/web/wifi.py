"""The Wi-Fi that phones are to join: that of the device, or the café's as its owner has told it."""

from pathlib import Path
from typing import NamedTuple

from firmware.web.private_file import write_private

NAME = "wifi"
"""Beside the journal: name and password of the café's, a line each."""
MOST_NAME = 32
"""Bytes of a name (IEEE 802.11)."""
PASSWORD = range(8, 64)
"""Letters of a password (WPA2, IEEE 802.11i, annex H)."""


class WifiNetwork(NamedTuple):
    """Name and password of a Wi-Fi; without a password it is open."""

    name: str
    password: str


def read_wifi(path: Path) -> WifiNetwork | None:
    """What a file tells of a Wi-Fi; ``None``: nothing."""
    try:
        name, password, *_ = [*path.read_text()[:200].splitlines(), "", ""]
    except (OSError, ValueError):
        return None
    return WifiNetwork(name, password) if name else None


def keep_wifi(folder: Path, network: WifiNetwork) -> bool:
    """Keep what the owner tells of the café's Wi-Fi, where nobody else reads it; tell whether it can be one.

    Args:
        folder: of the journal.
        network: without a name: there is none.

    Raises:
        OSError: if it cannot be written.
    """
    fits = len(network.name.encode()) <= MOST_NAME and (not network.password or len(network.password) in PASSWORD)
    if not (fits and all(one.isprintable() for one in network)):
        return False
    write_private(folder / NAME, f"{network.name}\n{network.password}\n".encode())
    return True


def wifi_to_join(own: Path, folder: Path) -> WifiNetwork | None:
    """The Wi-Fi by which phones reach the page; ``None``: nobody has told.

    Args:
        own: the file of the Wi-Fi that this machine has opened.
        folder: of the journal.
    """
    return read_wifi(own) or read_wifi(folder / NAME)
