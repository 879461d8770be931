"""An enrolment that the page leads, in a helper's process: what it asks for, and how it stands."""

from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from firmware.cards import Card
from firmware.decks.card_sheet import card_sheet, jpeg
from firmware.decks.collecting import DeckCollection
from firmware.decks.deck_eyes import DeckEyes
from firmware.decks.enrolling import Enrolment
from firmware.decks.enrolment_state import ASKED, SHEET, AskedCard, EnrolmentPhase, EnrolmentState
from firmware.decks.enrolment_steps import EnrolmentSteps
from firmware.decks.in_order import AnswerError
from firmware.decks.store import DeckStore
from firmware.errors import HakamError
from firmware.phones.picture_helper import SEEN, PictureHelper, stand_back
from firmware.storage.atomic_file import write_atomic
from vision.deck_inventory import KINDS
from vision.decode import PictureError, decoded
from vision.draw import draw
from vision.identify import FACES, Identifier
from vision.locate import Locator
from vision.stills import ReadCard

LIKELY = 4
"""Names that are offered first; behind them is the whole pack. A judgement: two rows of two on a telephone."""


class NotDoneError(HakamError):
    """What the page has asked for cannot be done; said by the name of a text of ``[deck_page]``."""


class PageEnrolment:
    """Keeps, asks and answers as the page wants; :class:`firmware.phones.picture_helper.PictureTask`."""

    def __init__(self, collection: DeckCollection, store: DeckStore, folder: Path) -> None:
        """Begin with nothing shown.

        Args:
            collection: gets the tables.
            store: gets the deck.
            folder: gets the pictures.
        """
        self._steps = EnrolmentSteps(collection, lambda _name, _picture: None)
        self._collection, self._store, self._folder = collection, store, folder
        self._enrolment: Enrolment | None = None
        self._pointed = 0
        self._drawn = 0
        self._deck = ""

    def see(self, jpeg_: bytes) -> None:
        """Look at the table as it lies now; what is not a picture is left out."""
        try:
            picture = decoded(np.frombuffer(jpeg_, np.uint8))
        except PictureError:
            return
        self._collection.see(picture)
        cards = [ReadCard(look.likeliest, 1.0, look.corners_px) for look in self._collection.looks_here]
        write_atomic(self._folder / SEEN, jpeg(draw(picture, cards, [""] * len(cards))))

    def ask(self, words: Mapping[str, str]) -> None:
        """Do what the page asks for: ``begin``, ``keep``, ``settle``, ``answer``, ``point``, ``leave`` or ``save``.

        Raises:
            NotDoneError: if that cannot be.
            HakamError: if the deck cannot be kept.
        """
        deeds: dict[str, Callable[[Mapping[str, str]], object]] = {
            "begin": lambda _words: None,  # so that whoever begins waits until it looks
            "keep": self._keep,
            "settle": self._settle,
            "answer": self._answer,
            "point": self._point,
            "leave": self._leave,
            "save": self._save,
        }
        deed = deeds.get(words.get("do", ""))
        if deed is None:
            raise NotDoneError("not_asked")
        deed(words)
        self._draw()

    def state(self) -> EnrolmentState:
        """How it stands."""
        found, asked = self._enrolment, self._asked()
        cards = found.stock.cards if found else {}
        pack = found.kind.pack.cards if found else KINDS["40"].pack.cards
        return EnrolmentState(
            phase=self._phase(asked),
            pack=tuple(map(str, pack)),
            known={str(card): found.number_of(cards[card]) for card in pack if card in cards} if found else {},
            back=bool(found and found.stock.back),
            tables=len(self._collection.pictures),
            here=len(self._collection.here),
            fits=self._collection.fresh and self._steps.fits,
            asked=asked,
            lay=tuple(map(str, self._steps.table)),
            shifted=self._steps.shifted,
            fault=self._steps.fault or "",
            drawn=self._drawn,
            deck=self._deck,
        )

    def _phase(self, asked: AskedCard | None) -> EnrolmentPhase:
        if self._deck:
            return EnrolmentPhase.KEPT
        if asked:
            return EnrolmentPhase.ASK
        if self._steps.lay:
            return EnrolmentPhase.ORDER
        return EnrolmentPhase.SHOW if self._steps.fault else EnrolmentPhase.WHOLE

    def _asked(self) -> AskedCard | None:
        """The card that somebody has pointed at, else the one that is asked about."""
        if self._enrolment is None:
            return None
        asked = self._steps.asked
        number = self._pointed or (asked.number if asked else 0)
        if not number:
            return None
        likely = asked.cards if asked and asked.number == number else self._likeliest(self._enrolment, number)
        return AskedCard(number, tuple(map(str, likely[:LIKELY])), *self._enrolment.place(number))

    def _likeliest(self, enrolment: Enrolment, number: int) -> tuple[Card, ...]:
        chances = enrolment.looks[number - 1].chances
        return tuple(sorted(enrolment.kind.pack.cards, key=lambda card: -float(chances[FACES.index(card)])))

    def _keep(self, _words: Mapping[str, str]) -> None:
        if not self._steps.keep():
            raise NotDoneError("not_kept")

    def _settle(self, _words: Mapping[str, str]) -> None:
        if not self._steps.settle():
            raise NotDoneError("much_lacks")

    def _answer(self, words: Mapping[str, str]) -> None:
        """Name the card that is asked about; another one than that by its number."""
        try:
            card, asked = Card.parse(words.get("card", "")), self._asked()
        except ValueError:
            raise NotDoneError("not_asked") from None
        known = self._enrolment.kind.pack.cards if self._enrolment else ()
        if asked is None or words.get("number") != str(asked.number) or card not in known:
            raise NotDoneError("not_asked")
        self._pointed = 0
        self._steps.name(asked.number, card)

    def _point(self, words: Mapping[str, str]) -> None:
        """Somebody says that a card is not what it is called."""
        number = words.get("number", "")
        known = len(self._enrolment.looks) if self._enrolment else 0
        if not number.isdecimal() or not 1 <= int(number[:6]) <= known:
            raise NotDoneError("not_asked")
        self._pointed = int(number)

    def _leave(self, _words: Mapping[str, str]) -> None:
        """Nobody can tell, or what was pointed at is right after all."""
        if self._pointed:
            self._pointed = 0
        else:
            self._steps.leave()

    def _save(self, words: Mapping[str, str]) -> None:
        enrolment = self._collection.enrolment()
        if enrolment.fault:
            raise NotDoneError("not_whole")
        name = words.get("name", "")
        self._store.check(name)
        if name in self._store.names and words.get("replace") != "yes":
            raise NotDoneError("taken")
        self._store.keep(name, enrolment.stock.deck())
        self._deck = name

    def _draw(self) -> None:
        """Judge what was shown by now, and draw the known cards, and the one that is asked about."""
        try:
            self._enrolment = self._collection.enrolment() if self._collection.pictures else None
        except AnswerError:
            return
        if self._enrolment is None:
            return
        cards = self._enrolment.stock.cards
        known = [cards[card].crop for card in self._enrolment.kind.pack.cards if card in cards]
        write_atomic(self._folder / SHEET, jpeg(card_sheet(known)))
        if asked := self._asked():
            write_atomic(self._folder / ASKED, jpeg(self._enrolment.aid(asked.number)[1]))
        self._drawn += 1


def run(asked: Connection, picture: str, folder: str, decks: str) -> None:
    """Lead an enrolment until the page ends it.

    Args:
        asked: brings what the page asks.
        picture: the referee's live picture.
        folder: gets the answers and pictures.
        decks: folder of the enrolled decks.
    """
    stand_back()
    eyes = DeckEyes(Locator.load(), Identifier.load())
    collection = DeckCollection(eyes.look_at, eyes.enrolment)
    task = PageEnrolment(collection, DeckStore(Path(decks)), Path(folder))
    PictureHelper(asked, Path(picture), Path(folder)).run(task)
