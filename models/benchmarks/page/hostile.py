"""A client that means ill: forged origins, replayed codes, huge bodies, odd names and half-open connections."""

import random
import socket
from collections import Counter
from collections.abc import Iterator

from models.benchmarks.page.server import ServedPage

ANSWER_S = 5.0
HALF_OPEN = 16
"""Connections that say the first half of a request and stay, at a time."""
MARKUP = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}", "../../etc/passwd", "%00", "ﷺ" * 50)
PATHS = ("/say", "/nod", "/join", "/code", "/own", "/leave", "/language", "/correct")
FORM = "application/x-www-form-urlencoded"


def attacked(page: ServedPage, requests: int, rng: random.Random) -> Counter[int]:
    """Send so many requests, and count the answers by their status; 0: none came.

    Args:
        page: which is attacked.
        requests: how many.
        rng: chooses them.
    """
    held: list[socket.socket] = []
    statuses: Counter[int] = Counter()
    for request in _requests(page, requests, rng):
        if rng.random() < 0.02:
            _half_open(page, held)
        statuses[_status(page, request, f"127.0.0.{rng.randrange(2, 60)}")] += 1
    for one in held:
        one.close()
    return statuses


def _requests(page: ServedPage, count: int, rng: random.Random) -> Iterator[bytes]:
    kinds = (_forged, _guessed, _huge, _longer_than_said, _odd_reading, _garbage, _other_host, _stranger)
    for _ in range(count):
        yield rng.choice(kinds)(page, rng)


def _post(page: ServedPage, path: str, body: bytes, **headers: str) -> bytes:
    told = {"Host": f"{page.host}:{page.port}", "Origin": page.address, "Content-Type": FORM}
    told |= {"Content-Length": str(len(body))} | {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def _forged(page: ServedPage, rng: random.Random) -> bytes:
    """A form that another site sends."""
    return _post(page, rng.choice(PATHS), b"input=undo&code=000000&seat=0", Origin="http://evil.example")


def _guessed(page: ServedPage, rng: random.Random) -> bytes:
    """A code that somebody guesses, or has used before."""
    code = rng.choice(("123456", f"{rng.randrange(10**6):06}"))
    return _post(page, rng.choice(("/join", "/own")), f"code={code}&seat={rng.randrange(4)}".encode())


def _huge(page: ServedPage, rng: random.Random) -> bytes:
    return _post(page, rng.choice(PATHS), b"input=" + b"x" * rng.randrange(5_000, 60_000))


def _longer_than_said(page: ServedPage, rng: random.Random) -> bytes:
    return _post(page, rng.choice(PATHS), b"x" * 9_000, Content_Length="20")


def _odd_reading(page: ServedPage, rng: random.Random) -> bytes:
    word = rng.choice(MARKUP).encode().hex("%")
    path = rng.choice(
        (f"/%{word}", f"/?told=%{word}", f"/j/%{word}", f"/?lang=%{word}", "/picture/1/99999999999999999999.jpg")
    )
    return f"GET {path} HTTP/1.1\r\nHost: {page.host}:{page.port}\r\nAccept-Language: %{word}\r\n\r\n".encode()


def _garbage(_page: ServedPage, rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(1, 400)) + b"\r\n\r\n"


def _other_host(_page: ServedPage, _rng: random.Random) -> bytes:
    return b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"


def _stranger(page: ServedPage, rng: random.Random) -> bytes:
    """What only players may say, with a cookie that was made up."""
    cookie = f"hakam_session={rng.randbytes(20).hex()}"
    return _post(page, "/say", f"input={rng.choice(('undo', 'ronda', 'a'))}".encode(), Cookie=cookie)


def _half_open(page: ServedPage, held: list[socket.socket]) -> None:
    try:
        one = socket.create_connection((page.host, page.port), ANSWER_S)
        one.sendall(b"POST /say HTTP/1.1\r\nHost: ")
    except OSError:
        return
    held.append(one)
    if len(held) > HALF_OPEN:
        held.pop(0).close()


def _status(page: ServedPage, request: bytes, address: str) -> int:
    """What is answered to a request from an address; each has as many as the page allows."""
    try:
        with socket.create_connection((page.host, page.port), ANSWER_S, (address, 0)) as sender:
            sender.sendall(request)
            answer = sender.recv(64)
    except OSError:
        return 0
    return int(answer[9:12]) if answer[:5] == b"HTTP/" and answer[9:12].isdigit() else 0
