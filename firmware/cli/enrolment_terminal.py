"""An enrolment at a terminal: questions one after the other, and further pictures by the names of their files."""

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.cards import Card
from firmware.decks.collecting import DeckCollection
from firmware.decks.enrolling import Enrolment
from firmware.errors import HakamError
from firmware.presentation.drawings import Drawings
from vision.sources import load_picture

GIVE_UP = ("", "?")
"""Answers that leave a question open."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """Somebody who answers.

    Attributes:
        ask: gets an answer.
        aids: get pictures that help to answer.
        language: in which is asked.
    """

    ask: Callable[[str], str]
    aids: Drawings
    language: str

    def says_yes(self, key: str) -> bool:
        """Whether the answer to that question is yes."""
        answer = self.ask(f"{text('enrolment', key, self.language)} ")
        return answer.lower() in text("enrolment", "yes", self.language).split()

    def files(self) -> list[str]:
        """Names of files, as a shell would read them; none: somebody would rather stop."""
        answer = self.ask(f"{text('enrolment', 'rest_file', self.language)}: ")
        try:
            return shlex.split(answer)
        except ValueError:  # a quotation mark in a name
            return [answer]

    def complain(self, fault: Exception | str) -> None:
        """Say what is wrong with an answer, or a picture."""
        print(in_language(str(fault), self.language), file=sys.stderr)


def asked_about(collection: DeckCollection, terminal: Terminal) -> Enrolment:
    """What a collection comes to when all was asked, and more was shown, that there is to ask and to show.

    Args:
        collection: the pictures; gets further ones.
        terminal: somebody who answers.

    Raises:
        AnswerError: if the pictures that were there before do not show what they should.
    """
    while True:
        enrolment = collection.enrolment()
        enrolment.language = terminal.language
        _ask(enrolment, collection.answers, terminal)
        if not enrolment.rest or not _more(enrolment, collection, terminal):
            return enrolment


def _more(enrolment: Enrolment, collection: DeckCollection, terminal: Terminal) -> bool:
    """Add pictures of the cards that lack; whether there are such, or somebody would rather stop here."""
    cards, file = " ".join(map(str, enrolment.rest)), terminal.aids.write(*enrolment.example())
    told = text("enrolment", "rest", terminal.language).format(count=len(enrolment.rest), cards=cards, file=file)
    print(told)
    print(text("enrolment", "legend", terminal.language))
    collection.begin_rest()
    while names := terminal.files():
        try:
            for name, picture in [(name, load_picture(Path(name))) for name in names]:
                collection.add(name, picture)
            for refused in collection.enrolment().refused:
                terminal.complain(refused)
            return True
        except HakamError as fault:
            terminal.complain(fault)
            collection.take_back()
    return False


def _ask(enrolment: Enrolment, answers: dict[int, Card], terminal: Terminal) -> None:
    """Ask about one doubtful card after the other, each with its picture, until all are settled or one is left open.

    Args:
        enrolment: whose questions.
        answers: get what is answered.
        terminal: somebody who answers.
    """
    all_of_them = enrolment.unreadable and _all_the_same(enrolment, terminal)
    left, drawn = set[int](), dict[int, Path]()
    while open_ones := [n for n in enrolment.questions if (all_of_them or enrolment.asks) and n not in left]:
        number = open_ones[0]
        drawn[number] = drawn.get(number) or terminal.aids.write(*enrolment.aid(number))
        answer = terminal.ask(f"{drawn[number]}: {enrolment.questions[number]} ")
        if answer in GIVE_UP:
            left.add(number)
            enrolment.leave()
            continue
        try:
            enrolment.answer(number, Card.parse(answer.upper()))
            answers[number] = Card.parse(answer.upper())
        except ValueError as fault:
            terminal.complain(fault)


def _all_the_same(enrolment: Enrolment, terminal: Terminal) -> bool:
    """Whether somebody would rather be asked a lot than lay the deck out in order."""
    file = terminal.aids.write(*enrolment.example())
    print(text("enrolment", "in_order", terminal.language).format(file=file))
    return terminal.says_yes("one_by_one")
