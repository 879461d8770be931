"""Eyes that find every card of a film whose looks are known by heart, and call some by other names."""

from dataclasses import replace

from firmware.cards import ES40, Card
from firmware.signals import UNSIGHTED
from tests.support.looks import Misnaming, crop_of
from vision.identify import answer_of
from vision.sightings import SightingMemory

WRONG = {"6O": "7O", "10C": "11C", "2E": "3E", "5B": "4B", "12B": "10B", "7E": "6E", "1O": "4O", "3C": "2C"}
"""What is taken for another card of the same deck, which is named rightly itself."""


class MisnamingEyes:
    """See these looks; ``wrong`` says what a card is called instead."""

    px_per_mm, deck_fits = 2.0, None

    def __init__(self, looks, wrong):
        self.looks, self.plain = {look.t_ms: look for look in looks}, Misnaming(wrong)
        self.sightings, self.numbers, self.names = SightingMemory(), {}, {}
        self.classifier = self.plain

    def read_by(self, classifier):
        self.classifier = classifier

    def observe(self, frame):
        look = self.looks[frame.t_ms]
        seen = tuple(self.named(frame.t_ms, card) for card in look.cards)
        self.sightings.see(frame.t_ms, ((one.sighting, one.centre) for one in seen))
        return replace(look, cards=seen)

    def named(self, t_ms, seen):
        face, place = seen.faces[0][0], tuple(round(axis, -1) for axis in seen.centre)
        if not isinstance(face, Card):
            return replace(seen, sighting=UNSIGHTED)
        number = self.numbers.get((face, place)) or self.sight(t_ms, face, place)
        return replace(seen, faces=self.names[number], sighting=number)

    def sight(self, t_ms, face, place):
        card = ES40.cards.index(face)
        look, crop = self.plain.seen(card), crop_of(card)
        self.numbers[face, place] = number = self.sightings.add(t_ms, look, crop)
        known = self.classifier is not self.plain
        self.names[number] = (
            self.classifier.identify(crop[None])[0].faces if known else answer_of(look.chances, False).faces
        )
        return number
