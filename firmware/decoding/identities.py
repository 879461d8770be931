"""What the tracks of the present deal are taken for, by all hypotheses together: the deck is learned from that."""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware.cards import Card
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.pieces import face_of_piece
from firmware.signals import Point
from firmware.tracking.track import Track


@dataclass(frozen=True, slots=True)
class CardIdentity:
    """Which card the game says a track is.

    Attributes:
        since_ms: when it first lay still.
        until_ms: when it was seen last.
        anchor: where it lay, table millimetres.
        chances: probability of each card by the hypotheses that take it for one; what is left: no card of the game.
        log_prob: what its looks add to the log-likelihood of the leading hypothesis, by the names that they had.
    """

    since_ms: int
    until_ms: int
    anchor: Point
    chances: Mapping[Card, float]
    log_prob: float = 0.0

    @property
    def likeliest(self) -> Card:
        """The card that it most probably is."""
        return max(self.chances, key=self.chances.__getitem__)


@dataclass(frozen=True, slots=True)
class IdentifiedDeal:
    """A deal, as far as it was played.

    Attributes:
        number: in its match, from 0.
        cards: its cards that were seen.
    """

    number: int
    cards: tuple[CardIdentity, ...]


def identified_deal(beam: BeamSearch) -> IdentifiedDeal:
    """The present deal, or the one that was over last."""
    return IdentifiedDeal(len(beam.best.past), _identities(beam))


def is_over(beam: BeamSearch) -> bool:
    """Whether the leading hypothesis has it that the present deal is over."""
    return beam.best.game.turn is None and bool(beam.best.steps)


def _identities(beam: BeamSearch) -> tuple[CardIdentity, ...]:
    """The identities of all tracks that any hypothesis takes for a card of the present deal."""
    found: dict[int, dict[Card, float]] = {}
    for hypothesis, share in zip(beam.hypotheses, beam.probabilities(), strict=True):
        for track_id, piece in hypothesis.assignment.items():
            if piece is not None:
                chances, face = found.setdefault(track_id, {}), face_of_piece(piece)
                chances[face] = chances.get(face, 0.0) + share
    tracks = [track for track in beam.tracker if track.id in found]
    return tuple(
        CardIdentity(one.born_ms, one.seen_ms, one.anchor, found[one.id], _log_prob(beam, one)) for one in tracks
    )


def _log_prob(beam: BeamSearch, track: Track) -> float:
    """What the looks at a track add to the log-likelihood of the leading hypothesis."""
    piece = beam.best.assignment.get(track.id)
    return 0.0 if piece is None else track.log_prob(face_of_piece(piece))
