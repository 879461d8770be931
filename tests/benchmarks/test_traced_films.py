"""Path-traced films: arms, stacks of cards, what is traced anew, and pictures that are kept."""

import cv2
import numpy as np
import pytest

from firmware.cards import Card
from models.benchmarks.session_case import PLAYERS
from models.benchmarks.traced import sessions
from models.benchmarks.traced.kept_film import traced_session
from models.benchmarks.traced.laid_cards import SHEET_MM
from models.benchmarks.traced.limbs import djellaba, random_person, reaching
from models.benchmarks.traced.stacked_cards import random_wear, stacked
from models.benchmarks.traced.view import View
from models.benchmarks.traced.windows import SHADOW_MM, SQUARE_PX, around, changed_poses
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.films.recipe import Recipe, make_session
from models.synthetic.play.mishaps import CALM
from models.synthetic.play.timeline import CardState, TableState
from models.synthetic.play.trajectories import Pose
from models.synthetic.scenes.fingers import POSES

ABOVE = View((0.0, 0.0, 800.0), (0.0, 0.0), 50.0)
PERSON = random_person(np.random.default_rng(1), "press")
PACK = random_wear(np.random.default_rng(2), own_deck())


def state(*cards, t_ms=0):
    """A table on which these cards lie: name, right and down in mm."""
    lying = (
        CardState(Card.parse(one), Pose(x, y, 0.0), True, n, False, (0, 0), 0) for n, (one, x, y) in enumerate(cards)
    )
    return TableState(t_ms, tuple(lying), ())


@pytest.mark.parametrize("fingers", POSES)
@pytest.mark.parametrize("angle_deg", [0, 90, 215])
def test_an_arm_ends_where_it_reaches_and_comes_from_behind(fingers, angle_deg):
    points, triangles = reaching(PERSON, fingers, (40.0, -20.0, 0.0), angle_deg, holds=False).skin
    ahead = np.array([np.sin(np.radians(angle_deg)), -np.cos(np.radians(angle_deg))])
    along = (points[:, :2] - (40.0, -20.0)) @ ahead
    assert -10 < along.max() < 90, "fingertips are at the grip, or a finger's length beyond it"
    assert along.min() < -500
    assert triangles.max() == len(points) - 1


def test_fingers_lie_on_the_table_and_under_a_held_card_only_where_a_card_is_held():
    lowest = {
        holds: reaching(PERSON, "pinch", (0, 0, 0), 0, holds=holds).skin[0][:, 2].min() for holds in (False, True)
    }
    assert lowest[False] == pytest.approx(0, abs=0.5)
    assert lowest[True] < -8


def test_a_djellaba_is_wider_and_reaches_over_the_wrist():
    shirt, wide = (reaching(one, "flat", (0, 0, 0), 0, holds=False).sleeve[0] for one in (PERSON, djellaba(PERSON)))
    assert np.ptp(wide[:, 0]) > np.ptp(shirt[:, 0]) + 80
    assert wide[:, 1].min() < shirt[:, 1].min()


def test_a_card_lies_over_what_it_touches_and_flat_on_a_pile():
    lying = state(("7O", 100, 100), ("1C", 300, 100), ("4B", 130, 100), ("5B", 300, 100)).cards
    seven, ace, four, five = (card.lift_mm for card in stacked(PACK, lying, (200.0, 100.0)))
    assert seven == ace == SHEET_MM
    assert four == pytest.approx(2 * SHEET_MM + PACK.curl_mm), "its middle is over an end that stands off"
    assert five == pytest.approx(2 * SHEET_MM), "both are bent alike"


def test_what_is_new_moved_or_gone_is_traced_anew():
    before = state(("7O", 100, 100), ("1C", 300, 100))
    assert changed_poses(before, state(("7O", 100, 100), ("1C", 300, 100), t_ms=200)) == []
    moved = changed_poses(before, state(("7O", 100, 100), ("1C", 320, 100)))
    assert sorted(pose.x_mm for pose in moved) == [300, 320]
    assert [pose.x_mm for pose in changed_poses(before, state(("7O", 100, 100)))] == [300]


@pytest.mark.parametrize("points", [[[-30, -40], [30, 40]], [[-900, -900], [-800, -880]], [[-900, -900], [900, 900]]])
def test_a_window_holds_what_changed_with_its_shadow_and_lies_in_the_picture(points):
    points = np.array(points, np.float32)
    window = around(ABOVE, points)
    assert 0 <= window.left < window.right <= 1280
    assert 0 <= window.top < window.bottom <= 720
    assert window.left % SQUARE_PX == window.top % SQUARE_PX == 0
    shadow = ABOVE.project(np.column_stack([points + SHADOW_MM, np.zeros(len(points))]))
    assert (np.clip(shadow, 0, (1280, 720)) <= (window.right, window.bottom)).all()


def test_kept_pictures_are_not_traced_again_and_tell_the_same_game(tmp_path):
    recipe = Recipe(own_deck(), 5, 2, deals=1, surface="wood", fps=4.0, mishaps=CALM)
    session = traced_session(recipe, tmp_path)
    assert session.timeline == make_session(recipe).timeline
    folder = next(tmp_path.iterdir())
    assert (folder / "truth.json").exists()
    cv2.imwrite(str(folder / "frames" / f"{session.times_ms[3]:07d}.jpg"), np.full((720, 1280, 3), 90, np.uint8))
    assert session.film.frame(session.times_ms[3]).mean() == pytest.approx(90, abs=1)


def test_films_take_turns_with_decks_tables_and_players():
    makers = ("cadiz-9201", "castilian-9202")
    asked = sessions._parser().parse_args(["--films", "5", "--mishaps", "--only", *makers])
    made = list(sessions.recipes(asked))
    assert [one.players for one in made] == [*PLAYERS, PLAYERS[0]]
    assert {one.deck.name for one in made} == {f"drawn-{name}" for name in makers}
    assert [one.surface for one in made] == list(sessions.TOPS)
    assert all(one.mishaps == sessions.AT_HAND for one in made)
