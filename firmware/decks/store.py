"""The enrolled decks of this house, one file each in the user's data folder, and the eyes that read them."""

import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.bounded.bounds import DECK_BYTES
from firmware.bounded.file import read_bounded
from firmware.errors import HakamError
from firmware.settings.model import Settings, decks_path
from firmware.storage.atomic_file import write_atomic
from vision.deck_file import DeckFileError, packed, unpacked
from vision.enrolled import DeckClassifier, EnrolledDeck
from vision.identify import Identifier
from vision.pipeline import Eyes

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
ENDING = ".deck"


class DeckError(HakamError, ValueError):
    """A deck that is not enrolled, cannot be read, or cannot be called so."""


class DeckStore:
    """A folder of enrolled decks."""

    def __init__(self, folder: Path) -> None:
        """Use ``folder``; it need not exist before a deck is kept."""
        self.folder = folder

    @property
    def names(self) -> list[str]:
        """The enrolled decks.

        Raises:
            DeckError: if the folder may not be looked into.
        """
        try:
            files = list(self.folder.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as fault:
            raise DeckError(f"{self.folder} cannot be read ({fault.strerror}); look at the folder's rights") from None
        return sorted(file.stem for file in files if file.suffix == ENDING and NAME.fullmatch(file.stem))

    def check(self, name: str) -> None:
        """Refuse what cannot be a deck's name.

        Raises:
            DeckError: if it cannot.
        """
        if not NAME.fullmatch(name):
            raise DeckError(f"{name!r} is no name for a deck: small letters, digits, - and _, forty at most")

    def load(self, name: str) -> EnrolledDeck:
        """An enrolled deck.

        Raises:
            DeckError: if there is none of that name, or its file is damaged.
        """
        path = self.file(name)
        try:
            return unpacked(read_bounded(path, DECK_BYTES))
        except (OSError, DeckFileError) as fault:
            raise DeckError(f"the deck {path} cannot be read: {fault}; enrol it again") from None

    def file(self, name: str) -> Path:
        """Where an enrolled deck is kept.

        Raises:
            DeckError: if there is none of that name.
        """
        path = self._path(name)
        try:
            there = stat.S_ISREG(path.stat().st_mode)
        except (FileNotFoundError, NotADirectoryError):
            there = False
        except OSError as fault:
            raise DeckError(f"{path} cannot be read ({fault.strerror}); look at the folder's rights") from None
        if not there:
            known = ", ".join(self.names) or "none"
            raise DeckError(f"no deck {name!r} is enrolled (enrolled: {known}); see hakam enrol --help")
        return path

    def keep(self, name: str, deck: EnrolledDeck) -> Path:
        """Write a deck, whole or not at all; one that was enrolled under this name before is replaced.

        Raises:
            DeckError: if it cannot be called so.
            NotWrittenError: if it cannot be written.
        """
        path = self._path(name)
        write_atomic(path, packed(deck))
        return path

    def rename(self, old: str, new: str) -> Path:
        """Call an enrolled deck otherwise; no other one is replaced by that.

        Raises:
            DeckError: if it is not enrolled, cannot be called so, or another one is.
        """
        path, target = self.file(old), self._path(new)
        if target.exists():
            raise DeckError(f"a deck {new!r} is enrolled already; remove it first, or choose another name")
        with _changing(path):
            return path.rename(target)

    def remove(self, name: str) -> Path:
        """Forget an enrolled deck.

        Raises:
            DeckError: if it is not enrolled, or cannot be removed.
        """
        path = self.file(name)
        with _changing(path):
            path.unlink()
        return path

    def _path(self, name: str) -> Path:
        self.check(name)
        return self.folder / f"{name}{ENDING}"


@contextmanager
def _changing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise DeckError(f"{path} cannot be changed ({fault.strerror}); look at the folder's rights") from None


def deck_name(settings: Settings, deck: str | None = None) -> str | None:
    """The enrolled ``deck``, else the one of the settings; ``None``: any deck is read as it is seen."""
    return deck or settings.deck


def eyes_for(settings: Settings, deck: str | None = None) -> Eyes:
    """Eyes that read the enrolled ``deck``, else the one of the settings, else any deck as it is seen.

    Raises:
        DeckError: if it is not enrolled.
        ModelError: if a shipped model is missing.
    """
    name = deck_name(settings, deck)
    shown = DeckStore(decks_path(settings)).load(name) if name else None
    classifier = DeckClassifier(Identifier.load(), shown) if shown else None
    return Eyes(classifier, card_height_mm=settings.card_height_mm)
