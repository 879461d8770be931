"""Whether a recorded clip can be used: its length and its loudness."""

from dataclasses import dataclass

import numpy as np

from firmware.voices.sound import RATE_HZ, Samples, loudness_db, trimmed

SHORT_S, LONG_S = 0.15, 6.0
"""The shortest word, "a", takes 0.2 s; the longest sentence of the tables about 4 s. A judgement."""
QUIET_DB = -38.0
"""Nearer to silence the noise of the room would be raised with the voice. A judgement."""
CUT_SHARE = 0.001
"""So many samples at full scale are no single click any more: the voice was too loud. A judgement."""


@dataclass(frozen=True, slots=True)
class ClipCheck:
    """What was found.

    Attributes:
        seconds: how long the voice is.
        loudness_db: its level, dB below full scale.
        fault: ``short``, ``long``, ``quiet``, ``loud``, as ``[voices]`` of the texts calls it; empty: it can be used.
    """

    seconds: float
    loudness_db: float
    fault: str


def checked(samples: Samples) -> ClipCheck:
    """Look at a clip."""
    voice = trimmed(samples)
    seconds, loudness = voice.size / RATE_HZ, loudness_db(voice)
    return ClipCheck(seconds, loudness, _fault(voice, seconds, loudness))


def _fault(voice: Samples, seconds: float, loudness: float) -> str:
    if not voice.size or loudness < QUIET_DB:
        return "quiet"
    if seconds < SHORT_S:
        return "short"
    if seconds > LONG_S:
        return "long"
    return "loud" if float(np.mean(np.abs(voice) > 0.999)) > CUT_SHARE else ""
