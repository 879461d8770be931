"""Proposals about the cards that open a deal: what they may be; or none (V2)."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from firmware.cards import Card, Pack
from firmware.decoding import likelihood, weights
from firmware.decoding.branching import open_deal, rewrite
from firmware.decoding.clutter import ECHO_MM
from firmware.decoding.history import Layout, TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.missing_plays import MAX_MISSING
from firmware.decoding.proposals.steps import candidates
from firmware.decoding.proposals.unseen_plays import is_due
from firmware.decoding.sayings import DEALT_MS, is_late, waits_for_layout
from firmware.decoding.seating import accumulated_directions
from firmware.rules.layout import layout_fault
from firmware.tracking.geometry import distance
from firmware.tracking.track import Track, is_at_rest
from firmware.tracking.tracker import Tracker

SHOWN_MS = 1700
"""Cards are shown within this of each other in the mean, a judgement: of the four that were taken for plays in two
witnessed matches the last came 5 s after the first. Without it 8 plays of a deal had only been shown, since nothing lay
there for a while after them; where five seconds were enough for any, two that took 3.2 s."""


def drop_echoes(tracks: Iterable[Track]) -> list[Track]:
    """The cards at rest that may be a layout, without echoes: tracks too near to a card that lay there before.

    ``tracks`` are in the order in which they came to lie.
    """
    kept: list[Track] = []
    for track in tracks:
        if all(distance(track.anchor, other.anchor) >= ECHO_MM for other in kept):
            kept.append(track)
    return kept


def openings(hypothesis: Hypothesis, tracks: list[Track], tracker: Tracker, since_s: float) -> list[Hypothesis]:
    """The hypotheses for which the deal is opened, one for each legal way to see enough cards; or it is not opened yet.

    Args:
        hypothesis: one that waits for a layout.
        tracks: what lies there; those of the layout first.
        tracker: all tracks.
        since_s: seconds since the look before: waiting costs by the second.
    """
    first_ms, tracks = tracks[0].born_ms, tracks[: hypothesis.game.ruleset.table_cards]
    ways = _ways(tracks)
    chances = [math.exp(sum(track.log_prob(card) for track, card in zip(tracks, way, strict=True))) for way in ways]
    begun, frozen = _ended(hypothesis, tracks, tracker)
    laid = [open_deal(begun, tracks, way, frozen, t_ms=first_ms) for way in ways]
    legal = sum(chance for chance, way in zip(chances, laid, strict=True) if way) / sum(chances)
    waited = replace(hypothesis, base=hypothesis.base + weights.WAITS * legal * since_s)
    return [waited, *filter(None, laid)]


def _ways(tracks: Sequence[Track]) -> list[tuple[Card, ...]]:
    """What the cards of a layout may be, by their tracks."""
    return list(product(*(candidates(track)[:3] for track in tracks)))


def _ended(hypothesis: Hypothesis, tracks: Sequence[Track], tracker: Tracker) -> tuple[Hypothesis, float]:
    """The hypothesis at the end of its deal, and the log-likelihood of that deal and of another layout's tracks."""
    over = likelihood.deal_log_likelihood(hypothesis, tracker)
    frozen = over + likelihood.removed_before_deal(hypothesis, tracker) + likelihood.left_over(hypothesis, tracker)
    begun = replace(hypothesis, seat_directions=accumulated_directions(hypothesis, tracker))
    return begun, frozen + weights.SEEN_PLAY * len(tracks)


