"""Pages that are sent smaller: packed by gzip where the browser takes that, which all of the last twenty years do."""

import gzip
import re
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

ENDING = ".gz"
"""Behind the name of a file: the same, packed by whoever made it, so that the page's process has nothing to compute."""
VARY = {"Vary": "Accept-Encoding"}
PACKED = {"Content-Encoding": "gzip"}
OFFER = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?", re.ASCII | re.IGNORECASE)
"""A coding that a browser takes, and how gladly (RFC 9110, 12.5.3); neither Starlette nor Python reads that."""


def takes_packed(request: Request) -> bool:
    """Whether a browser takes what is packed by gzip."""
    offered = map(OFFER.fullmatch, request.headers.get("accept-encoding", "")[:200].lower().split(","))
    gladly = {one[1]: float(one[2] or 1) for one in offered if one}
    return gladly.get("gzip", gladly.get("*", 0.0)) > 0


def packed_file(request: Request, file: Path, media_type: str, name: str | None = None) -> Response:
    """A file, packed if it lies there packed and the browser takes that.

    Args:
        request: of whoever asks.
        file: what he is given.
        media_type: of the file.
        name: under which a browser keeps it; ``None``: it shows it.
    """
    smaller = file.with_name(file.name + ENDING)
    packed = takes_packed(request) and smaller.is_file()
    headers = {"Cache-Control": "no-store", **VARY, **(PACKED if packed else {})}
    return FileResponse(smaller if packed else file, media_type=media_type, filename=name, headers=headers)


def packed_content(request: Request, content: bytes, media_type: str) -> Response:
    """A file of ours that never changes, packed if the browser takes that.

    Args:
        request: of whoever asks.
        content: all of it.
        media_type: of it.
    """
    packed = takes_packed(request)
    headers = {"Cache-Control": "max-age=3600", **VARY, **(PACKED if packed else {})}
    return Response(_packed(content) if packed else content, media_type=media_type, headers=headers)


@lru_cache(maxsize=8)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)
