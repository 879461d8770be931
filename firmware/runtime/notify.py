"""What systemd is told: ready, alive, in trouble. Nothing where the program was not started by it (sd_notify(3))."""

import os
import socket
from collections.abc import Mapping


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send a state, such as ``READY=1``."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
        wire.sendall(state.encode())
