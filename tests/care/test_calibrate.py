"""What is said about camera, lamp and lens, and the five cards at the end."""

from contextlib import ExitStack
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.announce.screens import text_screen
from firmware.announce.texts import LANGUAGES, keys, text
from firmware.cards import Card
from firmware.care.aiming import ARROWS, PictureWindow, RenewedFile, WindowClosedError, aiming_picture
from firmware.care.calibration import Calibration
from firmware.care.camera_advice import advice, aiming_advice
from firmware.care.picture_measures import CutEdges, PictureMeasures, measured
from firmware.settings.model import Settings
from hardware.fake import FakeCamera
from vision.stills import PictureReading, ReadCard

WELL = PictureMeasures(frozenset(), 120.0, 0.8, (0.0, 0.0), 130.0, 0.0, 500.0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "good"),
        ({"grey": 20.0}, "dark"),
        ({"grey": 230.0}, "glare"),
        ({"glare": 0.05}, "glare"),
        ({"card_px": None, "height_m": None}, "no_cards"),
        ({"card_px": 60.0}, "lower"),
        ({"card_px": 220.0}, "raise"),
        ({"growth": (0.4, 0.1)}, "right_near"),
        ({"growth": (-0.4, 0.1)}, "left_near"),
        ({"growth": (0.1, 0.4)}, "bottom_near"),
        ({"growth": (0.1, -0.4)}, "top_near"),
        ({"edges": 200.0}, "blurred"),
        ({"blur": 0.02}, "unsharp"),
        ({"blur": 0.02, "card_px": 60.0}, "lower"),
        ({"cut": CutEdges(left=9.0)}, "cut_left"),
        ({"cut": CutEdges(right=9.0, top=4.0)}, "cut_right"),
        ({"cut": CutEdges(top=9.0)}, "cut_top"),
        ({"cut": CutEdges(bottom=9.0), "growth": (0.4, 0.1)}, "cut_bottom"),
        ({"cut": CutEdges(left=9.0, right=9.0), "table_mm": 1000.0}, "raise"),
        ({"cut": CutEdges(top=90.0, bottom=90.0), "table_mm": 700.0}, "closer"),
        ({"cut": CutEdges(left=9.0, right=9.0), "table_mm": 1000.0, "card_px": 86.0}, "closer"),
    ],
)
def test_what_matters_most_is_said(change, said):
    assert advice(replace(WELL, **change), sharpest=500.0)[0] == said


def test_a_camera_moved_as_told_is_well():
    for card_px in (50.0, 240.0):
        seen = replace(WELL, card_px=card_px)
        name, words = advice(seen, 500.0)
        moved_m = words["cm"] / 100 * (1 if name == "raise" else -1)
        assert advice(replace(seen, card_px=card_px * 0.8 / (0.8 + moved_m)), 500.0)[0] == "good"


@pytest.mark.parametrize(("cards", "said"), [(0, "spread"), (5, "spread"), (6, "good"), (20, "good")])
def test_nothing_is_called_well_before_cards_lie_all_over_the_table(cards, said):
    assert aiming_advice(replace(WELL, cards=cards)) == (said, {"count": 6} if said == "spread" else {})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"turned_deg": 22.0}, ("turn_right", {"degrees": 20})),
        ({"turned_deg": -31.0}, ("turn_left", {"degrees": 30})),
        ({"turned_deg": 9.0}, ("good", {})),
        ({"turned_deg": 22.0, "cut": CutEdges(left=9.0)}, ("turn_right", {"degrees": 20})),
        ({"turned_deg": 22.0, "grey": 20.0}, ("dark", {})),
    ],
)
def test_a_camera_turned_about_itself_is_told_before_cards_are_cut_off_for_it(change, said):
    assert aiming_advice(replace(WELL, **change)) == said


def test_what_is_to_be_done_comes_before_more_cards_are_asked_for():
    assert aiming_advice(replace(WELL, cards=2, grey=20.0))[0] == "dark"


def picture_of(cards):
    """A grey table with white cards of given corners, each with a black cross."""
    picture = np.full((720, 1280, 3), 90, np.uint8)
    for card in cards:
        cv2.fillPoly(picture, [card.corners_px.astype(np.int32)], (235, 235, 235))
        a, b, c, d = card.corners_px.astype(int)
        cv2.line(picture, a, c, (0, 0, 0), 2)
        cv2.line(picture, b, d, (0, 0, 0), 2)
    return picture


def card(x, y, height_px, face="7O", sure=0.99):
    w, h = height_px * 0.32, height_px / 2
    corners = np.array([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)], np.float32)
    return ReadCard(Card.parse(face), sure, corners)


SPREAD = [(200, 200), (600, 180), (1000, 200), (250, 500), (640, 520), (1050, 500)]


