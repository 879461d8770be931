"""``hakam decks``: the enrolled decks: list them, show one as a picture, rename one, remove one."""

import argparse
from datetime import datetime
from pathlib import Path

from firmware.decks.contact_sheet import contact_sheet
from firmware.decks.store import DeckStore
from firmware.presentation.drawings import write_drawing
from firmware.settings.model import decks_path, load_settings
from firmware.signals import Unnamed
from firmware.storage.codec import line
from vision.enrolled import EnrolledDeck


def decks(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if a deck is not enrolled or cannot be read, or something cannot be written.
    """
    shelf = DeckStore(decks_path(load_settings(asked.config)))
    if asked.show:
        _show(shelf, *asked.show)
    elif asked.rename:
        old, new = asked.rename
        print(f"{old} is called {new} now: {shelf.rename(old, new)}")
    elif asked.remove:
        print(f"{asked.remove} is removed: {shelf.remove(asked.remove)}")
    else:
        _list(shelf, asked.json)


def _show(shelf: DeckStore, name: str, place: str) -> None:
    path = Path(place)
    path = path if path.suffix.lower() == ".png" else path.with_name(f"{path.name}.png")
    write_drawing(path, contact_sheet(shelf.load(name)))
    print(f"{path}: all cards of {name}")


def _list(shelf: DeckStore, json: bool) -> None:
    if json:
        for name in shelf.names:
            deck = shelf.load(name)
            print(line({"deck": name, **_counts(deck), "file": str(shelf.file(name))}))
        return
    if not shelf.names:
        print(f"no deck is enrolled in {shelf.folder}; see hakam enrol --help")
    for name in shelf.names:
        print(_told(name, shelf))


def _told(name: str, shelf: DeckStore) -> str:
    counts = _counts(shelf.load(name))
    tens = f", {counts['others']} without a name" if counts["others"] else ""
    back = ", its back" if counts["back"] else ""
    on = datetime.fromtimestamp(shelf.file(name).stat().st_mtime).astimezone()
    return f"{name}: {counts['cards']} cards{tens}{back}, enrolled {on:%Y-%m-%d %H:%M}"


def _counts(deck: EnrolledDeck) -> dict[str, int | bool]:
    """What its pictures show; ``others`` are the tens of a French pack."""
    others = deck.faces.count(Unnamed.UNKNOWN)
    return {"cards": len(deck.cards), "others": others, "back": Unnamed.BACK in deck.faces}
