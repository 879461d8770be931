"""Packets that the next player's card takes over (K5, K7): what still lies there is his to take up."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from firmware.decoding.history import Capture
from firmware.tracking.tracker import Tracker

CaptureTracks: TypeAlias = Sequence[tuple[Capture, tuple[int, ...]]]
"""Captures, and of each the numbers of the tracks at which its cards were seen last."""


def handed_on(captures: CaptureTracks, taken_over: Mapping[Capture, Capture], tracker: Tracker) -> CaptureTracks:
    """The captures as they are taken up: the cards of a packet that lay there still are those of who took it over.

    Else two captures were late where one was, and a hand that took up both of them was another's of one.

    Args:
        captures: as the cards were captured.
        taken_over: those of which the packet was taken over, and by which, in their order.
        tracker: all tracks.
    """
    tracks = dict(captures)
    for before, after in taken_over.items():
        lying = tuple([one for one in tracks[before] if not _went_before(after, one, tracker)])
        tracks[before] = tuple([one for one in tracks[before] if one not in lying])
        tracks[after] = (*lying, *tracks[after])
    return list(tracks.items())


def _went_before(capture: Capture, track_id: int, tracker: Tracker) -> bool:
    """Whether a card was missed before it was captured anew."""
    track = tracker[track_id]
    return track.missed_clear > 0 and track.lost_ms <= capture.t_ms
