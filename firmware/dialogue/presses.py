"""The meaning of a press: the words of ``ButtonPress.input``, which buttons, files and other programs use alike.

Seats count from 0, as in ``session.json``; plays and deals from 1, as people count them::

    ronda  tringa  double  nothing  accept  redeal      ronda 7 (where the cards are shown, V8)
    claim [SEAT]   challenge [SEAT] [true|false|RANKS]
    a  b  neither  why  undo  redo      score  quiet  report (which do not concern the game)
    card [PLAY] CARD   seat [PLAY] SEAT   insert PLAY SEAT CARD   remove [PLAY]   layout DEAL CARD CARD CARD CARD
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from firmware.cards import Card, Rank
from firmware.rules.errors import NotationError
from firmware.rules.play import Accept, Announce, Decline, Redeal, Saying
from firmware.rules.voice import Announcement
from firmware.signals import ButtonPress


class PressError(NotationError):
    """A press that means nothing."""


class NoSeatError(ValueError):
    """A word that a player says, pressed on nobody's button."""


@dataclass(frozen=True, slots=True)
class Speak:
    """A player said something that needs nobody else."""

    saying: Saying


@dataclass(frozen=True, slots=True)
class ClaimOrChallenge:
    """A claim or a challenge.

    Attributes:
        challenge: whether it is a challenge (D18); else a claim (D14).
        seat: whose.
        against: whom it is about; ``None``: it is to be found out.
        hand: the ranks shown; ``None`` where nobody told them.
        verdict: whether it was true, where somebody told that instead.
    """

    challenge: bool
    seat: int
    against: int | None = None
    hand: tuple[Rank, ...] | None = None
    verdict: bool | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The question on the display is answered by its first choice, or by the second."""

    first: bool


@dataclass(frozen=True, slots=True)
class Neither:
    """Neither of the two choices on the display is true: others are to be shown."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The last thing that happened did not."""


@dataclass(frozen=True, slots=True)
class Redo:
    """What was taken back last happened after all."""


@dataclass(frozen=True, slots=True)
class Why:
    """The last points are to be explained; pressed once more, those before."""


@dataclass(frozen=True, slots=True)
class NotForGame:
    """Something for the display, the buzzer or whoever repairs them, not for the game."""


@dataclass(frozen=True, slots=True)
class SetCard:
    """Play number ``play`` (``None``: the last) was this card."""

    play: int | None
    card: Card


@dataclass(frozen=True, slots=True)
class SetSeat:
    """The player at ``seat`` played it."""

    play: int | None
    seat: int


@dataclass(frozen=True, slots=True)
class Insert:
    """Before play number ``play`` one was missed."""

    play: int
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Remove:
    """Play number ``play`` (``None``: the last) was none."""

    play: int | None


@dataclass(frozen=True, slots=True)
class SetLayout:
    """These cards opened deal number ``deal``."""

    deal: int
    cards: tuple[Card, ...]


PressCommand = (
    Speak
    | ClaimOrChallenge
    | Answer
    | Neither
    | Undo
    | Redo
    | Why
    | NotForGame
    | SetCard
    | SetSeat
    | Insert
    | Remove
    | SetLayout
)

_Parse = Callable[[int | None, Sequence[str]], PressCommand]


def parse_press(press: ButtonPress, players: int) -> PressCommand:
    """The command of a press.

    Raises:
        PressError: if it is not a word known here, or what follows it does not fit.
    """
    head, *rest = press.input.split() or [""]
    if head not in _WORDS:
        raise PressError(f"{press.input!r} means nothing here; {', '.join(_WORDS)} do")
    try:
        command = _WORDS[head](press.seat, rest)
    except NoSeatError as fault:
        raise PressError(
            f"{press.input!r} is said with a player's own button, and here nobody's was pressed"
        ) from fault
    except (ValueError, IndexError, NotationError) as fault:
        raise PressError(f"{press.input!r} is not understood: {_USAGE.get(head, head)!r} is expected") from fault
    if any(not 0 <= seat < players for seat in _seats(command)):
        raise PressError(f"{press.input!r}: there is no such seat; seats are 0 to {players - 1}")
    return command


def amends(press: ButtonPress, players: int) -> bool:
    """Whether a press changes what was told before: an answer, a correction, or something taken back."""
    try:
        command = parse_press(press, players)
    except PressError:
        return False
    return not isinstance(command, Speak | ClaimOrChallenge | Neither | Why | NotForGame)


