"""Who hears what the referee says: the terminal, a folder of screens, another program."""

from collections.abc import Callable, Iterable, Sequence

from PIL import Image

from firmware.announce.clock import clock
from firmware.announce.tones import Tone
from firmware.presentation.json_lines import event_line
from firmware.presentation.presenter import Presentation, Presenter
from firmware.presentation.progress import beside_progress
from firmware.referee import Scoreboard
from firmware.storage.moment import Moment
from hardware.ports import REFEREE_BUTTONS
from hardware.terminal import TerminalDisplay

Sink = Callable[[Moment, Presentation], None]

ALTERNATE_MS = 5000
"""How long a display stands one way: to read score and last event once takes about two seconds. A judgement."""


def present(moments: Iterable[Moment], presenter: Presenter, sinks: Sequence[Sink]) -> None:
    """Go through ``moments`` and tell all ``sinks`` what ``presenter`` makes of each.

    Args:
        moments: as they happen; going through them moves a session on.
        presenter: makes screen, lines and tones.
        sinks: who is told, in this order.
    """
    for moment in moments:
        presentation = presenter.tell(moment)
        for sink in sinks:
            sink(moment, presentation)


def json_sink(write: Callable[[str], object]) -> Sink:
    """One line of JSON for each event."""

    def listen(moment: Moment, _presentation: Presentation) -> None:
        for event in moment.events:
            write(event_line(moment.t_ms, event))

    return listen


def terminal_sink(terminal: TerminalDisplay) -> Sink:
    """The screen, where the terminal can show it, and a line of text for each event."""

    def listen(moment: Moment, presentation: Presentation) -> None:
        if not presentation.fresh and not presentation.lines and not terminal.resized:
            return
        with beside_progress():
            for line in presentation.lines:
                terminal.say(f"{clock(moment.t_ms):>7}  {line}")
            terminal.show(presentation.picture)

    return listen


def display_sink(show: Callable[[Image.Image], object]) -> Sink:
    """Every new screen on some display."""

    def listen(_moment: Moment, presentation: Presentation) -> None:
        if presentation.fresh:
            show(presentation.picture)

    return listen


def alternating_sink(show: Callable[[Image.Image], object]) -> Sink:
    """Every screen on a display that turns by half a turn every few seconds, for players who sit opposite."""
    shown: tuple[Image.Image | None, bool] = (None, False)

    def listen(moment: Moment, presentation: Presentation) -> None:
        nonlocal shown
        now = (presentation.picture, bool(moment.t_ms // ALTERNATE_MS % 2))
        if now != shown:
            shown = now
            show(now[0].rotate(180) if now[1] else now[0])

    return listen


def sound_sink(play: Callable[[Sequence[Tone]], object]) -> Sink:
    """Everything that has a sound on some buzzer."""

    def listen(_moment: Moment, presentation: Presentation) -> None:
        if presentation.tones:
            play(presentation.tones)

    return listen


def voice_sink(say: Callable[[Sequence[str]], object]) -> Sink:
    """Everything that is said aloud, as names of clips."""

    def listen(_moment: Moment, presentation: Presentation) -> None:
        if presentation.clips:
            say(presentation.clips)

    return listen


def lit_buttons(board: Scoreboard) -> frozenset[str]:
    """The buttons whose lamps are lit: of the seat whose turn it is, and A and B while they answer; at first none."""
    turn = () if board.turn is None else (str(board.turn),)
    asked = REFEREE_BUTTONS if board.question or board.open_challenge else ()
    return frozenset((*turn, *asked))


def lamp_sink(show: Callable[[frozenset[str]], object]) -> Sink:
    """The lamps in the buttons, at every moment: those that were missing are right as soon as they are there."""

    def listen(moment: Moment, _presentation: Presentation) -> None:
        show(lit_buttons(moment.board))

    return listen
