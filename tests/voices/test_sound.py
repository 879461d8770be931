"""Sound as numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.voices.checking import checked
from firmware.voices.sound import (
    RATE_HZ,
    SPEECH_DB,
    as_pcm,
    from_pcm,
    joined,
    levelled,
    loudness_db,
    resampled,
    trimmed,
)
from tests.support.sounds import silence, tone


@pytest.mark.parametrize(("sound", "level"), [(tone(1, 1.0), -3.0), (tone(1, 0.1), -23.0), (silence(1), -120.0)])
def test_loudness_is_the_effective_level(sound, level):
    assert abs(loudness_db(sound) - level) < 0.1


def test_silence_around_a_voice_is_cut_away_and_within_it_stays():
    spoken = np.concatenate([silence(0.5), tone(0.3), silence(0.2), tone(0.3), silence(1)])
    assert abs(trimmed(spoken).size / RATE_HZ - 0.8) < 0.05
    assert trimmed(silence(1)).size == 0


@given(st.floats(0.001, 1.0))
def test_a_levelled_sound_is_as_loud_as_speech_and_never_cut_off(level):
    made = levelled(tone(0.2, level))
    assert float(np.abs(made).max()) <= 1.0
    assert abs(loudness_db(made) - SPEECH_DB) < 0.1


@pytest.mark.parametrize("rate_hz", [8000, 22050, 44100, 48000])
def test_another_rate_keeps_length_and_pitch(rate_hz):
    made = resampled(tone(0.5, rate_hz=rate_hz), rate_hz)
    assert abs(made.size - 0.5 * RATE_HZ) <= 1
    peak = int(np.argmax(np.abs(np.fft.rfft(made)))) * RATE_HZ / made.size
    assert abs(peak - 440) < 3


def test_words_follow_each_other_with_a_pause():
    made = joined([tone(0.3), np.concatenate([silence(0.4), tone(0.3, 0.02)])])
    assert 0.65 < made.size / RATE_HZ < 0.8
    assert joined([]).size == 0


def test_sound_goes_to_the_card_and_comes_back():
    sound = tone(0.1, 0.5)
    assert np.allclose(from_pcm(as_pcm(sound)), sound, atol=1e-3)
    assert from_pcm(as_pcm(sound) + b"x").size == sound.size
    assert from_pcm(as_pcm(np.array([2.0, -2.0], np.float32))).tolist() == pytest.approx([1, -1], abs=1e-3)


@pytest.mark.parametrize(
    ("sound", "fault"),
    [
        (tone(0.8), ""),
        (np.concatenate([silence(1), tone(0.8), silence(1)]), ""),
        (silence(2), "quiet"),
        (tone(1, 0.008), "quiet"),
        (tone(0.05), "short"),
        (tone(7), "long"),
        (np.clip(tone(1, 3.0), -1, 1), "loud"),
        (silence(0), "quiet"),
    ],
)
def test_a_clip_is_checked_for_length_and_loudness(sound, fault):
    assert checked(sound).fault == fault
