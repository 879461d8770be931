"""What players see and hear at a live table: moments as they come, faults and hints between them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from firmware.announce.texts import fault_text, text
from firmware.announce.tones import PATTERNS, Sound, Tone
from firmware.presentation.presenter import Speaker
from firmware.presentation.sinks import Listener
from firmware.storage.moment import Moment
from hardware.optional_device import Part


class Reporter(Protocol):
    """Whoever writes reports of faults, as far as the display tells of it."""

    def begin(self) -> None:
        """Write one, unless one is being written."""
        ...

    def notice(self, language: str) -> str:
        """What is shown of a report that was just written; empty: nothing."""
        ...

    def hint(self, language: str) -> str:
        """What is shown while one is being written; empty: nothing."""
        ...


class Stage:
    """Hands on what the speaker makes of each moment.

    Attributes:
        quiet: no sounds, until somebody switches them on again.
        language: of everything that is shown.
        reporter: writes reports; ``None``: nobody does.
    """

    def __init__(
        self,
        speaker: Speaker,
        audience: Sequence[Listener],
        language: str,
        parts: Sequence[Part[Any]] = (),
        reporter: Reporter | None = None,
    ) -> None:
        """Tell ``audience`` what ``speaker`` says, when one of ``parts`` is missing, how ``reporter`` gets on."""
        self.quiet, self.language, self.reporter = False, language, reporter
        self._speaker, self._audience, self._parts = speaker, tuple(audience), tuple(parts)

    def tell(self, moments: Iterable[Moment], tones: Sequence[Tone] | None = None) -> int:
        """Tell moments, with ``tones`` instead of their own; how many there were."""
        told = 0
        for moment in moments:
            spoken = self._speaker.tell(moment)
            sounds = () if self.quiet else spoken.tones if tones is None else tones
            for listener in self._audience:
                listener(moment, replace(spoken, tones=sounds))
            told += 1
        return told

    def complain(self, moment: Moment) -> int:
        """Somebody pressed what means nothing, or a button is stuck: it sounds like a fault."""
        return self.tell([moment], PATTERNS[Sound.FAULT])

    def warn(self, fault: str, hint: str) -> None:
        """From now on ``fault`` is shown (``camera_lost`` ..., empty: none), and what a held button will say.

        Parts that are missing are tried again where that is due, and told of where no button is held.
        """
        for part in self._parts:
            part.tend()
        missing = [text("missing", part.name, self.language) for part in self._parts if part.lost]
        if self.reporter:
            self._speaker.notice = self.reporter.notice(self.language)
            hint = hint or self.reporter.hint(self.language)
        self._speaker.fault = fault_text(fault, self.language) if fault else ""
        self._speaker.hint = hint or next(iter(missing), "")
