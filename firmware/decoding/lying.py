"""The cards on the table where they lie: those of the game by the leading hypothesis, and whatever else is seen."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from firmware.cards import Card
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.pieces import face_of_piece
from firmware.signals import Point, SeenCard, TableObservation, Unnamed
from firmware.tracking.association import GATE_MM
from firmware.tracking.geometry import distance
from firmware.tracking.track import CONFIRMED_CONFIDENCE, Track
from firmware.tracking.tracker import Tracker


@dataclass(frozen=True, slots=True)
class LyingCard:
    """One card on the table.

    Attributes:
        card: which it is; ``None``: its back is up, or nobody knows.
        centre: its middle, millimetres, table frame; ``None``: it was never seen, the rules say that it lies there.
        angle_deg: rotation of its upward axis, degrees clockwise.
        in_game: whether it lies open by the rules; else it was captured, or never was of this deal.
        hidden: the last look has not seen it.
        doubtful: its rank is not sure.
    """

    card: Card | None
    centre: Point | None
    angle_deg: float = 0.0
    in_game: bool = True
    hidden: bool = False
    doubtful: bool = False


def lying_cards(hypothesis: Hypothesis, tracker: Tracker, look: TableObservation | None) -> tuple[LyingCard, ...]:
    """The cards of the game first, in the order in which they came, then those that are seen besides.

    Args:
        hypothesis: the leading one.
        tracker: has followed the cards.
        look: the last one; ``None``: there was none.
    """
    last, seen = hypothesis.last_tracks(tracker), list(look.cards) if look else []
    game = [_of_game(face_of_piece(piece), last.get(piece), seen) for piece in hypothesis.on_table]
    return (*game, *map(_besides, seen))


def _of_game(card: Card, track: Track | None, seen: list[SeenCard]) -> LyingCard:
    """A card of the game; what shows it is taken out of what is ``seen``."""
    if track is None:
        return LyingCard(card, None, hidden=True, doubtful=True)
    doubtful = _rank_confidence(track, card) < CONFIRMED_CONFIDENCE
    shown = _nearest(track.centre, seen)
    if shown is None:
        return LyingCard(card, track.centre, hidden=True, doubtful=doubtful)
    seen.remove(shown)
    return LyingCard(card, shown.centre, shown.angle_deg, doubtful=doubtful)


def _rank_confidence(track: Track, card: Card) -> float:
    """How sure it is, 0 to 1, that a track shows a card of that rank, whatever its suit (rule G2)."""
    if track.fixed_face is not None:
        return 1.0
    return sum(math.exp(log_prob) for other, log_prob in track.log_probs.items() if other.rank == card.rank)


def _nearest(centre: Point, seen: Sequence[SeenCard]) -> SeenCard | None:
    near = min(seen, key=lambda one: distance(one.centre, centre), default=None)
    return near if near and distance(near.centre, centre) <= GATE_MM else None


def _besides(seen: SeenCard) -> LyingCard:
    """What is seen and is not of the game: a captured card, a pile, a card that is just being played."""
    card = None if isinstance(seen.face, Unnamed) else seen.face
    doubtful = seen.face is not Unnamed.BACK and seen.confidence < CONFIRMED_CONFIDENCE
    return LyingCard(card, seen.centre, seen.angle_deg, in_game=False, doubtful=doubtful)
