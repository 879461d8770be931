"""The server: the application on an address of the local network, and nobody else's."""

import logging

import uvicorn

from firmware.web.app import build_app
from firmware.web.site import Site

LOG = logging.getLogger(__name__)


def serve(site: Site, host: str, port: int) -> None:
    """Serve until somebody stops it.

    Args:
        site: what is served.
        host: address on which it is.
        port: its number.
    """
    config = uvicorn.Config(build_app(site), host=host, port=port, log_level="warning", access_log=False, lifespan="on")
    uvicorn.Server(config).run()