def test_a_table_seen_from_above_is_measured():
    cards = [card(x, y, 100.0) for x, y in SPREAD]
    seen = measured(picture_of(cards), cards, 95.0)
    assert seen.card_px == pytest.approx(100.0)
    assert seen.height_m == pytest.approx(1.216 / 2 / 0.6494, rel=0.01)  # 1280 px are 1.216 m; tan 33 degrees
    assert seen.growth == pytest.approx((0.0, 0.0), abs=0.01)
    assert seen.named == {Card.parse("7O")}


def test_cards_that_grow_across_the_picture_tell_of_a_lean():
    cards = [card(x, y, 100.0 + 40 * x / 1280) for x, y in SPREAD]
    assert advice(measured(picture_of(cards), cards, 95.0), 0.0)[0] == "right_near"


def test_a_blurred_picture_has_fewer_edges():
    cards = [card(x, y, 100.0) for x, y in SPREAD]
    sharp = picture_of(cards)
    blurred = cv2.GaussianBlur(sharp, (0, 0), 3)
    assert measured(blurred, cards, 95.0).edges < 0.5 * measured(sharp, cards, 95.0).edges


def marked(turned_deg, away=()):
    """Six cards, in the corners of a place and between, turned about the picture's middle; some a card away."""
    turn = np.deg2rad(turned_deg)
    way = np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))])
    places = [(-300, -150), (300, -150), (300, 150), (-300, 150), (0, -150), (0, 150)]
    moved = [(x, y - 100 if n in away and y > 0 else y) for n, (x, y) in enumerate(places)]
    return [card(*(way @ place + (640, 360)), 100.0) for place in moved]


@pytest.mark.parametrize("turned_deg", [-40.0, -12.0, 0.0, 12.0, 40.0])
def test_how_a_place_is_turned_is_told_from_the_cards_in_its_corners(turned_deg):
    cards = marked(turned_deg)
    assert measured(picture_of(cards), cards, 95.0).turned_deg == pytest.approx(turned_deg, abs=0.5)


def test_cards_in_three_corners_mark_no_place():
    cards = marked(20.0, away=(2,))
    assert measured(picture_of(cards), cards, 95.0).turned_deg == 0.0


def test_two_cards_mark_no_place():
    cards = marked(20.0)[:2]
    assert measured(picture_of(cards), cards, 95.0).turned_deg == 0.0


CUT = {"left": (-20, 360), "right": (1300, 360), "top": (600, -20), "bottom": (600, 740)}


@pytest.mark.parametrize("edge", CUT)
def test_cards_cut_off_by_the_picture_are_measured_and_moved_into_it(edge):
    cards = [card(640, 360, 100.0), card(*CUT[edge], 100.0)]
    seen = measured(picture_of(cards), cards, 95.0)
    beyond_px = 20 + (32 if edge in ("left", "right") else 50)
    assert seen.cut._asdict() == pytest.approx({**CutEdges()._asdict(), edge: 0.95 * beyond_px})
    name, words = advice(seen)
    assert name == f"cut_{edge}"
    moved_px = words["cm"] * 10 / 0.95
    assert beyond_px < moved_px < beyond_px + 40


def test_a_camera_raised_as_told_shows_what_was_cut_off_on_both_sides():
    cut = CutEdges(left=60.0, right=50.0)
    seen = replace(WELL, card_px=130.0, cut=cut, height_m=0.7, table_mm=910.0)
    name, words = advice(seen)
    wider_mm = 910.0 * (0.7 + words["cm"] / 100) / 0.7
    assert name == "raise"
    assert wider_mm > 910.0 + 60.0 + 50.0


def test_a_doubtful_card_at_the_edge_is_perhaps_a_hand():
    cards = [card(640, 360, 100.0), card(-20, 360, 100.0, sure=0.5)]
    assert measured(picture_of(cards), cards, 95.0).cut == CutEdges()


def test_a_picture_blurred_through_and_through_is_called_unsharp():
    cards = [card(x, y, 100.0) for x, y in SPREAD]
    assert advice(measured(picture_of(cards), cards, 95.0))[0] == "good"
    assert advice(measured(cv2.GaussianBlur(picture_of(cards), (0, 0), 3), cards, 95.0))[0] == "unsharp"


def test_doubtful_cards_are_not_named():
    cards = [card(300, 300, 100.0, sure=0.5)]
    assert measured(picture_of(cards), cards, 95.0).named == frozenset()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_advice_is_there_in_every_language_and_fits_the_display(language):
    assert keys("calibrate", language) == keys("calibrate", "en")
    for name in keys("calibrate", language):
        words = text("calibrate", name, language).format(cm=100, count=3, of=5, degrees=45)
        lit = np.array(text_screen(words))
        assert lit.any()
        assert not lit[0].any()
        assert not lit[-1].any()


class Reader:
    """Eyes that see one more card at each look, in pictures that show them."""

    def __init__(self, most):
        self.cards = [card(x, y, 110.0, face) for (x, y), face in zip(SPREAD, FACES, strict=True)][:most]
        self.looks = 0

    def read(self, picture):
        self.looks += 1
        return PictureReading(tuple(self.cards[: self.looks]), {})


FACES = ("7O", "4C", "12E", "1B", "6O", "10C")


