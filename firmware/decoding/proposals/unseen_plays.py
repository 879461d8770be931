"""Proposals of plays that nobody saw at rest: something is gone that only such a play can have taken."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from firmware.cards import Card, Rank
from firmware.decoding import weights
from firmware.decoding.branching import add_saying, rewrite
from firmware.decoding.clutter import BACK_MS, is_same_hand
from firmware.decoding.history import Step, TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.steps import (
    REVISABLE_STEPS,
    candidates,
    is_guess,
    last_places,
    takeable_before,
    unused_cards,
    with_steps_replaced,
)
from firmware.decoding.proposals.unseen_times import unseen_before
from firmware.decoding.seating import seating_log_likelihood, sides_of
from firmware.rules.play import Play
from firmware.tracking.track import Track, is_at_rest, is_gone, laid_span
from firmware.tracking.tracker import Tracker

GLIMPSE_MS = 3000
"""A card seen in passing this long before its capture was noticed may have been the one that captured."""
HANDFULS_MS = 8000
"""A card seen in passing so long before may be that card, where somebody takes the cards up one after the other."""
TOGETHER_MS = 5000
"""What one capture takes is gone within this, also in several handfuls."""
REVISIT_LOOKS = frozenset((2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96))
"""Clear looks without a card, or with one, after which is tried again: the longer, the less news there is."""
WRONG_SEATS = 3.0
"""How much the hands disagree, in :data:`~weights.SEATING`, where a play is proposed that nobody saw: two of them."""
WRONG_HAND = 1.0
"""How much they disagree where a play is tried among the very last ones only, or a card seen on its way: half of one
that laid a card. Without this, faces misread on their way became plays in films and simulated sessions."""
LATELY = 3
"""Plays since which one hand tells that a turn was skipped: the next of each player at a small table, a judgement."""


def unseen_captures(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which vanished cards were taken by a card that nobody saw at rest."""
    for hypothesis in hypotheses:
        for card in hypothesis.on_table:
            last = hypothesis.last_track(card, tracker)
            if last and _is_missed_anew(last) and not last.overruled:
                yield from _captured_unseen(hypothesis, card, last, tracker)
                yield from _captured_together(hypothesis, card, tracker)


