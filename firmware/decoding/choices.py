"""Which card of their hand people play: who can take something does, as a rule, though no rule asks for it (C5)."""

from collections.abc import Sequence

from firmware.cards import Rank
from firmware.decoding.history import HistoryEntry, Step
from firmware.rules.game import Game
from firmware.rules.play import Play


def passed_up(origin: Game, entries: Sequence[HistoryEntry]) -> int:
    """How many plays of a deal took nothing, though their player held a card that would have.

    What he held is known from what he played later, before the next hands were dealt (B2). Where it is known which of
    them he played first nothing is to be inferred: people do as they like.

    Args:
        origin: the game before the deal.
        entries: what happened in it.
    """
    held: dict[tuple[int, int], list[tuple[Rank, int]]] = {}
    count = 0
    for before, step, play in reversed(_plays_made(origin, entries)):
        hand, latest_ms = held.setdefault((play.seat, before.batch), []), step.latest_ms
        instead = [rank for rank, earliest_ms in hand if earliest_ms <= latest_ms]
        if instead and play.card.rank not in (takeable := takeable_ranks(before)):
            count += not takeable.isdisjoint(instead)
        hand.append((play.card.rank, step.earliest_ms))
    return count


def _plays_made(origin: Game, entries: Sequence[HistoryEntry]) -> list[tuple[Game, Step, Play]]:
    """Each play, its step, and the game before it."""
    games = (origin, *[entry.game for entry in entries])
    steps = [(game, one.fact) for game, one in zip(games, entries, strict=False) if isinstance(one.fact, Step)]
    return [(game, step, step.action) for game, step in steps if isinstance(step.action, Play)]


def takeable_ranks(game: Game) -> set[Rank]:
    """The ranks that take something from the table, or a packet that may still be answered (K5)."""
    ranks = {card.rank for card in game.table}
    return ranks | {game.chain.rank} if game.chain else ranks
