"""What comes before every page: who is not on the local network, or was sent by another site, gets nothing."""

import asyncio
import ipaddress
import re
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY_BYTES = 4000
"""Of a form; the longest one, the rules of a house, has 2,000."""
PER_S, AT_ONCE = 20.0, 60.0
"""Requests of one address: a page with all it needs takes ten."""
MOST_ADDRESSES = 1000
"""That are remembered; the oldest is forgotten first."""
REFUSED_S = 0.03
"""So late a refusal is answered, which nobody is kept waiting by: whoever asks again and again takes less of the
processor from the eyes; 10,000 requests one after another slowed a look to 1.09 times before (`make bench-page`)."""
FAULTS = 400
"""From this status on an answer is a refusal (RFC 9110, 15.5)."""
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.local)?")
"""A name without a dot, or one that only the local network knows: no other site can be called so (DNS rebinding)."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # with less, Chromium says of a form that it comes from nowhere (Origin: null)
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
READING, WRITING = ("GET", "HEAD"), "POST"


class BodyTooLargeError(Exception):
    """More comes than any form has."""


class PageGuard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float]) -> None:
        """Guard an application; ``clock`` tells the time, seconds."""
        self._app, self._rates = app, RequestRates(clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        fault = self._fault(scope)
        app = PlainTextResponse(fault[1], fault[0]) if fault else self._app
        try:
            await app(scope, _bounded(receive), _with_headers(send))
        except BodyTooLargeError:
            await PlainTextResponse("too large", 413)(scope, receive, _with_headers(send))
        except ClientDisconnect:
            pass

    def _fault(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request gets nothing, as a status and in words; ``None``: it is answered."""
        headers, address = Headers(scope=scope), (scope.get("client") or ("", 0))[0]
        if not is_local(address):
            return 403, "this page is for the local network alone"
        if not self._rates.takes(address):
            return 429, "too many requests"
        if not is_known_host(headers.get("host", "")):
            return 421, "this page is not of that name"
        if scope["method"] == WRITING:
            return _writing_fault(headers)
        return None if scope["method"] in READING else (405, "only reading and forms")


def is_local(address: str) -> bool:
    """Whether an address is of the local network, or of this machine."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None) or found
    return bool(mapped.is_private or mapped.is_loopback or mapped.is_link_local) and not mapped.is_unspecified


def is_known_host(host: str) -> bool:
    """Whether a page can be meant by that ``Host``: an address of the local network, or a name that only it knows."""
    if "@" in host:
        return False
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return is_local(name) or NAME.fullmatch(name) is not None


def is_same_origin(headers: Headers) -> bool:
    """Whether a form was sent by a page of ours, as far as every browser of the last years says it."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") == "same-origin"
    return origin == f"http://{headers.get('host', '')}"


def _writing_fault(headers: Headers) -> tuple[int, str] | None:
    if not is_same_origin(headers):
        return 403, "this form was sent by another page"
    if headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
        return 415, "a form is expected"
    length = headers.get("content-length", "")
    if not length.isdecimal():
        return 411, "how long is it?"
    return (413, "too large") if len(length) > 9 or int(length) > MOST_BODY_BYTES else None


def _bounded(receive: Receive) -> Receive:
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST_BODY_BYTES:
            raise BodyTooLargeError
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            if message["status"] >= FAULTS:
                await asyncio.sleep(REFUSED_S)
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sent


class RequestRates:
    """How many requests each address may send: a bucket of tokens for each (RFC 2697 calls it so)."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with full buckets; ``clock`` tells the time, seconds."""
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def takes(self, address: str) -> bool:
        """Whether one more request of an address is answered now."""
        now_s = self._clock()
        left, since_s = self._buckets.pop(address, (AT_ONCE, now_s))
        left = min(AT_ONCE, left + (now_s - since_s) * PER_S)
        self._buckets[address] = (max(left - 1.0, 0.0), now_s)
        _forget(self._buckets, MOST_ADDRESSES)
        return left >= 1.0


def _forget(buckets: dict[str, tuple[float, float]], most: int) -> None:
    while len(buckets) > most:
        del buckets[next(iter(buckets))]
