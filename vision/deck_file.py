"""Enrolled decks as files: a ZIP with a PNG of each card and a table of what they are."""

import io
import json
import zipfile
from collections.abc import Sequence

import cv2
import numpy as np

from firmware.cards import Card
from firmware.errors import HakamError
from firmware.signals import Face, Unnamed
from vision.enrolled import EnrolledDeck
from vision.frame import Picture
from vision.identify import CROP_PX

TABLE, FORMAT = "deck.json", 1
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a ZIP knows: the same deck gives the same bytes


class DeckFileError(HakamError, ValueError):
    """What should be an enrolled deck is not one."""


def packed(deck: EnrolledDeck) -> bytes:
    """The file's content."""
    names = [f"{number:02d}.png" for number in range(len(deck.faces))]
    table = {"format": FORMAT, "faces": [str(face) for face in deck.faces]}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        _put(file, TABLE, json.dumps(table, indent=1).encode())
        for name, crop in zip(names, deck.crops, strict=True):
            _put(file, name, cv2.imencode(".png", crop)[1].tobytes())
    return content.getvalue()


def unpacked(content: bytes) -> EnrolledDeck:
    """The deck in a file's content.

    Raises:
        DeckFileError: if it is not a deck, is damaged, or was written by a later version.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            table = json.loads(file.read(TABLE))
            faces = tuple(_face(text) for text in table["faces"])
            pictures = [_picture(file.read(f"{number:02d}.png")) for number in range(len(faces))]
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as fault:
        raise DeckFileError(f"it is damaged or no deck at all ({fault})") from None
    if table.get("format") != FORMAT:
        raise DeckFileError(f"it is of format {table.get('format')}, and this version reads format {FORMAT}")
    return EnrolledDeck(faces, _stacked(pictures))


def _put(file: zipfile.ZipFile, name: str, content: bytes) -> None:
    file.writestr(zipfile.ZipInfo(name, EPOCH), content)


def _face(text: str) -> Face:
    return Unnamed(text) if text in set(Unnamed) else Card.parse(text)


def _picture(content: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape[1::-1] != CROP_PX:
        raise ValueError("a card's picture cannot be read")
    return np.asarray(picture, np.uint8)


def _stacked(pictures: Sequence[Picture]) -> Picture:
    if not pictures:
        raise DeckFileError("it holds no cards")
    return np.stack(pictures)
