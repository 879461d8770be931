"""Pictures for 256 by 64 pixels are those that were looked at; ``python -m tests.announce.test_wide`` draws them."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware.announce.say import TWO_LINES
from firmware.announce.screens import screen
from firmware.announce.shaping import length
from firmware.announce.texts import LANGUAGES, fault_text
from firmware.announce.view import Highlight, Question
from firmware.announce.wide import both_ways, wide_screen, words_screen
from tests.support.gallery import FOUR, NAMES, THREE, TWO

APPROVED = Path(__file__).parent / "wide"
ASKED = Question("What did 2 play?", "7", "10")
ARABIC_NAMES = ("Amina", "أمينة", "يوسف")
EXAMPLES = {
    "score_two": (TWO, "en", wide_screen),
    "score_said": (replace(TWO, last=Highlight("Player 2 takes 7 10 11 with 7")), "en", wide_screen),
    "score_three": (
        replace(THREE, names=NAMES, last=Highlight("Youssef répond et ramasse 4 5 6 7")),
        "fr",
        wide_screen,
    ),
    "score_four": (replace(FOUR, provisional=True, recording=True), "es", wide_screen),
    "score_arabic": (
        replace(THREE, names=ARABIC_NAMES, last=Highlight("\u200fAmina دا 7 10 11")),
        "ary-Arab",
        wide_screen,
    ),
    "points": (replace(FOUR, last=Highlight("b'khamsa + mesa", 6, seat=2)), "it", wide_screen),
    "question": (replace(TWO, question=ASKED), "en", wide_screen),
    "won": (replace(TWO, scores=(41, 33), winners=(0,)), "fr", wide_screen),
    "waiting": (replace(TWO, awaiting_layout=True, recording=True), "en", wide_screen),
    "fault": (replace(TWO, fault=fault_text("camera_moved", "en")), "en", wide_screen),
    "both_ways": (TWO, "fr", both_ways),
    "both_ways_question": (replace(TWO, question=ASKED), "en", both_ways),
}
LEFT, RIGHT = (0, 0, 128, 64), (128, 0, 256, 64)


def drawn():
    return {name: draw(view, language) for name, (view, language, draw) in EXAMPLES.items()}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_screen_is_the_approved_picture(name):
    view, language, draw = EXAMPLES[name]
    picture = draw(view, language)
    with Image.open(APPROVED / f"{name}.png") as approved:
        changed = ImageChops.logical_xor(picture, approved.convert("1")).getbbox()
    assert (picture.mode, picture.size) == ("1", (256, 64))
    assert changed is None, f"{name} differs within {changed}"


def test_there_is_no_approved_picture_too_many():
    assert {path.stem for path in APPROVED.glob("*.png")} == set(EXAMPLES)


@pytest.mark.parametrize("view", [TWO, THREE, FOUR], ids=["two", "three", "four"])
def test_its_figures_are_taller_than_those_of_a_small_display(view):
    def height(draw):
        eight, seven = (replace(view, scores=tuple(points for _ in view.scores)) for points in (8, 7))
        _, top, _, bottom = ImageChops.logical_xor(draw(eight, "en"), draw(seven, "en")).crop(LEFT).getbbox()
        return bottom - top

    assert height(wide_screen) > height(screen) + 10


def test_the_score_stays_whatever_is_told_beside_it():
    for change in (
        {"question": ASKED},
        {"fault": "too dark"},
        {"notice": "written"},
        {"last": Highlight("caida", 1, 1)},
    ):
        told = wide_screen(replace(TWO, **change), "en")
        assert told.crop(LEFT).tobytes() == wide_screen(TWO, "en").crop(LEFT).tobytes()
        assert told.crop(RIGHT).tobytes() == screen(replace(TWO, **change)).tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("turn", range(4))
def test_whose_turn_it_is_fits_beside_the_score(turn, language):
    picture = words_screen(replace(FOUR, turn=turn), language)
    others = [words_screen(replace(FOUR, turn=other), language).tobytes() for other in range(4) if other != turn]
    assert picture.tobytes() not in others
    assert picture.crop((0, 15, 1, 64)).getbbox() is None


def test_two_lines_of_words_fit_beneath_it():
    words = "Player 2 takes 7 10 11 with 7 and ten"
    said = words_screen(replace(TWO, last=Highlight(words[:TWO_LINES])), "en")
    cut = words_screen(replace(TWO, last=Highlight(f"{words[:TWO_LINES]} more")), "en")
    assert length(words) >= TWO_LINES
    assert said.crop((0, 62, 128, 64)).getbbox() is None
    assert said.tobytes() != cut.tobytes()


@pytest.mark.parametrize("view", [TWO, replace(THREE, question=ASKED), replace(FOUR, winners=(1,))])
def test_both_ways_is_one_picture_for_either_side_of_the_table(view):
    picture = both_ways(view, "en")
    assert picture.crop(LEFT).tobytes() == screen(view, "en").tobytes()
    assert picture.rotate(180).tobytes() == picture.tobytes()


if __name__ == "__main__":
    APPROVED.mkdir(exist_ok=True)
    for name, picture in drawn().items():
        picture.save(APPROVED / f"{name}.png", optimize=True)
