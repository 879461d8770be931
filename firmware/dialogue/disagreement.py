"""Where table and game do not agree (rules, part 9: O7): what should have been taken or put back, who plays on."""

from firmware.cards import Card
from firmware.decoding.history import Layout
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.likelihood import is_played_out
from firmware.decoding.pieces import face_of_piece
from firmware.events import TableDisagrees
from firmware.tracking.track import Track, is_gone
from firmware.tracking.tracker import Tracker

FORGOTTEN_MS = 5000
"""A captured card that lies there for so long after its capture was forgotten: people collect within three seconds."""
MISSING_MS = 3500
"""A card of the table that was not seen for so long in clear looks is not there: glare passes sooner."""
KNOWN = 0.9
"""A card that is named less surely than this is perhaps none: a phone, a hand."""


def disagreement(hypothesis: Hypothesis, tracker: Tracker) -> TableDisagrees | None:
    """Where table and game do not agree by now; ``None``: nowhere. Between deals cards come and go as they like."""
    if hypothesis.game.turn is None:
        return TableDisagrees((), (), played_on=True) if _is_played_on(hypothesis, tracker) else None
    take, put_back = _to_take(hypothesis, tracker), _to_put_back(hypothesis, tracker)
    return TableDisagrees(take, put_back) if take or put_back else None


def follows_lost_deal(hypothesis: Hypothesis) -> bool:
    """Whether the deal before the present one lacks plays that nobody saw, and was given up."""
    opened = hypothesis.steps[0].action if hypothesis.steps else None
    return isinstance(opened, Layout) and opened.gives_up


def has_revoked_win(hypothesis: Hypothesis) -> bool:
    """Whether a side had won by the count and people played on: somewhere it was counted too many points."""
    deals = (*hypothesis.past, hypothesis.deal)
    return any(one.win_revoked for deal in deals for facts in (deal.steps, deal.sayings) for one in facts)


def may_disagree(hypothesis: Hypothesis, tracker: Tracker) -> bool:
    """Whether a captured card is still to be seen: time alone will tell whether it was forgotten."""
    last = hypothesis.last_tracks(tracker)
    seen = (last[card].missed == 0 for card in hypothesis.captured if card in last)
    return hypothesis.game.turn is not None and any(seen)


def _is_played_on(hypothesis: Hypothesis, tracker: Tracker) -> bool:
    """Whether more cards than a layout has were laid since the match or round was won in the middle of a deal."""
    if is_played_out(hypothesis) or hypothesis.game.awaiting_layout:
        return False
    since = (tracker[track_id] for track_id in hypothesis.clutter)
    known = [track for track in since if track.born_ms > hypothesis.facts.end_ms and track.identity_confidence > KNOWN]
    return len(known) > max(hypothesis.game.ruleset.table_cards, 1)


def _to_take(hypothesis: Hypothesis, tracker: Tracker) -> tuple[Card, ...]:
    last = hypothesis.last_tracks(tracker)
    seen = [(card, last[card], capture.t_ms) for card, capture in hypothesis.captured.items() if card in last]
    lying = [(card, track.seen_ms - t_ms) for card, track, t_ms in seen if not (track.missed_clear or track.overruled)]
    return tuple(face_of_piece(card) for card, late_ms in lying if late_ms >= FORGOTTEN_MS)


def _to_put_back(hypothesis: Hypothesis, tracker: Tracker) -> tuple[Card, ...]:
    last = hypothesis.last_tracks(tracker)
    lost = [(card, last[card]) for card in hypothesis.on_table if card in last and not last[card].overruled]
    return tuple(face_of_piece(card) for card, track in lost if _away_ms(track, tracker.now_ms) >= MISSING_MS)


def _away_ms(track: Track, now_ms: int) -> int:
    """How long a card is known to be away: of one that has left for good nothing more is looked at."""
    if not track.missed_clear:
        return 0
    return (now_ms if is_gone(track) else track.missed_ms) - track.lost_ms
