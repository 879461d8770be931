"""Sounds of a given length and loudness, and recordings made of them."""

import numpy as np

from firmware.voices.clips import encoded
from firmware.voices.sound import RATE_HZ


def tone(seconds, level=0.1, hz=440.0, rate_hz=RATE_HZ):
    """A tone: samples between -1 and 1."""
    return (level * np.sin(2 * np.pi * hz * np.arange(int(seconds * rate_hz)) / rate_hz)).astype(np.float32)


def silence(seconds):
    return np.zeros(int(seconds * RATE_HZ), np.float32)


def written(folder, clip, seconds=0.4, language="fr", rate_hz=RATE_HZ):
    """A recorded clip in the folder of recordings."""
    (folder / language).mkdir(parents=True, exist_ok=True)
    (folder / language / f"{clip}.ogg").write_bytes(encoded(tone(seconds, rate_hz=rate_hz), rate_hz))
