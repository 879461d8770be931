"""How long after a card lies open the referee tells of it, in table time. Pure."""

import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from firmware.cards import Rank
from models.synthetic.conditions import in_picture
from models.synthetic.cover import sight_of
from models.synthetic.timeline import Placed, Timeline

STEP_MS = 20
OPEN = 0.9  # a card is uncovered when so much of it is seen

Told = tuple[int, int, Rank]
"""When the referee told of a play, by which seat, of which rank."""


@dataclass(frozen=True, slots=True)
class Latency:
    """For the plays whose cards came to lie still and uncovered before they were captured.

    Attributes:
        waits_ms: from then to the referee's word, for each play that was told; negative if the word came before.
        plays: how many such plays there were, told or not.
    """

    waits_ms: tuple[int, ...] = ()
    plays: int = 0

    def __add__(self, other: "Latency") -> "Latency":
        """Both together."""
        return Latency(self.waits_ms + other.waits_ms, self.plays + other.plays)

    @property
    def told_share(self) -> float:
        """The share of the plays that were told at all, 0 to 1."""
        return len(self.waits_ms) / self.plays if self.plays else 1.0

    def at(self, share: float) -> float:
        """The wait that so large a share does not exceed; 0.5 is the median."""
        waits = sorted(self.waits_ms)
        return statistics.median(waits) if share == 0.5 else waits[int(share * (len(waits) - 1))]


def latency(timeline: Timeline, told: Iterable[Told]) -> Latency:
    """Hold the referee's words against the session.

    Args:
        timeline: the session.
        told: every play that was told, by time; each counts for the first play that it fits.
    """
    words, waits, plays = list(told), list[int](), 0
    for play in timeline.plays:
        fits = (one for one in words if one[0] >= play.t_ms and one[1:] == (play.seat, play.card.rank))
        word = next(fits, None)
        if word:
            words.remove(word)
        open_ms = uncovered_ms(timeline, play)
        if open_ms is not None:
            plays += 1
            waits += [word[0] - open_ms] if word else []
    return Latency(tuple(waits), plays)


def uncovered_ms(timeline: Timeline, play: Placed) -> int | None:
    """When the card first lies still and uncovered after it was let go, or ``None`` if it is captured before."""
    return next(
        (t_ms for t_ms in range(play.t_ms, _gone_ms(timeline, play), STEP_MS) if _open(timeline, play, t_ms)), None
    )


def _open(timeline: Timeline, play: Placed, t_ms: int) -> bool:
    moment = timeline.at(t_ms)
    number = next((n for n, card in enumerate(moment.cards) if card.card == play.card), None)
    if number is None or moment.cards[number].moving:
        return False
    return sight_of(in_picture(moment, timeline.view), timeline.view).shares[number] >= OPEN


def _gone_ms(timeline: Timeline, play: Placed) -> int:
    """When the card is captured: the play that takes it is let go, or it is turned over or taken out of view."""
    taken = [other.t_ms for other in timeline.plays if other.t_ms > play.t_ms and play.card in other.took]
    return round(min([*taken[:1], *_leaves(timeline, play), timeline.end_ms]))


def _leaves(timeline: Timeline, play: Placed) -> Iterator[float]:
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
