"""The calibration sheet: true to scale, whole or not written, and cards that the eyes find."""

import re
from functools import lru_cache

import cv2
import numpy as np
import pytest

from firmware.announce.texts import LANGUAGES, keys, text
from firmware.cards import CARD_MM
from firmware.care.calibration_sheet import DPI, RULER_MM, cards_mm, sheet, sheet_pdf
from firmware.care.camera_advice import advice
from firmware.care.picture_measures import measured
from firmware.decks.store import eyes_for
from firmware.settings.model import Settings
from vision.quads import long_side_px

PX = DPI / 25.4
"""Pixels of the sheet in a millimetre."""


@lru_cache(maxsize=len(LANGUAGES))
def inked(language):
    """The sheet, ink 1, paper 0."""
    return 1 - np.array(sheet(language), np.uint8)


@pytest.fixture
def page():
    return inked("en")


def lines_mm(ink):
    """The middles of the runs of ink in a row or column."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], ink, [0]]).astype(int)))
    return (edges[::2] + edges[1::2]) / 2 / PX


def test_a_page_is_a4():
    box = re.search(rb"/MediaBox \[ ([\d. ]+)\]", sheet_pdf("en"))[1]
    assert np.array(box.split(), float) * 25.4 / 72 == pytest.approx([0, 0, 210, 297], abs=0.5)


def test_cards_are_as_large_as_real_ones():
    assert CARD_MM == (61.5, 95.0)
    assert Settings().card_height_mm == CARD_MM[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_one_small_page(language):
    content = sheet_pdf(language)
    assert content.count(b"/Type /Page\n") == 1
    assert len(content) < 300_000


def test_the_lines_to_cut_along_are_a_card_apart(page):
    for left, top in cards_mm():
        across = lines_mm(page[round((top + 2) * PX)])
        down = lines_mm(page[:, round((left + 2) * PX)])
        for found, start, size in ((across, left, CARD_MM[0]), (down, top, CARD_MM[1])):
            begin, end = (min(found, key=lambda line, at=at: abs(line - at)) for at in (start, start + size))
            assert end - begin == pytest.approx(size, abs=0.1)
            assert begin == pytest.approx(start, abs=0.1)


def test_the_ruler_is_as_long_as_it_says(page):
    left, top, length = RULER_MM
    bar = np.flatnonzero(page[round((top + 0.2) * PX)])
    assert (np.ptp(bar) + 1) / PX == pytest.approx(length, abs=0.1)
    assert bar[0] / PX == pytest.approx(left, abs=0.1)
    assert f"{length:.0f} mm" in text("sheet", "measure", "en")


def test_it_has_a_mark_at_each_millimetre(page):
    left, top, length = RULER_MM
    marks = lines_mm(page[round((top - 1) * PX)])
    assert marks == pytest.approx(left + np.arange(length + 1), abs=0.15)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_leave_the_cards_and_the_edges_alone(language):
    ink = inked(language)
    (_, first), (_, last) = min(cards_mm()), max(cards_mm())
    above, below = first * PX, (last + CARD_MM[1]) * PX
    assert not ink[int(above - 1.5 * PX) : int(above - 0.5 * PX)].any()
    assert not ink[int(below + 0.5 * PX) : int(below + 1.5 * PX)].any()
    edge = int(5 * PX)  # what printers leave white
    assert not any(side.any() for side in (ink[:edge], ink[-edge:], ink[:, :edge], ink[:, -edge:]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language):
    assert keys("sheet", language) == keys("sheet", "en")
    assert "100" in text("sheet", "measure", language)
    assert "hakam calibrate" in text("sheet", "lay", language)


def test_the_command_writes_it(hakam, tmp_path):
    file = tmp_path / "new" / "sheet.pdf"
    status, out, err = hakam("calibrate", "--sheet", file, "--lang", "fr")
    assert (status, err) == (0, "")
    assert out == f"{file}: {text('sheet', 'measure', 'fr')}\n"
    assert file.read_bytes().startswith(b"%PDF-")
    assert [one.name for one in file.parent.iterdir()] == ["sheet.pdf"]


def test_where_it_cannot_write_it_says_so_and_leaves_nothing(hakam, tmp_path):
    (tmp_path / "folder").mkdir()
    status, out, err = hakam("calibrate", "--sheet", tmp_path / "folder")
    assert (status, out) == (1, "")
    assert re.fullmatch(r"hakam: .+folder cannot be written \(.+\); choose another place\n", err)
    assert [one.name for one in tmp_path.rglob("*")] == ["folder"]


SHRUNK = 6.0
"""Pixels a millimetre of the cut out cards, before the camera."""
PLACES_MM = [(-250, -130), (-30, -150), (190, -120), (-240, 40), (-20, 50), (180, 30)]
"""Of the six cards' upper left corners, from the middle of the picture."""
TABLES = {"wood": (60, 90, 130), "marble": (215, 218, 220), "green": (40, 60, 30)}


def cut_out(page):
    """The first card of the sheet, grey values of (h, w)."""
    (left, top), (wide, high) = next(cards_mm()), CARD_MM
    box = page[round(top * PX) : round((top + high) * PX), round(left * PX) : round((left + wide) * PX)]
    size = round(wide * SHRUNK), round(high * SHRUNK)
    return cv2.resize((1 - box) * 190.0 + 35, size, interpolation=cv2.INTER_AREA).astype(np.float32)


def seen_by_a_camera(page, colour, px_per_mm, lean):
    """A table with the cut out cards, and their corners in the picture; with a lean what is low in it is nearer."""
    rng = np.random.default_rng(5)
    cloudy = cv2.GaussianBlur(rng.normal(0, 40, (720, 1280)).astype(np.float32), (0, 0), 25) * 6
    picture = cloudy[..., None] + np.float32(colour)
    card = cv2.GaussianBlur(cut_out(page), (0, 0), 0.45 * SHRUNK / px_per_mm)
    height, width = card.shape
    outline = np.float32([(0, 0), (width, 0), (width, height), (0, height)])
    corners = []
    for place in PLACES_MM:
        flat = (outline / SHRUNK + np.float32(place)) * px_per_mm
        quad = (flat / (1 - lean * flat[:, 1:] / 1000) + np.float32([640, 360])).astype(np.float32)
        warp = cv2.getPerspectiveTransform(outline, quad)
        there = cv2.warpPerspective(np.ones_like(card), warp, (1280, 720))[..., None]
        picture = picture * (1 - there) + cv2.warpPerspective(card, warp, (1280, 720))[..., None] * there
        corners.append(quad)
    noisy = picture + rng.normal(0, 3, picture.shape)
    return noisy.clip(0, 255).astype(np.uint8), corners


@pytest.fixture(scope="module")
def eyes():
    return eyes_for(Settings())


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("px_per_mm", [0.95, 1.26, 1.6])
def test_cut_out_cards_are_found_measured_and_not_named(page, eyes, table, px_per_mm):
    picture, corners = seen_by_a_camera(page, TABLES[table], px_per_mm, 0.0)
    cards = eyes.read(picture).cards
    seen = measured(picture, cards, CARD_MM[1])
    assert len(cards) == len(corners)
    assert seen.named == frozenset()
    assert seen.card_px == pytest.approx(float(np.median([long_side_px(quad) for quad in corners])), rel=0.04)


def test_six_of_them_tell_a_lean(page, eyes):
    picture, _ = seen_by_a_camera(page, TABLES["wood"], 1.26, 0.5)
    seen = measured(picture, eyes.read(picture).cards, CARD_MM[1])
    assert advice(seen, seen.edges)[0] == "bottom_near"
