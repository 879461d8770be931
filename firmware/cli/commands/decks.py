"""``hakam decks``: the enrolled decks: list them, show one as a picture, rename one, remove one."""

import argparse
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from firmware.announce.texts import text
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
    settings = load_settings(asked.config)
    shelf, say = DeckStore(decks_path(settings)), partial(_say, asked.lang or settings.language)
    if asked.show:
        print(_show(shelf, say, *asked.show))
    elif asked.rename:
        old, new = asked.rename
        print(say("renamed", name=old, new=new, file=shelf.rename(old, new)))
    elif asked.remove:
        print(say("removed", name=asked.remove, file=shelf.remove(asked.remove)))
    else:
        _list(shelf, asked.json, say)


def _say(language: str, key: str, **values: object) -> str:
    return text("decks", key, language).format(**values)


def _show(shelf: DeckStore, say: Callable[..., str], name: str, place: str) -> str:
    path = Path(place)
    path = path if path.suffix.lower() == ".png" else path.with_name(f"{path.name}.png")
    write_drawing(path, contact_sheet(shelf.load(name)))
    return say("sheet", file=path, name=name)


def _list(shelf: DeckStore, json: bool, say: Callable[..., str]) -> None:
    if json:
        for name in shelf.names:
            deck = shelf.load(name)
            print(line({"deck": name, **_counts(deck), "file": str(shelf.file(name))}))
        return
    if not shelf.names:
        print(say("none", folder=shelf.folder))
    for name in shelf.names:
        print(_told(name, shelf, say))


def _told(name: str, shelf: DeckStore, say: Callable[..., str]) -> str:
    counts = _counts(shelf.load(name))
    what = [say(kind, count=count) for kind, count in counts.items() if count]
    on = datetime.fromtimestamp(shelf.file(name).stat().st_mtime).astimezone()
    return say("deck", name=name, what=", ".join(what), when=f"{on:%Y-%m-%d %H:%M}")


def _counts(deck: EnrolledDeck) -> dict[str, int | bool]:
    """What its pictures show; ``others`` are the tens of a French pack."""
    others = deck.faces.count(Unnamed.UNKNOWN)
    return {"cards": len(deck.cards), "others": others, "back": Unnamed.BACK in deck.faces}
