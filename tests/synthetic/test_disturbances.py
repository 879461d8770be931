"""Facts about knocked cameras, switched lamps and hands over the table: in the film and in simulated detections."""

import functools

import cv2
import numpy as np
import pytest

from firmware.cards import ES40
from firmware.signals import Unnamed
from firmware.tracking.geometry import reaches
from models.synthetic.cards.deck import Deck
from models.synthetic.films.recipe import Recipe, make_session
from models.synthetic.play.choreography import choreograph
from models.synthetic.play.detection_simulator import PERFECT, DetectionErrors, DetectionSimulator
from models.synthetic.play.environment import STEADY, CameraBump, CameraShift, Environment, LightChange
from models.synthetic.play.mishaps import only
from models.synthetic.play.random_game import play_game
from models.synthetic.play.table_habits import TableHabits
from models.synthetic.play.timeline import TableView, Timeline

VIEW = TableView(820.0, 461.25)
SIZE_PX = (640, 360)


@functools.cache
def session(kinds: str, seed: int = 1) -> Timeline:
    rng = np.random.default_rng(seed)
    script = play_game(rng, 2, 0, deals=1)
    return choreograph(script, rng, habits=TableHabits(), view=VIEW, mishaps=only(kinds))


@functools.cache
def filmed(kinds: str):
    faces = {face: np.full((96, 62, 4), 255, np.uint8) for face in (*ES40.cards, Unnamed.BACK)}
    deck = Deck("white", "spanish", faces)
    return make_session(Recipe(deck, 11, deals=1, surface="cloth", size_px=SIZE_PX, clean=True, mishaps=only(kinds)))


def looks(
    timeline: Timeline, since_ms: int, until_ms: int, step_ms: int = 200, errors: DetectionErrors = PERFECT
) -> list:
    simulator = DetectionSimulator(timeline, errors)
    return [simulator.look(timeline.at(t_ms)) for t_ms in range(since_ms, until_ms, step_ms)]


def far_mm(one, other) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


@pytest.mark.parametrize("seed", range(4))
def test_a_bump_moves_every_coordinate_from_then_on_by_10_to_25_mm_and_a_degree_at_most(seed):
    timeline = session("bumped", seed)
    (bump,) = timeline.environment.bumps
    assert 10 <= np.hypot(bump.by.x_mm, bump.by.y_mm) <= 25 and abs(bump.by.turn_deg) <= 1
    for look in looks(timeline, bump.t_ms - 2000, bump.t_ms + 4000):
        true = {card.card: card.pose for card in timeline.at(look.t_ms).cards if card.face_up and not card.moving}
        for seen in (seen for seen in look.cards if seen.face in true):
            pose = true[seen.face]
            away = far_mm(seen.centre, (pose.x_mm, pose.y_mm))
            if look.t_ms <= bump.t_ms:
                assert away < 0.1
            elif look.t_ms > bump.t_ms + bump.lasts_ms + 20:
                assert 2 < away < 33  # at the middle as far as the camera was moved, elsewhere it turns besides


def test_the_film_and_the_simulator_see_the_same_shift():
    """The camera of a session leans a little and so shows every place a little off: the shifts are compared."""
    scene = filmed("bumped")
    timeline, film = scene.timeline, scene.film
    (bump,) = timeline.environment.bumps
    before = next(t for t in range(bump.t_ms - 50, 0, -50) if timeline.at(t).still)
    after = next(t for t in range(bump.t_ms + bump.lasts_ms + 50, timeline.end_ms, 50) if timeline.at(t).still)
    px_per_mm = SIZE_PX[0] / timeline.view.width_mm
    filmed_mm, told_mm = [], []
    for t_ms in (before, after):
        rendered = film.still(t_ms).cards
        filmed_mm.append({card.face: card.corners_px.mean(0) / px_per_mm for card in rendered if card.visible > 0.95})
        (look,) = looks(timeline, t_ms, t_ms + 1)
        told_mm.append({seen.face: np.array(seen.centre) for seen in look.cards})
    stayed = [face for face in filmed_mm[0] if face in filmed_mm[1] and face != Unnamed.BACK]
    stayed = [face for face in stayed if face in told_mm[0] and face in told_mm[1]]
    assert stayed
    for face in stayed:
        assert np.allclose(filmed_mm[1][face] - filmed_mm[0][face], told_mm[1][face] - told_mm[0][face], atol=2.0)


