"""An enrolment from the camera: cards are laid out, a button keeps each table, another ends it."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from queue import SimpleQueue
from typing import TextIO

from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.decks.collecting import DeckCollection
from firmware.devices.factory import buttons_for, camera_for, is_pi
from firmware.devices.prompt import Prompt
from firmware.settings.model import Settings
from hardware.ports import PICTURE_S, REFEREE_BUTTONS, Buttons, ButtonsLost, Camera
from vision.frame import Picture

KEEP, END = REFEREE_BUTTONS
Keep = Callable[[str, Picture], object]
"""Told of each table's name and picture as it is kept."""


class CameraEnrolment:
    """The dialogue with whoever lays out cards: what is said by what lies there, and what presses do."""

    def __init__(self, collection: DeckCollection, keep: Keep, language: str) -> None:
        """Begin with nothing shown.

        Args:
            collection: gets the tables.
            keep: is told of each table that is kept.
            language: of what is said.
        """
        self._collection, self._keep, self._language = collection, keep, language
        self._fault: str | None = "nothing was shown"
        self._warned_s: float | None = None

    def hold(self, settings: Settings, camera: str, out: TextIO) -> None:
        """Open the devices, and go on until the end is pressed.

        Args:
            settings: which devices there are to be.
            camera: name of the camera.
            out: gets what is said, in words.

        Raises:
            HakamError: if a camera or something to press is missing or lost; a recording that ends ends this too.
        """
        open_buttons = buttons_for(settings, pi=is_pi())
        if open_buttons is None:
            raise ButtonsLost("nobody can say when cards lie well: neither buttons nor a terminal; see --from")
        with ExitStack() as stack:
            notice = Prompt(settings, stack, out)
            eye = camera_for(camera, pi=is_pi())()
            stack.callback(eye.close)
            buttons = open_buttons()
            stack.callback(buttons.close)
            self.run(eye, buttons, notice.say, settings.answer_guard_ms / 1000)

    def run(self, camera: Camera, buttons: Buttons, say: Callable[[str, str], object], guard_s: float) -> None:
        """Go on until the end is pressed; if the deck is not whole, pressed once more.

        Args:
            camera: looks at the tables.
            buttons: keep and end.
            say: shows words, and others that only the terminal has.
            guard_s: seconds that a warning can be read before the second press counts.
        """
        pressed: SimpleQueue[str] = SimpleQueue()
        buttons.listen(lambda name, closes, _when: pressed.put(name) if closes else None)
        while True:
            self._collection.see(camera.shot(time.monotonic(), PICTURE_S).picture)
            names = {pressed.get() for _ in range(pressed.qsize())}
            if KEEP in names:
                self._kept()
            if END in names and self._ends(guard_s):
                return
            say(*self._advice())

    def _kept(self) -> None:
        if self._collection.keep():
            self._keep(*self._collection.pictures[-1])
            self._fault, self._warned_s = self._collection.fault, None

    def _ends(self, guard_s: float) -> bool:
        now_s = time.monotonic()
        if self._fault and self._warned_s is None:
            self._warned_s = now_s
            return False
        return self._warned_s is None or now_s - self._warned_s >= guard_s

    def _advice(self) -> tuple[str, str]:
        """What is shown, and what the terminal says beside it."""
        words = text("enrol", self._name(), self._language)
        aside = (
            in_language(self._fault or "", self._language)
            if self._warned_s is not None
            else " ".join(self._collection.here)
        )
        return words.format(here=len(self._collection.here), count=self._collection.count), aside

    def _name(self) -> str:
        if self._warned_s is not None:
            return "short"
        if self._collection.fresh:
            return "keep"
        return ("kept" if self._fault else "whole") if self._collection.pictures else "lay"
