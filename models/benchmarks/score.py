"""How well a session was understood: the true plays against the referee's last hypothesis about them. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.cards import Card

GAP = 0.8  # cheaper than taking one play for an unrelated one, dearer than a wrong suit, rank or seat
WRONG_SUIT, WRONG_ONE, WRONG_ALL = 0.2, 0.7, 1.5

Pair = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class ComparedPlay:
    """A play: who and what."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one session, or of several added up.

    Attributes:
        plays: true plays.
        right: read with the right seat and card.
        rank_right: read with the right seat and rank: all that scores.
        missed: true plays that were not read; invented: read plays that were none.
        silent: plays with wrong seat or rank, missed or invented, with no question about them open.
        unasked: the same where no question at all was open at the end: nothing told people that the score was in doubt.
        questions: asked.
        deals, deals_exact: true deals, and those after which the score was exact.
        games, games_exact: sessions, and those that ended with the exact score and winner.
        unmarked: as ``unasked``, where the score was not marked either: the table agreed, and no deal was doubted.
    """

    plays: int = 0
    right: int = 0
    rank_right: int = 0
    missed: int = 0
    invented: int = 0
    silent: int = 0
    unasked: int = 0
    questions: int = 0
    deals: int = 0
    deals_exact: int = 0
    games: int = 0
    games_exact: int = 0
    unmarked: int = 0

    def __add__(self, other: "Result") -> "Result":
        """The sums of two results."""
        return Result(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def right_share(self) -> float:
        """Share of the true plays read right, 0 to 1."""
        return self.right / self.plays if self.plays else 1.0

    def per_1000(self, count: int) -> float:
        """``count`` divided by the plays, per 1,000 of them."""
        return 1000 * count / self.plays if self.plays else 0.0


def compare(
    truth: Mapping[str, Any], closed: Mapping[str, Any], asked: Collection[int] = (), *, marked: bool = False
) -> Result:
    """Judge one session.

    Args:
        truth: the contents of ``truth.json``.
        closed: the event ``SessionClosed`` of ``hakam replay --json``, and ``deal_scores``, the scores after each
            deal, if they are known; without them only the last deal can be exact.
        asked: the read plays, by their index, about which a question is still open.
        marked: the referee says that table and game do not agree, or that a deal is doubtful.
    """
    true, read = compared_plays(truth["plays"]), compared_plays(closed["plays"])
    pairs = align(true, read)
    wrong = unlike(pairs, true, read)
    good = [(t, r) for t, r in pairs if t is not None and r is not None and (t, r) not in wrong]
    ended = [tuple(deal["scores"]) for deal in truth["deals"]]
    exact = list(truth["scores"]) == list(closed["scores"])
    return Result(
        plays=len(true),
        right=sum(true[t] == read[r] for t, r in good),
        rank_right=len(good),
        missed=sum(r is None for _, r in pairs),
        invented=sum(t is None for t, _ in pairs),
        silent=sum(not _was_asked(pair, asked) for pair in wrong),
        unasked=0 if asked else len(wrong),
        questions=int(closed["doubts"]),
        deals=len(ended),
        deals_exact=_exact_deals(ended, closed, last_exact=exact),
        games=1,
        games_exact=int(exact and truth["winner"] == closed["winner"]),
        unmarked=0 if asked or marked else len(wrong),
    )


def compared_plays(plays: Iterable[Mapping[str, Any]]) -> list[ComparedPlay]:
    """The plays of a truth file or of a closing event."""
    return [ComparedPlay(int(play["seat"]), Card.parse(play["card"])) for play in plays]


def align(true: Sequence[ComparedPlay], read: Sequence[ComparedPlay]) -> list[Pair]:
    """Pairs of indices in order, ``None`` where one list has nothing: the cheapest way from one to the other."""
    cost = [[float(max(i, j)) * GAP for j in range(len(read) + 1)] for i in range(len(true) + 1)]
    for i, one in enumerate(true, start=1):
        for j, other in enumerate(read, start=1):
            gap = min(cost[i - 1][j], cost[i][j - 1]) + GAP
            cost[i][j] = min(cost[i - 1][j - 1] + _difference(one, other), gap)
    return _way_back(cost, true, read)


def unlike(pairs: Iterable[Pair], true: Sequence[ComparedPlay], read: Sequence[ComparedPlay]) -> list[Pair]:
    """The pairs whose plays differ in seat or rank, or of which one is missing.

    Args:
        pairs: indices of plays that belong together, from :func:`align`.
        true: the plays as they were.
        read: the plays as they were read.
    """
    return [(t, r) for t, r in pairs if t is None or r is None or not _same_rank(true[t], read[r])]


def _way_back(cost: list[list[float]], true: Sequence[ComparedPlay], read: Sequence[ComparedPlay]) -> list[Pair]:
    pairs: list[Pair] = []
    i, j = len(true), len(read)
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + _difference(true[i - 1], read[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif not j or (i and cost[i][j] == cost[i - 1][j] + GAP):
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]


def _difference(one: ComparedPlay, other: ComparedPlay) -> float:
    if one == other:
        return 0.0
    if _same_rank(one, other):
        return WRONG_SUIT
    alike = one.seat == other.seat or one.card.rank == other.card.rank
    return WRONG_ONE if alike else WRONG_ALL


def _same_rank(one: ComparedPlay, other: ComparedPlay) -> bool:
    return one.seat == other.seat and one.card.rank == other.card.rank


def _was_asked(pair: Pair, asked: Collection[int]) -> bool:
    return pair[1] is not None and pair[1] in asked


def _exact_deals(ended: Sequence[tuple[int, ...]], closed: Mapping[str, Any], *, last_exact: bool) -> int:
    """How many deals left the exact score."""
    read = [tuple(scores) for scores in closed.get("deal_scores", ())]
    earlier = sum(one == other for one, other in zip(ended[:-1], read, strict=False))
    return earlier + int(last_exact and bool(ended))
