"""``hakam enrol``: learn a deck from pictures of its cards, or from the camera; asks only about doubtful ones."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware.announce.texts import text
from firmware.cli.enrolment_terminal import Terminal, asked_about
from firmware.decks.camera_enrolment import enrol_from_camera
from firmware.decks.camera_steps import CameraSteps
from firmware.decks.collecting import DeckCollection
from firmware.decks.deck_eyes import DeckEyes
from firmware.decks.enrolling import Enrolment
from firmware.decks.enrolment_report import EnrolmentReport
from firmware.decks.store import DeckError, DeckStore
from firmware.presentation.drawings import Drawings
from firmware.presentation.progress import beside_progress, with_progress
from firmware.settings.model import Settings, decks_path, load_settings
from firmware.storage.codec import line
from vision.identify import Identifier
from vision.locate import Locator
from vision.sources import load_picture


def enrol(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if a picture cannot be read, the camera is lost, or the deck is not whole; then no deck is written.
    """
    settings = load_settings(asked.config)
    shelf = DeckStore(decks_path(settings))
    shelf.check(asked.name)
    ask = _prompt() if sys.stdin.isatty() and not asked.json else None
    language = asked.lang or settings.language
    if asked.name in shelf.names and not asked.replace:
        _may_replace(asked.name, ask, language)
    drawings = Drawings(Path(asked.draw)) if asked.draw else None
    aids = drawings or Drawings(shelf.folder / f"{asked.name}-asked")
    collection = _looked_at(asked, settings, language)
    enrolment = asked_about(collection, Terminal(ask, aids, language)) if ask else collection.enrolment()
    enrolment.language = language
    if drawings:
        for name, picture in EnrolmentReport(enrolment).drawn():
            drawings.write(name, picture)
    _say(enrolment, asked.json)
    fault = enrolment.fault
    if fault:
        if not asked.json:
            _draw_aids(enrolment, aids)
        raise DeckError(f"the deck {asked.name!r} is not enrolled: {fault}")
    path = shelf.keep(asked.name, enrolment.stock.deck())
    done = text("enrolment", "done", language).format(name=asked.name, file=path)
    print(line({"deck": asked.name, "file": str(path)}) if asked.json else done)


def _may_replace(name: str, ask: Callable[[str], str] | None, language: str) -> None:
    """Have somebody say that a former deck of this name may go."""
    question = text("enrolment", "replace", language).format(name=repr(name))
    if not ask or ask(f"{question} ").lower() not in text("enrolment", "yes", language).split():
        raise DeckError(f"a deck {name!r} is enrolled already; choose another name, or say --replace")


def _looked_at(asked: argparse.Namespace, settings: Settings, language: str) -> DeckCollection:
    eyes = DeckEyes(Locator.load(), Identifier.load())
    judge = partial(eyes.enrolment, pack=asked.pack, in_order=asked.in_order)
    collection = DeckCollection(eyes.look_at, judge, dict(asked.answers or ()))
    if asked.pictures:
        _shown_in_files(asked, collection, language)
    else:
        _shown_to_camera(asked, settings, collection, language)
    return collection


def _shown_in_files(asked: argparse.Namespace, collection: DeckCollection, language: str) -> None:
    files = [*asked.pictures, *asked.rest]
    for n, name in enumerate(with_progress(files, len(files), text("progress", "pictures", language))):
        if n == len(asked.pictures):
            collection.begin_rest()
        collection.add(name, load_picture(Path(name)))


def _shown_to_camera(asked: argparse.Namespace, settings: Settings, collection: DeckCollection, language: str) -> None:
    keep = Drawings(Path(asked.keep)).write if asked.keep else lambda name, picture: None
    out = sys.stderr if asked.json else sys.stdout
    steps = CameraSteps(collection, keep, language)
    enrol_from_camera(settings, asked.camera or settings.camera, steps, out)


def _prompt() -> Callable[[str], str]:
    def ask(question: str) -> str:
        with beside_progress():
            return input(question).strip()

    return ask


def _draw_aids(enrolment: Enrolment, aids: Drawings) -> None:
    """Draw what is asked about, or how the deck has to lie, and say where."""
    laid = enrolment.unreadable or enrolment.rest
    drawn = [enrolment.example()] if laid else [enrolment.aid(number) for number in enrolment.asks]
    for name, picture in drawn:
        print(text("enrolment", "drawn", enrolment.language).format(file=aids.write(name, picture)))
    if drawn:
        print(text("enrolment", "legend", enrolment.language))


def _say(enrolment: Enrolment, json_sink: bool) -> None:
    report = EnrolmentReport(enrolment)
    for one in map(line, report.records()) if json_sink else report.lines():
        print(one)
