"""``hakam read``: name the cards in still pictures."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import cv2

from firmware.closing import line
from firmware.config import load_settings
from firmware.decks import eyes_for
from firmware.errors import HakamError
from firmware.observation import Face, Unnamed
from firmware.progress import aside, shown
from firmware.wholefile import write_bytes
from vision.draw import draw
from vision.frame import Picture
from vision.pipeline import Eyes
from vision.sources import load_picture
from vision.stills import ReadCard, Reading


def read(asked: argparse.Namespace) -> int:
    """Do what ``asked`` says; a picture that cannot be read is told, and the others are read.

    Returns:
        Exit status: 1 if a picture could not be read or drawn.

    Raises:
        HakamError: if no picture can be read at all, because the eyes are missing something.
    """
    settings = load_settings(asked.config)
    eyes = eyes_for(settings, asked.deck)
    drawings = _Drawings(Path(asked.draw)) if asked.draw else None
    say = _json if asked.json else _words
    faults = 0
    for name in shown(asked.pictures, len(asked.pictures), "pictures"):
        try:
            _read_one(name, eyes, say, drawings)
        except HakamError as fault:
            faults += 1
            with aside():
                print(f"hakam: {fault}", file=sys.stderr)
    return 1 if faults else 0


class _Drawings:
    """A folder of pictures with what was read drawn on them, named like the originals, none written twice."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: set[str] = set()

    def write(self, name: str, picture: Picture, reading: Reading) -> None:
        own, count = Path(name), 1
        kind = ".jpg" if own.suffix.lower() in (".jpg", ".jpeg") else ".png"
        file = f"{own.stem}{kind}"
        while file in self._names:
            count += 1
            file = f"{own.stem}-{count}{kind}"
        self._names.add(file)
        _, content = cv2.imencode(kind, draw(picture, reading.cards))
        write_bytes(self._folder / file, content.tobytes())


def _read_one(name: str, eyes: Eyes, say: Callable[[str, Reading], str], drawings: _Drawings | None) -> None:
    picture = load_picture(Path(name))
    reading = eyes.read(picture)
    with aside():
        print(say(name, reading), flush=True)
    if drawings:
        drawings.write(name, picture, reading)


def _json(name: str, reading: Reading) -> str:
    cards = [_card(card) for card in reading.cards]
    return line({"picture": name, "cards": cards, "ms": {step: round(ms, 1) for step, ms in reading.ms.items()}})


def _card(card: ReadCard) -> dict[str, object]:
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in card.corners_px]
    return {"card": _name(card.face), "confidence": round(float(card.confidence), 3), "corners": corners}


def _name(face: Face) -> str | None:
    return None if face is Unnamed.UNKNOWN else str(face)


def _words(name: str, reading: Reading) -> str:
    cards = [f"{_name(card.face) or 'unknown'} {card.confidence:.0%}" for card in reading.cards]
    return f"{name}: {', '.join(cards) or 'no cards'}"