def test_pictures_are_blurred_while_the_camera_swings_and_sharp_again_afterwards():
    scene = filmed("bumped")
    (bump,) = scene.timeline.environment.bumps

    def sharpness(t_ms: int) -> float:
        return float(cv2.Laplacian(scene.film.frame(t_ms), cv2.CV_32F).var())

    swinging = [sharpness(bump.t_ms + after) for after in range(20, bump.lasts_ms // 2, 20)]
    assert min(swinging) < 0.6 * sharpness(bump.t_ms - 1)
    assert sharpness(bump.t_ms + bump.lasts_ms + 40) > 0.8 * sharpness(bump.t_ms - 1)


@pytest.mark.parametrize(("t_ms", "share"), [(0, 0.0), (1000, 0.0), (1400, 1.0), (9000, 1.0)])
def test_a_bump_begins_at_rest_and_ends_where_it_stays(t_ms, share):
    assert CameraBump(1000, CameraShift(10, 0, 1)).share(t_ms) == pytest.approx(share)


def test_a_table_under_a_swinging_camera_is_not_still():
    around = Environment((CameraBump(1000, CameraShift(10, 0, 1)),))
    assert around.swing(900) == STEADY and around.swing(2000) == STEADY
    assert around.swing(1100) != STEADY


def test_a_lamp_makes_it_brighter_or_darker_by_a_third_to_a_half():
    for seed in range(6):
        (lamp,) = session("lamp", seed).environment.lamps
        assert 0.5 <= lamp.gain <= 0.67 or 1.33 <= lamp.gain <= 1.5
        assert lamp.until_ms is None or 2000 <= lamp.until_ms - lamp.t_ms <= 8000
        before, after = looks(session("lamp", seed), lamp.t_ms - 1, lamp.t_ms + 1, 1)
        assert after.hand_present and after.quality.motion > 0
        assert after.quality.brightness == pytest.approx(before.quality.brightness * lamp.gain)


def test_a_lamp_holds_from_its_time_until_it_is_switched_back():
    lamp = LightChange(1000, 3000, 0.5, (1.0, 1.0, 1.0), (300.0, 0.0))
    assert [lamp.holds(t_ms) for t_ms in (999, 1000, 2999, 3000)] == [False, True, True, False]


def test_a_filmed_lamp_changes_the_light_and_no_card():
    scene = filmed("lamp")
    (lamp,) = scene.timeline.environment.lamps
    before, after = (scene.film.still(t_ms) for t_ms in (lamp.t_ms - 1, lamp.t_ms))
    ratio = after.picture.mean() / before.picture.mean()
    assert (ratio < 0.75) if lamp.gain < 1 else (ratio > 1.1)
    assert [card.face for card in after.cards] == [card.face for card in before.cards]


def covered(look, centre) -> bool:
    return any(reaches(outline, centre, 0.0) for outline in look.covers)


def test_hands_are_told_with_their_outlines():
    timeline = session("pointing")
    seen = looks(timeline, 20_000, 40_000)
    assert np.mean([bool(look.covers) for look in seen if look.hand_present]) > 0.8
    assert not any(look.covers for look in seen if not look.hand_present)
    corners = [corner for look in seen for outline in look.covers for corner in outline]
    assert corners and all(0 <= x <= 820 and 0 <= y <= 470 for x, y in corners)


def test_what_a_sleeve_hides_is_not_seen_and_covered():
    timeline = session("sleeve")
    hidden = 0
    for one in timeline.mishaps[:3]:
        (look,) = looks(timeline, one.t_ms + 2000, one.t_ms + 2001)
        moment = timeline.at(look.t_ms)
        seen = [card.face for card in look.cards]
        for card in (card for card in moment.cards if card.face_up and not card.moving and card.card not in seen):
            hidden += 1
            assert covered(look, (card.pose.x_mm, card.pose.y_mm))
    assert hidden


def test_a_flat_thing_may_be_taken_for_a_card_without_a_name_and_a_glass_is_not():
    mistaken = {}
    for seed in range(16):
        timeline = session("thing", seed)
        (look,) = looks(timeline, t_ms := timeline.mishaps[0].t_ms + 1500, t_ms + 1, errors=DetectionErrors(thing=1.0))
        (thing,) = timeline.at(t_ms).props
        near = [seen for seen in look.cards if far_mm(seen.centre, (thing.pose.x_mm, thing.pose.y_mm)) < 20]
        mistaken.setdefault(thing.kind, set()).update(seen.face for seen in near)
    assert mistaken["glass"] == set()
    assert mistaken["phone"] | mistaken["packet"] == {Unnamed.BACK, Unnamed.UNKNOWN}
