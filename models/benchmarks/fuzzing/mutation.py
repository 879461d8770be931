"""Bytes, and texts that people write, changed at random."""

import json
import random
import re

from models.benchmarks.fuzzing.values import TEXTS, changed_value

TOKEN = re.compile(r"[\w.]+|[^\w\s]")
SIGNS = ("[", "{", "(", '"', "'", "\\", "=", ";", "#", "\r", "\t", "\x00", "\x1b", "\u2028", "[" * 5000, "{a=" * 3000)
"""What closes, quotes or ends something in one of the texts, or opens it without end."""
EDGES = (b"\x00", b"\xff", b"\x7f", b"\x80", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x00" * 8, b"PK\x03\x04")


def changed_bytes(data: bytes, rng: random.Random) -> bytes:
    """The bytes with one to four changes: flipped, cut out, doubled, cut off, or the edges of numbers put in."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(out) + 1)
        size = min(rng.choice((1, 2, 4, 16, 200)), len(out) - at)
        kind = rng.randrange(6)
        if kind == 0 and at < len(out):
            out[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del out[at : at + size]
        elif kind == 2:
            out[at:at] = out[at : at + size] * rng.choice((1, 3, 50))
        elif kind == 3:
            edge = rng.choice(EDGES)
            out[at : at + len(edge)] = edge
        elif kind == 4:
            out[at : at + size] = rng.randbytes(size)
        elif rng.random() < 0.3:
            del out[at:]
    return bytes(out)


def changed_text(data: bytes, rng: random.Random) -> bytes:
    """A text with one to four words or lines changed; now and then its bytes, its encoding or the ends of its lines."""
    text = data.decode("utf-8", "replace")
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = _changed_words(text, rng) if rng.random() < 0.7 else _changed_lines(text, rng)
    kind = rng.randrange(30)
    if kind < 3:
        return changed_bytes(text.encode("utf-8", "surrogatepass"), rng)
    form = {3: "utf-16", 4: "utf-8-sig", 5: "latin-1"}.get(kind, "utf-8")
    text = text.replace("\n", "\r\n") if kind == 6 else text
    return text.encode(form, "replace" if kind == 5 else "surrogatepass")


def changed_json(data: bytes, rng: random.Random) -> bytes:
    """A JSON text with one to three of its values changed, or as any text."""
    if rng.random() < 0.2:
        return changed_text(data, rng)
    value = json.loads(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        value = changed_value(value, rng)
    try:
        return json.dumps(value).encode()
    except (RecursionError, ValueError):  # Python writes no value that is so deep, nor so long a number
        return b"[" * 100_000


def _changed_words(text: str, rng: random.Random) -> str:
    words = list(TOKEN.finditer(text))
    if not words:
        return text + rng.choice(TEXTS)[:50]
    one, other = rng.choice(words), rng.choice(words)
    odd = rng.choice((rng.choice(TEXTS), rng.choice(SIGNS), other[0], str(rng.randrange(-2, 60)), ""))
    return text[: one.start()] + odd + text[one.end() :]


def _changed_lines(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines[at:at] = [lines[other]] * rng.choice((1, 1, 40))
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] += rng.choice(SIGNS)
    return "\n".join(lines)
