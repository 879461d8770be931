"""What a press can mean, by what is going on at the table when the button goes down."""

from dataclasses import dataclass, replace

from firmware.buttons.debounce import Button, RefereeButton
from firmware.signals import ButtonPress

TAPS = ("ronda", "tringa", "double")
"""What one, two and three short presses of a seat's button announce; the third where hands have four cards (V2)."""
NOTHING = "nothing"
"""A seat's button, long: said less often than an announcement, since the first card says it too (D4)."""
ACCEPT = "accept"
IDLE = {RefereeButton.A: "why", RefereeButton.B: "score"}
"""Short presses while nothing is asked: why the last points were given, and back to the score. Both only show."""
LONG = {RefereeButton.A: "undo", RefereeButton.B: "redo"}
CALLS = {RefereeButton.A: "claim", RefereeButton.B: "challenge"}
"""Held while a seat's button is pressed. A claim made by accident is refused and costs nothing (D14), a challenge can
lose the match (D18): it has the button that is held less often, since redo is rarer than undo."""
NEITHER = "neither"
"""Both of the referee's buttons, short, while a question is open: other answers are shown. It rules nothing out, so one
by accident costs nothing."""
TOGETHER = "quiet"
"""Both of the referee's buttons, long: sound off or on."""
REPORT = "report"
"""Both of the referee's buttons, longer still: a report is written. One by accident costs nothing."""
PHONES = "phones"
"""Longer still: the display shows the codes by which phones join."""
OWNER = "owner"
"""And longer still: it shows a code that lets the owner in. Who holds both for so long stands at the device."""
PHONES_MORE_MS, OWNER_MORE_MS = 1500, 3500
"""How much longer than for a report: with the longest ``report_ms`` still less than a button is down that is stuck."""


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """A button is down longer than anybody presses: told once; until it is released it means nothing."""

    t_ms: int
    button: Button


@dataclass(frozen=True, slots=True)
class PressUnclear:
    """What was pressed has no meaning, and nothing was said: worth a tone, so that players press again."""

    t_ms: int
    button: Button


Meaning = ButtonPress | ButtonStuck | PressUnclear


@dataclass(frozen=True, slots=True)
class PressContext:
    """What presses depend on.

    Attributes:
        players: seats in play; buttons of other seats mean nothing.
        hands_of_four: whether this batch has four cards a hand.
        question: which question is open, by a number that no other question has; ``None``: none.
        win: side whose win waits to be accepted; ``None``: none does.
        claimable: seats that a claim can be against; where just one opponent is listed nobody has to name him. None
            listed: any opponent.
        challengeable: seats whose announcement stands unproven, which a challenge can be against.
    """

    players: int = 2
    hands_of_four: bool = False
    question: int | None = None
    win: int | None = None
    claimable: tuple[int, ...] = ()
    challengeable: tuple[int, ...] = ()

    def side(self, seat: int) -> int:
        """The side of a seat: of four players those opposite are partners (G3, G4)."""
        return seat % (2 if self.players == 4 else self.players)

    def targets(self, seat: int, word: str) -> tuple[int, ...]:
        """Whom the player at ``seat`` can mean by a ``claim`` or ``challenge``."""
        opponents = tuple(other for other in range(self.players) if self.side(other) != self.side(seat))
        listed = self.claimable if word == CALLS[RefereeButton.A] else self.challengeable
        return tuple(other for other in opponents if other in listed) or opponents


class ContextHistory:
    """What the players saw, and since when: a press means what it would have meant when it began."""

    def __init__(self, context: PressContext) -> None:
        """Begin with ``context``, as if it had been so for ever."""
        self._known = [(0, context)]

    @property
    def now(self) -> PressContext:
        """The newest."""
        return self._known[-1][1]

    def at(self, t_ms: int) -> PressContext:
        """The context at a time."""
        return next((context for since_ms, context in reversed(self._known) if since_ms <= t_ms), self._known[0][1])

    def see(self, context: PressContext, t_ms: int, *, needed_ms: int) -> None:
        """Take note of what the players see.

        Args:
            context: what that is.
            t_ms: since when.
            needed_ms: nobody will ask about times before this.
        """
        self._known.append((t_ms, context))
        while self._known[1][0] < needed_ms:
            del self._known[0]


@dataclass(frozen=True, slots=True)
class TapSequence:
    """Short presses of one seat's button in quick succession.

    Attributes:
        words: what one, two ... of them say; none: they say nothing, since what was to be said has been said.
        count: how many there were.
        until_ms: until then another one belongs to them.
    """

    words: tuple[str, ...] = ()
    count: int = 0
    until_ms: int = 0

    @property
    def word(self) -> str:
        """What they have said so far; empty: nothing."""
        return self.words[self.count - 1] if self.words else ""

    @property
    def full(self) -> bool:
        """Whether another one would say nothing more: there is nothing to wait for."""
        return self.count >= len(self.words)


@dataclass(frozen=True, slots=True)
class HeldButton:
    """A button that is down, and what letting it go will say.

    Attributes:
        down_ms: since when.
        short: said if it was short; empty: nothing.
        long: said if it was long; empty: nothing.
        question: the question that ``short`` answers; it is said only if that is still open.
        win: the side whose win ``short`` accepts, likewise.
        taps: those it belongs to, if it is short.
    """

    down_ms: int
    short: str = ""
    long: str = ""
    question: int | None = None
    win: int | None = None
    taps: TapSequence | None = None

    @property
    def spent(self) -> bool:
        """Whether letting it go will say nothing."""
        return not (self.long or self.taps)

    def word(self, *, long: bool, now: PressContext) -> str:
        """What letting it go ``now`` says; empty: nothing."""
        if long:
            return self.long
        fresh = self.question in (None, now.question) and self.win in (None, now.win)
        return self.short if fresh else ""


def referee_press(button: RefereeButton, down_ms: int, *, seen: PressContext, now: PressContext) -> HeldButton:
    """What a press of one of the referee's buttons means.

    Args:
        button: which of the two.
        down_ms: when it began.
        seen: what the players had taken in by then.
        now: what there was by then.
    """
    press = HeldButton(down_ms, long=LONG[button])
    if seen.question is None:
        return replace(press, short=IDLE[button])
    if seen.question != now.question:
        return press  # what it would answer is gone
    return replace(press, short=button.value, question=now.question)


def together(press: HeldButton) -> HeldButton:
    """What both of the referee's buttons mean together, short, by that which went down last."""
    return HeldButton(press.down_ms, short=NEITHER if press.question is not None else "", question=press.question)


def seat_press(
    seat: int, down_ms: int, *, seen: PressContext, now: PressContext, before: TapSequence | None
) -> HeldButton:
    """What a press of a seat's button means.

    Args:
        seat: whose button, from 0.
        down_ms: when it began.
        seen: what the players had taken in by then.
        now: what there was by then.
        before: taps that it follows; ``None``: none.
    """
    if before:
        return HeldButton(down_ms, taps=before)
    press = HeldButton(down_ms, long=NOTHING)
    if seen.win is None or seen.side(seat) == seen.win:
        return replace(press, taps=TapSequence(TAPS if now.hands_of_four else TAPS[:-1]))
    if seen.win != now.win:
        return press  # what it would accept is gone
    return replace(press, short=ACCEPT, win=now.win)
