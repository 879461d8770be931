"""Where table and game do not agree (rules, part 9: O7): what should have been taken, what should be put back."""

from firmware.cards import Card
from firmware.decoding.hypothesis import Reading
from firmware.decoding.pieces import face_of
from firmware.events import TableDisagrees
from firmware.tracking.track import Place, is_gone
from firmware.tracking.tracker import Places

FORGOTTEN_MS = 5000
"""A captured card that lies there for so long after its capture was forgotten: people collect within three seconds."""
MISSING_MS = 3500
"""A card of the table that was not seen for so long in clear looks is not there: glare passes sooner."""


def disagreement(reading: Reading, places: Places) -> TableDisagrees | None:
    """What does not agree by now; ``None``: nothing. Between deals cards come and go as they like."""
    if reading.game.turn is None:
        return None
    take, put_back = _to_take(reading, places), _to_put_back(reading, places)
    return TableDisagrees(take, put_back) if take or put_back else None


def may_disagree(reading: Reading, places: Places) -> bool:
    """Whether a captured card is still to be seen: time alone will tell whether it was forgotten."""
    spots = reading.spots(places)
    return reading.game.turn is not None and any(spots[card].missed == 0 for card in reading.taken if card in spots)


def _to_take(reading: Reading, places: Places) -> tuple[Card, ...]:
    spots = reading.spots(places)
    taken = [(card, spots[card], taken.t_ms) for card, taken in reading.taken.items() if card in spots]
    lying = [
        (card, place.seen_ms - t_ms) for card, place, t_ms in taken if not place.missed_clear and not place.excused
    ]
    return tuple(face_of(card) for card, late_ms in lying if late_ms >= FORGOTTEN_MS)


def _to_put_back(reading: Reading, places: Places) -> tuple[Card, ...]:
    spots = reading.spots(places)
    lost = [(card, spots[card]) for card in reading.lying if card in spots and not spots[card].excused]
    return tuple(face_of(card) for card, place in lost if _away_ms(place, places.now_ms) >= MISSING_MS)


def _away_ms(place: Place, now_ms: int) -> int:
    """How long a card is known to be away: of one that has left for good nothing more is looked at."""
    if not place.missed_clear:
        return 0
    return (now_ms if is_gone(place) else place.missed_ms) - place.lost_ms
