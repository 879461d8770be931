"""What players see and hear at a live table: moments as they come, faults and hints between them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from firmware.announce.seating import Seating
from firmware.announce.texts import fault_text, text
from firmware.announce.tones import Sound, Tone
from firmware.announce.view import CodeOnDisplay
from firmware.presentation.presenter import Presenter
from firmware.presentation.sinks import Sink
from firmware.referee import MatchSetup
from firmware.storage.moment import Moment


class ReportWriter(Protocol):
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


class Faulty(Protocol):
    """A part of the appliance that may be missing, as far as the display tells of it."""

    @property
    def name(self) -> str:
        """What is missing, as the texts call it."""
        ...

    @property
    def lost(self) -> str:
        """Why; empty while it is there."""
        ...

    @property
    def given_up(self) -> bool:
        """Whether only a new start helps."""
        ...

    def attend(self) -> None:
        """See after it."""
        ...


class LiveOutput:
    """Hands on what the presenter makes of each moment.

    Attributes:
        quiet: no sounds, until somebody switches them on again.
        resting: tells whether nothing is to be heard at this hour.
        language: of everything that is shown.
        reporter: writes reports; ``None``: nobody does.
        trouble: gives what is wrong with the board, by its name among the texts of what is missing; empty: nothing.
        faults: why nothing can be watched, and what is missing, by their sections and keys in the texts.
        opening: shown until something happens at the table, where nothing is missing; empty: nothing.
    """

    def __init__(
        self,
        presenter: Presenter,
        sinks: Sequence[Sink],
        language: str,
        devices: Sequence[Faulty] = (),
        reporter: ReportWriter | None = None,
    ) -> None:
        """Begin with sound.

        Args:
            presenter: makes screen, lines and tones of a moment.
            sinks: who is told.
            language: of everything that is shown.
            devices: those whose absence is told.
            reporter: writes reports; ``None``: nobody does.
        """
        self.quiet, self.language, self.reporter = False, language, reporter
        self.trouble: Callable[[], str] = str
        self.resting: Callable[[], bool] = bool
        self.opening = ""
        self.faults: tuple[str, ...] = ()
        self._presenter, self._sinks, self._devices = presenter, tuple(sinks), tuple(devices)

    def seat(self, setup: MatchSetup) -> None:
        """Tell another match from now on, perhaps of other players."""
        self._presenter.seat(Seating(setup.players, setup.names))

    def tell(self, moments: Iterable[Moment], tones: Sequence[Tone] | None = None) -> int:
        """Tell moments, with ``tones`` instead of their own; give how many there were."""
        told = 0
        for moment in moments:
            presentation = self._presenter.tell(moment)
            if tones is not None:
                presentation = replace(presentation, tones=tones)
            if self.quiet or self.resting():
                presentation = replace(presentation, tones=(), clips=())
            for sink in self._sinks:
                sink(moment, presentation)
            told += 1
            self.opening = "" if moment.events else self.opening
        return told

    def complain(self, moment: Moment) -> int:
        """Sound a fault: somebody pressed what means nothing, or a button is stuck."""
        return self.tell([moment], self._presenter.hearing.tones_of(Sound.FAULT))

    def invite(self, line: str, code: CodeOnDisplay | None) -> None:
        """Show from now on by what phones are let in, where nothing counts more.

        Args:
            line: for the line of hints, while nothing else is to be said there; empty: nothing.
            code: in the place of the score; ``None``: none.
        """
        self._presenter.invitation, self._presenter.code = line, code

    def warn(self, fault: str, hint: str) -> None:
        """Show a fault from now on (``camera_lost`` ..., empty: none), and what a held button will say.

        Devices that are missing are tried again where that is due, and told of where no button is held.
        """
        for device in self._devices:
            device.attend()
        lost = [device for device in self._devices if device.lost]
        names = ["hangs" if one.given_up else one.name for one in lost]
        absent = [name for name in (*names, self.trouble()) if name]
        missing = [text("missing", name, self.language) for name in absent]
        self.faults = (*([f"fault.{fault}"] if fault else ()), *(f"missing.{name}" for name in absent))
        if self.reporter:
            self._presenter.notice = self.reporter.notice(self.language)
            hint = hint or self.reporter.hint(self.language)
        self._presenter.fault = fault_text(fault, self.language) if fault else ""
        self._presenter.hint = hint or next(iter(missing), self.opening)
