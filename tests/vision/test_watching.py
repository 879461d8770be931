"""The eyes on drawn tables: what is found, what is kept, what is named again, and what is left alone."""

import numpy as np
import pytest

from firmware.cards import Card
from firmware.signals import Unnamed
from models.synthetic.scenes.hand import draw_hand
from models.synthetic.scenes.placed import PlacedHand
from tests.support.drawn_table import LAID, drawn, laid, seen
from vision.corners import CornerFinder
from vision.frame import Frame
from vision.identify import FACES, Identification, Identifier
from vision.learned_deck import LearnedClassifier, learned, played
from vision.locate import THRESHOLD, Detection, Detections, Locator, prepared
from vision.pipeline import Eyes
from vision.quads import overlap
from vision.store import load_model


class Counting:
    """The real classifier, with a count of the crops it was given."""

    def __init__(self):
        self.inner, self.crops = Identifier.load(), 0

    def identify(self, crops):
        self.crops += len(crops)
        return self.inner.identify(crops)


@pytest.fixture(scope="module")
def locator():
    return Locator.load()


@pytest.fixture
def classifier():
    return Counting()


@pytest.fixture
def eyes(classifier, locator):
    return Eyes(classifier, locator)


def assert_found(truth, found):
    """Each true card has its own found quadrilateral and there are no others."""
    assert len(found) == len(truth.cards)
    for one in truth.cards:
        assert max(overlap(one.corners_px, place.corners_px) for place in found) > 0.8


@pytest.mark.parametrize("surface", ["wood", "cloth", "marble", "laminate", "checks"])
def test_cards_are_found_on_any_surface(locator, surface):
    truth = drawn(laid(), surface)
    assert_found(truth, [one for one in locator.detect(truth.picture).cards if one.score >= THRESHOLD])


@pytest.mark.parametrize("turn_deg", range(0, 180, 30))
def test_cards_are_found_at_any_angle(locator, turn_deg):
    truth = drawn([(name, x, y, angle + turn_deg) for name, x, y, angle in laid()])
    assert_found(truth, [one for one in locator.detect(truth.picture).cards if one.score >= THRESHOLD])


def test_an_empty_table_has_no_cards(locator):
    for surface in ("wood", "cloth", "checks", "marble"):
        assert not [one for one in locator.detect(drawn([], surface).picture).cards if one.score >= THRESHOLD]


def test_the_network_gets_blue_first():
    picture = np.full((32, 64, 3), (255, 0, 51), np.uint8)
    planes = prepared(picture)
    assert planes.shape == (1, 3, 32, 64)
    assert planes[0, :, 5, 5] == pytest.approx([1.0, -1.0, -0.6])


def test_a_table_is_read_with_names_and_places(eyes):
    observation = eyes.observe(Frame(0, drawn(laid()).picture))
    assert seen(observation) == sorted(LAID)
    assert not observation.hand_present
    for one in observation.cards:
        x_mm, y_mm, angle_deg = LAID[str(one.face)]
        middle = (1280 / 1.9 / 2, 720 / 1.9 / 2)
        assert one.centre == pytest.approx((x_mm + middle[0], y_mm + middle[1]), abs=8)
        assert abs((one.angle_deg - angle_deg + 180) % 360 - 180) < 5


def test_what_was_seen_of_each_card_is_remembered_with_its_place(eyes):
    observation = eyes.observe(Frame(40, drawn(laid()).picture))
    assert [(one.since_ms, one.until_ms, one.centre) for one in eyes.sightings] == [
        (40, 40, card.centre) for card in observation.cards
    ]
    named = [FACES[one.appearance.chances.argmax()] for one in eyes.sightings]
    assert named == [card.face for card in observation.cards]


def test_what_comes_to_the_table_is_named_by_whom_the_eyes_are_told_to_read_by(locator):
    identifier = Identifier.load()
    eyes = Eyes(identifier, locator)
    assert eyes.plain is identifier
    deck = learned([[played([np.ones(128, np.float32) / 128**0.5], [np.ones(50)], np.ones(40), clear=True)]])
    eyes.read_by(LearnedClassifier(identifier, deck))
    assert eyes.plain is identifier
    assert seen(eyes.observe(Frame(0, drawn(laid()).picture))) == sorted(LAID)  # like no card of that deck
    eyes.read_by(Counting())
    assert eyes.plain is None


def test_the_cameras_small_picture_tells_when_to_look(eyes):
    picture, small = drawn(laid()).picture, np.full((180, 320), 90, np.uint8)
    assert eyes.observe(Frame(0, picture, small)) is not None
    assert eyes.observe(Frame(40, np.zeros_like(picture), small)) is None
    moved = small.copy()
    moved[60:120, 100:160] = 200
    assert eyes.observe(Frame(200, picture, moved)) is not None


def test_nothing_is_said_while_nothing_changes(eyes, classifier):
    picture = drawn(laid()).picture
    looks = [eyes.observe(Frame(t_ms, picture)) for t_ms in range(0, 400, 40)]
    assert looks[0] is not None
    assert looks[1:] == [None] * 9
    assert classifier.crops == len(LAID)


