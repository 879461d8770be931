"""The screens are the pictures that were looked at and approved.

After a wanted change: ``python -m tests.support.gallery tests/announce/screens``, look at them, commit them.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware.announce.layout import columns
from firmware.announce.screens import screen
from firmware.announce.texts import LANGUAGES, fault_text, keys
from firmware.announce.view import Highlight, Question
from tests.support.gallery import EXAMPLES, FOUR, THREE, TWO, lit, main, sheet

APPROVED = Path(__file__).parent / "screens"


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_screen_is_the_approved_picture(name):
    view, language = EXAMPLES[name]
    drawn = screen(view, language)
    with Image.open(APPROVED / f"{name}.png") as approved:
        changed = ImageChops.logical_xor(drawn, approved.convert("1")).getbbox()
    assert (drawn.mode, drawn.size) == ("1", (128, 64))
    assert changed is None, f"{name} differs within {changed}"


def test_there_is_no_approved_picture_too_many():
    assert {path.stem for path in APPROVED.glob("*.png")} == set(EXAMPLES)


@pytest.mark.parametrize("view", [TWO, THREE, FOUR], ids=["two", "three", "four"])
def test_digits_are_read_from_two_metres(view):
    seven = replace(view, scores=tuple(7 for _ in view.scores), turn=None)
    eight = replace(seven, scores=tuple(8 for _ in view.scores))
    _, top, _, bottom = ImageChops.logical_xor(screen(seven), screen(eight)).getbbox()
    assert bottom - top >= 20
    assert all(place.digit[1] >= 20 for place in columns(len(view.scores)))


@pytest.mark.parametrize("view", [TWO, THREE, FOUR], ids=["two", "three", "four"])
@pytest.mark.parametrize("points", [0, 9, 11, 20, 41, 48, 88])
@pytest.mark.parametrize("provisional", [False, True])
def test_no_score_leaves_its_column(view, points, provisional):
    places = columns(len(view.scores))
    blank = screen(replace(view, scores=tuple(0 for _ in places), provisional=provisional))
    for side, place in enumerate(places):
        scores = tuple(points if other == side else 0 for other in range(len(places)))
        changed = ImageChops.logical_xor(screen(replace(view, scores=scores, provisional=provisional)), blank).getbbox()
        if points:
            assert place.left <= changed[0] < changed[2] <= place.left + place.width


@pytest.mark.parametrize("turn", range(4))
def test_the_turn_is_seen(turn):
    others = [screen(replace(FOUR, turn=other)).tobytes() for other in range(4) if other != turn]
    assert screen(replace(FOUR, turn=turn)).tobytes() not in others


@pytest.mark.parametrize(
    "change",
    [
        {"dealer": 0},
        {"batch": 4},
        {"provisional": True},
        {"deal": 3},
        {"last": Highlight("2: 7")},
        {"names": ("Amina", "Omar")},
    ],
    ids=str,
)
def test_the_score_screen_tells(change):
    assert screen(replace(TWO, **change)).tobytes() != screen(TWO).tobytes()


def test_what_matters_more_hides_what_matters_less():
    layers = [
        {"awaiting_layout": True},
        {"last": Highlight("caida", 1, seat=0)},
        {"question": Question("What did 2 play?", "7", "10")},
        {"winners": (0,)},
        {"fault": fault_text("too_dark", "en")},
        {"notice": "Report written"},
    ]
    below = {}
    for layer in layers:
        alone = screen(replace(TWO, **layer))
        below |= layer
        assert screen(replace(TWO, **below)).tobytes() == alone.tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", sorted(keys("fault", "en")))
def test_a_fault_is_told_in_at_most_three_lines_that_do_not_touch_the_edge(fault, language):
    picture = screen(replace(TWO, fault=fault_text(fault, language)), language)
    assert picture.crop((0, 0, 1, 20)).getbbox() is None
    assert picture.crop((0, 24, 1, 64)).getbbox() is None


@pytest.mark.parametrize("word", ["b'khamsa + mesa", "caida + missa", "mesa", "a word far too long for any display"])
def test_a_big_word_keeps_inside_its_band(word):
    picture = screen(replace(TWO, last=Highlight(word, 6, seat=0)))
    assert all(picture.getpixel((x, y)) for x in (1, 126) for y in range(5, 22))


def test_the_gallery_writes_what_the_tests_compare_with(tmp_path):
    main([str(tmp_path / "screens"), "--sheet", str(tmp_path / "sheet.png")])
    written = sorted((tmp_path / "screens").iterdir())
    assert [path.read_bytes() for path in written] == [(APPROVED / path.name).read_bytes() for path in written]
    with Image.open(tmp_path / "sheet.png") as page:
        assert page.size == sheet([screen(TWO)] * len(EXAMPLES)).size


def test_the_glass_is_lit_where_the_picture_is():
    glass = lit(screen(TWO), 4)
    centres = glass.resize((128, 64), Image.Resampling.NEAREST).convert("L").point(lambda grey: 255 * (grey > 128))
    assert centres.convert("1").tobytes() == screen(TWO).tobytes()
