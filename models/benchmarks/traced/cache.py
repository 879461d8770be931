"""Traced stills kept on the disk: a still takes half a minute, reading it a tenth of a second."""

from pathlib import Path

import cv2
import msgspec
import numpy as np

from firmware.cards import Card
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.scene import CardTruth, Rendered


class KeptCard(msgspec.Struct, frozen=True):
    """The truth about one card: its name, its corners in pixels, and how much of it is seen."""

    card: str
    corners: list[list[float]]
    visible: float


def kept_still(folder: Path, deck: Deck, kind: str, number: int) -> Rendered:
    """A still from ``folder``, or traced and kept there.

    Args:
        folder: is made if it is not there.
        deck: the cards.
        kind: of table top.
        number: of the picture.
    """
    path = folder / f"{deck.name} {kind} {number}.png"
    if not path.with_suffix(".json").exists():
        _keep(path, deck, kind, number)
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    cards = msgspec.json.decode(path.with_suffix(".json").read_bytes(), type=tuple[KeptCard, ...])
    truths = (CardTruth(Card.parse(one.card), np.array(one.corners, np.float32), one.visible) for one in cards)
    return Rendered(picture, tuple(truths), np.zeros(picture.shape[:2], np.uint8))


def _keep(path: Path, deck: Deck, kind: str, number: int) -> None:
    from models.benchmarks.traced.stills import still  # noqa: PLC0415 - the tracer is an extra that reading does not need

    path.parent.mkdir(parents=True, exist_ok=True)
    traced = still(deck, kind, number)
    cards = [KeptCard(str(one.face), one.corners_px.tolist(), one.visible) for one in traced.cards]
    cv2.imwrite(str(path), traced.picture)
    path.with_suffix(".json").write_bytes(msgspec.json.encode(cards))
