"""Enrolled decks as files: a ZIP with a PNG of each card and a table of what they are."""

import io
import json
import zipfile
from collections.abc import Sequence

import cv2
import numpy as np

from firmware.bounded.bounds import DECK_FACES, DECK_TABLE_BYTES
from firmware.cards import Card
from firmware.errors import QUOTED, HakamError
from firmware.signals import Face, Unnamed
from vision.decode import decoded
from vision.enrolled import EnrolledDeck
from vision.frame import Picture
from vision.identify import CROP_PX

TABLE, FORMAT = "deck.json", 1
CROP_BYTES = 2 * 3 * CROP_PX[0] * CROP_PX[1]
"""A card's picture: PNG adds a byte a line and some heads where nothing can be packed."""
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
            table = json.loads(_content(file, TABLE, DECK_TABLE_BYTES))
            form, faces = table["format"], _faces(table["faces"])
            names = [f"{number:02d}.png" for number in range(len(faces))]
            pictures = [_picture(_content(file, name, CROP_BYTES)) for name in names]
    except DeckFileError:
        raise
    except Exception as fault:  # zipfile raises of whatever stumbles over damage
        raise DeckFileError(f"it is damaged or no deck at all ({str(fault)[:QUOTED]})") from None
    if form != FORMAT:
        raise DeckFileError(f"it is of format {str(form)[:QUOTED]}, and this version reads format {FORMAT}")
    return EnrolledDeck(faces, _stacked(pictures))


def _content(file: zipfile.ZipFile, name: str, most_bytes: int) -> bytes:
    """A file of the ZIP; what it claims to unpack to is all that zipfile unpacks of it.

    Raises:
        ValueError: if it is larger than any such file, or packed otherwise than here or by a person's own program.
    """
    entry = file.getinfo(name)
    if entry.file_size > most_bytes or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{name} is too large")
    return file.read(entry)


def _faces(texts: Sequence[str]) -> tuple[Face, ...]:
    if not isinstance(texts, list) or len(texts) > DECK_FACES:
        raise ValueError("no deck has so many cards")
    return tuple(_face(text) for text in texts)


def _put(file: zipfile.ZipFile, name: str, content: bytes) -> None:
    file.writestr(zipfile.ZipInfo(name, EPOCH), content)


def _face(text: str) -> Face:
    return Unnamed(text) if text in set(Unnamed) else Card.parse(text)


def _picture(content: bytes) -> Picture:
    picture = decoded(np.frombuffer(content, np.uint8), CROP_PX[0] * CROP_PX[1])
    if picture.shape[1::-1] != CROP_PX:
        raise ValueError("a card's picture cannot be read")
    return picture


def _stacked(pictures: Sequence[Picture]) -> Picture:
    if not pictures:
        raise DeckFileError("it holds no cards")
    return np.stack(pictures)
