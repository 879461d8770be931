"""The real loudspeaker code with stand-ins for the programs of alsa-utils: shell lines that keep, fail or hang."""

import wave

import pytest

from hardware.fake import FakeSpeaker
from hardware.ports import Speaker, SpeakerLost
from hardware.speaker import ProgramSpeaker, record

PCM = bytes(range(256)) * 20
HANGS = ("sh", "-c", "exec cat /dev/zero > /dev/null")


def keeping(path):
    return ("sh", "-c", f'cat > "{path}"')


def test_the_player_gets_the_sound_as_a_file_with_its_rate(tmp_path):
    speaker: Speaker = ProgramSpeaker(keeping(tmp_path / "kept"))
    speaker.play(PCM, 24_000)
    speaker.finish()
    with wave.open(str(tmp_path / "kept")) as kept:
        assert (kept.getnchannels(), kept.getsampwidth(), kept.getframerate()) == (1, 2, 24_000)
        assert kept.readframes(kept.getnframes()) == PCM


def test_a_newer_word_cuts_the_one_before_short():
    speaker = ProgramSpeaker(HANGS)
    speaker.play(PCM, 24_000)
    first = speaker._process
    speaker.play(PCM, 24_000)
    assert first.poll() is not None
    assert speaker._process.poll() is None
    second = speaker._process
    speaker.close()
    speaker.close()
    assert second.poll() is not None


def test_a_player_that_hangs_is_killed_once_its_sound_should_be_over():
    now = [0.0]
    speaker = ProgramSpeaker(HANGS, clock=lambda: now[0])
    speaker.play(PCM, 24_000)
    hung = speaker._process
    now[0] = 2.0
    speaker.check()
    now[0] = 4.0
    with pytest.raises(SpeakerLost, match="sh does not end: it was stopped"):
        speaker.check()
    assert hung.poll() is not None
    speaker.check()


def test_a_player_without_a_card_is_told_once():
    speaker = ProgramSpeaker(("sh", "-c", "exit 1"))
    speaker.play(PCM, 24_000)
    with pytest.raises(SpeakerLost, match=r"sh cannot play sound \(status 1\): is a loudspeaker connected"):
        speaker.finish()
    speaker.check()


def test_a_program_that_is_not_installed_is_told():
    with pytest.raises(SpeakerLost, match=r"no-such-player is not installed.*apt install alsa-utils"):
        ProgramSpeaker(("no-such-player",)).play(PCM, 24_000)
    with pytest.raises(SpeakerLost, match="no-such-recorder is not installed"):
        record(lambda: None, 24_000, ("no-such-recorder",))


def test_a_microphone_is_listened_to_until_it_is_enough(tmp_path):
    (ready := tmp_path / "ready").touch()
    talker = ("sh", "-c", f'printf "%s" "$2"; rm "{ready}"; exec cat /dev/zero > /dev/null', "arecord")

    def until():
        while ready.exists():
            pass

    assert record(until, 24_000, talker) == b"24000"


def test_a_microphone_that_is_not_there_is_told():
    with pytest.raises(SpeakerLost, match="recorded nothing: is a microphone connected"):
        record(lambda: None, 24_000, ("sh", "-c", "exit 1"))


def test_the_fake_speaker_keeps_every_sound():
    speaker: Speaker = (fake := FakeSpeaker())
    speaker.play(PCM, 24_000)
    speaker.check()
    speaker.close()
    assert fake.played == [(PCM, 24_000)]
