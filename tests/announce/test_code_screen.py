"""The codes that the display draws are read by a reader of QR codes, at the display's own pixels scaled up."""

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from firmware.announce.code_screen import code_screen
from firmware.announce.layout import HEIGHT, WIDTH
from firmware.announce.screens import fault_screen, points_screen, question_screen, screen, text_screen, win_screen
from firmware.announce.view import CodeOnDisplay, Highlight, Question
from firmware.announce.wide import both_ways, wide_screen
from tests.support.gallery import TWO

codes = pytest.importorskip("firmware.web.codes", reason="the extra `page` is not installed")
ADDRESSES = ("http://192.168.1.20/", "http://192.168.100.200:8080/", "http://10.42.0.1/", "http://172.16.254.254:8089/")
NETWORKS = (
    ("Hakam-abcd", "abcdefghjk"),
    ("Café", ""),
    ("Atlas; 2", 'p"q,r;s'),
    ("Livebox-1A2B", "0123456789ABCDEF0123456789"),
)


def on_display(content, *lines):
    return codes.on_display(content, lines or ("Join",))


def read(picture):
    """What a phone reads that is moved to and fro before the glass: lit pixels are white, all around is dark."""
    return next(filter(None, (read_at(picture, scale) for scale in (8, 6, 10, 5))), "")


def read_at(picture, scale):
    pixels = np.array(picture.convert("L")).repeat(scale, 0).repeat(scale, 1)
    seen = cv2.copyMakeBorder(pixels, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=10)
    return cv2.QRCodeDetector().detectAndDecode(cv2.cvtColor(seen, cv2.COLOR_GRAY2BGR))[0]


def module_px(code):
    return max(1, HEIGHT // (code.size + 2))


@pytest.mark.parametrize("draw", [screen, partial(wide_screen, language="en")])
@pytest.mark.parametrize("address", ADDRESSES)
def test_the_address_is_read_from_either_display(draw, address):
    content = codes.shortest(address, "123456")
    code = on_display(content, "Join", address, "123456")
    assert module_px(code) == 2
    assert read(draw(replace(TWO, code=code))) == content
    assert content.lower() == f"{address}j/123456"


@pytest.mark.parametrize("network", NETWORKS)
def test_a_wifi_is_read_too(network):
    content = codes.wifi(*network)
    assert content.startswith("WIFI:")
    assert read(screen(replace(TWO, code=on_display(content, "Wi-Fi", *network)))) == content


def test_with_two_pixels_a_module_as_long_as_that_fits():
    small, large = on_display("x" * 50), on_display("x" * 60)
    assert (small.size, module_px(small), large.size, module_px(large)) == (29, 2, 33, 1)
    assert read(code_screen(large)) == "x" * 60


def test_it_is_dark_on_a_lit_square_and_words_stand_beside_it():
    picture = code_screen(on_display("HTTP://10.0.0.1/", "Join", "192.168.100.200:8080"))
    assert picture.size == (WIDTH, HEIGHT)
    assert all(picture.getpixel((at, 0)) and picture.getpixel((0, at)) for at in range(HEIGHT))
    assert picture.crop((HEIGHT, 0, WIDTH, HEIGHT)).getbbox()


def test_half_a_password_is_not_shown():
    content, long = codes.wifi(*NETWORKS[3]), NETWORKS[3][1]
    without = code_screen(on_display(content, "Wi-Fi", NETWORKS[3][0]))
    assert code_screen(on_display(content, "Wi-Fi", NETWORKS[3][0], long)).tobytes() == without.tobytes()


def test_for_players_opposite_it_is_read_from_both_sides():
    picture = both_ways(replace(TWO, code=on_display("HTTP://10.0.0.1/")), "en")
    assert read(picture.crop((0, 0, WIDTH, HEIGHT))) == "HTTP://10.0.0.1/"
    assert read(picture.crop((WIDTH, 0, 2 * WIDTH, HEIGHT)).rotate(180)) == "HTTP://10.0.0.1/"


CODE = CodeOnDisplay(("The owner's code", "1234 5678"))
ASKED, POINTS = Question("What did 2 play?", "7", "10"), Highlight("caida", 1, seat=1)


@pytest.mark.parametrize(
    ("view", "shown"),
    [
        (TWO, code_screen(CODE)),
        (replace(TWO, awaiting_layout=True), code_screen(CODE)),
        (replace(TWO, winners=(0,)), code_screen(CODE)),
        (replace(TWO, fault="Too dark."), fault_screen("Too dark.", "en")),
        (replace(TWO, notice="Report written"), text_screen("Report written")),
        (replace(TWO, question=ASKED), question_screen(TWO, ASKED)),
        (replace(TWO, last=POINTS), points_screen(TWO, POINTS, "en")),
    ],
)
def test_what_players_have_to_see_comes_before_a_code(view, shown):
    assert screen(replace(view, code=CODE)).tobytes() == shown.tobytes()
    assert screen(replace(TWO, winners=(0,))).tobytes() == win_screen(replace(TWO, winners=(0,)), "en").tobytes()


def test_a_sentence_alone_is_written_out():
    assert (
        screen(replace(TWO, code=CodeOnDisplay(("No code is shown.",)))).tobytes()
        == text_screen("No code is shown.").tobytes()
    )


def test_modules_that_are_missing_are_light():
    assert not CodeOnDisplay(("x",), 21, b"").is_dark(20, 20)
    assert CodeOnDisplay(("x",), 21, b"\x40").is_dark(0, 1)