def repaired(hypothesis: Hypothesis, track: Track, tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which a card came in the stead of one of the layout, which went back into the pack (L2, L3).

    Before anything is played. By what had been read the layout was legal: so it showed another face, with which it was
    not.

    Args:
        hypothesis: one whose deal is open.
        track: the card that came.
        tracker: all tracks.
    """
    laid, *played = hypothesis.steps
    for slot, track_id in enumerate(() if played or laid.is_fixed else laid.track_ids):
        if tracker[track_id].missed_clear and tracker[track_id].seen_ms < track.born_ms:
            misread = _log_prob_of_fault(laid.cards, slot, tracker[track_id], hypothesis.game.match.pack)
            yield from _laid_instead(hypothesis, slot, track, weights.TAKEN_BACK + weights.FACE * misread)


def _log_prob_of_fault(cards: Sequence[Card], slot: int, track: Track, pack: Pack) -> float:
    """Log probability of the likeliest face of a card of a layout with which that is not legal (L1)."""
    others = (cards[:slot], cards[slot + 1 :])
    faulty = (face for face in pack.cards if layout_fault((*others[0], face, *others[1]), pack))
    return max(map(track.log_prob, faulty), default=-math.inf)


def _laid_instead(hypothesis: Hypothesis, slot: int, track: Track, log_likelihood: float) -> Iterator[Hypothesis]:
    """The hypothesis in which a card of the layout was taken back, and another one laid."""
    laid = hypothesis.steps[0]
    back = laid.track_ids[slot]
    paid = replace(
        hypothesis,
        base=hypothesis.base + log_likelihood,
        past_tracks=hypothesis.past_tracks | {back},
        assignment={track_id: card for track_id, card in hypothesis.assignment.items() if track_id != back},
    )
    for card in candidates(track)[:3]:
        cards, track_ids = list(laid.cards), list(laid.track_ids)
        cards[slot], track_ids[slot] = card, track.id
        other = replace(laid, t_ms=track.born_ms, track_ids=tuple(track_ids), action=Layout(tuple(cards)))
        yield from filter(None, [rewrite(paid, [other])])


def given_up(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which the deal lacks plays that nobody saw, and is over: another layout lies there.

    Before it nothing lay there for as long as dealing takes. It costs as much as the most plays that are put in.
    """
    since_ms = _bare_since_ms(tracker)
    if not _due_since(since_ms, tracker):
        return
    tracks = drop_echoes([track for track in tracker if track.born_ms > since_ms and is_at_rest(track)])
    for hypothesis in hypotheses:
        count = hypothesis.game.ruleset.table_cards
        if hypothesis.game.turn is not None and 0 < count <= len(tracks) <= 2 * count and is_due(tracks[-1]):
            yield from _opened_anew(hypothesis, tracks[:count], since_ms, tracker)


def _bare_since_ms(tracker: Tracker) -> float:
    """Since when nothing lay there the last time that this took as long as dealing does; never, if it did not."""
    return next((since for since, until in reversed(tracker.bare) if until - since >= DEALT_MS), math.inf)


def _due_since(since_ms: float, tracker: Tracker) -> list[Track]:
    """The cards at rest that came after a time and are seen, if it is time to try one of them again; else none."""
    lying = [track for track in tracker.seen_at_rest.values() if track.born_ms > since_ms]
    return lying if any(map(is_due, lying)) else []


def _opened_anew(
    hypothesis: Hypothesis, tracks: Sequence[Track], since_ms: float, tracker: Tracker
) -> Iterator[Hypothesis]:
    """The hypothesis in which the deal ended before ``since_ms``, and these tracks are the next layout."""
    seen = rewrite(hypothesis, [step for step in hypothesis.steps if step.latest_ms <= since_ms])
    if seen is None or seen.game.turn is None or not seen.steps:
        return
    new = [track.id for track in tracker if track.born_ms > since_ms]
    assignment = {track_id: card for track_id, card in seen.assignment.items() if track_id not in new}
    begun, frozen = _ended(replace(seen, assignment=assignment), tracks, tracker)
    frozen += weights.UNSEEN_PLAY * MAX_MISSING - likelihood.overdue(begun, tracker)
    yield from filter(None, (open_deal(begun, tracks, way, frozen, gives_up=True) for way in _ways(tracks)))


def begun_later(hypotheses: Iterable[Hypothesis], tracker: Tracker) -> Iterator[Hypothesis]:
    """The hypotheses in which the deal begins with a card that lies anew, where none is laid out (V2).

    What was played before, in quick succession, and is gone, was only shown: the pack was counted, say. Nothing lay
    there for as long as dealing takes.
    """
    since_ms = _bare_since_ms(tracker)
    fresh = _due_since(since_ms, tracker)
    if any(track.born_ms > since_ms for track in tracker.gone_at_rest.values()):
        return  # else what was played first would be left out
    for hypothesis in hypotheses if fresh else ():
        times = [step.t_ms for step in hypothesis.steps[1:] if step.latest_ms < since_ms]
        fixed = any(step.is_fixed for step in hypothesis.steps)
        quick = bool(times) and max(times) - min(times) <= SHOWN_MS * (len(times) - 1)
        if quick and not fixed and not hypothesis.game.ruleset.table_cards:
            shown = [track for track in tracker if track.born_ms < since_ms and track.id not in hypothesis.past_tracks]
            yield from _begun_with(hypothesis, fresh[0].born_ms, shown)


def _begun_with(hypothesis: Hypothesis, t_ms: int, shown: Sequence[Track]) -> Iterator[Hypothesis]:
    """The hypothesis before whose deal some cards were shown, and which begins then."""
    before = replace(
        hypothesis,
        game=hypothesis.origin,
        steps=(),
        entries=(),
        waiting=hypothesis.sayings,
        assignment=dict.fromkeys(track.id for track in shown),
        base=hypothesis.base_before,
    )
    frozen = before.base + weights.TAKEN_BACK * sum(map(is_at_rest, shown))
    yield from filter(None, [open_deal(before, (), (), frozen, t_ms=t_ms)])


def opened_by_saying(hypothesis: Hypothesis, saying: TimedSaying, tracker: Tracker) -> Hypothesis:
    """The hypothesis with the next deal open, if nothing is laid out and somebody speaks of a new hand (V2).

    Args:
        hypothesis: the hypothesis before.
        saying: what was said.
        tracker: all tracks.
    """
    game, waits = hypothesis.game, waits_for_layout(hypothesis.state, saying)
    if game.ruleset.table_cards or not waits or is_late(game, hypothesis.steps, saying):
        return hypothesis
    frozen = likelihood.deal_log_likelihood(hypothesis, tracker) + likelihood.removed_before_deal(hypothesis, tracker)
    begun = replace(hypothesis, seat_directions=accumulated_directions(hypothesis, tracker))
    return open_deal(begun, (), (), frozen, t_ms=saying.t_ms) or hypothesis
