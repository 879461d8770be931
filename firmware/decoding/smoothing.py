"""What is thought of a deal once its cards are gathered: slowly, for there is time until the next one is dealt."""

from collections.abc import Iterator, Sequence

from firmware.decoding.hypothesis import Reading, rewrite
from firmware.decoding.proposals.missing_plays import agrees, completed, is_short, mended
from firmware.decoding.proposals.unseen_plays import WRONG_SEATS
from firmware.decoding.seating import seating
from firmware.tracking.tracker import Places


class Afterthoughts:
    """Thinks of a story that was short when the cards were gathered, or does not fit the seats, a little at a time.

    Attributes:
        agreed: the leading readings when all cards that should lie on the table were last seen there: the gathering,
            which looks like captures, has not led them astray.
        busy: whether there is such a story of this deal.
    """

    def __init__(self) -> None:
        """Nothing to think about yet."""
        self.agreed: tuple[Reading, ...] = ()
        self.busy = False
        self._key = 0
        self._thoughts: Iterator[Sequence[Reading]] = iter(())

    def next(self, leading: Sequence[Reading], places: Places) -> Sequence[Reading] | None:
        """The next few stories to be weighed beside the leading ones; ``None`` where all has been thought.

        Args:
            leading: the leading readings, the best one first.
            places: all places.
        """
        best = leading[0]
        if agrees(best, places):
            self.agreed = tuple(leading)
        short = is_short(best, places)
        self.busy = short or (best.game.turn is None and (self.busy or _is_odd(best, places)))
        if not self.busy:
            self._thoughts = iter(())
            return None
        thoughts = next(self._thoughts, None)
        if thoughts is None and best.key != self._key:
            self._key, thoughts = best.key, ()
            self._thoughts = completed(self._stories(leading), places) if short else mended(best, places)
        return thoughts

    def _stories(self, leading: Sequence[Reading]) -> Iterator[Reading]:
        """The leading stories, and those that led before the gathering, but those that tell the same."""
        agreed = (one for one in self.agreed if one.steps_before == leading[0].steps_before)
        before = filter(None, (rewrite(leading[0], one.steps) for one in agreed))
        told: set[int] = set()
        for story in (*leading, *before):
            if story.mark not in told:
                told.add(story.mark)
                yield story


def _is_odd(reading: Reading, places: Places) -> bool:
    """Whether the hands of a deal that is over do not fit the seats."""
    return bool(reading.steps) and seating(reading, reading.collected(places), places) < WRONG_SEATS
