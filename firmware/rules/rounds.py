"""Matches of several rounds, and the round that captured cards win (V17)."""

from firmware.rules.events import GameEvent, GameWon, RoundWon
from firmware.rules.match import Match
from firmware.rules.options import FirstRound
from firmware.rules.position import Position
from firmware.rules.voice import NOTHING_TO_ANNOUNCE


def counts_cards(match: Match, position: Position) -> bool:
    """Whether the round that is played is the one that captured cards win (V17)."""
    return match.ruleset.first_round is FirstRound.CARDS and not any(position.rounds)


def even_share(match: Match) -> int:
    """What each player would own of the pack if all owned the same: 20, 13 or 10 cards (V17, X40)."""
    return len(match.pack.cards) * match.ruleset.packs // match.players


def with_taken(taken: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    """Who captured how much himself, after one player got some cards more.

    Args:
        taken: cards that each player captured himself; empty where it does not matter.
        seat: who gets more.
        cards: how many more.
    """
    return (*taken[:seat], taken[seat] + cards, *taken[seat + 1 :]) if taken else ()


def first_with_a_share(match: Match, position: Position) -> int | None:
    """The side of the player who owns an even share of the pack (V17, X40).

    An open packet is not finally owned (K7).
    """
    share = even_share(match)
    chain = position.chain
    for seat, cards in enumerate(position.taken):
        held = len(chain.packet) if chain is not None and chain.owner == seat else 0
        if cards - held >= share:
            return match.side_of[seat]
    return None


def win(match: Match, position: Position, sides: tuple[int, ...], events: list[GameEvent]) -> Position:
    """The position after sides have won the match or a round of it (V17); nothing pending is paid after that (W3).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        sides: who has won.
        events: what it causes is added to these.
    """
    over = position._replace(turn=None, chain=None, held=None)
    if match.ruleset.match_rounds == 1:
        events.append(GameWon(sides))
        return over._replace(winners=sides)
    rounds = tuple(won + (side in sides) for side, won in enumerate(position.rounds))
    events.append(RoundWon(sides, rounds, position.scores))
    champion = _champion(match, rounds)
    if champion is None:
        return _next_round(match, position, over._replace(rounds=rounds))
    events.append(GameWon((champion,)))
    return over._replace(rounds=rounds, winners=(champion,))


def _champion(match: Match, rounds: tuple[int, ...]) -> int | None:
    """The side whose lead the rounds that are left cannot make up; level sides play one more (silent)."""
    left = max(match.ruleset.match_rounds - sum(rounds), 0)
    second, first = sorted(rounds)[-2:]
    return rounds.index(first) if first > second + left else None


def _next_round(match: Match, before: Position, over: Position) -> Position:
    """Nil to all, and the deal passes on (G7), which it has done already where the count ended the round."""
    dealer = over.dealer if before.turn is None else match.after(over.dealer)
    return over._replace(
        scores=(0,) * match.sides,
        dealer=dealer,
        hands=(0,) * match.players,
        voices=(NOTHING_TO_ANNOUNCE,) * match.players,
        before=(),
        awarded=(0,) * match.sides,
        ledger=(),
        debts=(),
        fresh=None,
    )
