"""Letters and digits: nothing is lost, nothing is cut in a way that says something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from firmware.announce.digits import digit, draw_number, number_width
from firmware.announce.lettering import balanced, clipped, draw_text, fitting_size, text_width, wrapped
from firmware.announce.shaping import pieces


def ink(text, size=9):
    picture = Image.new("1", (400, 60))
    draw_text(picture, (10, 40), text, size=size)
    return picture.getbbox()


@pytest.mark.parametrize("size", [9, 11, 14, 20, 30])
@pytest.mark.parametrize("text", ["Joueur 2", "élève ça", "¿7 o 10?", "Rba7!", "1+3 …"])
def test_text_is_as_wide_as_it_is_said_to_be(text, size):
    left, _, right, _ = ink(text, size)
    assert (left, right - left) == (10, text_width(text, size))


ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي"


@pytest.mark.parametrize("size", [9, 11, 14, 20, 30])
@pytest.mark.parametrize("text", ["اللاعب 2", "\u200fAmina دا 7 10", "كايدة + ميسة", "النتيجة: 12 – 7", "گ پ ڤ ڭ"])
def test_arabic_text_is_as_wide_as_it_is_said_to_be(text, size):
    left, _, right, _ = ink(text, size)
    assert (left, right - left) == (10, text_width(text, size))


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("اللاعب 2", ["2", " ", "ﺐﻋ", "ﻼﻟﺍ"]),
        ("Amina دا 7 10", ["A", "m", "i", "n", "a", " ", "1", "0", " ", "7", " ", "ﺍﺩ"]),
        ("\u200fAmina دا 7 10", ["1", "0", " ", "7", " ", "ﺍﺩ", " ", "A", "m", "i", "n", "a"]),
        ("كايدة \u200e+1", ["+", "1", " ", "ﺓﺪﻳﺎﻛ"]),
        ("12 – 7", ["1", "2", " ", "–", " ", "7"]),
    ],
)
def test_arabic_is_joined_and_reads_from_the_right_while_numbers_and_names_do_not(text, columns):
    assert "".join(pieces(text)) == "".join(columns)


@pytest.mark.parametrize("letter", ARABIC)
def test_every_arabic_letter_is_in_the_font_and_joins_its_neighbours(letter):
    assert ink(letter) != ink("\ue000")
    assert text_width(f"ب{letter}") < text_width("ب") + text_width(letter) + 1


def test_each_line_of_a_sentence_from_the_right_reads_from_the_right():
    lines = wrapped("\u200fHakam ما بغاش يبدا، شوف journalctl", 60)
    assert len(lines) > 2
    assert pieces(lines[0])[-1] == "m"
    assert " ".join(lines).replace("\u200f", "") == "Hakam ما بغاش يبدا، شوف journalctl"


@pytest.mark.parametrize(("plain", "accented"), ["eé", "aà", "nñ", "iï", "?¿", "!¡", "EÉ"])
def test_accents_are_letters_of_the_font(plain, accented):
    missing = ink("\ue000")
    assert ink(accented) not in (ink(plain), missing)


@pytest.mark.parametrize(
    ("text", "width", "left"),
    [
        ("2 takes 7 10 11", 200, "2 takes 7 10 11"),
        ("2 takes 4 5 6 7 10 11 12", 80, "2 takes 4 5 6 …"),
        ("Abderrahmane", 30, "Abde."),
        ("Abderrahmane", 2, ""),
    ],
)
def test_what_does_not_fit_is_cut_between_words(text, width, left):
    assert clipped(text, width) == left


@given(st.text("abcxyz 0123456789éابدلك", max_size=40), st.integers(4, 128))
def test_clipped_text_always_fits(text, width):
    assert text_width(clipped(text, width)) <= width


@given(st.lists(st.text("abcxyzé", min_size=1, max_size=8), max_size=12), st.integers(60, 128))
def test_wrapping_keeps_every_word_and_every_line_fits(words, width):
    lines = wrapped(" ".join(words), width)
    assert " ".join(lines).split() == words
    assert all(text_width(line) <= width for line in lines)


@given(st.lists(st.text("abcxyzé", min_size=1, max_size=8), max_size=12), st.integers(60, 128))
def test_balancing_adds_no_line_and_loses_no_word(words, width):
    lines = balanced(" ".join(words), width)
    assert " ".join(lines).split() == words
    assert len(lines) == len(wrapped(" ".join(words), width))
    assert all(text_width(line) <= width for line in lines)


def test_no_word_is_left_alone_on_the_last_line():
    assert balanced("The camera was moved by you", 126)[-1] != "you"


@pytest.mark.parametrize(("text", "width"), [("caida", 118), ("b'khamsa + mesa", 118), ("1", 30)])
def test_the_fitting_size_is_the_largest(text, width):
    size = fitting_size(text, width, 30)
    assert text_width(text, size) <= width
    assert size == 30 or text_width(text, size + 1) > width


@pytest.mark.parametrize("size", [(24, 34), (15, 34), (13, 19), (22, 32)])
def test_the_ten_digits_fill_their_height_and_differ(size):
    drawn = [digit(figure, size, 4) for figure in "0123456789"]
    assert len({picture.tobytes() for picture in drawn}) == 10
    for picture in drawn:
        _, top, _, bottom = picture.getbbox()
        assert (top, bottom) == (0, size[1])


def test_a_number_is_as_wide_as_it_is_said_to_be():
    picture = Image.new("1", (128, 64))
    draw_number(picture, (5, 5), "41", size=(24, 34), stroke=6, gap=3)
    left, _, right, _ = picture.getbbox()
    assert left == 5
    assert right - left <= number_width("41", (24, 34), 3) < 60
