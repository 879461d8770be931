"""Pictures in which cards are hard to find: their truth, how alike table and card are, and what lies there besides."""

from dataclasses import replace

import numpy as np
import pytest

from firmware.cards import ES40
from firmware.signals import Unnamed
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes import fabrics, leaflets
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.hard_still import hard_scene, hard_still, paper_bgr
from models.synthetic.scenes.light import Light
from models.synthetic.scenes.placed import PlacedCard
from models.synthetic.scenes.scene import Scene, render
from models.synthetic.scenes.sensor import Sensor
from models.synthetic.scenes.surface import Surface

SIZE = (320, 192)
PAPER = (226.0, 238.0, 244.0)


@pytest.fixture(scope="module")
def deck():
    picture = np.full((200, 130, 4), 255, np.uint8)
    picture[..., :3] = PAPER
    picture[60:140, 40:90, :3] = (40, 40, 200)
    return Deck("painted", "spanish", dict.fromkeys((*ES40.cards, Unnamed.BACK), picture))


@pytest.fixture(scope="module")
def plain():
    return [Surface("grey", np.full((64, 64, 3), 120, np.uint8), gloss=0.0)]


def test_a_scene_is_the_same_for_the_same_seed(deck, plain):
    first, again = (hard_still(np.random.default_rng(3), [deck], plain, SIZE) for _ in range(2))
    assert np.array_equal(first.picture, again.picture)
    assert len(first.cards) == len(again.cards)


def test_some_tables_are_of_the_colour_of_the_cards_and_some_are_not(deck, plain):
    differences = []
    for seed in range(6):
        scene = hard_scene(np.random.default_rng(seed), [deck], plain, SIZE)
        for first in scene.cards[:1]:
            card = np.array(paper_bgr(first.picture)) * first.tint_bgr
            table = scene.table.surface.picture.mean((0, 1)) * scene.table.tint_bgr
            differences.append(float(np.abs(table / card - 1).max()))
    assert min(differences) < 0.12 < max(differences)


def test_a_cards_paper_is_the_bright_end_of_what_is_on_it(deck):
    assert paper_bgr(deck.faces[Unnamed.BACK]) == pytest.approx(PAPER)


def lost_beside(deck, **how):
    """Grey values that a white table loses in the column beside a card in a bright room."""
    face = ES40.cards[0]
    card = PlacedCard(face, deck.faces[face], (0.0, 0.0), gloss=0.0, edge=0.0, **how)
    white = Surface("white", np.full((64, 64, 3), 240, np.uint8), gloss=0.0)
    camera, light = SceneCamera(SIZE, (0.0, 0.0), 1.5), Light(ambient=1.0, glare=0.0, vignette=0.0)
    scene = Scene(Table(white), camera, light, Sensor(), (card,))
    bare = render(replace(scene, cards=()), np.random.default_rng(0)).picture.astype(int)
    shown = render(scene, np.random.default_rng(0))
    left = int(shown.cards[0].corners_px[:, 0].min()) - 1
    return int((bare - shown.picture)[96, left].max())


def test_a_card_pressed_flat_leaves_next_to_nothing_of_a_dark_line_beside_it(deck):
    assert lost_beside(deck, curl_mm=0.02, contact=0.0) < 12
    assert lost_beside(deck, curl_mm=1.0, contact=0.4) > lost_beside(deck, curl_mm=1.0, contact=0.0) + 8


@pytest.mark.parametrize("kind", fabrics.KINDS)
def test_fabrics_are_not_of_one_colour(kind):
    assert fabrics.fabric(kind, 0).picture.std() > 1.0


@pytest.mark.parametrize("kind", leaflets.KINDS)
def test_leaflets_are_about_as_large_as_cards(kind):
    width, height = leaflets.leaflet(kind, 0).size_mm
    assert 40 < min(width, height) <= max(width, height) < 220
