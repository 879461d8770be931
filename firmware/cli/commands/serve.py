"""``hakam serve``: the page for browsers on the local network, a process of its own that reads the journal."""

import argparse
import os
from importlib.util import find_spec

from firmware.cli.page_process import WITH_PARENT
from firmware.errors import HakamError
from firmware.settings.model import journal_path, load_settings

NEEDED = ("starlette", "uvicorn", "sse_starlette", "segno", "python_multipart", "prometheus_client")
"""What the extra ``page`` installs."""
NO_PAGE = (
    "the page needs more than is installed; "
    "install it with: pip install 'hakam[page]', in a checkout with: make .venv/page"
)
EVERYWHERE = "0.0.0.0"


class NoPageError(HakamError, ImportError):
    """What the page needs is not installed."""


def serve(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if it cannot be done: what it needs is not installed, the port is taken.
    """
    if not all(map(find_spec, NEEDED)):
        raise NoPageError(NO_PAGE)
    from firmware.web.opening import PageOptions, open_page  # noqa: PLC0415 - an extra, which may be missing

    settings = load_settings(asked.config)
    language, with_parent = asked.lang or settings.language, WITH_PARENT in os.environ
    options = PageOptions(language, asked.host or EVERYWHERE, asked.port, asked.seconds, with_parent)
    open_page(journal_path(settings, asked.journal), settings, options)
