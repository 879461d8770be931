"""What players said, in a written game.

``A ronda``, ``B nothing``, ``A claims B``, ``B challenges A=5,5,10``, ``B accepts``, ``C redeals``.
"""

from collections.abc import Callable

from firmware.cards import Rank
from firmware.rules.errors import NotationError
from firmware.rules.notation.tokens import format_seat, parse_seat
from firmware.rules.play import Accept, Announce, Challenge, Claim, Decline, Redeal, Saying
from firmware.rules.voice import Announcement

NOTHING, CLAIMS, CHALLENGES, ACCEPTS, REDEALS = "nothing", "claims", "challenges", "accepts", "redeals"
_ALONE: dict[str, type[Decline | Accept | Redeal]] = {NOTHING: Decline, ACCEPTS: Accept, REDEALS: Redeal}


def format_saying(said: Saying) -> str:
    """The words of a saying; :func:`parse_saying` reads them back."""
    who = format_seat(said.seat)
    if isinstance(said, Announce):
        return f"{who} {said.kind}{_format_ranks(said.ranks)}"
    if not isinstance(said, Claim | Challenge):
        return f"{who} {next(word for word, kind in _ALONE.items() if isinstance(said, kind))}"
    whom = format_seat(said.against)
    if isinstance(said, Claim):
        return f"{who} {CLAIMS} {whom}"
    return f"{who} {CHALLENGES} {whom}{_format_ranks(said.hand)}"


def is_saying(word: str) -> bool:
    """Whether the word behind a player's letter begins a saying."""
    return word.partition("=")[0] in (*_ALONE, CLAIMS, CHALLENGES, *Announcement)


def parse_saying(seat: int, word: str, following: Callable[[], str]) -> Saying:
    """Read a saying.

    Args:
        seat: whose.
        word: the first behind his letter.
        following: gives the next word of the line, or ``""``.

    Raises:
        NotationError: if it is none.
    """
    verb, _, ranks = word.partition("=")
    if verb in _ALONE:
        return _ALONE[verb](seat)
    if verb in (CLAIMS, CHALLENGES):
        whom, _, hand = following().partition("=")
        return Claim(seat, parse_seat(whom)) if verb == CLAIMS else Challenge(seat, parse_seat(whom), _ranks(hand))
    return Announce(seat, Announcement(verb), _ranks(ranks))


def _format_ranks(ranks: tuple[Rank, ...]) -> str:
    return "=" + ",".join(str(rank.value) for rank in ranks) if ranks else ""


def _ranks(text: str) -> tuple[Rank, ...]:
    try:
        return tuple(Rank(int(rank)) for rank in text.split(",") if rank)
    except ValueError:
        raise NotationError(f"{text!r} are no ranks: numbers such as 5,5,10 are expected") from None
