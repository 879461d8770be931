"""A drawn deck shown to be enrolled, and learnt from that: what an owner does once with his own."""

import zlib
from dataclasses import replace

import numpy as np

from firmware.cards import Card
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.placed import PlacedCard
from models.synthetic.scenes.random_view import random_light
from models.synthetic.scenes.scene import Rendered, Scene, render
from models.synthetic.scenes.sensor import Sensor
from models.synthetic.scenes.surface import Surface
from vision.deck_inventory import KINDS, DeckInventory
from vision.enrol import take_stock
from vision.enrolled import DeckClassifier
from vision.identify import Identifier
from vision.locate import Detector
from vision.quads import overlap
from vision.shown import ShownCard, shown_cards

SIZE_PX = (1280, 720)


def shown_deck(rng: np.random.Generator, deck: Deck, surface: Surface) -> list[Rendered]:
    """The deck as someone shows it to be enrolled: ten cards or so a picture, side by side, under one lamp.

    Args:
        rng: of all chance.
        deck: the cards.
        surface: the table's.
    """
    camera = SceneCamera(SIZE_PX, (0.0, 0.0), 1.75, tilt_deg=float(rng.uniform(0, 6)), distance_mm=800.0)
    view_mm = (SIZE_PX[0] / camera.px_per_mm, SIZE_PX[1] / camera.px_per_mm)
    light = replace(random_light(rng, view_mm), shades=(), glare=0.0, ambient=0.6)
    order = [deck.cards[k] for k in rng.permutation(len(deck.cards))]
    spots = [(x, y) for y in (-100.0, 100.0) for x in (-260.0, -130.0, 0.0, 130.0, 260.0)]
    table = Table(surface, 0.0, (0.0, 0.0), (1.0, 1.0, 1.0))
    pictures = []
    for start in range(0, len(order), len(spots)):
        cards = [
            PlacedCard(card, deck.faces[card], spot, angle_deg=float(rng.normal(0, 8) + 180 * (rng.random() < 0.2)))
            for card, spot in zip(order[start:], spots, strict=False)
        ]
        pictures.append(render(Scene(table, camera, light, Sensor(noise=2.0, jpeg=90), tuple(cards)), rng))
    return pictures


def enrolled(
    deck: Deck, surface: Surface, detector: Detector, identifier: Identifier
) -> tuple[DeckClassifier, DeckInventory]:
    """The deck enrolled from pictures of it, questions answered truthfully, and how the enrolment stood before them.

    Args:
        deck: the cards.
        surface: the table's.
        detector: finds the cards.
        identifier: names the cards.
    """
    pictures = shown_deck(np.random.default_rng(zlib.crc32(deck.name.encode())), deck, surface)
    looks: list[ShownCard] = []
    truth: list[Card | None] = []
    for number, shown in enumerate(pictures):
        found = shown_cards(np.ascontiguousarray(shown.picture), number, detector, identifier)
        looks += found
        truth += [_truth_at(look, shown) for look in found]
    kind = KINDS["48" if len(deck.cards) == 48 else "40"]
    first = take_stock(looks, kind)
    asked = {id(one.look) for one in first.doubtful}
    answers = {n: card for n, (look, card) in enumerate(zip(looks, truth, strict=True)) if card and id(look) in asked}
    return DeckClassifier(identifier, take_stock(looks, kind, answers).deck()), first


def _truth_at(look: ShownCard, shown: Rendered) -> Card | None:
    faces = [(overlap(look.corners_px, card.corners_px), card.face) for card in shown.cards]
    best, face = max(faces, key=lambda pair: pair[0])
    return face if best > 0.5 and isinstance(face, Card) else None
