"""What players are shown of corrections that wait, and against whom they may speak."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from firmware.cards import Card
from firmware.dialogue import presses
from firmware.signals import ButtonPress
from firmware.standing.message import StandingPlay
from firmware.web.proposals import Proposal, SettledProposal
from firmware.web.told import told_play
from firmware.web.viewer import SiteWords, Viewer


@dataclass(frozen=True, slots=True)
class NodView:
    """A correction that waits, as a viewer sees it.

    Attributes:
        number: by which it is known.
        said: what is to be put right, and who has asked.
        may_agree: the viewer plays for the other side.
        own: the viewer has asked for it.
        told: how the referee has told the play in question, or its number; empty: it is about none.
    """

    number: int
    said: str
    may_agree: bool
    own: bool
    told: str


def nods(waiting: Iterable[Proposal], viewer: Viewer, words: SiteWords, plays: Sequence[StandingPlay]) -> list[NodView]:
    """The corrections that wait.

    Args:
        waiting: all of them.
        viewer: who looks.
        words: of his page.
        plays: the last ones that were told.
    """
    side = own_side(viewer, words)
    return [
        NodView(
            one.number,
            _said(one, words),
            may_agree=side is not None and side != one.side,
            own=viewer.seat == one.seat,
            told=_told(one, words, plays),
        )
        for one in waiting
    ]


def _told(proposal: Proposal, words: SiteWords, plays: Sequence[StandingPlay]) -> str:
    number = getattr(_command(proposal, words), "play", None)
    if number is None:
        return ""
    known = (told_play(one, words) for one in plays if one.play == number)
    return next(known, words.web("play_number", play=number))


def outcomes(settled: Iterable[SettledProposal], words: SiteWords) -> list[str]:
    """What came of corrections, in a sentence each."""
    return [
        words.web(
            f"nod_{one.outcome}",
            said=_said(one.proposal, words),
            player="" if one.seat is None else words.player(one.seat),
        )
        for one in settled
    ]


def own_side(viewer: Viewer, words: SiteWords) -> int | None:
    """The side for which a viewer plays."""
    return None if viewer.seat is None else words.seating.side_of(viewer.seat)


def opponents(viewer: Viewer, words: SiteWords) -> list[tuple[int, str]]:
    """The seats against which a player may claim, with what they are called."""
    side = own_side(viewer, words)
    seats = range(words.seating.players) if side is not None else ()
    return [(seat, words.player(seat)) for seat in seats if words.seating.side_of(seat) != side]


def _said(proposal: Proposal, words: SiteWords) -> str:
    """What is to be put right, in a sentence; the texts name of these values what they need."""
    command = _command(proposal, words)
    card, seat, cards = (getattr(command, name, None) for name in ("card", "seat", "cards"))
    verdict = isinstance(command, presses.Answer)
    return words.web(
        "ask_verdict" if verdict else f"ask_{proposal.input.split()[0]}",
        player=words.player(proposal.seat),
        deal=getattr(command, "deal", ""),
        card=_named(card, words) if card else "",
        other="" if seat is None else words.player(seat),
        cards=", ".join(_named(one, words) for one in cards or ()),
        answer=words.screen("yes" if getattr(command, "first", False) else "no"),
    )


def _command(proposal: Proposal, words: SiteWords) -> presses.PressCommand:
    return presses.parse_press(ButtonPress(0, proposal.seat, proposal.input), words.seating.players)


def _named(card: Card, words: SiteWords) -> str:
    """A card as people name it: without a suit where nobody has said one (rule G2: suits never matter)."""
    return words.card(card) if card.suit else str(card.rank.value)
