"""A network that reads what is written in a crop: the number of a card in one end, a mark in the other."""

import numpy as np

from firmware.cards import ES40
from vision.identify import FACES, Appearance, ClassifierOutput, Identifier

SIZE = 128


def crop_of(number):
    """A crop that shows the card of that number; turned it shows it the other end up."""
    crop = np.zeros((192, 128, 3), np.uint8)
    crop[0], crop[-1] = number + 1, 200
    return crop


def description_of(number, *, turned=False):
    """The description of that card: no two are alike, nor two ends of one."""
    row = np.zeros(SIZE, np.float32)
    row[number + 48 * turned] = 1.0
    return row


def chances_of(card, confidence=0.95):
    """The network's probabilities, sure of a card."""
    row = np.full(50, (1 - confidence) / 49, np.float32)
    row[FACES.index(card)] = confidence
    return row


class Misnaming(Identifier):
    """Sees every card clearly and calls some of them by other names, the same every time."""

    def __init__(self, wrong):
        """``wrong``: what it says instead, by card."""
        self.wrong = wrong

    def seen(self, number, *, turned=False):
        card = ES40.cards[number]
        return Appearance(chances_of(self.wrong.get(card, card)), description_of(number, turned=turned))

    def classify(self, crops):
        turned = [bool(crop[0, 0, 0] == 200) for crop in crops]
        numbers = [int(crop[-1 if over else 0, 0, 0]) - 1 for crop, over in zip(crops, turned, strict=True)]
        looks = [self.seen(number, turned=over) for number, over in zip(numbers, turned, strict=True)]
        return ClassifierOutput(
            np.stack([look.chances for look in looks]),
            np.array(turned, np.float32),
            np.stack([look.description for look in looks]),
        )
