"""``hakam read``: name the cards in still pictures; those of a folder are of one deck, and are named together."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path

from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.decks.store import deck_name, eyes_for
from firmware.errors import HakamError
from firmware.presentation.drawings import Drawings
from firmware.presentation.progress import beside_progress, with_progress
from firmware.settings.model import load_settings
from firmware.signals import Face, Unnamed
from firmware.storage.codec import line
from vision.draw import draw
from vision.one_deck import StillLook, looks_at, named_together
from vision.pipeline import Eyes
from vision.sources import load_picture, pictures_in
from vision.stills import PictureReading, ReadCard

Say = Callable[[str, PictureReading], str]
"""Words for a picture of that name."""


def read(asked: argparse.Namespace) -> int:
    """Do what ``asked`` says; a picture that cannot be read is told, and the others are read.

    Returns:
        Exit status: 1 if a picture could not be read or drawn.

    Raises:
        HakamError: if no picture can be read at all, because the eyes are missing something.
    """
    settings = load_settings(asked.config)
    deck = deck_name(settings, asked.deck)
    eyes = eyes_for(settings, deck)
    drawings = Drawings(Path(asked.draw)) if asked.draw else None
    language = asked.lang or settings.language
    say = partial(_json if asked.json else partial(_words, language), deck)
    reader = _PictureReader(eyes, say, drawings, language)
    together = eyes.plain is not None and not asked.once
    for are_folders, names in groupby(map(Path, asked.pictures), Path.is_dir):
        if are_folders:
            for folder in names:
                reader.read(reader.files_in(folder), together=together)
        else:
            reader.read(list(names))
    return 1 if reader.faults else 0


class _PictureReader:
    """Reads pictures, says what is seen in them and draws it; ``faults`` counts those that cannot be read."""

    def __init__(self, eyes: Eyes, say: Say, drawings: Drawings | None, language: str) -> None:
        self._eyes, self._say, self._drawings, self._language = eyes, say, drawings, language
        self.faults = 0

    def files_in(self, folder: Path) -> list[Path]:
        """The pictures of a folder; none where that is a fault."""
        with self._told():
            return pictures_in(folder)
        return []

    def read(self, names: Sequence[Path], *, together: bool = False) -> None:
        """Read pictures, and if they are of one deck name their cards ``together``."""
        found: list[tuple[Path, PictureReading, list[StillLook]]] = []
        bar = text("progress", "pictures", self._language)
        for name in with_progress(names, len(names), bar):
            with self._told():
                picture = load_picture(name)
                reading = self._eyes.read(picture)
                plain = self._eyes.plain if together else None
                found.append((name, reading, looks_at(picture, reading.cards, plain) if plain else []))
                if not together:
                    self._tell(*found.pop()[:2])
        cards = named_together([reading.cards for _, reading, _ in found], [looks for _, _, looks in found])
        for (name, reading, _), named in zip(found, cards, strict=True):
            with self._told():
                self._tell(name, replace(reading, cards=tuple(named)))

    def _tell(self, name: Path, reading: PictureReading) -> None:
        with beside_progress():
            print(self._say(str(name), reading), flush=True)
        if self._drawings:
            self._drawings.write(str(name), draw(load_picture(name), reading.cards))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """A picture that cannot be read or drawn is told, and the others are read."""
        try:
            yield
        except HakamError as fault:
            self.faults += 1
            with beside_progress():
                print(f"hakam: {in_language(str(fault), self._language)}", file=sys.stderr)


def _json(deck: str | None, name: str, reading: PictureReading) -> str:
    cards = [_card(card) for card in reading.cards]
    fit = {"deck": deck, "deck_fits": reading.deck_fits} if deck else {}
    return line({"picture": name, "cards": cards, "ms": {step: round(ms, 1) for step, ms in reading.ms.items()}, **fit})


def _card(card: ReadCard) -> dict[str, object]:
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in card.corners_px]
    return {"card": _name(card.face), "confidence": round(float(card.confidence), 3), "corners": corners}


def _name(face: Face) -> str | None:
    return None if face is Unnamed.UNKNOWN else str(face)


def _words(language: str, deck: str | None, name: str, reading: PictureReading) -> str:
    say = partial(text, "read", language=language)
    named: dict[Face, str] = {Unnamed.UNKNOWN: say("unknown"), Unnamed.BACK: say("back")}
    cards = [f"{named.get(card.face) or card.face} {card.confidence:.0%}" for card in reading.cards]
    told = say("cards").format(picture=name, cards=", ".join(cards) or say("none"))
    return f"{told} ({say('misfit').format(deck=deck)})" if reading.deck_fits is False else told