def test_a_card_put_down_is_named_and_the_others_are_not_named_again(eyes, classifier):
    eyes.observe(Frame(0, drawn(laid()).picture))
    before = classifier.crops
    after = drawn([*laid(), ("6E", 0.0, 90.0, 40.0)]).picture
    looks = [eyes.observe(Frame(t_ms, after)) for t_ms in (200, 300)]
    assert looks[0].hand_present
    assert seen(looks[1]) == sorted([*LAID, "6E"])
    assert not looks[1].hand_present
    assert classifier.crops - before <= 2 + sum(one.confidence < 0.98 for one in looks[1].cards)


class CountingNear(CornerFinder):
    """The real look from near, with a count of the places it was given."""

    def __init__(self):
        super().__init__(load_model("corners"))
        self.places = 0

    def refine(self, picture, quads_px):
        self.places += len(quads_px)
        return super().refine(picture, quads_px)


def test_a_known_place_keeps_its_corners_and_is_not_looked_at_from_near():
    near = CountingNear()
    locator = Locator(load_model("locate"), near)
    truth = drawn([*laid(), ("6E", 0.0, 90.0, 40.0)])
    known = [one.corners_px for one in truth.cards[:4]]
    look = locator.detect(truth.picture, known=known)
    assert_found(truth, look.cards)
    assert sum(any(one.corners_px is quad for quad in known) for one in look.cards) == 4
    assert near.places <= 2  # the fifth card, roughly and exactly


class Drawn:
    """Finds cards of one size where they were drawn, and remembers how large the pictures were that it looked at."""

    def __init__(self, height_px, count):
        self.height_px, self.count, self.looks = height_px, count, []

    def detect(self, picture, look_px=640, known=()):
        self.looks.append(look_px)
        card = np.array([[0, 0], [0.65, 0], [0.65, 1], [0, 1]], np.float32) * self.height_px
        found = tuple(Detection(card + np.float32([250 * n, 40]), 0.9) for n in range(self.count))
        return Detections(found, np.zeros((45, 80), np.float32), 16.0)


class Sure:
    """Names every card without doubt."""

    def identify(self, crops):
        return [Identification(((Card.parse("7O"), 1.0),), False) for _ in crops]


LOOKS = [  # height of the cards in 1280x720, how many, and how large the network's picture is from the second look on
    ("large cards, enough to know the scale", 220, 4, 448),
    ("common ones", 180, 4, 512),
    ("common ones, too few to be sure", 180, 2, 640),
    ("small ones, too few to be sure", 90, 2, 960),
]


@pytest.mark.parametrize(("height_px", "count", "look_px"), [one[1:] for one in LOOKS], ids=[one[0] for one in LOOKS])
def test_the_network_sees_a_picture_as_small_as_the_cards_allow(height_px, count, look_px):
    detector = Drawn(height_px, count)
    eyes = Eyes(Sure(), detector)
    for t_ms in (0, 100):  # another picture each time: all has changed
        eyes.observe(Frame(t_ms, np.full((720, 1280, 3), 90 + t_ms, np.uint8)))
    eyes.observe(Frame(200, drawn(laid()).picture))
    assert detector.looks[0] == 640
    assert detector.looks[-1] == look_px


def test_a_card_taken_away_is_gone(eyes):
    eyes.observe(Frame(0, drawn(laid()).picture))
    after = drawn(laid()[1:]).picture
    looks = [eyes.observe(Frame(t_ms, after)) for t_ms in (200, 300)]
    assert seen(looks[1]) == sorted([*LAID][1:])


def test_a_card_put_on_another_is_the_one_that_is_seen(eyes):
    eyes.observe(Frame(0, drawn(laid()).picture))
    after = drawn([*laid(), ("11O", *LAID["7O"])]).picture
    looks = [eyes.observe(Frame(t_ms, after)) for t_ms in (200, 300)]
    assert seen(looks[1]) == sorted(["11O", "12C", "3E", "5B"])


def test_a_resting_hand_is_present(eyes):
    hand = PlacedHand(draw_hand("pinch", 1), (60.0, 60.0), 20.0)
    observation = eyes.observe(Frame(0, drawn(laid(), hands=(hand,)).picture))
    assert observation.hand_present


def test_places_stay_put_while_other_things_change(eyes):
    first = eyes.observe(Frame(0, drawn(laid(), seed=1).picture))
    after = drawn([*laid(), ("6E", 0.0, 90.0, 40.0)], seed=2).picture
    eyes.observe(Frame(200, after))
    second = eyes.observe(Frame(300, after))
    before = {one.face: one.corners for one in first.cards}
    for one in second.cards:
        if one.face in before:
            assert np.array(one.corners) == pytest.approx(np.array(before[one.face]), abs=0.01)


def test_a_card_lying_face_down_is_a_back(eyes):
    observation = eyes.observe(Frame(0, drawn([*laid(), ("back", 0.0, 90.0, 40.0)]).picture))
    assert Unnamed.BACK in [one.face for one in observation.cards]


def test_a_still_is_read_with_its_times(eyes):
    reading = eyes.read(drawn(laid()).picture)
    assert sorted(str(one.face) for one in reading.cards) == sorted(LAID)
    assert set(reading.ms) == {"locate", "identify", "total"}
    assert reading.ms["total"] == pytest.approx(reading.ms["locate"] + reading.ms["identify"])