def taken_meanwhile(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which a card that went long ago, and should lie there by what is known, was taken unseen."""
    for card in hypothesis.on_table:
        last = hypothesis.last_track(card, tracker)
        if last and is_gone(last) and not last.overruled:
            yield from _captured_unseen(hypothesis, card, last, tracker)


def _is_missed_anew(track: Track) -> bool:
    """Whether a card is not seen, and it is time to try again where it went: at once, if a hand was there."""
    return track.missed_clear in REVISIT_LOOKS or (track.missed_clear == 1 and not track.lost_in_view)


def clutter_as_plays(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which what was clutter, and lies on in the clear, was played after all."""
    for hypothesis in hypotheses:
        for track in [tracker[track_id] for track_id in hypothesis.clutter]:
            if is_due(track):
                yield from played_at(hypothesis, track, weights.SEEN_PLAY)


def is_due(track: Track) -> bool:
    """Whether a card is still seen, and it is time to try it again."""
    return track.missed == 0 and track.clear_looks in REVISIT_LOOKS


def played_at(hypothesis: Hypothesis, track: Track, log_likelihood: float) -> Iterator[Hypothesis]:
    """The hypotheses with each card that a track may show, played when it came to lie there.

    Args:
        hypothesis: the hypothesis without that play.
        track: the track.
        log_likelihood: of the play itself.
    """
    used, span = hypothesis.used_faces, laid_span(track)
    for card in (one for one in candidates(track) if one not in used):
        step = Step(track.born_ms, (track.id,), Play(0, card), log_likelihood, span=span)
        yield from _insert(hypothesis, step, track.born_ms)


def withdrawn_plays(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which a card that was laid not long ago went back to the hand that laid it."""
    for hypothesis in hypotheses:
        for index in last_places(hypothesis):
            if _is_returned(hypothesis, hypothesis.steps[index], tracker):
                yield from with_steps_replaced(hypothesis, index, index + 1)


def _is_returned(hypothesis: Hypothesis, step: Step, tracker: Tracker) -> bool:
    """Whether the card that was played in ``step`` may have been taken back, and it is time to try that."""
    if not step.track_ids or step.is_fixed or not isinstance(step.action, Play):
        return False
    track = tracker[step.track_ids[0]]
    away = _is_missed_anew(track) and track.seen_ms - track.born_ms <= BACK_MS
    return away and is_same_hand(track) and not _took_all(hypothesis, step, tracker)


def _took_all(hypothesis: Hypothesis, step: Step, tracker: Tracker) -> bool:
    """Whether a play captured, and nothing that it took still lies there."""
    capture = hypothesis.captured.get(step.cards[0])
    if capture is None or capture.t_ms > step.t_ms:
        return False
    last = hypothesis.last_tracks(tracker)
    return all(last[card].missed > 0 for card in hypothesis.state.captures[capture] if card in last)


def skipped_turns(hypothesis: Hypothesis, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which somebody played unseen and took what a later play seemed to, or answered a caida (K5).

    Each rank that could be taken is tried before each of the last plays, if the hands do not fit the seats: before the
    very last ones where one hand does not.
    """
    if not misfits_seats(hypothesis, tracker, WRONG_HAND):
        return
    window = REVISABLE_STEPS if misfits_seats(hypothesis, tracker) else LATELY
    for index in last_places(hypothesis, window):
        for rank in takeable_before(hypothesis, index):
            yield from with_steps_replaced(hypothesis, index, index, unseen_before(hypothesis, index, rank))


def misfits_seats(hypothesis: Hypothesis, tracker: Tracker, hands: float = WRONG_SEATS) -> bool:
    """Whether the hands do not fit the seats.

    Args:
        hypothesis: who played what.
        tracker: all tracks.
        hands: how much they have to disagree, in :data:`~weights.SEATING`.
    """
    sides = sides_of(hypothesis, hypothesis.capture_tracks(tracker), tracker)
    return seating_log_likelihood(hypothesis, sides, tracker) < hands * weights.SEATING


def ended_by_saying(hypothesis: Hypothesis, saying: TimedSaying) -> Iterator[Hypothesis]:
    """The hypothesis in which a saying wins the match, and the cards were gathered before somebody pressed it.

    Args:
        hypothesis: one in which they were taken by plays that nobody saw.
        saying: what was said.
    """
    seen = list(hypothesis.steps)
    while seen and is_guess(seen[-1]):
        seen.pop()
    shorter = rewrite(hypothesis, seen) if seen and len(seen) < len(hypothesis.steps) else None
    told = shorter and add_saying(shorter, saying)
    if told and told.game.turn is None:
        yield told


def _captured_unseen(hypothesis: Hypothesis, lost: Card, track: Track, tracker: Tracker) -> Iterator[Hypothesis]:
    """The card ``lost`` was taken by one of its rank, between the last look that saw it and the first that did not."""
    unseen = Step(track.seen_ms, (), Play(0, Card(lost.rank)), weights.UNSEEN_PLAY)
    yield from _insert(hypothesis, unseen, track.lost_ms)
    for card, glimpse in _seen_passing(hypothesis, lost.rank, track.seen_ms, tracker):
        step = Step(glimpse.born_ms, (glimpse.id,), Play(0, card), weights.BRIEFLY_SEEN_PLAY)
        yield from _insert(hypothesis, step, glimpse.born_ms)


def _captured_together(hypothesis: Hypothesis, lost: Card, tracker: Tracker) -> Iterator[Hypothesis]:
    """The card ``lost`` was taken together with others: the capture was made when the first of them went.

    So nobody played what was guessed since then, nor what was seen in passing: that was a card on its way to the pile.
    """
    last = hypothesis.last_tracks(tracker)
    since_ms = last[lost].seen_ms - TOGETHER_MS
    late = [step for step in hypothesis.steps if step.t_ms > since_ms]
    guesses = [step for step in late if is_guess(step)]
    passing = [step for step in late if _is_seen_in_passing(step, tracker)]
    for doubtful in (guesses, [*guesses, *passing]) if passing else (guesses,):
        yield from _captured_instead(hypothesis, lost, last, doubtful)


def _captured_instead(
    hypothesis: Hypothesis, lost: Card, last: Mapping[Card, Track], doubtful: Sequence[Step]
) -> Iterator[Hypothesis]:
    """The card ``lost`` was taken together with others, and some plays were not made."""
    last_ms = last[lost].seen_ms
    known = [step for step in hypothesis.steps if step not in doubtful]
    guessed = {step.t_ms for step in doubtful}
    captured = hypothesis.captured
    away = [track for card, track in last.items() if card not in captured or captured[card].t_ms in guessed]
    gone = [track.seen_ms for track in away if track.missed_clear]
    first_ms = min((t_ms for t_ms in gone if t_ms > last_ms - TOGETHER_MS), default=last_ms)  # none: two cards "12?"
    if first_ms < last_ms or len(known) < len(hypothesis.steps):
        step = Step(first_ms, (), Play(0, Card(lost.rank)), weights.UNSEEN_PLAY)
        yield from _insert(hypothesis, step, last[lost].lost_ms, known)


def _is_seen_in_passing(step: Step, tracker: Tracker) -> bool:
    """Whether a step is a play of a card that never lay at rest, and nobody has spoken of it."""
    return (
        isinstance(step.action, Play) and not step.is_fixed and any(not is_at_rest(tracker[i]) for i in step.track_ids)
    )


def _insert(
    hypothesis: Hypothesis, step: Step, until_ms: int, steps: Sequence[Step] | None = None
) -> Iterator[Hypothesis]:
    """The hypothesis, or ``steps`` in its stead, with one more play between ``step.t_ms`` and ``until_ms``."""
    steps = hypothesis.steps if steps is None else steps
    for index in range(1, len(steps) + 1):
        before, after = steps[:index], steps[index:]
        if before[-1].earliest_ms <= until_ms and (not after or after[0].t_ms >= step.t_ms):
            at_ms = min(max(step.t_ms, before[-1].t_ms + 1), until_ms)
            put = step if step.track_ids else replace(step, t_ms=at_ms, span=(step.t_ms, until_ms))
            yield from filter(None, [rewrite(hypothesis, (*before, put, *after))])


def _seen_passing(hypothesis: Hypothesis, rank: Rank, lost_ms: int, tracker: Tracker) -> Iterator[tuple[Card, Track]]:
    """Cards seen in passing that may have taken one which was lost.

    Args:
        hypothesis: the hypothesis without them.
        rank: that of the card which was lost.
        lost_ms: when that was seen last: not long before or after, as long as handfuls take, they were seen last.
        tracker: all tracks.
    """
    passing = [track for track in tracker if -HANDFULS_MS < track.seen_ms - lost_ms < GLIMPSE_MS]
    unassigned = list(filter(hypothesis.is_unassigned, passing))
    unused = unused_cards(hypothesis, rank) if unassigned else []
    return ((card, track) for track in unassigned for card in candidates(track) if card in unused)


MOVES = (clutter_as_plays, withdrawn_plays)
"""The moves that every leading hypothesis is tried with at every look."""
