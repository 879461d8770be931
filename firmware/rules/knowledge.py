"""What an observer can know of a claim, from plays and words alone (part 9 of the rule book, O2 to O5)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import combinations_with_replacement

from firmware.cards import Pack, Rank
from firmware.rules.claims import is_proven, options
from firmware.rules.concealed import claimable
from firmware.rules.match import Match
from firmware.rules.position import Position
from firmware.rules.ruleset import Ruleset
from firmware.rules.voice import AnnouncingState


class Standing(StrEnum):
    """What is known of a claim."""

    OPEN = "open"
    TRUE = "true"
    """O3: his own cards prove it."""
    FALSE = "false"
    """O3: his own cards disprove it."""
    TRUE_BY_COUNTING = "true by counting"
    """O4, O5: whatever he still holds proves it. The referee does not act on it; a player may."""
    FALSE_BY_COUNTING = "false by counting"
    """O4: no cards are left that could make it true: a challenge is safe (D18)."""


def standing(voice: AnnouncingState, left: int, unseen: Mapping[Rank, int], pack: Pack, ruleset: Ruleset) -> Standing:
    """What is known of the claim that a player has made, or of what he may be concealing.

    Args:
        voice: his claim, and the ranks that he has shown in this batch.
        left: cards in his hand.
        unseen: cards of each rank that nobody has seen in this deal: hands and stock.
        pack: the cards that are played with.
        ruleset: the rules.
    """
    if not options(voice, left, pack, ruleset):
        return Standing.FALSE
    if is_proven(voice, left, pack, ruleset):
        return Standing.TRUE
    outcomes = {bool(options(whole, 0, pack, ruleset)) for whole in _whole_hands(voice, left, unseen)}
    if outcomes == {False}:
        return Standing.FALSE_BY_COUNTING
    return Standing.TRUE_BY_COUNTING if outcomes == {True} else Standing.OPEN


def _whole_hands(voice: AnnouncingState, left: int, unseen: Mapping[Rank, int]) -> Iterator[AnnouncingState]:
    """The player with every hand that he can have."""
    ranks = [rank for rank, count in unseen.items() if count > 0]
    for rest in combinations_with_replacement(ranks, left):
        if all(count <= unseen[rank] for rank, count in Counter(rest).items()):
            yield voice._replace(shown=(*voice.shown, *rest))


def unseen(match: Match, position: Position) -> dict[Rank, int]:
    """Cards of each rank that nobody has seen in this deal (part 9: U)."""
    return {rank: match.copies - position.seen.count(rank) for rank in match.pack.ranks}


def standings(match: Match, position: Position) -> dict[int, Standing]:
    """What is known of each live claim, by seat."""
    left = unseen(match, position)
    return {
        seat: standing(voice, position.hands[seat], left, match.pack, match.ruleset)
        for seat, voice in enumerate(position.voices)
        if voice.claim
    }


def concealed(match: Match, position: Position) -> dict[int, int]:
    """Points that can be claimed now for what was concealed, by the seat that concealed it (D14)."""
    points = {seat: claimable(match, position, seat) for seat in range(match.players)}
    return {seat: due for seat, due in points.items() if due}
