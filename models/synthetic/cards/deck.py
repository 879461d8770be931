"""Decks: a picture for each card, cut out of scans or drawn."""

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from firmware.cards import ES40, ES48, Card, Rank, Suit
from firmware.errors import HakamError
from firmware.signals import Unnamed
from models.synthetic.cards.backs import draw_back
from models.synthetic.cards.cutout import round_corners, trim_border
from vision.frame import Picture

NameableFace = Card | Unnamed
RankNamer = Callable[[str], Rank | None]

SUIT_LETTERS: dict[str, dict[str, Suit]] = {  # the letters clash between families: C is copas, coppe or clubs
    family: dict(zip(letters, Suit, strict=True))
    for family, letters in (("spanish", "OCEB"), ("italian", "DCSB"), ("french", "DHSC"))
}
FRENCH_RANKS = {"A": 1, "J": 10, "Q": 11, "K": 12}  # rule G6
ITALIAN_FIGURES = {"8": 10, "9": 11, "10": 12}  # fante, cavallo, re: rule G6


class DeckPicturesError(HakamError, ValueError):
    """A folder does not hold a deck: faces are missing, named in no known way, or unreadable."""


@dataclass(frozen=True)
class Deck:
    """The pictures of one maker's cards.

    Attributes:
        name: of the deck, for reports.
        family: ``spanish``, ``italian`` or ``french``.
        faces: for each card and for :attr:`Unnamed.BACK` a picture (H, W, 4) uint8 BGRA, upright, with rounded
            transparent corners; read-only. Sizes may differ by a pixel within a deck.
        extras: faces that our words have no name for (French pip 10, Trevisane pip 8 to 10): to be read as unknown.
    """

    name: str
    family: str
    faces: Mapping[NameableFace, Picture] = field(repr=False)
    extras: tuple[Picture, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        """Make the faces unchangeable, for decks are shared."""
        for picture in (*self.faces.values(), *self.extras):
            picture.flags.writeable = False
        object.__setattr__(self, "faces", MappingProxyType(dict(self.faces)))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards it has, in the order of the pack of 48."""
        return tuple(card for card in ES48.cards if card in self.faces)

    @property
    def back(self) -> Picture:
        """The picture of a card lying face down, (H, W, 4) uint8 BGRA."""
        return self.faces[Unnamed.BACK]

    @property
    def aspect(self) -> float:
        """Width over height of the back."""
        height, width = self.back.shape[:2]
        return float(width / height)


def deck_names(folder: Path) -> tuple[str, ...]:
    """The names of the decks in ``folder``: its subfolders that hold ``.jpg`` files, sorted."""
    return tuple(sorted(path.name for path in folder.iterdir() if path.is_dir() and any(path.glob("*.jpg"))))


def load_deck(folder: Path, name: str | None = None) -> Deck:
    """Read a deck from pictures called ``<rank><suit>.jpg``; dark or white surrounds of a scan are cut away.

    The family is told by the letters of the suits. The back is drawn, differently for each name.

    Args:
        folder: where the pictures lie.
        name: of the deck; the folder's name if left out.

    Raises:
        DeckPicturesError: if faces are missing, or a file is unreadable or named in no known way.
        FileNotFoundError: if the folder does not exist.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder} is no folder with pictures of cards")
    name = name or folder.name
    files = sorted(folder.glob("*.jpg"))
    family = _family(folder, {path.stem[-1] for path in files})
    named = [(_card(path, family), _picture(path)) for path in files]
    faces: dict[NameableFace, Picture] = {card: picture for card, picture in named if card}
    _require_whole(folder, faces)
    faces[Unnamed.BACK] = _drawn_back(name, next(iter(faces.values())))
    return Deck(name, family, faces, tuple(picture for card, picture in named if card is None))


def _family(folder: Path, letters: set[str]) -> str:
    for family, suits in SUIT_LETTERS.items():
        if letters == set(suits):
            return family
    found = " ".join(sorted(letters)) or "none"
    raise DeckPicturesError(f"{folder} is no deck: suits O C E B, D C S B or D H S C are expected, and {found} found")


def _card(path: Path, family: str) -> Card | None:
    """The card a file shows; None for number cards that have no name in our words."""
    label, suit = path.stem[:-1], SUIT_LETTERS[family][path.stem[-1]]
    if (family, label) == ("french", "10") or (family == "italian" and label in {"pip8", "pip9", "pip10"}):
        return None
    figures = {"french": FRENCH_RANKS, "italian": ITALIAN_FIGURES}.get(family, {})
    try:
        return Card(Rank(figures.get(label) or int(label)), suit)
    except ValueError:
        raise DeckPicturesError(f"{path} is named after no card of a {family} deck") from None


def _picture(path: Path) -> Picture:
    picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR) if path.stat().st_size else None
    if picture is None:
        raise DeckPicturesError(f"{path} is no picture that can be read")
    return round_corners(trim_border(np.asarray(picture, np.uint8)))


def _require_whole(folder: Path, faces: Mapping[NameableFace, Picture]) -> None:
    """A deck has the pack of 40, and 8s and 9s either in every suit or in none."""
    ranks = {face.rank for face in faces if isinstance(face, Card)} | set(ES40.ranks)
    missing = [str(card) for card in ES48.cards if card.rank in ranks and card not in faces]
    if missing:
        raise DeckPicturesError(f"{folder} lacks the faces {', '.join(missing)}")


def _drawn_back(name: str, like: Picture) -> Picture:
    height, width = like.shape[:2]
    return round_corners(draw_back((width, height), seed=zlib.crc32(name.encode())))