def needs_seat(words: str) -> bool:
    """Whether they are said by one of the players, so that a press without a seat means nothing."""
    return any(word in _SAID for word in words.split()[:1])


def _seats(command: PressCommand) -> list[int]:
    found = (getattr(command, name, None) for name in ("seat", "against"))
    said = [command.saying.seat] if isinstance(command, Speak) else []
    return [*said, *(seat for seat in found if seat is not None)]


def _own(seat: int | None) -> int:
    if seat is None:
        raise NoSeatError("a player's own button is needed")
    return seat


def _announce(kind: Announcement) -> _Parse:
    return lambda seat, rest: Speak(Announce(_own(seat), kind, tuple(Rank(int(rank)) for rank in rest)))


def _alone(command: Callable[[int], Saying]) -> _Parse:
    return lambda seat, rest: _only(rest, Speak(command(_own(seat))))


def _plain(command: PressCommand) -> _Parse:
    return lambda _seat, rest: _only(rest, command)


def _only(rest: Sequence[str], command: PressCommand) -> PressCommand:
    if rest:
        raise ValueError(f"{rest} is too much")
    return command


def _claim(seat: int | None, rest: Sequence[str]) -> PressCommand:
    return _only(rest[1:], ClaimOrChallenge(False, _own(seat), int(rest[0]) if rest else None))


def _challenge(seat: int | None, rest: Sequence[str]) -> PressCommand:
    shown = [word for word in rest if word in ("true", "false") or "," in word]
    whom = [word for word in rest if word not in shown]
    hand = tuple(Rank(int(rank)) for word in shown if "," in word for rank in word.split(",") if rank)
    verdict = next((word == "true" for word in shown if "," not in word), None)
    against = int(whom[0]) if whom else None
    return _only(rest[2:], ClaimOrChallenge(True, _own(seat), against, hand or None, verdict))


def _count(word: str) -> int:
    number = int(word)
    if number < 1:
        raise ValueError("plays and deals count from 1")
    return number


def _numbered(command: Callable[[int | None, str], PressCommand]) -> _Parse:
    """A word behind which a play may be named, the last one without."""
    return lambda _seat, rest: _only(rest[2:], command(_count(rest[0]) if len(rest) > 1 else None, rest[-1]))


def _remove(_seat: int | None, rest: Sequence[str]) -> PressCommand:
    return _only(rest[1:], Remove(_count(rest[0]) if rest else None))


def _insert(_seat: int | None, rest: Sequence[str]) -> PressCommand:
    return _only(rest[3:], Insert(_count(rest[0]), int(rest[1]), Card.parse(rest[2])))


def _layout(_seat: int | None, rest: Sequence[str]) -> PressCommand:
    return SetLayout(_count(rest[0]), tuple(map(Card.parse, rest[1:])))


_WORDS: Mapping[str, _Parse] = {
    **{kind.value: _announce(kind) for kind in Announcement},
    "nothing": _alone(Decline),
    "accept": _alone(Accept),
    "redeal": _alone(Redeal),
    "claim": _claim,
    "challenge": _challenge,
    "a": _plain(Answer(first=True)),
    "b": _plain(Answer(first=False)),
    "neither": _plain(Neither()),
    "why": _plain(Why()),
    "score": _plain(NotForGame()),
    "quiet": _plain(NotForGame()),
    "report": _plain(NotForGame()),
    "undo": _plain(Undo()),
    "redo": _plain(Redo()),
    "card": _numbered(lambda play, word: SetCard(play, Card.parse(word))),
    "seat": _numbered(lambda play, word: SetSeat(play, int(word))),
    "insert": _insert,
    "remove": _remove,
    "layout": _layout,
}
_SAID = frozenset((*Announcement, "nothing", "accept", "redeal", "claim", "challenge"))
_USAGE = {
    "claim": "claim [SEAT]",
    "challenge": "challenge [SEAT] [true|false|RANKS]",
    "card": "card [PLAY] CARD",
    "seat": "seat [PLAY] SEAT",
    "insert": "insert PLAY SEAT CARD",
    "remove": "remove [PLAY]",
    "layout": "layout DEAL CARD CARD CARD CARD",
}
