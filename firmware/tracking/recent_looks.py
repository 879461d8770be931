"""The looks of the last seconds: since when a spot was hidden, and since when a card lay there that had no name yet."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from firmware.signals import Outline, Point, SeenCard, TableObservation, Unnamed
from firmware.tracking.geometry import distance
from firmware.tracking.hands import BESIDE_MM, NO_DIRECTION, add_direction, is_occluded, near_hands
from firmware.tracking.track import Track, is_face_up
from firmware.tracking.update import LONG_MS, REST_MM

REMEMBERED = 150
"""Looks that are remembered to tell how long a spot was hidden: fifteen seconds at ten looks a second."""
BARE_LOOKS = 3
"""Looks that show nothing at a spot beside a hand after which it was bare: a card there is missed in 4 looks of 100
(:data:`~firmware.tracking.hands.BESIDE_MM`)."""
UNNAMED_GAP_MS = 400
"""A card that was found under a hand, without a name, is not found in some looks: for so long it still lies there."""


class RecentLooks:
    """The last :data:`REMEMBERED` looks, each with its hands that do not rest."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._looks: deque[tuple[TableObservation, tuple[Outline, ...]]] = deque(maxlen=REMEMBERED)

    @property
    def last(self) -> TableObservation | None:
        """The last look, if there was one."""
        return self._looks[-1][0] if self._looks else None

    def add(self, look: TableObservation, hands: Sequence[Outline]) -> None:
        """Remember a look."""
        self._looks.append((look, tuple(hands)))

    def hidden_since(self, point: Point, now_ms: int) -> int:
        """Since when a card may have lain at a point that was not seen, as far as is remembered.

        A few looks beside a hand may have missed it. Where something without a name was found just before, the point
        is not bare: it may be the card.
        """
        bare, since_ms = 0, now_ms
        for look, _ in reversed(self._looks):
            if is_occluded(look, point) or self._is_found_before(point, look.t_ms):
                since_ms = look.t_ms
            elif (bare := bare + 1) == BARE_LOOKS or not is_occluded(look, point, BESIDE_MM):
                break
        return since_ms

    def _is_found_before(self, point: Point, t_ms: int) -> bool:
        """Whether something without a name was found at a point, beside a hand, not long before a time, or then."""
        recent = (look for look, _ in self._looks if t_ms - UNNAMED_GAP_MS <= look.t_ms <= t_ms)
        return any(look.hand_present and is_found_at(look, point) for look in recent)

    def since_unnamed(self, track: Track) -> Track:
        """The track of a card that lies still for the first time, since it was found at its spot without a name.

        The hand that laid it was near then; when the card is named, another one may be.
        """
        found = self._found_unnamed(track.anchor, track.born_ms)
        if not found:
            return track
        born_ms, _ = found[-1]
        hidden_ms = min(track.hidden_ms, born_ms)
        nearby = (near_hands(hands, track.anchor) for _, hands in reversed(found))
        directions = (add_direction(NO_DIRECTION, hands, track.anchor) for hands in nearby)
        by = NO_DIRECTION if born_ms - hidden_ms > LONG_MS else next(filter(any, directions), track.laying_direction)
        return replace(track, born_ms=born_ms, hidden_ms=hidden_ms, laying_direction=by)

    def is_found_since(self, track: Track, now_ms: int) -> bool:
        """Whether something without a name was found where a card lay from when it was seen last until now.

        So a hand hides most of it, and it is named in a few looks only.
        """
        found = self._found_unnamed(track.anchor, now_ms)
        return bool(found) and found[-1][0] - track.seen_ms <= UNNAMED_GAP_MS

    def _found_unnamed(self, point: Point, now_ms: int) -> Sequence[tuple[int, Sequence[Outline]]]:
        """When a card without a name was found at a point, without a break until now, and the hands, latest first.

        Never, if no hand was in view in one of these looks: a card would have its name there. It is a blot of the
        cloth, or a thing, upon which the card was laid. (Of five cards in 19 filmed deals of which this moves the
        time by more than 0.3 s none was in view so.)
        """
        found: list[tuple[int, Sequence[Outline]]] = []
        for look, hands in reversed(self._looks):
            if now_ms - look.t_ms > UNNAMED_GAP_MS:
                break
            if is_found_at(look, point):
                if not look.hand_present:
                    return ()
                now_ms = look.t_ms
                found.append((now_ms, hands))
        return found


def is_found_at(look: TableObservation, point: Point) -> bool:
    """Whether a look shows something without a name where a card lies, or may lie."""
    return any(is_unnamed(seen) and distance(seen.centre, point) <= REST_MM for seen in look.cards)


def is_unnamed(seen: SeenCard) -> bool:
    """Whether something was found that is not a card known: one under a hand, or two that overlap, found as one."""
    return not is_face_up(seen) and seen.face is not Unnamed.BACK
