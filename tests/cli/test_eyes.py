"""The commands that look at pictures, on a table drawn here."""

import json

import cv2
import numpy as np
import pytest

from firmware.cli.main import main
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.scenes.still import random_still
from models.synthetic.scenes.surface import draw_surface


@pytest.fixture(scope="module")
def table():
    """A picture with at least three cards."""
    deck, cloth = own_deck(), draw_surface("cloth", 1)
    stills = (random_still(np.random.default_rng(seed), (deck,), (cloth,), (640, 480)) for seed in range(20))
    return next(still.picture for still in stills if len(still.cards) >= 3)


@pytest.fixture
def home(tmp_path, monkeypatch, table):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("HAKAM_JOURNAL", "HAKAM_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    cv2.imwrite(str(tmp_path / "a.jpg"), table)
    (tmp_path / "letter.txt").write_text("Dear Amina")
    frames = tmp_path / "table" / "frames"
    frames.mkdir(parents=True)
    for t_ms in range(0, 2000, 250):
        cv2.imwrite(str(frames / f"{t_ms:05d}.jpg"), table)
    return tmp_path


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_read_names_the_cards_of_each_picture(home, capsys):
    assert main(["read", "--json", str(home / "a.jpg"), str(home / "a.jpg")]) == 0
    read = lines(capsys.readouterr().out)
    assert [one["picture"] for one in read] == [str(home / "a.jpg")] * 2
    assert read[0]["cards"] == read[1]["cards"]
    assert len(read[0]["cards"]) >= 1
    for card in read[0]["cards"]:
        assert list(card) == ["card", "confidence", "corners"]
        assert card["card"] is None or isinstance(card["card"], str)
        assert 0 <= card["confidence"] <= 1
        assert np.array(card["corners"]).shape == (4, 2)
    assert list(read[0]["ms"]) == ["locate", "identify", "total"]


@pytest.mark.parametrize("way", [[], ["--once"]])
def test_read_takes_the_pictures_of_a_folder_by_name(home, capsys, way):
    folder = home / "table" / "frames"
    (folder / "notes.txt").write_text("of one deck")
    assert main(["read", "--json", str(folder), str(home / "a.jpg"), *way]) == 0
    read = lines(capsys.readouterr().out)
    assert [one["picture"] for one in read] == [
        *(str(one) for one in sorted(folder.glob("*.jpg"))),
        str(home / "a.jpg"),
    ]
    assert all(len(one["cards"]) == len(read[0]["cards"]) for one in read)


def test_a_folder_without_pictures_is_told_and_the_others_are_read(home, capsys):
    assert main(["read", "--json", str(home / "table"), str(home / "a.jpg")]) == 1
    out, err = capsys.readouterr()
    assert len(lines(out)) == 1
    assert "holds no pictures (.jpg, .jpeg, .png)" in err


def test_a_picture_that_is_none_is_told_and_the_others_are_read(home, capsys):
    assert main(["read", "--json", str(home / "letter.txt"), str(home / "gone.jpg"), str(home / "a.jpg")]) == 1
    out, err = capsys.readouterr()
    assert [one["picture"] for one in lines(out)] == [str(home / "a.jpg")]
    told = err.splitlines()
    assert len(told) == 2
    assert "letter.txt is no picture" in told[0]
    assert "gone.jpg cannot be read" in told[1]


def test_read_for_people_is_one_line_a_picture(home, capsys):
    assert main(["read", str(home / "a.jpg")]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{home / 'a.jpg'}: ")
    assert "%" in line


def test_read_draws_each_picture_once(home, capsys, table):
    drawn = home / "new" / "drawn"
    assert main(["read", str(home / "a.jpg"), str(home / "a.jpg"), "--draw", str(drawn)]) == 0
    assert sorted(one.name for one in drawn.iterdir()) == ["a-2.jpg", "a.jpg"]
    picture = cv2.imread(str(drawn / "a.jpg"))
    assert picture.shape == table.shape
    assert not np.array_equal(picture, cv2.imread(str(home / "a.jpg")))
    capsys.readouterr()


def test_read_refuses_a_deck_that_nobody_enrolled(home, capsys):
    assert main(["read", str(home / "a.jpg"), "--deck", "grandmother"]) == 1
    assert "no deck 'grandmother' is enrolled" in capsys.readouterr().err


def test_a_folder_of_pictures_is_watched_kept_and_played_again(home, capsys):
    assert main(["replay", str(home / "table"), "--json", "--report", str(home / "report.html")]) == 0
    watched, err = capsys.readouterr()
    assert err == ""
    assert lines(watched)[-1]["event"] == "SessionClosed"
    assert (home / "report.html").is_file()
    assert main(["replay", "1", "--json"]) == 0
    assert capsys.readouterr().out == watched


def test_a_recording_that_breaks_off_keeps_its_score(home, capsys, table):
    video = home / "evening.avi"
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 5, (640, 480))
    for _ in range(30):
        writer.write(table)
    writer.release()
    video.write_bytes(video.read_bytes()[: video.stat().st_size // 3])
    assert main(["replay", str(video), "--json"]) == 1
    out, err = capsys.readouterr()
    assert lines(out)[-1]["event"] == "SessionClosed"
    assert "breaks off" in err
    assert main(["replay", "1", "--json"]) == 0
    assert capsys.readouterr().out == out
