"""The clips of a language: recorded, made by a synthesiser, or missing."""

import numpy as np
import pytest

from firmware.announce.spoken import CLIPS
from firmware.voices.clips import ClipError, ClipLibrary, ClipState
from firmware.voices.sound import RATE_HZ, loudness_db
from firmware.voices.speaking import Voice
from hardware.fake import FakeSpeaker
from hardware.ports import SpeakerLost
from tests.support.sounds import tone, written


def said(words, voice):
    assert (words, voice) == ("à", "fr-fr")
    return tone(0.2)


def test_a_recording_is_read_whatever_its_rate(tmp_path):
    written(tmp_path, "caida", rate_hz=48_000)
    samples = ClipLibrary(tmp_path, "fr").samples("caida")
    assert abs(samples.size / RATE_HZ - 0.4) < 0.01
    assert abs(loudness_db(samples) + 23) < 1


def test_recordings_come_before_the_synthesiser_and_each_language_has_its_own(tmp_path):
    written(tmp_path, "caida")
    library = ClipLibrary(tmp_path, "fr", said)
    assert [library.state(clip) for clip in ("caida", "to")] == [ClipState.RECORDED, ClipState.SPOKEN]
    assert library.samples("to").size == tone(0.2).size
    assert ClipLibrary(tmp_path, "es").state("caida") == ClipState.MISSING


def test_darija_in_latin_letters_has_no_synthesiser_and_says_what_is_missing(tmp_path):
    library = ClipLibrary(tmp_path, "ary", said)
    written(tmp_path, "caida", language="ary")
    with pytest.raises(ClipError, match=r"these clips are not recorded.*: score, n12, to$"):
        library.sentence(["caida", "score", "n12", "to", "n12"])


def test_a_sentence_is_its_clips_one_after_the_other(tmp_path):
    for clip in ("score", "n12", "to", "n7"):
        written(tmp_path, clip)
    sentence = ClipLibrary(tmp_path, "fr").sentence(["score", "n12", "to", "n7"])
    assert abs(sentence.size / RATE_HZ - 4 * 0.46) < 0.1


@pytest.mark.parametrize("content", [b"", b"OggS", b"no sound", bytes(100)])
def test_a_damaged_recording_is_told_by_its_name(tmp_path, content):
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "caida.ogg").write_bytes(content)
    with pytest.raises(ClipError, match=r"caida\.ogg cannot be read .*; record it again"):
        ClipLibrary(tmp_path, "fr").samples("caida")


def test_a_recording_of_hours_is_not_read(tmp_path):
    (tmp_path / "fr").mkdir()
    with (tmp_path / "fr" / "caida.ogg").open("wb") as file:
        file.truncate(5_000_000)
    with pytest.raises(ClipError, match="too large"):
        ClipLibrary(tmp_path, "fr").samples("caida")


def test_a_clip_that_does_not_exist_is_refused_with_what_may_be_meant(tmp_path):
    with pytest.raises(ClipError, match="no clip 'caidas'; did you mean 'caida'"):
        ClipLibrary(tmp_path, "fr").file("caidas")
    assert len({ClipLibrary(tmp_path, "fr").file(clip) for clip in CLIPS}) == len(CLIPS)


def test_the_voice_says_a_sentence_through_the_loudspeaker_or_nothing(tmp_path):
    written(tmp_path, "caida")
    speaker = FakeSpeaker()
    voice = Voice(ClipLibrary(tmp_path, "fr"), speaker)
    voice.say(["caida"])
    with pytest.raises(ClipError):
        voice.say(["caida", "mesa"])
    (pcm, rate_hz), *more = speaker.played
    assert (rate_hz, more) == (RATE_HZ, [])
    assert abs(len(pcm) / 2 / RATE_HZ - 0.46) < 0.05
    speaker.fault = "pulled"
    with pytest.raises(SpeakerLost):
        voice.check()
    voice.close()


def test_what_a_clip_holds_is_read_once_until_it_is_recorded_anew(tmp_path):
    written(tmp_path, "caida", 0.4)
    library = ClipLibrary(tmp_path, "fr")
    first = library.samples("caida")
    written(tmp_path, "caida", 0.8)
    assert library.samples("caida") is first
    library.forget("caida")
    assert library.samples("caida").size > 1.5 * first.size
    assert np.isfinite(first).all()
