"""The pictures of the page: six, of phones and screens in three languages, all shown in its guide, and small."""

import re
from pathlib import Path

import pytest
from PIL import Image

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make .venv/dev")

from docs.tools.page_pictures import PHONE, SCREEN, SHOWN

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
MOST_BYTES = 400_000


def test_there_are_six_of_phones_and_screens_in_three_languages():
    assert len(SHOWN) == 6
    assert {one.size for one in SHOWN} == {PHONE, SCREEN}
    assert {one.language for one in SHOWN} == {"ary-Arab", "fr", "en"}


@pytest.mark.parametrize("shown", SHOWN, ids=lambda one: one.name)
def test_each_is_there_in_its_size(shown):
    with Image.open(IMAGES / f"{shown.name}.png") as picture:
        assert picture.size == tuple(round(side * shown.share) for side in shown.size)


def test_all_of_them_and_no_others_are_shown_in_the_guide():
    guide = (ROOT / "docs" / "guide" / "page.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"images/(page-[a-z-]+)\.png", guide))
    assert shown == {one.name for one in SHOWN} == {file.stem for file in IMAGES.glob("page-*.png")}


def test_together_they_are_small():
    assert sum((IMAGES / f"{one.name}.png").stat().st_size for one in SHOWN) < MOST_BYTES
