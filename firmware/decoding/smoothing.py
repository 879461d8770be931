"""Smoothing: proposals about a deal whose cards are gathered; slowly, for there is time until the next one is dealt."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import chain

from firmware.decoding import likelihood
from firmware.decoding.branching import rewrite
from firmware.decoding.history import TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.missing_plays import agrees_with_table, completions, lacks_plays, repairs
from firmware.decoding.proposals.rearrangements import rearranged
from firmware.decoding.proposals.unseen_plays import misfits_seats
from firmware.decoding.proposals.unseen_times import timed_anew
from firmware.tracking.tracker import Tracker

COMPLETIONS_KEPT = 24
"""Completed histories that are offered again, as many as a beam has."""
AGAIN_MS = 1000
"""They are offered again so often: the longer the table is empty, the likelier it is that the deal is over."""


class Smoother:
    """Proposes histories for a deal that is over or lacks plays, a few at a time.

    Attributes:
        agreed: the leading hypotheses when all cards that should lie on the table were last seen there: the gathering,
            which looks like captures, has not led them astray.
        busy: whether it is still thinking about such a deal, or the deal lacks plays.
        completed: the likeliest histories of this deal to which nothing is missing, one of all that agree on what
            counts; they may be far behind until the table has been empty for long. None once the leading one is whole.
    """

    def __init__(self) -> None:
        """Nothing to think about yet."""
        self.agreed: tuple[Hypothesis, ...] = ()
        self.busy = False
        self.completed: tuple[Hypothesis, ...] = ()
        self._offered_ms = 0
        self._key = 0
        self._sayings: tuple[TimedSaying, ...] = ()
        self._proposals: Iterator[Iterable[Hypothesis]] | None = None

    def next(self, leading: Sequence[Hypothesis], tracker: Tracker) -> Iterable[Hypothesis] | None:
        """The next few proposals beside the leading hypotheses; ``None`` where there are no more.

        Args:
            leading: the leading hypotheses, the best one first.
            tracker: all tracks.
        """
        best = leading[0]
        if agrees_with_table(best, tracker):
            self.agreed = tuple(leading)
        still_open = best.game.turn is not None
        self.completed = tuple([one for one in self.completed if still_open and one.steps_before == best.steps_before])
        self._hear(best.sayings)
        short = lacks_plays(best, tracker)
        if still_open and not short:
            self.busy, self._proposals = False, None
            return None
        proposals = next(self._proposals, None) if self._proposals else None
        if proposals is None and best.key != self._key:
            self._key, proposals = best.key, ()
            self._proposals = completions(self._candidates(leading), tracker) if short else self._others(best, tracker)
        if proposals is None:
            self._proposals = None
        self.busy = short or proposals is not None
        return self._likeliest(proposals, tracker) if short and proposals else proposals

    def _others(self, best: Hypothesis, tracker: Tracker) -> Iterator[Iterable[Hypothesis]]:
        """What else a deal that is over may have been."""
        misfits = self.busy or misfits_seats(best, tracker)
        return chain(rearranged(best, tracker), repairs(best, tracker) if misfits else ())

    def _hear(self, sayings: tuple[TimedSaying, ...]) -> None:
        """Begin anew if something else was said: what was proposed before knows nothing of it, and would lose it."""
        if sayings != self._sayings:
            self._sayings, self._key, self._proposals = sayings, 0, None
            told = (rewrite(replace(one, sayings=sayings), one.steps, whole=True) for one in self.completed)
            self.completed = tuple(filter(None, told))

    def again(self, tracker: Tracker) -> Sequence[Hypothesis]:
        """The completed histories, once a second; none where there are none.

        Args:
            tracker: all tracks.
        """
        if tracker.now_ms - self._offered_ms < AGAIN_MS:
            return ()
        self._offered_ms = tracker.now_ms
        return self.completed

    def _likeliest(self, proposals: Iterable[Hypothesis], tracker: Tracker) -> Sequence[Hypothesis]:
        """The likeliest of some proposals, which are remembered."""

        def likeliest(some: Iterable[Hypothesis]) -> Sequence[Hypothesis]:
            return nlargest(COMPLETIONS_KEPT, some, key=lambda one: likelihood.deal_log_likelihood(one, tracker))

        proposed = [timed_anew(one, tracker) for one in likeliest(proposals)]
        known = {one.rank_key: one for one in reversed(likeliest(chain(self.completed, proposed)))}
        self.completed = tuple(known.values())
        return proposed

    def _candidates(self, leading: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """The leading hypotheses and those that led before the gathering, one of all that agree on what counts."""
        agreed = (one for one in self.agreed if one.steps_before == leading[0].steps_before)
        before = filter(None, (rewrite(leading[0], one.steps) for one in agreed))
        known: set[int] = set()
        for hypothesis in (*leading, *before):
            if hypothesis.rank_key not in known:
                known.add(hypothesis.rank_key)
                yield hypothesis
