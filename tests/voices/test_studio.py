"""Recording clips with somebody who speaks them."""

import numpy as np
import pytest

from firmware.storage.outputs import NotWrittenError
from firmware.voices.clips import ClipLibrary, ClipState
from firmware.voices.sound import as_pcm
from firmware.voices.studio import Studio
from tests.support.sounds import silence, tone

WELL, LOW = as_pcm(tone(0.8)), as_pcm(tone(0.8, 0.001))


class Room:
    """Somebody who types ``answers`` where he is asked, and is heard as ``voices``, one after the other."""

    def __init__(self, folder, voices, answers=()):
        self.library = ClipLibrary(folder, "en")
        self.asked, self.shown, self.played = [], [], []
        self._voices, self._answers = iter(voices), iter(answers)

    def ask(self, words):
        self.asked.append(words)
        if not words.endswith("end:"):
            return ""
        answer = next(self._answers, None)
        if answer is None:
            raise EOFError
        return answer

    def record(self, until):
        until()
        return next(self._voices)

    def session(self, *clips):
        studio = Studio(self.library, "en", self.ask, self.shown.append, self.record, self.played.append)
        return studio.session(clips)


def test_each_clip_is_asked_for_heard_and_kept(tmp_path):
    room = Room(tmp_path, [WELL, WELL], ["", ""])
    assert room.session("caida", "mesa") == [tmp_path / "en" / "caida.ogg", tmp_path / "en" / "mesa.ogg"]
    assert [words for words in room.asked if words.startswith("Say")] == [
        "Say: Caida! (Enter to begin)",
        "Say: Mesa! (Enter to begin)",
    ]
    assert len(room.played) == 2
    assert room.library.state("mesa") == ClipState.RECORDED
    assert abs(room.library.samples("mesa").size - tone(0.8).size) < 2000


def test_what_cannot_be_used_is_recorded_again_with_the_reason(tmp_path):
    room = Room(tmp_path, [LOW, as_pcm(silence(1)), WELL], [""])
    assert len(room.session("caida")) == 1
    assert [words.partition(" (")[0] for words in room.shown[:2]] == ["too quiet", "too quiet"]


def test_one_may_record_again_and_leave(tmp_path):
    room = Room(tmp_path, [WELL] * 3, ["r", "", "q"])
    assert len(room.session("caida", "mesa", "ronda")) == 1
    assert room.library.state("mesa") == ClipState.MISSING


def test_where_nobody_answers_it_ends(tmp_path):
    assert Room(tmp_path, [WELL]).session("caida", "mesa") == []


def test_a_file_of_another_kind_is_not_replaced(tmp_path):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "caida.ogg").write_text("a letter")
    with pytest.raises(NotWrittenError, match="is no sound in an Ogg file"):
        Room(tmp_path, [WELL], [""]).session("caida")


def test_what_is_heard_again_is_as_loud_as_speech(tmp_path):
    room = Room(tmp_path, [as_pcm(tone(0.8, 0.03))], [""])
    room.session("caida")
    heard = np.frombuffer(room.played[0], "<i2") / 32768
    assert abs(20 * np.log10(np.sqrt(np.mean(heard**2))) + 20) < 0.5
