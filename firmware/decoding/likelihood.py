"""How well a hypothesis agrees with the tracks as they are now, as a log-likelihood (natural logarithm).

It is the sum of features times the weights of :mod:`firmware.decoding.weights`.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.clutter import ECHO_MM, bounded, clutter_log_likelihood, false_alarm_log_likelihood
from firmware.decoding.facts import CardLooks
from firmware.decoding.glimpses import only_shown
from firmware.decoding.history import HistoryState
from firmware.decoding.hypothesis import Hypothesis, trail_of
from firmware.decoding.order import order_log_likelihood
from firmware.decoding.pieces import face_of_piece
from firmware.decoding.pile_owners import piles_log_likelihood
from firmware.decoding.presence import Gap, gaps, lingering, presence, tidied, under_hand
from firmware.decoding.seating import seating_log_likelihood, sides_of
from firmware.tracking.association import MISSED_GATE_MM
from firmware.tracking.geometry import distance
from firmware.tracking.track import Track, is_at_rest
from firmware.tracking.tracker import Tracker

EARLY_MS = 3000
"""A play so long before the layout lies there is too early: the last card of a layout may be seen late, under a hand.
"""
PUSHED_MS = 3000
"""A card that is pushed away is seen where it comes to lie within this; nobody gathers, shuffles and deals so fast."""
GATHERING_MS = 5000
"""All cards of the table are gathered within this, a judgement: in the two matches that taught it a play took one just
before the word was pressed, and others lay there 7.6 and 9.9 s later."""
PAUSE_MS = 4000
"""So long nothing lies there before somebody is late, as after a mesa: of 50 such pauses of over 2 s in the middle of a
deal 39 were no longer than that (12 witnessed matches for fitting)."""


def log_likelihood(hypothesis: Hypothesis, tracker: Tracker) -> float:
    """Log-likelihood of a whole hypothesis, up to a constant common to all."""
    unassigned = _unassigned(hypothesis, tracker) if hypothesis.game.awaiting_layout else 0.0
    return round(deal_log_likelihood(hypothesis, tracker) + unassigned, 6)


def deal_log_likelihood(hypothesis: Hypothesis, tracker: Tracker) -> float:
    """Log-likelihood of what the hypothesis has assigned; what it has not explained yet does not count."""
    captures, facts = hypothesis.capture_tracks(tracker), hypothesis.facts
    total = hypothesis.base + facts.steps_log_likelihood + _found_at_rest(facts.in_passing, tracker)
    sides = sides_of(hypothesis, captures, tracker)
    total += seating_log_likelihood(hypothesis, sides, tracker)
    total += _said(hypothesis.state) + order_log_likelihood(facts.inversions, tracker)
    total += weights.UNWATCHED * facts.log_shares + overdue(hypothesis, tracker)
    total += _gathered_early(hypothesis, tracker) + weights.PILES * piles_log_likelihood(hypothesis, captures, tracker)
    total += weights.PASSED_UP * facts.passed_up + weights.ONLY_SHOWN * only_shown(hypothesis, sides.of_seats, tracker)
    total += _at_once(hypothesis.trails(tracker)) if hypothesis.packs > 1 else 0.0
    clutter = [tracker[track_id] for track_id in hypothesis.clutter]
    total += _clutter(hypothesis, [*clutter, *_passed_over(hypothesis, tracker)], tracker)
    return total + _cards(hypothesis, tracker) + lingering(hypothesis, captures, tracker)


def _found_at_rest(in_passing: Iterable[int], tracker: Tracker) -> float:
    """What plays whose cards were seen in passing only, when they were proposed, cost more where these lay still later.

    So it does not matter which proposal came first.
    """
    return (weights.SEEN_PLAY - weights.BRIEFLY_SEEN_PLAY) * sum([is_at_rest(tracker[number]) for number in in_passing])


def _said(state: HistoryState) -> float:
    """Log-likelihood of what people said by a button: when they spoke, and whether they held what they announced."""
    when = weights.REFUSED * state.refused_sayings + weights.IN_TURN * state.turn_sayings
    return when + weights.FALSELY_ANNOUNCED * state.false_sayings


def overdue(hypothesis: Hypothesis, tracker: Tracker) -> float:
    """Log-likelihood that nothing lay there for so long, and still somebody was to play in this deal."""
    if not hypothesis.steps:
        return 0.0
    begun_ms, end_ms = hypothesis.steps[0].t_ms, hypothesis.facts.end_ms
    late_ms = [min(until, end_ms) - since - PAUSE_MS for since, until in tracker.bare if since > begun_ms]
    return bounded(weights.OVERDUE * sum(late / 1000 for late in late_ms if late > 0))


def _gathered_early(hypothesis: Hypothesis, tracker: Tracker) -> float:
    """Log-likelihood of cards of the table that went before the word that ended the match was pressed.

    Who gathers them gathers all: where another one lay on for longer than :data:`GATHERING_MS` they were swept up.
    """
    end_ms, over_ms = hypothesis.facts.end_ms, hypothesis.facts.over_ms
    if end_ms == over_ms:
        return 0.0
    last = [track for card in hypothesis.on_table if (track := hypothesis.last_track(card, tracker))]
    gone_ms = [track.lost_ms for track in last if track.missed_clear and end_ms < track.lost_ms <= over_ms]
    if not gone_ms:
        return 0.0
    left = any(track.seen_ms > min(gone_ms) + GATHERING_MS for track in last)
    return weights.SWEPT_TOO if left else weights.GATHERED_EARLY


def _clutter(hypothesis: Hypothesis, tracks: Sequence[Track], tracker: Tracker) -> float:
    """Log-likelihood that tracks are clutter; those born after the match or round was won count as cards played on.

    A deal whose last card was played ends so for everybody: what lies there afterwards is shown, or dealt anew.
    """
    over_ms = hypothesis.facts.over_ms
    before = [clutter_log_likelihood(hypothesis, track, tracker) for track in tracks if track.born_ms <= over_ms]
    after = [track for track in tracks if track.born_ms > over_ms]
    if not after:
        return sum(before)
    ended = _shown(hypothesis, after) if is_played_out(hypothesis) else _played_on(hypothesis, len(after))
    return sum(before) + ended


def _shown(hypothesis: Hypothesis, tracks: Sequence[Track]) -> float:
    """Log-likelihood of cards that come to lie when the last deal is over: counted, as before a layout, or dealt anew.

    They cost those who take the match for won what they cost those who wait for another layout (:func:`_unassigned`).
    """
    gone = sum(track.missed > 0 for track in tracks)
    lying = len(tracks) - gone
    dealt = lying >= max(hypothesis.game.ruleset.table_cards, 1)
    return weights.TAKEN_BACK * gone + weights.SEEN_PLAY * lying + weights.PLAYED_ON * dealt


def _passed_over(hypothesis: Hypothesis, tracker: Tracker) -> list[Track]:
    """The tracks at rest that went before the hypothesis, which goes on, has said what they were: so, clutter.

    So it is where the hypothesis was rewritten when the deal had seemed to be over: nobody asked it then.
    """
    if hypothesis.game.awaiting_layout:
        return []
    laid_ms = hypothesis.steps[0].t_ms
    return [track for track in hypothesis.unassigned(tracker.gone_at_rest) if track.born_ms > laid_ms]


def is_played_out(hypothesis: Hypothesis) -> bool:
    """Whether every card of the deal has been played."""
    played = sum(len(step.cards) for step in hypothesis.steps)
    return played >= len(hypothesis.game.match.pack.cards) * hypothesis.packs


def _cards(hypothesis: Hypothesis, tracker: Tracker) -> float:
    """Log-likelihood of the looks at all cards, each where it is said to lie; many hypotheses agree on most of them.

    A hand that hides one card of the table, though it seems to be gone, may hide others, too: it costs once.
    """
    known, total, hidden, moved = tracker.cards_cache, 0.0, 0.0, list[Gap]()
    for looks in hypothesis.facts.looks:
        found = known.get(looks)
        if found is None:
            found = known[looks] = _card(looks, trail_of(looks[1], tracker), tracker)
        lies, under, gap = found
        total += lies
        if under:  # seldom, as gaps are
            hidden = min(hidden, under)
        if gap:
            moved += gap
    return total + hidden + (tidied(moved) if len(moved) > 2 else 0.0)


def _card(looks: CardLooks, trail: Sequence[Track], tracker: Tracker) -> tuple[float, float, tuple[Gap, ...]]:
    """Log-likelihood of the looks at one card; what is added where a hand hid it; its last gap, if it has one."""
    face, between = face_of_piece(looks[0]), gaps(trail)
    seen = weights.FACE * sum([track.log_prob(face) for track in trail])
    upon = weights.UPON_ANOTHER * (len(trail) == 1 and _is_seen_upon(trail[0], tracker))
    lies = seen + upon + presence(looks, trail[-1]) + sum([cost for _, cost in between])
    return lies, under_hand(looks, trail[-1]), between[-1:]


def _is_seen_upon(track: Track, tracker: Tracker) -> bool:
    """Whether what was seen in one look alone lay where another card did that was seen there again."""
    under = tracker.get(track.upon) if track.rest_looks == 1 else None
    return under is not None and under.seen_ms > track.seen_ms


def _played_on(hypothesis: Hypothesis, cards: int) -> float:
    """Log-likelihood that ``cards`` cards came to lie after the match or round was won."""
    unnoticed = max(cards - max(hypothesis.game.ruleset.table_cards, 1), 0)
    laid = (weights.SEEN_PLAY + weights.UNREAD) * cards
    return weights.PLAYED_ON + laid + weights.UNNOTICED * unnoticed if cards else 0.0


def _at_once(trails: Mapping[Card, Sequence[Track]]) -> float:
    """Log-likelihood that one piece was seen at two spots at once, where there are two of its face to be seen."""
    pairs = [pair for trail in trails.values() for pair in combinations(trail, 2)]
    at_once = [(track, later) for track, later in pairs if later.born_ms < track.seen_ms]
    return weights.LOOKS_LIKE_CARD * sum(distance(track.anchor, later.anchor) > ECHO_MM for track, later in at_once)


def too_early(hypothesis: Hypothesis, t_ms: int) -> float:
    """Log-likelihood that a card was played at that time, if the deal was not laid yet."""
    return weights.TOO_EARLY if t_ms < hypothesis.steps[0].t_ms - EARLY_MS else 0.0


def unassigned_at_rest(hypothesis: Hypothesis, tracker: Tracker) -> list[Track]:
    """Tracks at rest that the hypothesis has not explained yet, in the order in which they came to lie."""
    cards = hypothesis.unassigned(tracker.seen_at_rest)
    return sorted(cards, key=lambda track: (track.born_ms, track.id))


def laid_anew(hypothesis: Hypothesis, tracker: Tracker) -> list[Track]:
    """The cards at rest that may be of the next layout, in the order in which they came to lie.

    While cards of the deal before still lie there, one of them that is seen again where it lay is none, whatever it is
    read as there.
    """
    cards = unassigned_at_rest(hypothesis, tracker)
    last = hypothesis.last_tracks(tracker) if cards else {}
    if all(track.missed for track in last.values()):
        return cards
    known = {track.id for track in last.values()}
    fresh = (card for card in cards if card.upon not in known)
    return [card for card in fresh if not _is_seen_again(card, last.get(card.likeliest(1)[0]))]


def _is_seen_again(track: Track, known: Track | None) -> bool:
    """Whether a track shows a known card again: where it lay, or pushed away from there just now."""
    if known is None:
        return False
    pushed = known.missed > 0 and track.born_ms - known.seen_ms <= PUSHED_MS
    return pushed or distance(known.anchor, track.anchor) <= MISSED_GATE_MM


def removed_before_deal(hypothesis: Hypothesis, tracks: Iterable[Track]) -> float:
    """Log-likelihood that cards lay at rest before the deal began and were taken away again."""
    gone = (track for track in tracks if track.missed > 0 and hypothesis.is_unassigned(track))
    return weights.TAKEN_BACK * sum(map(is_at_rest, gone))


def left_over(hypothesis: Hypothesis, tracker: Tracker) -> float:
    """Log-likelihood that cards of this deal still lie there when those of the next one come."""
    last = hypothesis.last_tracks(tracker).values()
    return bounded(weights.LEFT_OVER * sum(track.missed == 0 and not track.overruled for track in last))


def _unassigned(hypothesis: Hypothesis, tracker: Tracker) -> float:
    """Log-likelihood of what lay at rest before the layout is known: cards taken back, too many, among old ones."""
    cards = laid_anew(hypothesis, tracker)
    among = left_over(hypothesis, tracker) if cards else 0.0
    layout, too_many = cards[: hypothesis.game.ruleset.table_cards], cards[hypothesis.game.ruleset.table_cards :]
    removed, false_alarms = removed_before_deal(hypothesis, tracker), sum(map(false_alarm_log_likelihood, too_many))
    return removed + among + weights.SEEN_PLAY * len(layout) + false_alarms
