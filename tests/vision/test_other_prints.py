"""A deck that the classifier knows in other colours only is read in the rendering that shows it so."""

from dataclasses import replace

import numpy as np
import pytest

from firmware.cards import ES40
from vision.identify import FACES, ClassifierOutput
from vision.other_prints import PrintReader, one_of_each
from vision.renderings import HUES_DEG, mirrored, turned_hues
from vision.shown import ShownCard

RED = (30, 30, 200)


class Network:
    """Knows cards that are red, by the marks at their upper edge; of others it has no idea."""

    crops = 0

    def classify(self, crops):
        self.crops += len(crops)
        rows = [self._chances(crop) for crop in crops]
        return ClassifierOutput(
            np.stack(rows), np.zeros(len(crops), np.float32), np.eye(128, dtype=np.float32)[: len(crops)]
        )

    def _chances(self, crop):
        row = np.full(len(FACES), 1 / len(FACES), np.float32)
        blue, green, red = (int(value) for value in crop[96, 64])
        mark = round(float((crop[4, :, 0] < 60).sum()) / 3)
        if mark and red > 2 * blue and red > 2 * green:
            row[:] = 0.002
            row[FACES.index(ES40.cards[mark - 1])] = 0.9
        return row


def deck(colour):
    """Forty looks at cards of a colour, that nobody could name; the number of each is marked at its edge."""
    looks = []
    for k in range(40):
        crop = np.full((192, 128, 3), 245, np.uint8)
        crop[20:170, 20:110] = colour
        crop[:10, : 3 * k + 3] = 10
        chances = np.full(len(FACES), 1 / len(FACES), np.float32)
        looks.append(ShownCard(k // 10, np.zeros((4, 2), np.float32), crop, chances, np.eye(128, dtype=np.float32)[k]))
    return looks


def named(looks):
    return [look.likeliest for look in looks]


@pytest.mark.parametrize("turn", [60, 120, 240])
def test_a_deck_in_other_inks_is_read_as_it_is_known(turn):
    colour = turned_hues(np.full((1, 1, 1, 3), RED, np.uint8), turn)[0, 0, 0]
    assert named(PrintReader(Network()).read(deck(colour))) == list(ES40.cards)


def test_a_deck_that_the_classifier_knows_is_not_looked_at_again():
    known = [
        replace(look, chances=np.eye(50, dtype=np.float32)[FACES.index(card)])
        for look, card in zip(deck(RED), ES40.cards, strict=True)
    ]
    assert PrintReader(None).read(known) == known


def test_too_few_cards_tell_nothing_of_the_print():
    few = deck(RED)[:10]
    assert PrintReader(None).read(few) == few


def test_a_look_is_read_in_all_renderings_once_however_often_the_deck_is_judged():
    network, looks = Network(), deck(turned_hues(np.full((1, 1, 1, 3), RED, np.uint8), 120)[0, 0, 0])
    reader, each = PrintReader(network), 2 * 2 * len(HUES_DEG)
    reader.read(looks[:-1])
    first = network.crops
    assert first == 39 * each
    assert named(reader.read(looks)) == list(ES40.cards)
    assert network.crops == first + each
    assert named(reader.read(list(reversed(looks)))) == list(reversed(ES40.cards))
    assert network.crops == first + each


def test_one_of_each_is_likelier_than_one_card_many_times():
    apart = np.eye(50, dtype=np.float32)[:20] * 0.9 + 0.002
    alike = np.repeat(apart[:1], 20, axis=0)
    assert one_of_each(apart) > one_of_each(alike)


def test_renderings_are_what_they_are_called():
    crop = np.random.default_rng(1).integers(0, 255, (1, 8, 6, 3), np.uint8)
    assert np.array_equal(mirrored(mirrored(crop)), crop)
    assert HUES_DEG[0] == 0
    red = turned_hues(np.full((1, 1, 1, 3), (0, 0, 255), np.uint8), 120)[0, 0, 0]
    assert red.tolist() == [0, 255, 0]
