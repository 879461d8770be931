"""The folder of screens holds those of one replay; nothing that is not its own is removed or replaced."""

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware.replaying.screens import check_screens, screens_display
from firmware.storage.outputs import NotWrittenError


def shown(folder, count):
    display = screens_display(folder)
    for number in range(count):
        display.show(Image.new("1", (8, 8), number % 2))
    return sorted(path.name for path in folder.iterdir())


def test_the_screens_of_a_former_replay_go_also_those_with_higher_numbers(tmp_path):
    assert shown(tmp_path, 5) == ["0001.png", "0002.png", "0003.png", "0004.png", "0005.png"]
    assert shown(tmp_path, 2) == ["0001.png", "0002.png"]


def test_other_files_stay(tmp_path):
    shown(tmp_path, 3)
    (tmp_path / "notes.txt").write_text("a good evening")
    (tmp_path / "0002.png").rename(tmp_path / "the caida.png")
    assert shown(tmp_path, 1) == ["0001.png", "notes.txt", "the caida.png"]


def test_a_missing_folder_is_made(tmp_path):
    assert shown(tmp_path / "deep" / "screens", 1) == ["0001.png"]


@pytest.mark.parametrize("name", ["0007.png", "00001200.jpg", "3.JPEG"])
def test_numbered_pictures_of_another_origin_are_told_before_anything_is_touched(tmp_path, name):
    before = [*shown(tmp_path, 2), name]
    cv2.imwrite(str(tmp_path / name), np.zeros((4, 4, 3), np.uint8))
    for refuse in (check_screens, screens_display):
        with pytest.raises(NotWrittenError, match="is no screen that a replay wrote; choose another folder"):
            refuse(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(before)


def test_a_link_to_a_screen_is_none(tmp_path):
    shown(tmp_path / "there", 1)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "0001.png").symlink_to(tmp_path / "there" / "0001.png")
    with pytest.raises(NotWrittenError, match="is no screen that a replay wrote"):
        check_screens(tmp_path / "here")
