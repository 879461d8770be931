"""What players say, by buttons, in the order in which it counts among the cards."""

from collections.abc import Sequence

from firmware.decoding.history import Heard, Step
from firmware.events import Event, SayingRefused
from firmware.rules.errors import IllegalAnnouncementError
from firmware.rules.game import Game
from firmware.rules.play import Announce, Decline, Play, Redeal, Saying
from firmware.rules.speech import saying_fault

LATE_MS = 2000
"""An announcement this long after the player's first card counts as made before it (D4): people speak, play, and only
then press; no player gets his next turn sooner."""


def word_of(said: Saying) -> str:
    """The word by which a saying is known."""
    if isinstance(said, Announce):
        return said.kind.value
    return "nothing" if isinstance(said, Decline) else type(said).__name__.lower()


def hear_said(game: Game, said: Saying) -> tuple[tuple[Event, ...], bool]:
    """Tell the rules what was said; what followed, and whether it could be said: ``game`` changes only then."""
    try:
        return game.apply(said), True
    except IllegalAnnouncementError:
        fault = saying_fault(game.match, game.position, said)
        assert fault is not None  # the same question that the game asks
        return (SayingRefused(said.seat, word_of(said), fault),), False


def may_wait(game: Game, heard: Heard) -> bool:
    """Whether it is said of a hand that was dealt while the layout is not recognised yet (B1: hands come first)."""
    return game.awaiting_layout and isinstance(heard.said, Announce | Decline | Redeal)


def is_due(game: Game, heard: Heard, step: Step) -> bool:
    """Whether it counts before ``step``, which is about to happen in ``game``."""
    if may_wait(game, heard):
        return False
    if heard.t_ms < step.t_ms:
        return True
    return _opens(game, heard) and heard.said.seat == game.turn and heard.t_ms <= step.t_ms + LATE_MS


def is_late(game: Game, steps: Sequence[Step], heard: Heard) -> bool:
    """Whether it is an announcement by one who has just played his first card and should have spoken before."""
    if not isinstance(heard.said, Announce | Decline) or _opens(game, heard):
        return False
    last = [step for step in steps if isinstance(step.action, Play) and step.action.seat == heard.said.seat][-1:]
    return any(heard.t_ms <= step.t_ms + LATE_MS for step in last)


def _opens(game: Game, heard: Heard) -> bool:
    """Whether it is an announcement or a "nothing" that can still be said."""
    return isinstance(heard.said, Announce | Decline) and game.position.voices[heard.said.seat].open
