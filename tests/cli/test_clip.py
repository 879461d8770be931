"""A disputed play becomes a film that plays elsewhere, or a sentence says why it does not."""

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware.presentation.clip_file import MARK
from firmware.storage.journal import Journal
from tests.support.sentence import sentence


@pytest.fixture
def film(home, monkeypatch):
    """A recording of grey pictures, ten a second, in the folder one stands in."""
    monkeypatch.chdir(home)
    frames = home / "table" / "frames"
    frames.mkdir(parents=True)
    for t_ms in range(0, 20_000, 100):
        cv2.imwrite(str(frames / f"{t_ms}.png"), np.full((36, 64, 3), t_ms // 100 % 250, np.uint8))
    return frames.parent


def test_a_play_becomes_an_mp4_with_its_scenes(hakam, kept, home):
    status, out, err = hakam("clip", 1, 2, home / "dispute.mp4", "--journal", kept)
    assert (status, err) == (0, "")
    assert "pictures" in out
    video = cv2.VideoCapture(str(home / "dispute.mp4"))
    assert int(video.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little") == b"VP90"
    assert video.get(cv2.CAP_PROP_FRAME_COUNT) / video.get(cv2.CAP_PROP_FPS) == pytest.approx(8.0)  # 3.5 s and 3 of 1.5
    assert video.read()[1].shape == (488, 640, 3)
    assert (home / "dispute.mp4").read_bytes().endswith(MARK)


def test_a_gif_shows_the_same_scenes(hakam, kept, home):
    assert hakam("clip", 1, 2, home / "dispute.gif", "--journal", kept)[0] == 0
    with Image.open(home / "dispute.gif") as clip:
        shown = []
        for number in range(clip.n_frames):
            clip.seek(number)
            shown.append(clip.info["duration"])
    assert sorted(shown) == [1500, 1500, 1500, 3500]


def test_a_recording_gives_moving_pictures(hakam, kept, home, film):
    status, _, err = hakam("clip", 1, 2, home / "moving.gif", "--film", film, "--journal", kept)
    assert (status, err) == (0, "")
    with Image.open(home / "moving.gif") as clip:
        assert clip.n_frames > 10


def test_it_is_written_once_more_but_over_nothing_else(hakam, kept, home):
    for _ in range(2):
        assert hakam("clip", 1, 1, home / "dispute.gif", "--journal", kept)[0] == 0
    (home / "holiday.gif").write_bytes(b"GIF89a of somebody's")
    assert "is there already" in sentence(hakam("clip", 1, 1, home / "holiday.gif", "--journal", kept))
    assert (home / "holiday.gif").read_bytes() == b"GIF89a of somebody's"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1, 99, "x.mp4"), "there is no play 99 in this session"),
        ((9, 1, "x.mp4"), "there is no session 9"),
        ((1, 1, "x.avi"), "a clip ends in .mp4 or .gif"),
        (("table", 1, "x.mp4"), "is a recording: replay it"),
        ((1, 1, "x.gif", "--film", "nowhere"), "does not exist"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(hakam, kept, film, arguments, words):
    assert words in sentence(hakam("clip", *arguments, "--journal", kept))
    assert not list(film.parent.glob("x.*"))


def test_a_number_of_a_play_is_a_number(hakam, kept):
    status, _, err = hakam("clip", 1, "last", "--journal", kept)
    assert status == 2
    assert "'last' is not a number from 1" in err


def test_without_pictures_the_recording_is_asked_for(hakam, kept, home):
    with Journal(kept) as journal, Journal(home / "bare.db") as bare:
        found = journal.session(1)
        number = bare.begin(found.header)
        entries = [*journal.entries(1, pictures=False)]
        bare.write_all(number, entries[:-1])
        bare.close_session(number, entries[-1], found.outcome)
    told = sentence(hakam("clip", 1, 1, home / "x.mp4", "--journal", home / "bare.db"))
    assert "no picture of that play was kept; name its recording with --film" in told