def test_it_ends_when_five_cards_were_played_after_all_was_well(capsys):
    reader = Reader(6)
    pictures = (picture_of(reader.cards[: count + 1]) for count in range(20))
    with ExitStack() as stack:
        Calibration(Settings(), "en", reader, stack).run(FakeCamera(pictures))
    assert reader.looks == 6  # the first card was there before
    assert capsys.readouterr().out.splitlines()[-1] == "Ready to play"


def test_a_recording_that_ends_before_is_told(hakam, tmp_path):
    (tmp_path / "bare" / "frames").mkdir(parents=True)
    for t_ms in range(0, 4000, 500):
        cv2.imwrite(str(tmp_path / "bare" / "frames" / f"{t_ms:05d}.jpg"), np.full((720, 1280, 3), 120, np.uint8))
    status, out, err = hakam("calibrate", "--camera", tmp_path / "bare")
    assert (status, err) == (1, "hakam: the recording is over\n")
    assert "Lay some cards" in out


def test_the_live_picture_has_outlines_and_the_advice_and_is_renewed_in_a_file(tmp_path):
    reader, now, path = Reader(6), [0.0], tmp_path / "aim.jpg"
    file = RenewedFile(path, lambda: now[0])
    written = []

    def show(picture):
        now[0] += 0.3
        file.show(picture)
        written.append(path.stat().st_mtime_ns)

    pictures = (picture_of(reader.cards[: count + 1]) for count in range(20))
    with ExitStack() as stack:
        Calibration(Settings(), "en", reader, stack, (show,)).run(FakeCamera(pictures))
    assert len(set(written)) == 3  # six looks, 0.3 s apart, at most one picture in half a second
    height, width = picture_of(reader.cards).shape[:2]
    assert cv2.imread(str(path)).shape == (height + round(0.09 * height), width, 3)


@pytest.mark.parametrize("words", ["Ready to play", "The camera leans to the bottom: straighten it " * 4])
def test_the_advice_beneath_the_picture_is_seen_whole(words):
    bare = np.full((360, 640, 3), 90, np.uint8)
    shown = aiming_picture(bare, (), words)
    banner = shown[360:].max(axis=(0, 2))
    assert banner.max() > 200
    assert banner[:6].max() == banner[-6:].max() == 0
    assert not np.array_equal(shown[:360], bare)


@pytest.mark.parametrize("name", ARROWS)
def test_arrows_show_where_to_the_camera_moves(name):
    bare = np.full((360, 640, 3), 90, np.uint8)
    plain, shown = (aiming_picture(bare, (), "words", one).astype(int) for one in ("good", name))
    ys, xs = np.nonzero(np.abs(shown - plain).sum(axis=2))
    assert ys.max() < 360
    middle = (xs.mean() / 640, ys.mean() / 360)
    ends = np.mean([point for arrow in ARROWS[name] for point in arrow], axis=0)
    assert middle == pytest.approx(tuple(ends), abs=0.05)


def test_arrows_lead_away_from_the_near_edge_and_outwards_where_the_camera_comes_down():
    def towards_the_middle(name):
        return {abs(a - 0.5) + abs(b - 0.5) > abs(c - 0.5) + abs(d - 0.5) for (a, b), (c, d) in ARROWS[name]}

    assert {name: towards_the_middle(name) for name in ARROWS} == {
        **{f"{edge}_near": {True} for edge in ("left", "right", "top", "bottom")},
        **{f"cut_{edge}": {False} for edge in ("left", "right", "top", "bottom")},
        "lower": {False},
        "raise": {True},
    }


@pytest.mark.parametrize("closed", [lambda: 0.0, lambda: _raised(cv2.error("no window"))])
def test_closing_the_window_ends_it(monkeypatch, closed):
    shown, states = [], [lambda: 1.0, lambda: 1.0, closed]
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("cv2.imshow", lambda _title, picture: shown.append(picture))
    monkeypatch.setattr("cv2.waitKey", lambda _ms: -1)
    monkeypatch.setattr("cv2.getWindowProperty", lambda _title, _what: states.pop(0)())
    window, picture = PictureWindow(), np.zeros((9, 16, 3), np.uint8)
    window.show(picture)
    window.show(picture)
    with pytest.raises(WindowClosedError):
        window.show(picture)
    assert len(shown) == 2


def _raised(fault):
    raise fault


def test_a_window_without_a_screen_is_refused_with_what_to_do_instead(hakam, monkeypatch, tmp_path):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    status, _, err = hakam("calibrate", "--window", "--camera", tmp_path)
    assert (status, err) == (
        1,
        "hakam: there is no screen for a window here; --picture FILE.jpg writes the picture to a file\n",
    )


def test_a_letter_is_not_drawn_over(hakam, tmp_path):
    (tmp_path / "letter.jpg").write_text("Dear Amina")
    assert hakam("calibrate", "--picture", tmp_path / "letter.jpg", "--camera", tmp_path)[0] == 1
    assert (tmp_path / "letter.jpg").read_text() == "Dear Amina"
