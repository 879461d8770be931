"""The beam search: from looks to plays, by weighing every hypothesis that the rules allow against what was seen.

The idea is that of following a chess game by scoring each legal move against the camera's opinion of each square: the
rules are the prior. Several hypotheses are kept while they are close; each is a whole game. Cards that appear are
explained as a play, as a card known already that moved, or as clutter; cards that vanish without a play seen are
explained by a play that nobody saw.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import chain

from firmware.decoding import likelihood, pruning
from firmware.decoding.branching import add_saying, initial_hypothesis
from firmware.decoding.history import TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals import (
    appearances,
    guesses,
    layouts,
    other_pasts,
    renamings,
    reorderings,
    revoked_wins,
    seen_in_passing,
    unseen_plays,
)
from firmware.decoding.smoothing import Smoother
from firmware.rules.game import Game
from firmware.signals import TableObservation
from firmware.tracking.tracker import Tracker

BEAM_WIDTH = 24
"""Hypotheses kept; more than a handful are close only in the moments after a hurried capture."""
LEADING = 6
"""Hypotheses for which others are proposed: those behind are seldom close enough for one change to bring them to the
front."""
RIVALS = 2
"""Of these it is tried whether a card seen on its way was played: where one is missing neither may be right before. For
all that lead it costs questions: 4 more in 8 witnessed matches."""
PRUNE_MARGIN = 12.0
"""Log-likelihood below the best at which a hypothesis is dropped: e-12, one in 160,000."""
MAX_SMOOTHING = 500
"""Steps of smoothing of a deal when the session ends: each of its plays left out, more than a dozen times over."""
REVISIT_MS = 2000
"""Proposals about something new are made once more after this: whose hand took a capture up is known by then."""


class BeamSearch:
    """The decoder: :meth:`observe` takes in a look, :attr:`best` is the leading hypothesis. No clock, no chance.

    Attributes:
        tracker: the tracks that the hypotheses explain.
        hypotheses: the beam, the leading hypothesis first.
        log_likelihoods: that of each hypothesis, up to a constant.
    """

    def __init__(self, game: Game) -> None:
        """Begin with ``game``, before its first layout."""
        self.tracker = Tracker(game.ruleset.packs)
        self.hypotheses: list[Hypothesis] = [initial_hypothesis(game)]
        self.log_likelihoods: list[float] = [0.0]
        self._t_ms = 0
        self._key = 0
        self._revisit_ms = math.inf
        self._likelihood_cache: dict[int, tuple[float, Hypothesis]] = {}
        self._elapsed_ms = 0
        self._smoother = Smoother()

    @property
    def busy(self) -> bool:
        """Whether it is in the middle of a smoothing that takes several looks."""
        return self._smoother.busy

    @property
    def best(self) -> Hypothesis:
        """The leading hypothesis."""
        return self.hypotheses[0]

    def observe(self, look: TableObservation) -> None:
        """Take in one look and weigh all hypotheses again."""
        self._elapsed_ms = min(look.t_ms - self._t_ms, 1000)
        self._t_ms = look.t_ms
        self.tracker.update(look)
        self._likelihood_cache.clear()
        self._prune(self.hypotheses)
        changed = self._propose()
        self._smooth()
        self._add(self._smoother.again(self.tracker))
        self._assign_appearances()
        self.hypotheses = [renamings.infer_last_suit(hypothesis) for hypothesis in self.hypotheses]
        if not self._smoother.busy:
            self._delete_tracks()
        if changed:
            self._prune_past()
        self._promote()

    def _propose(self) -> bool:
        """Try the moves of each look, and those that are due when something has changed; whether it has."""
        self._add(unseen_plays.unseen_captures(self.hypotheses, self.tracker))
        leading = self.hypotheses[:LEADING]
        for move in unseen_plays.MOVES:
            self._add(move(leading, self.tracker))
        self._add(revoked_wins.played_on(leading, self.tracker))
        news = self._changed()
        self._add((*reorderings.swapped_plays(news), *seen_in_passing.laid_unseen(news, self.tracker)))
        self._add(seen_in_passing.pairs_in_passing(news, self.tracker))
        self._add(guesses.needless_guesses(news))
        self._add(renamings.other_misread(news, self.tracker))
        self._add(seen_in_passing.guesses_on_way(news, self.tracker))
        self._add(reorderings.played_later(news, self.tracker))
        for hypothesis in news[:1]:
            self._add(unseen_plays.skipped_turns(hypothesis, self.tracker))
        for hypothesis in news[:RIVALS]:
            self._add(seen_in_passing.played_on_way(hypothesis, self.tracker))
        self._add(seen_in_passing.answered_on_way(self.best, self.tracker))
        self._add(renamings.relabelled(self.hypotheses[:LEADING], self.tracker))
        if news:
            self._add(other_pasts.after_other_deals(self.hypotheses[:LEADING], self.hypotheses))
        return bool(news)

    def add_saying(self, saying: TimedSaying) -> None:
        """Take in what somebody said: each hypothesis puts it where it belongs."""
        opened = [layouts.opened_by_saying(hypothesis, saying, self.tracker) for hypothesis in self.hypotheses]
        ended = (one for hypothesis in opened for one in unseen_plays.ended_by_saying(hypothesis, saying))
        self._prune([*(add_saying(hypothesis, saying) for hypothesis in opened), *ended])

    def take_over(self, other: "BeamSearch") -> None:
        """Go on as another one, which has taken in the same looks with other names."""
        vars(self).update(vars(other))

    def restrict(self, leading: Hypothesis, others: Sequence[Hypothesis]) -> None:
        """Keep only the hypotheses that a person's word allows; none may overtake the leading one."""
        self._likelihood_cache.clear()
        self._smoother = Smoother()
        most = self._log_likelihood(leading)
        self._prune([leading, *(hypothesis for hypothesis in others if self._log_likelihood(hypothesis) <= most)])

    def _changed(self) -> list[Hypothesis]:
        """The leading hypotheses, if the best one tells something new, and once more a little later."""
        new, again = self.best.key != self._key, self._t_ms >= self._revisit_ms
        if new or again:
            self._key, self._revisit_ms = self.best.key, self._t_ms + REVISIT_MS if new else math.inf
        return self.hypotheses[:LEADING] if new or again else []

    def probabilities(self) -> list[float]:
        """Probability of each hypothesis, the leading one first."""
        ratios = [math.exp(weight - self.log_likelihoods[0]) for weight in self.log_likelihoods]
        return [ratio / sum(ratios) for ratio in ratios]

    def history_shares(self) -> dict[int, float]:
        """Probability of each history, whatever the suits (rule G2), by its rank key."""
        sums: dict[int, float] = {}
        for hypothesis, share in zip(self.hypotheses, self.probabilities(), strict=True):
            sums[hypothesis.rank_key] = sums.get(hypothesis.rank_key, 0.0) + share
        return sums

    def _add(self, proposals: Iterable[Hypothesis]) -> None:
        """Weigh proposals beside the hypotheses there are."""
        more = iter(proposals)
        for one in more:
            self._prune(chain(self.hypotheses, (one,), more))

    def _prune(self, hypotheses: Iterable[Hypothesis]) -> None:
        """Keep the likeliest hypotheses, each history once; of those that are far behind nothing is kept meanwhile."""
        best: dict[int, tuple[float, Hypothesis | None]] = {}
        leading = -math.inf
        for hypothesis in hypotheses:
            weight = self._log_likelihood(hypothesis)
            leading = max(leading, weight)
            is_close = weight > leading - PRUNE_MARGIN
            if hypothesis.key not in best or best[hypothesis.key][0] < weight:
                best[hypothesis.key] = (weight, hypothesis if is_close else None)
            if not is_close:  # nobody will ask about it again
                self._likelihood_cache.pop(id(hypothesis), None)
        ranked = sorted(best.values(), key=lambda pair: -pair[0])
        close = [(weight, one) for weight, one in ranked if one and weight > leading - PRUNE_MARGIN]
        kept = pruning.diverse(close)[:BEAM_WIDTH]
        self.log_likelihoods = [weight for weight, _ in kept]
        self.hypotheses = [hypothesis for _, hypothesis in kept]

    def _log_likelihood(self, hypothesis: Hypothesis) -> float:
        """Log-likelihood of a hypothesis by the tracks as they are; it is asked for several times a look."""
        known = self._likelihood_cache.get(id(hypothesis))
        if known is None or known[1] is not hypothesis:  # as of a referee read back
            weight = likelihood.log_likelihood(hypothesis, self.tracker)
            known = self._likelihood_cache[id(hypothesis)] = (weight, hypothesis)
        return known[0]

    def _assign_appearances(self) -> None:
        """Explain cards at rest until no hypothesis has one that it has not assigned."""
        offered = [child for hypothesis in self.hypotheses for child in self._openings(hypothesis)]
        given_up = layouts.given_up(self.hypotheses[:1], self.tracker)
        self._prune(chain(offered, given_up, layouts.begun_later(self.hypotheses, self.tracker)))
        while todo := [hypothesis for hypothesis in self.hypotheses if self._has_unassigned(hypothesis)]:
            done = [hypothesis for hypothesis in self.hypotheses if not self._has_unassigned(hypothesis)]
            explained = (child for hypothesis in todo for child in appearances.explain(hypothesis, self.tracker))
            self._prune([*done, *explained])

    def _smooth(self) -> bool:
        """Take one step of smoothing; whether there was something to smooth."""
        proposals = self._smoother.next(self.hypotheses[:LEADING], self.tracker)
        self._add(proposals or ())
        return proposals is not None

    def finish(self) -> None:
        """Smooth to the end, since nothing more will be seen."""
        for _ in range(MAX_SMOOTHING):
            if not self._smooth():
                break
        self._promote()

    def _openings(self, hypothesis: Hypothesis) -> list[Hypothesis]:
        """The hypothesis, or if it waits for a layout and as many cards lie there, what they may be.

        Where none is laid, any card opens the deal.
        """
        if not hypothesis.game.awaiting_layout:
            return [hypothesis]
        cards = layouts.drop_echoes(likelihood.laid_anew(hypothesis, self.tracker))
        if len(cards) < max(hypothesis.game.ruleset.table_cards, 1):
            return [hypothesis, *appearances.seen_again(hypothesis, self.tracker)]
        return layouts.openings(hypothesis, cards, self.tracker, self._elapsed_ms / 1000)

    def _has_unassigned(self, hypothesis: Hypothesis) -> bool:
        return not hypothesis.game.awaiting_layout and bool(likelihood.unassigned_at_rest(hypothesis, self.tracker))

    def _promote(self) -> None:
        """Put that hypothesis first whose history is the likeliest of all, whatever the suits (G2)."""
        sums = self.history_shares()
        likeliest = max(sums, key=lambda key: sums[key])
        first = next(index for index, hypothesis in enumerate(self.hypotheses) if hypothesis.rank_key == likeliest)
        self.hypotheses.insert(0, self.hypotheses.pop(first))
        self.log_likelihoods.insert(0, self.log_likelihoods.pop(first))

    def _prune_past(self) -> None:
        """Drop what tells deals long over otherwise, or is unlikely and tells earlier deals alone otherwise."""
        weighed = zip(self.log_likelihoods, self.hypotheses, strict=True)
        kept = pruning.without_other_pasts(weighed, self.best)
        self.log_likelihoods = [weight for weight, _ in kept]
        self.hypotheses = [hypothesis for _, hypothesis in kept]

    def _delete_tracks(self) -> None:
        """Delete tracks that are gone and assigned nowhere, except cards seen in passing in this deal.

        They count until the next one is dealt: without them two histories were level at the end of a deal alone.
        """
        kept = (*self.hypotheses, *self._smoother.agreed, *self._smoother.completed)
        gone = pruning.deletable(self.tracker, self.best, kept, self._t_ms - unseen_plays.HANDFULS_MS)
        if gone:
            dropped = {track.id for track in gone}
            self.tracker.retain([track.id for track in self.tracker if track.id not in dropped])
            self.hypotheses = [pruning.without_tracks(hypothesis, gone) for hypothesis in self.hypotheses]
