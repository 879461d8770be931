"""QR codes: of the page's address, of a seat, of the Wi-Fi."""

import io
from functools import lru_cache

import segno
from segno.helpers import make_wifi_data


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
