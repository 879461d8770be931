"""QR codes: of the page's address, of a seat, of the Wi-Fi."""

import io
from functools import lru_cache

import segno
from segno.helpers import make_wifi_data

from firmware.announce.view import MOST_MODULES, CodeOnDisplay


def in_letters(address: str) -> str:
    """A QR code for a terminal, two rows of it in each line."""
    out = io.StringIO()
    segno.make(address, error="m").terminal(out, border=2, compact=True)
    return out.getvalue().rstrip("\n")


@lru_cache(maxsize=16)
def in_page(content: str) -> str:
    """A QR code as SVG to be put into a page."""
    code = segno.make(content, error="m")
    return str(code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None))


def wifi(name: str, password: str) -> str:
    """What a phone reads that is to join a Wi-Fi (``WIFI:T:WPA;S:...``), its signs escaped."""
    return str(make_wifi_data(ssid=name, password=password or None, security="WPA" if password else None))


def on_display(content: str, lines: tuple[str, ...]) -> CodeOnDisplay | None:
    """A QR code for the small display, the smallest in which it fits; ``None``: that display is too small for it.

    Args:
        content: what a phone reads.
        lines: what stands beside it.
    """
    code = segno.make(content, error="l", boost_error=True, micro=False)
    rows = [bytes(row) for row in code.matrix]
    if len(rows) > MOST_MODULES:
        return None
    bits = int("".join(str(module) for row in rows for module in row), 2)
    room = (len(rows) ** 2 + 7) // 8
    return CodeOnDisplay(lines, len(rows), (bits << (8 * room - len(rows) ** 2)).to_bytes(room))


def shortest(address: str, code: str = "") -> str:
    """An address in the signs that a QR code packs the closest: scheme and host may be written in capitals (RFC 3986).

    Args:
        address: of the page.
        code: with which somebody joins; empty: none.
    """
    return address.upper() + (f"J/{code}" if code else "")
