"""The stand-ins keep what they are given; the terminal draws it."""

import io
import os
import re

import pytest
from PIL import Image

from firmware.announce.tones import PATTERNS, Sound
from hardware.fake import FakeBuzzer, FakeDisplay, PictureDisplay
from hardware.ports import Buzzer, Display
from hardware.terminal import TerminalDisplay, braille_rows, half_block_rows, halved
from tests.support.gallery import drawn

SCORE, POINT = drawn()["score_two"], drawn()["caida"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_fake_display_keeps_every_picture_as_it_was():
    display: Display = (fake := FakeDisplay())
    picture = SCORE.copy()
    display.show(picture)
    picture.paste(0, (0, 0, 128, 64))
    display.show(picture)
    display.close()
    assert [kept.tobytes() for kept in fake.pictures] == [SCORE.tobytes(), picture.tobytes()]


def test_the_fake_buzzer_keeps_every_pattern():
    buzzer: Buzzer = (fake := FakeBuzzer())
    buzzer.play(PATTERNS[Sound.POINT])
    buzzer.play(list(PATTERNS[Sound.WIN]))
    buzzer.close()
    assert fake.played == [PATTERNS[Sound.POINT], PATTERNS[Sound.WIN]]


def test_pictures_are_written_when_they_change(tmp_path):
    display = PictureDisplay(tmp_path / "a" / "b", zoom=2)
    for picture in (SCORE, SCORE, POINT, SCORE):
        display.show(picture)
    display.close()
    assert [path.name for path in display.paths] == ["0001.png", "0002.png", "0003.png"]
    with Image.open(display.paths[1]) as written:
        assert (written.mode, written.size) == ("1", (256, 128))
        assert written.resize((128, 64), Image.Resampling.NEAREST).tobytes() == POINT.tobytes()


def undone(rows, across, down, lit):
    """Read signs back into a picture; ``lit`` tells whether a sign has a dot at (x, y)."""
    picture = Image.new("1", (len(rows[0]) * across, len(rows) * down))
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            for x, y in ((x, y) for x in range(across) for y in range(down) if lit(sign, x, y)):
                picture.putpixel((column * across + x, row * down + y), 1)
    return picture


def test_braille_holds_every_pixel():
    rows = braille_rows(SCORE)
    bit = {(0, 0): 0, (0, 1): 1, (0, 2): 2, (1, 0): 3, (1, 1): 4, (1, 2): 5, (0, 3): 6, (1, 3): 7}  # dots 1 to 8
    back = undone(rows, 2, 4, lambda sign, x, y: (ord(sign) - 0x2800) >> bit[x, y] & 1)
    assert (len(rows[0]), len(rows)) == (64, 16)
    assert back.tobytes() == SCORE.tobytes()


def test_half_blocks_hold_every_pixel():
    rows = half_block_rows(SCORE)
    back = undone(rows, 1, 2, lambda sign, _x, y: sign in ("▀█", "▄█")[y])
    assert (len(rows[0]), len(rows)) == (128, 32)
    assert back.tobytes() == SCORE.tobytes()


@pytest.mark.parametrize(
    ("size", "rows"), [((80, 24), braille_rows), ((132, 39), braille_rows), ((132, 40), half_block_rows)]
)
def test_a_terminal_shows_the_largest_picture_it_has_room_for(size, rows):
    out = Terminal()
    TerminalDisplay(out, size=size).show(SCORE)
    assert all(row in out.getvalue() for row in rows(SCORE))


def test_the_next_picture_is_drawn_over_the_last_and_lines_go_above():
    out = Terminal()
    display = TerminalDisplay(out, size=(80, 24))
    display.show(SCORE)
    drawn_rows = out.getvalue().count("\n")
    display.say("Player 1 plays 7")
    display.show(POINT)
    display.close()
    above, _, last = out.getvalue().rpartition("Player 1 plays 7\n")
    assert drawn_rows == 18
    assert above.endswith("\x1b[18F\x1b[J")
    assert last.count("\x1b[18F\x1b[J") == 1
    assert last.endswith("\n")


@pytest.mark.parametrize("columns", [36, 40, 67])
def test_a_narrow_terminal_shows_the_picture_half_as_large(columns):
    out = Terminal()
    TerminalDisplay(out, size=(columns, 24)).show(SCORE)
    assert halved(SCORE).size == (64, 32)
    assert all(row in out.getvalue() for row in braille_rows(halved(SCORE)))
    plain = re.sub(r"\x1b\[[0-9;]*[mJF]", "", out.getvalue())
    assert max(map(len, plain.splitlines())) == 36


def test_a_line_beneath_the_picture_is_cut_to_the_terminal_and_drawn_over_with_it():
    out = Terminal()
    display = TerminalDisplay(out, size=(40, 24))
    display.footer = "1-4 players, A B referee, ? all keys" + " and more" * 5
    display.show(SCORE)
    assert "? all keys an\x1b[0m\n" in out.getvalue()
    display.show(POINT)
    assert "\x1b[11F\x1b[J" in out.getvalue()


def test_the_size_of_the_terminal_is_followed(monkeypatch):
    size = [80, 24]
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size(size))
    out = Terminal()
    display = TerminalDisplay(out)
    display.show(SCORE)
    assert not display.resized
    size[0] = 40
    assert display.resized
    display.say("Player 1 plays 7")
    before = out.getvalue()
    display.show(SCORE)
    drawn = out.getvalue().removeprefix(before)
    assert not display.resized
    assert drawn.startswith("\x1b[H\x1b[J")
    assert max(len(re.sub(r"\x1b\[[0-9;]*[mJFH]", "", row)) for row in drawn.splitlines()) == 36
    size[0] = 30
    display.show(SCORE)
    display.say("Player 2 plays 7")
    assert out.getvalue().endswith("\x1b[H\x1b[JPlayer 2 plays 7\n")


@pytest.mark.parametrize(("out", "columns"), [(io.StringIO(), 80), (Terminal(), 35)])
def test_without_room_or_a_terminal_only_lines_appear(out, columns):
    display = TerminalDisplay(out, size=(columns, 24))
    display.show(SCORE)
    display.say("Player 1 plays 7")
    display.close()
    assert out.getvalue() == "Player 1 plays 7\n"


@pytest.mark.parametrize(("columns", "signs"), [(140, 128), (131, 64), (68, 64), (67, 32), (36, 32)])
def test_a_wide_picture_is_made_as_small_as_the_terminal_needs(columns, signs):
    out = Terminal()
    TerminalDisplay(out, size=(columns, 24)).show(Image.new("1", (256, 64), 1))
    assert max(len(row) for row in re.findall("[\u2800-\u28ff]+", out.getvalue())) == signs
