"""What a claim can still be, by the claimant's own cards and four of a rank (D8, part 5 of the rule book)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from firmware.cards import Pack, Rank
from firmware.rules.ruleset import Ruleset
from firmware.rules.voice import Announcement, AnnouncingState

ClaimReading = tuple[tuple[Rank, int], ...]
"""A combination that a claim may be: how many cards of which ranks, the best rank first."""

PAIR, TRIPLE = 2, 3


def options(voice: AnnouncingState, left: int, pack: Pack, ruleset: Ruleset) -> tuple[ClaimReading, ...]:
    """Every combination that the claim can be; none: it is proven false (part 5).

    Args:
        voice: of a player with a live claim.
        left: cards in his hand.
        pack: the cards that are played with.
        ruleset: the rules.
    """
    if voice.named:
        return (_way(voice.claim, voice.named),)
    return _hidden(voice.claim, voice.shown, left, pack.ranks, ruleset.decl_ranks)


@lru_cache(maxsize=1 << 14)  # a referee asks the same few questions again and again
def _hidden(
    kind: Announcement | None, shown: tuple[Rank, ...], left: int, ranks: tuple[Rank, ...], counting: tuple[int, ...]
) -> tuple[ClaimReading, ...]:
    counts = Counter(shown)
    paired = [rank for rank in ranks if not counting or rank in counting]  # V7
    ways = _ways(kind, ranks if kind is Announcement.TRINGA else paired)
    return tuple(way for way in ways if _missing(way, counts) <= left and _fits(way, counts))


def _ways(kind: Announcement | None, ranks: Iterable[Rank]) -> Iterator[ClaimReading]:
    size = 2 if kind is Announcement.DOUBLE else 1
    return (_way(kind, choice) for choice in combinations_with_replacement(ranks, size))


@lru_cache(maxsize=1 << 10)
def _way(kind: Announcement | None, ranks: tuple[Rank, ...]) -> ClaimReading:
    """The cards that an announcement of these ranks needs."""
    if kind is Announcement.TRINGA:
        return ((ranks[0], TRIPLE),)
    needed = Counter({rank: PAIR * count for rank, count in Counter(ranks).items()})
    return tuple(sorted(needed.items(), reverse=True))


def _missing(way: ClaimReading, shown: Mapping[Rank, int]) -> int:
    return sum(max(0, need - shown.get(rank, 0)) for rank, need in way)


def _fits(way: ClaimReading, shown: Mapping[Rank, int]) -> bool:
    """V2: four of a kind are two rondas and no tringa."""
    return not (way[0][1] == TRIPLE and shown.get(way[0][0], 0) > TRIPLE)


def is_shown(way: ClaimReading, voice: AnnouncingState) -> bool:
    """Whether the whole combination lies shown (D9b)."""
    return bool(voice.named) or _lies_open(way, voice.shown)


@lru_cache(maxsize=1 << 14)
def _lies_open(way: ClaimReading, shown: tuple[Rank, ...]) -> bool:
    return _missing(way, Counter(shown)) == 0


def is_proven(voice: AnnouncingState, left: int, pack: Pack, ruleset: Ruleset) -> bool:
    """Whether the player's own cards prove his claim (O3); three of a kind may still become four, no tringa (V2).

    Args:
        voice: what he said, and the ranks that he has shown in this batch.
        left: cards in his hand.
        pack: the cards that are played with.
        ruleset: the rules.
    """
    if voice.claim is Announcement.TRINGA and left:
        return False
    return any(is_shown(way, voice) for way in options(voice, left, pack, ruleset))


def joint_readings(
    claims: Sequence[tuple[AnnouncingState, tuple[ClaimReading, ...]]], supply: Mapping[Rank, int]
) -> Iterator[tuple[ClaimReading, ...]]:
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
            yield from ((way, *rest) for rest in joint_readings(others, left))
