"""What a claim can still be, by the claimant's own cards and four of a rank (D8, part 5 of the rule book)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from firmware.cards import Pack, Rank
from firmware.rules.ruleset import Ruleset
from firmware.rules.voice import Kind, Voice

Way = tuple[tuple[Rank, int], ...]
"""A combination that a claim may be: how many cards of which ranks, the best rank first."""

PAIR, TRIPLE = 2, 3


def options(voice: Voice, left: int, pack: Pack, ruleset: Ruleset) -> tuple[Way, ...]:
    """Every combination that the claim can be; none: it is proven false (part 5).

    Args:
        voice: of a player with a live claim.
        left: cards in his hand.
        pack: the cards that are played with.
        ruleset: the rules.
    """
    if voice.named:
        return (_way(voice.claim, voice.named),)
    shown = Counter(voice.shown)
    return tuple(way for way in _ways(voice.claim, pack, ruleset) if _missing(way, shown) <= left and _fits(way, shown))


def _ways(kind: Kind | None, pack: Pack, ruleset: Ruleset) -> Iterator[Way]:
    ranks = [rank for rank in pack.ranks if not ruleset.decl_ranks or rank in ruleset.decl_ranks]  # V7
    if kind is Kind.TRINGA:
        yield from (_way(kind, (rank,)) for rank in pack.ranks)
    elif kind is Kind.RONDA:
        yield from (_way(kind, (rank,)) for rank in ranks)
    else:
        yield from (_way(kind, pair) for pair in combinations_with_replacement(ranks, 2))


def _way(kind: Kind | None, ranks: tuple[Rank, ...]) -> Way:
    """The cards that an announcement of these ranks needs."""
    if kind is Kind.TRINGA:
        return ((ranks[0], TRIPLE),)
    needed = Counter({rank: PAIR * count for rank, count in Counter(ranks).items()})
    return tuple(sorted(needed.items(), reverse=True))


def _missing(way: Way, shown: Mapping[Rank, int]) -> int:
    return sum(max(0, need - shown.get(rank, 0)) for rank, need in way)


def _fits(way: Way, shown: Mapping[Rank, int]) -> bool:
    """V2: four of a kind are two rondas and no tringa."""
    return not (way[0][1] == TRIPLE and shown.get(way[0][0], 0) > TRIPLE)


def is_shown(way: Way, voice: Voice) -> bool:
    """Whether the whole combination lies shown (D9b)."""
    return bool(voice.named) or _missing(way, Counter(voice.shown)) == 0


def is_proven(voice: Voice, left: int, pack: Pack, ruleset: Ruleset) -> bool:
    """Whether the player's own cards prove his claim (O3); three of a kind may still become four, no tringa (V2)."""
    if voice.claim is Kind.TRINGA and left:
        return False
    return any(is_shown(way, voice) for way in options(voice, left, pack, ruleset))


def readings(claims: Sequence[tuple[Voice, tuple[Way, ...]]], supply: Mapping[Rank, int]) -> Iterator[tuple[Way, ...]]:
    """Every combination of one way a claim in which no rank is needed more often than there are cards of it.

    Args:
        claims: the live claims with their options.
        supply: how many cards of each rank there are for them.
    """
    if not claims:
        yield ()
        return
    (voice, ways), *others = claims
    shown = Counter(voice.shown)
    for way in ways:
        needed = shown | Counter(dict(way))  # of each rank the greater of what is shown and needed
        if all(count <= supply[rank] for rank, count in needed.items()):
            left = {rank: count - needed[rank] for rank, count in supply.items()}
            yield from ((way, *rest) for rest in readings(others, left))
