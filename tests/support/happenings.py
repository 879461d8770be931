"""One of everything that can be said."""

import dataclasses
import typing

from firmware.cards import Card, Rank
from firmware.events import (
    DeckCompared,
    Doubt,
    Event,
    PointsExplained,
    SayingTakenBack,
    TableDisagrees,
)
from firmware.rules.events import PointsScored, Reason
from firmware.rules.voice import Announcement

SEVEN, TEN, KING = Card.parse("7O"), Card.parse("10C"), Card.parse("12E")
SAMPLES = {
    "deal": 3,
    "dealer": 1,
    "cards": (SEVEN, SEVEN, TEN),
    "batch": 2,
    "seat": 1,
    "card": SEVEN,
    "step": 2,
    "side": 1,
    "points": 5,
    "reason": Reason.BKHAMSA,
    "piles": (22, 18),
    "what": Announcement.TRINGA,
    "ranks": (),
    "against": 0,
    "hand": (Rank.FIVE, Rank.FIVE, Rank.TEN),
    "true": False,
    "scores": (12, 7),
    "sides": (1,),
    "rounds": (1, 0),
    "t_ms": 1000,
    "was": SEVEN,
    "now": TEN,
    "seats": (),
    "slot": None,
    "saying": "ronda",
    "fault": "no",
    "input": "a",
    "was_seat": 0,
    "back": False,
    "why": (PointsScored(1, 1, Reason.CAIDA, 1), PointsScored(1, 1, Reason.MESA, 1)),
    "take": (SEVEN, TEN),
    "put_back": (TEN,),
    "played_on": False,
    "doubted_deal": None,
    "after": KING,
    "deck": "cafe",
    "fits": True,
    "candidates": ((SEVEN, 0.6), (TEN, 0.3), (None, 0.1)),
}
CLASSES = typing.get_args(Event)


def sample(kind: type, **other):
    names = [field.name for field in dataclasses.fields(kind)]
    return kind(**{name: ({"last": False} | SAMPLES | other)[name] for name in names})


HAPPENINGS = [sample(kind) for kind in CLASSES]
HAPPENINGS += [sample(kind, last=True) for kind in CLASSES if "last" in kind.__slots__]
HAPPENINGS += [sample(kind, seat=None) for kind in CLASSES if kind in (PointsScored, Doubt)]
HAPPENINGS += [sample(Doubt, after=None), sample(Doubt, deal=None), sample(Doubt, deal=None, after=None)]
HAPPENINGS += [sample(Doubt, seats=((0, 0.5), (1, 0.5))), sample(SayingTakenBack, back=True)]
HAPPENINGS += [sample(PointsExplained, card=None), sample(PointsExplained, seat=None, card=None)]
HAPPENINGS += [sample(TableDisagrees, take=()), sample(TableDisagrees, put_back=()), sample(DeckCompared, fits=False)]
HAPPENINGS += [TableDisagrees((), (), played_on=True), TableDisagrees((), (), doubted_deal=3)]
