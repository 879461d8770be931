"""``hakam read``: name the cards in still pictures."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
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
from vision.pipeline import Eyes
from vision.sources import load_picture
from vision.stills import PictureReading, ReadCard


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
    say = _json if asked.json else partial(_words, language)
    faults = 0
    for name in with_progress(asked.pictures, len(asked.pictures), text("progress", "pictures", language)):
        try:
            _read_one(name, eyes, partial(say, deck), drawings)
        except HakamError as fault:
            faults += 1
            with beside_progress():
                print(f"hakam: {in_language(str(fault), language)}", file=sys.stderr)
    return 1 if faults else 0


def _read_one(name: str, eyes: Eyes, say: Callable[[str, PictureReading], str], drawings: Drawings | None) -> None:
    picture = load_picture(Path(name))
    reading = eyes.read(picture)
    with beside_progress():
        print(say(name, reading), flush=True)
    if drawings:
        drawings.write(name, draw(picture, reading.cards))


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
