"""``hakam enrol``: learn a deck from pictures of its cards, or from the camera; asks only about doubtful ones."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.cards import Card
from firmware.decks.camera_enrolment import CameraEnrolment
from firmware.decks.collecting import DeckCollection
from firmware.decks.enrolling import Enrolment
from firmware.decks.store import DeckError, DeckStore
from firmware.presentation.drawings import Drawings
from firmware.presentation.progress import beside_progress, with_progress
from firmware.settings.model import Settings, decks_path, load_settings
from firmware.storage.codec import line
from vision.frame import Picture
from vision.identify import Identifier
from vision.locate import Locator
from vision.shown import ShownCard, shown_cards
from vision.sources import load_picture

GIVE_UP = ("", "?")  # answers to a question that leave it open


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
    enrolment = _looked_at(asked, settings, language)
    enrolment.language = language
    aids = drawings or Drawings(shelf.folder / f"{asked.name}-asked")
    if ask:
        _ask(enrolment, ask, aids)
    if drawings:
        for name, picture in enrolment.drawn():
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


def _looked_at(asked: argparse.Namespace, settings: Settings, language: str) -> Enrolment:
    detector, identifier = Locator.load(), Identifier.load()

    def look_at(picture: Picture, number: int) -> list[ShownCard]:
        return shown_cards(picture, number, detector, identifier)

    judge = partial(Enrolment.of, pack=asked.pack, answers=dict(asked.answers or ()), in_order=asked.in_order)
    if not asked.pictures:
        return _shown_to_camera(asked, settings, DeckCollection(look_at, judge), language)
    names = with_progress(asked.pictures, len(asked.pictures), text("progress", "pictures", language))
    pictures = [(name, load_picture(Path(name))) for name in names]
    return judge(pictures, [look for n, (_, picture) in enumerate(pictures) for look in look_at(picture, n)])


def _shown_to_camera(
    asked: argparse.Namespace, settings: Settings, collection: DeckCollection, language: str
) -> Enrolment:
    keep = Drawings(Path(asked.keep)).write if asked.keep else lambda name, picture: None
    dialogue = CameraEnrolment(collection, keep, language)
    dialogue.hold(settings, asked.camera or settings.camera, sys.stderr if asked.json else sys.stdout)
    return collection.enrolment()


def _prompt() -> Callable[[str], str]:
    def ask(question: str) -> str:
        with beside_progress():
            return input(question).strip()

    return ask


def _ask(enrolment: Enrolment, ask: Callable[[str], str], aids: Drawings) -> None:
    """Ask about one doubtful card after the other, each with its picture, until all are settled or left open.

    Args:
        enrolment: whose questions.
        ask: gets an answer.
        aids: get the pictures.
    """
    left, drawn = set[int](), dict[int, Path]()
    if not enrolment.asks and not (enrolment.unreadable and _all_the_same(enrolment, ask, aids)):
        return
    while open_ones := [n for n in enrolment.questions if n not in left]:
        number = open_ones[0]
        drawn[number] = drawn.get(number) or aids.write(*enrolment.aid(number))
        answer = ask(f"{drawn[number]}: {enrolment.questions[number]} ")
        if answer in GIVE_UP:
            left.add(number)
            continue
        try:
            enrolment.answer(number, Card.parse(answer.upper()))
        except ValueError as fault:
            print(in_language(str(fault), enrolment.language), file=sys.stderr)


def _all_the_same(enrolment: Enrolment, ask: Callable[[str], str], aids: Drawings) -> bool:
    """Whether somebody would rather be asked a lot than lay the deck out in order."""
    print(text("enrolment", "in_order", enrolment.language).format(file=aids.write(*enrolment.example())))
    answer = ask(f"{text('enrolment', 'one_by_one', enrolment.language)} ")
    return answer.lower() in text("enrolment", "yes", enrolment.language).split()


def _draw_aids(enrolment: Enrolment, aids: Drawings) -> None:
    """Draw what is asked about, or how the deck has to lie, and say where."""
    drawn = [enrolment.example()] if enrolment.unreadable else [enrolment.aid(number) for number in enrolment.asks]
    for name, picture in drawn:
        print(text("enrolment", "drawn", enrolment.language).format(file=aids.write(name, picture)))


def _say(enrolment: Enrolment, json_sink: bool) -> None:
    for one in map(line, enrolment.records()) if json_sink else enrolment.report():
        print(one)
