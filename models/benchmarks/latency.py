"""How long after a card lies open the referee tells of it, in table time. Pure."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from firmware.cards import Rank
from models.synthetic.films.conditions import in_picture
from models.synthetic.play.timeline import Timeline, TruePlay
from models.synthetic.play.visibility import visibility_of

STEP_MS = 20
OPEN = 0.9  # a card is uncovered when so much of it is seen

ToldPlay = tuple[int, Rank]
"""By which seat a card was played, and of which rank."""


@dataclass(frozen=True, slots=True)
class Latency:
    """For the plays whose cards came to lie still and uncovered before they were captured.

    Attributes:
        waits_ms: from then until the referee had told the play rightly, with all before it, maybe by a correction; for
            each play that was told. Negative if he knew it before.
        plays: how many such plays there were, told or not.
    """

    waits_ms: tuple[int, ...] = ()
    plays: int = 0

    def __add__(self, other: "Latency") -> "Latency":
        """The waits and plays of both."""
        return Latency(self.waits_ms + other.waits_ms, self.plays + other.plays)

    @property
    def told_share(self) -> float:
        """The share of the plays that were told at all, 0 to 1."""
        return len(self.waits_ms) / self.plays if self.plays else 1.0

    def at(self, share: float) -> float:
        """The wait that so large a share does not exceed; 0.5 is the median."""
        waits = sorted(self.waits_ms)
        return statistics.median(waits) if share == 0.5 else waits[int(share * (len(waits) - 1))]


def note_right(right_ms: dict[int, int], timeline: Timeline, told: Sequence[ToldPlay], t_ms: int) -> None:
    """Note which plays of the session are told rightly by now and were not before: the index of each, and the time.

    Args:
        right_ms: the time for each index of a play so far; added to.
        timeline: the session.
        told: the plays that the referee tells of by now.
        t_ms: now.
    """
    for index, (play, word) in enumerate(zip(timeline.plays, told, strict=False)):
        if index not in right_ms and word == (play.seat, play.card.rank):
            right_ms[index] = t_ms


def latency(timeline: Timeline, right_ms: Mapping[int, int]) -> Latency:
    """How long after each card was uncovered its play was told rightly; see :func:`note_right`."""
    open_ms = {index: uncovered_ms(timeline, play) for index, play in enumerate(timeline.plays)}
    seen = {index: t_ms for index, t_ms in open_ms.items() if t_ms is not None}
    return Latency(tuple(right_ms[index] - t_ms for index, t_ms in seen.items() if index in right_ms), len(seen))


def uncovered_ms(timeline: Timeline, play: TruePlay) -> int | None:
    """When the card first lies still and uncovered after it was let go, or ``None`` if it is captured before."""
    return next(
        (t_ms for t_ms in range(play.t_ms, _gone_ms(timeline, play), STEP_MS) if _open(timeline, play, t_ms)), None
    )


def _open(timeline: Timeline, play: TruePlay, t_ms: int) -> bool:
    state = timeline.at(t_ms)
    number = next((n for n, card in enumerate(state.cards) if card.card == play.card), None)
    if number is None or state.cards[number].moving:
        return False
    return visibility_of(in_picture(state, timeline.view), timeline.view).shares[number] >= OPEN


def _gone_ms(timeline: Timeline, play: TruePlay) -> int:
    """When the card is captured: the play that takes it is let go, or it is turned over or taken out of view."""
    taken = [other.t_ms for other in timeline.plays if other.t_ms > play.t_ms and play.card in other.took]
    return round(min([*taken[:1], *_leaves(timeline, play), timeline.end_ms]))


def _leaves(timeline: Timeline, play: TruePlay) -> Iterator[float]:
    for leg in timeline.cards[play.card].legs:
        if leg.start_ms >= play.t_ms - 1 and (leg.vanishes or not leg.face_up_after):
            yield leg.start_ms


def told_words(latencies: Sequence[Latency]) -> str:
    """Median, 95th percentile and share told, in one line."""
    total = sum(latencies, Latency())
    if not total.waits_ms:
        return "nothing was told"
    median, late = total.at(0.5), total.at(0.95)
    return f"median {median:.0f}, p95 {late:.0f}; told {total.told_share:.1%} of {total.plays} uncovered cards"
