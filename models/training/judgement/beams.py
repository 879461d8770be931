"""Beams kept from witnessed deals: features of the true history and of its rivals, when the reader had to choose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from firmware.cards import Card
from firmware.decoding import likelihood, weights
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.branching import rewrite
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.referee import MatchSetup, Referee
from firmware.rules.play import Play
from firmware.signals import ButtonPress, Signal, TableObservation, Tick
from firmware.tracking.track import Track
from firmware.tracking.tracker import Tracker
from models.synthetic.films.witnessed import WitnessedMatch
from models.synthetic.play.timeline import TruePlay
from models.training.judgement.traced import Traced, weight_names

EVERY = 6
"""A beam is kept after so many plays, and one when the deal is over: those of two plays in a row are nearly alike."""
AFTER_MS = 2500
"""So long after the card came to lie: then a play is told, however doubtful (patience of the pace)."""
DOUBTFUL = 0.98
"""A beam is kept too while the leading history holds less than this: what is told early is told by such shares."""
DOUBT_EVERY_MS = 400
"""Beams of one doubt are much alike: no more are kept than one in this, and half as many when it has lasted twice as
long."""
JUST_MS = (-200, 500)
"""From when to when, seen from now, a card is let go that may be told in a doubt or not."""
OVER_MS = 30_000
"""After the last look: the deal is smoothed and asked about by then."""
NEAR_MS = (-1500, 4000)
"""A track that begins so long before and after a card was let go may show it."""

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class KeptBeam:
    """Hypotheses at one moment of a deal.

    Attributes:
        deal: which deal, by its seed.
        features: of each hypothesis and weight, float64 (N, weights).
        rest: the part of each log-likelihood that no weight makes, float64 (N,).
        true: which of them tell the truth, bool (N,); none, where it could not be made either.
        made: the truth was not among them and was made by playing it again.
        over: the deal was over.
    """

    deal: int
    features: Reals
    rest: Reals
    true: NDArray[np.bool_]
    made: bool
    over: bool

    @property
    def tells(self) -> bool:
        """Whether something is to be learned from it: the reader has the truth, and rivals to it.

        One that was made tells of a proposal that is missing: mostly of a card that is still under the hand.
        """
        return bool(not self.made and self.true.any() and not self.true.all())


def kept_beams(witnessed: WitnessedMatch) -> Iterator[KeptBeam]:
    """Referee the first deal of a match, by traced weights, and keep beams of it."""
    script, plays = witnessed.match.script, _first_deal(witnessed)
    referee = Referee(MatchSetup(script.players, script.dealer, script.rules))
    due = [plays[index].t_ms + AFTER_MS for index in range(EVERY - 1, len(plays) - 1, EVERY)]
    since_ms = next_ms = 0
    for signal in _signals(witnessed, plays[-1].t_ms + OVER_MS):
        while due and due[0] <= signal.t_ms:
            yield from _kept(witnessed.seed, referee._beam, plays, due.pop(0), over=False)
        referee.feed(signal)
        if max(referee._beam.history_shares().values()) >= DOUBTFUL:
            since_ms = next_ms = signal.t_ms
        elif signal.t_ms >= next_ms:
            next_ms = signal.t_ms + max(signal.t_ms - since_ms, DOUBT_EVERY_MS)
            yield from _doubtful(witnessed.seed, referee._beam, plays, signal.t_ms)
    referee.close(plays[-1].t_ms + OVER_MS)
    yield from _kept(witnessed.seed, referee._beam, plays, plays[-1].t_ms + OVER_MS, over=True)


def _first_deal(witnessed: WitnessedMatch) -> Sequence[TruePlay]:
    count = sum(len(batch) for batch in witnessed.match.script.deals[0].batches)
    return witnessed.timeline.plays[:count]


def _signals(witnessed: WitnessedMatch, until_ms: int) -> Iterator[Signal]:
    """All looks and presses in order, and a tick where nothing is seen for a while."""
    signals: list[TableObservation | ButtonPress] = [*witnessed.looks, *(one.press for one in witnessed.presses)]
    last_ms = 0
    for signal in sorted(signals, key=lambda one: one.t_ms):
        yield from (Tick(t_ms) for t_ms in range(last_ms + 300, signal.t_ms, 300))
        last_ms = signal.t_ms
        yield signal
    yield from (Tick(t_ms) for t_ms in range(last_ms + 300, until_ms, 300))


def _kept(seed: int, beam: BeamSearch, plays: Sequence[TruePlay], now_ms: int, *, over: bool) -> Iterator[KeptBeam]:
    """The beam as it is, with the truth in it if that can be made; nothing before the layout is known."""
    hypotheses, true = _judged(beam, plays, now_ms - AFTER_MS, now_ms)
    made, lain = not any(true), [play for play in plays if play.t_ms <= now_ms - AFTER_MS]
    if made and (truth := made_truth(hypotheses, lain, beam.tracker)):
        hypotheses, true = [*hypotheses, truth], [*true, True]
    if hypotheses:
        yield replace(_beam(seed, beam.tracker, hypotheses, true), made=made, over=over)


def _beam(seed: int, tracker: Tracker, hypotheses: Sequence[Hypothesis], true: Sequence[bool]) -> KeptBeam:
    values = [likelihood.deal_log_likelihood(one, tracker) for one in hypotheses]
    features = np.array([_row(value) for value in values])
    now = np.array([float(getattr(weights, name)) for name in weight_names()])
    rest = np.array(values, float) - features @ now
    return KeptBeam(seed, features, rest, np.array(true), made=False, over=False)


def _doubtful(seed: int, beam: BeamSearch, plays: Sequence[TruePlay], now_ms: int) -> Iterator[KeptBeam]:
    """The beam as it is in the midst of a doubt, if the truth is in it."""
    hypotheses, true = _judged(beam, plays, now_ms + JUST_MS[0], now_ms + JUST_MS[1])
    if any(true) and not all(true):
        yield _beam(seed, beam.tracker, hypotheses, true)


def _row(value: float) -> list[float]:
    parts = value.parts if isinstance(value, Traced) else {}
    return [parts.get(name, 0.0) for name in weight_names()]


def _judged(
    beam: BeamSearch, plays: Sequence[TruePlay], since_ms: int, until_ms: int
) -> tuple[list[Hypothesis], list[bool]]:
    """The hypotheses that have begun, and which are true: plays made between these times may be told or not."""
    least, most = (sum(play.t_ms <= t_ms for play in plays) for t_ms in (since_ms, until_ms))
    hypotheses = [one for one in beam.hypotheses if one.steps]
    return hypotheses, [_is_true(one, plays, least, most) for one in hypotheses]


def _is_true(hypothesis: Hypothesis, plays: Sequence[TruePlay], least: int, most: int) -> bool:
    """Whether a hypothesis tells the true plays, by seat and rank, as far as they were made and can be known."""
    told = [step.rank_fact for step in hypothesis.steps[1:]]
    true = [(play.seat, play.card.rank) for play in plays[: len(told)]]
    return not hypothesis.past and least <= len(told) <= most and told == true


def made_truth(hypotheses: Sequence[Hypothesis], plays: Sequence[TruePlay], tracker: Tracker) -> Hypothesis | None:
    """The true history by the tracks that there are; ``None`` where the rules do not allow it by the layout as read.

    Args:
        hypotheses: those of the beam, of which steps are taken over.
        plays: the true plays.
        tracker: all tracks.
    """
    base = next((one for one in hypotheses if not one.past), None)
    if base is None:
        return None
    known = {(step.rank_fact, step.track_ids): step for one in hypotheses for step in one.steps[1:]}
    free = {track.id: track for track in tracker if track.id not in base.steps[0].track_ids}
    steps = [_true_step(play, list(known.values()), free) for play in plays]
    return rewrite(base, (base.steps[0], *steps))


def _true_step(play: TruePlay, known: Sequence[Step], free: dict[int, Track]) -> Step:
    """The step of a true play: one that some hypothesis has, or by a track that shows its card, or unseen."""
    same = [step for step in known if step.rank_fact == (play.seat, play.card.rank) and _is_near(step.t_ms, play)]
    same = [step for step in same if all(track_id in free for track_id in step.track_ids)]
    if same:
        step = min(same, key=lambda one: (not one.track_ids, abs(one.t_ms - play.t_ms)))
        for track_id in step.track_ids:
            del free[track_id]
        return step
    near = [track for track in free.values() if _is_near(track.born_ms, play)]
    shows = [track for track in near if play.card in track.likeliest(3)]
    if not shows:
        return Step(play.t_ms, (), Play(play.seat, Card(play.card.rank)), weights.UNSEEN_PLAY)
    track = free.pop(max(shows, key=lambda one: one.log_prob(play.card)).id)
    return Step(track.born_ms, (track.id,), Play(play.seat, play.card), weights.SEEN_PLAY)


def _is_near(t_ms: int, play: TruePlay) -> bool:
    return NEAR_MS[0] <= t_ms - play.t_ms <= NEAR_MS[1]
