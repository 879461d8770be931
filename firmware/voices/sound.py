"""Sound as numbers: loudness, silence around it, several one after the other."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""(N,) float32 between -1 and 1, :data:`RATE_HZ` a second."""
RATE_HZ = 24_000
"""Speech has little above 8 kHz; 24 kHz is one of the rates that Opus and every sound card know."""
SILENCE_DB = -45.0
"""Below it there is a quiet room, above it a voice, 40 dB louder at half a metre. A judgement."""
SPEECH_DB = -20.0
"""What every clip is brought to, with room for the peaks of speech, 12 to 18 dB above its level. A judgement."""
WINDOW_S, GAP_S = 0.02, 0.06
"""A window in which loudness is looked at, and the pause between two words."""


def loudness_db(samples: Samples) -> float:
    """The effective level of a sound, dB below full scale; -120 where there is none."""
    power = float(np.mean(np.square(samples))) if samples.size else 0.0
    return max(10 * float(np.log10(power)), -120.0) if power > 0 else -120.0


def trimmed(samples: Samples) -> Samples:
    """A sound without the silence before and behind it; nothing of what is all silence."""
    window = int(RATE_HZ * WINDOW_S)
    loud = [
        start for start in range(0, samples.size, window) if loudness_db(samples[start : start + window]) > SILENCE_DB
    ]
    return samples[loud[0] : loud[-1] + window] if loud else samples[:0]


def levelled(samples: Samples) -> Samples:
    """A sound at the level of speech, or as loud as its peaks allow."""
    if not samples.size:
        return samples
    gain = 10 ** ((SPEECH_DB - loudness_db(samples)) / 20)
    peak = float(np.max(np.abs(samples)))
    return (samples * min(gain, 1 / peak if peak else 1.0)).astype(np.float32)


def resampled(samples: Samples, rate_hz: int) -> Samples:
    """A sound of another rate at :data:`RATE_HZ`, by straight lines between its samples: enough for speech."""
    if rate_hz == RATE_HZ or not samples.size:
        return samples
    count = round(samples.size * RATE_HZ / rate_hz)
    places = np.arange(count) * (rate_hz / RATE_HZ)
    between: Samples = np.interp(places, np.arange(samples.size), samples).astype(np.float32)
    return between


def joined(clips: Iterable[Samples]) -> Samples:
    """Words one after the other, all equally loud, with a short pause between them."""
    gap = np.zeros(int(RATE_HZ * GAP_S), np.float32)
    parts = [part for clip in clips for part in (levelled(trimmed(clip)), gap)]
    return np.concatenate(parts) if parts else gap[:0]


def as_pcm(samples: Samples) -> bytes:
    """A sound as sound cards take it: 16 bits a sample, little-endian."""
    return bytes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def from_pcm(pcm: bytes) -> Samples:
    """What :func:`as_pcm` made, or a microphone."""
    whole = np.frombuffer(pcm[: len(pcm) // 2 * 2], "<i2")
    return (whole / np.float32(32768)).astype(np.float32)
