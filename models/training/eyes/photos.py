"""Labelled photographs as tables with their truth."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from firmware.cards import Card
from models.synthetic.scenes.scene import CardTruth, Rendered
from vision.sources import load_picture


def photographed(folder: Path) -> Iterator[Rendered]:
    """Each photograph of ``labels.json`` with its labelled cards; mirrored ones are flipped back."""
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        picture = load_picture(folder / "scenes" / entry["image"])
        cards = tuple(_card(card) for card in entry["cards"])
        shown = Rendered(picture, cards, np.zeros(picture.shape[:2], np.uint8))
        yield _flipped(shown) if entry["mirrored"] else shown


def _card(entry: dict[str, Any]) -> CardTruth:
    return CardTruth(Card.parse(entry["label"]), np.array(entry["quad_px"], np.float32), 1.0)


def _flipped(shown: Rendered) -> Rendered:
    """Left and right exchanged; corners stay clockwise."""
    right = shown.picture.shape[1] - 1
    cards = (replace(card, corners_px=_mirrored(card.corners_px, right)) for card in shown.cards)
    return Rendered(np.ascontiguousarray(shown.picture[:, ::-1]), tuple(cards), shown.hand_mask[:, ::-1])


def _mirrored(corners_px: np.ndarray, right: int) -> np.ndarray:
    turned = corners_px[[1, 0, 3, 2]]
    turned[:, 0] = right - turned[:, 0]
    return turned
