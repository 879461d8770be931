"""A track: what is known of one card on the table, where it lies, since when, and whether it still does.

A track begins where a face-up card is seen. Looks at one card are combined into one opinion by the mean of their log
probabilities: looks at an unchanged card repeat each other's errors, so they are averaged, not multiplied.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from firmware.cards import ES40, Card, Rank, Suit
from firmware.signals import Face, Point, SeenCard, Unnamed

MIN_PROBABILITY = 1e-4
"""No look makes a card less probable than this: classifiers are never that sure of what they have not met."""
EXCLUDED = -40.0
"""Log probability of what a person has denied: less than any chain of mishaps together."""
REST_MS = 120
"""A card at one spot for this long lies there: a carried card moves on. While something moves looks are so far apart at
least (``MOVING_LOOK_MS`` of :mod:`vision.pipeline`), so two of them tell; with 150 it took three at 30 pictures a
second (133 ms)."""
REST_UNDER_HAND_MS = 600
"""A card under a hand that comes and goes lies there after this, if it is hardly known (:data:`HALF_KNOWN`): until then
it may be held, or half covered and misread."""
LAIN_HIDDEN_MS = 2000
"""A card that was seen lying still beside a hand or a sleeve for so long lay there, though it is pushed, or taken away:
hardly anybody holds one so still. A judgement; in a film a card was swept up from beside a sleeve after 2.9 s, and
was played when it was put back, 8 s late."""
CONFIRMED_CONFIDENCE = 0.9
"""A card whose face is known this surely lies there after :data:`REST_MS`, under a hand, too: nobody holds a card so
still over the table. (When such cards lay after 250 ms, 12 plays instead of 24 of 87 were told later than 350 ms, by
a witness at 30 pictures a second.) The less sure it is, the longer that takes: when all others lay after 600 ms, 27
plays of 242 instead of 23 were told later than 400 ms, in eight films at 30 pictures a second."""
UPON_PILE_MS = 1000
"""Where a pile lies, a face counts only once it was seen in clear looks for this long: nobody plays upon a pile, and
half under a hand its back is easily taken for a face."""
APART_MM = 35.0
"""What is seen in passing nearer than this to a card that lies there is mostly that card, misread: of 2295 such tracks
in 12 witnessed matches 122 were of a card that was being played; of 209 that were seen further away, twice, 160."""
SAME_SPOT_MM = 10.0
"""What is seen nearer than this to a card at rest lies where that card lies: twice the error of a covered corner."""
FOUND_LATE_MS = 800
"""A card that was found when its spot had been hidden for this long may have been laid by another hand than that which
was near then."""
HALF_KNOWN = 0.5
"""A track whose identity is less sure than this tells of no card."""
DOUBTFUL = 0.5
"""Share of an unsure look's doubt that says nothing: of a card half under a hand a classifier sees what it likes."""
TAKEN_FOR = {Card(Rank.TWO, Suit.ESPADAS): 0.11, Card(Rank.TWO, Suit.BASTOS): 0.11}
"""Share of the looks at a card near a hand that name it so at over 0.95 and are wrong: of 1675; of all others 1 %."""
MORE_PIPS = 0.01
"""A hand hides pips: a card near one may have more of its suit than are seen. (In 40 deals a 3 of swords was surely
named as the 2 in 37 looks, a 6 and a 5 in 12 and 10, a 5 and a 6 of cups as the 4 in 12 and 10.)"""
MOST_PIPS = 7
"""The highest rank of a Spanish pack of 40 that shows pips; those above are figures."""


@dataclass(frozen=True, slots=True)
class Track:
    """One card that was seen face up, followed from look to look.

    Attributes:
        id: number, in order of appearance.
        centre: middle of the card in the last look, table millimetres.
        anchor: where it came to rest; ``rest_ms`` says since when, ``rest_looks`` how often it was seen there.
        born_ms: when the card first lay still here; the time of the play, if it was one.
        seen_ms: last look in which it was seen; ``alone_ms``: last one of these in which no hand was in view at all.
        clear_looks: looks without a hand in view since it came to rest.
        lay_clear_ms: how long it was seen lying still without a hand in view, since ``born_ms``; a push leaves it.
        lay_hidden_ms: how long it was seen lying still under a hand; of a picture in which nothing changes no more than
            :data:`~firmware.tracking.update.UNCHANGED_MS` counts.
        hand_near: a hand was near in the last look with the card.
        lost_in_view: between the last look with the card and the first clear one without it nothing hid the spot, and
            no hand had been near: nobody took it up then, as a rule.
        missed_clear: looks without a hand in view since it was last seen, from ``lost_ms`` to ``missed_ms``; ``missed``
            counts all looks.
        log_probs: mean log probability of each card that any look held possible, likeliest first; the others have
            ``other_log_prob``.
        weight: looks behind ``log_probs``.
        existence: mean share of the likeliest face of each look, 0 to 1: how sure it is that a card lies here,
            whichever.
        laying_direction: towards where the hand came from that laid the card, a vector of length one; zero: unknown. By
            the first look with one hand near: of 1012 such 1.3 % were more than 45 degrees aside, of sums over all
            looks 3 %.
        taking_direction: towards where the hand came from that took it away, if it is away: directions, added up, of
            all hands near it in the looks that missed it, ``taking_looks`` of them; where none of these shows a hand,
            in those since it was last seen alone.
        hidden_ms: since when an arm had hidden the spot when the card was first seen there; ``born_ms`` if none had.
        upon_pile: a pile lay there before the card was first seen.
        apart: no card lay within :data:`APART_MM` when it was first seen.
        upon: the number of the track of a card that lay at rest at the same spot, :data:`SAME_SPOT_MM`; -1: of none.
        covers: how many cards lay upon it in the last look that showed it, in a row of ``covered_looks`` that did so.
        overruled: since a person's word it does not matter that the card is away, or still there, until that changes.
        fixed_face: which card a person said lies here; ``Unnamed.UNKNOWN``: none that was played.
    """

    id: int
    centre: Point
    anchor: Point
    born_ms: int
    rest_ms: int
    seen_ms: int
    alone_ms: int = -1
    rest_looks: int = 0
    clear_looks: int = 0
    lay_clear_ms: int = 0
    lay_hidden_ms: int = 0
    missed_clear: int = 0
    missed: int = 0
    lost_ms: int = 0
    hand_near: bool = False
    lost_in_view: bool = False
    missed_ms: int = 0
    log_probs: Mapping[Card, float] = field(default_factory=dict)
    other_log_prob: float = math.log(MIN_PROBABILITY)
    weight: float = 0.0
    existence: float = 0.0
    laying_direction: Point = (0.0, 0.0)
    taking_direction: Point = (0.0, 0.0)
    taking_looks: int = 0
    hidden_ms: int = 0
    upon_pile: bool = False
    apart: bool = False
    upon: int = -1
    covers: int = 0
    covered_looks: int = 0
    overruled: bool = False
    fixed_face: Face | None = None

    def log_prob(self, card: Card) -> float:
        """Mean log probability that ``card`` lies here; beyond doubt where a person said it."""
        if self.fixed_face is not None:
            return 0.0 if card == self.fixed_face else EXCLUDED
        return self.observed_log_prob(card)

    def observed_log_prob(self, card: Card) -> float:
        """Mean log probability of ``card`` by the looks alone."""
        return self.log_probs.get(card, self.other_log_prob)

    @property
    def identity_confidence(self) -> float:
        """How sure the looks are of one card, 0 to 1."""
        return math.exp(next(iter(self.log_probs.values()), math.log(MIN_PROBABILITY)))

    @property
    def rank_confidence(self) -> float:
        """How sure the looks are of one rank, 0 to 1, whatever the suit."""
        rank = self.likeliest(1)[0].rank
        return sum([math.exp(log_prob) for card, log_prob in self.log_probs.items() if card.rank == rank])

    def likeliest(self, count: int) -> list[Card]:
        """The ``count`` likeliest cards, likeliest first."""
        return list(islice(self.log_probs, count))


def is_face_up(seen: SeenCard) -> bool:
    """Whether a look took this for a card that shows its face: neither a back nor most likely no card at all."""
    faces = dict(seen.faces)
    named = sum(share for face, share in seen.faces if isinstance(face, Card))
    return named > faces.get(Unnamed.BACK, 0.0) and named > 0.3


def with_confidence(seen: SeenCard, share: float) -> SeenCard:
    """A look whose likeliest face has only this share left; what it loses is unknown."""
    (face, before), *others = seen.faces
    kept = tuple((other, part) for other, part in others if other is not Unnamed.UNKNOWN)
    unknown = dict(others).get(Unnamed.UNKNOWN, 0.0) + before - share
    return replace(seen, faces=((face, share), *kept, (Unnamed.UNKNOWN, unknown)))


def is_gone(track: Track) -> bool:
    """Whether the card has left: missed for two seconds of clear looks; under a sleeve it may lie for ever."""
    return track.missed_clear > 0 and track.missed_ms - track.lost_ms >= 2000


def is_expired(track: Track) -> bool:
    """Whether the track may be deleted: its card has left, or was hidden for sixty looks."""
    return is_gone(track) or track.missed >= 60


def is_at_rest(track: Track) -> bool:
    """Whether a card lies here at rest: seen twice at one spot, and for longer if a hand was always in view."""
    if track.upon_pile and track.lay_clear_ms < UPON_PILE_MS:
        return False
    still_ms = REST_MS if track.clear_looks else _rest_under_hand_ms(track.identity_confidence)
    return track.rest_looks >= 2 and track.seen_ms - track.rest_ms >= still_ms


def _rest_under_hand_ms(confidence: float) -> float:
    """How long a card known so surely has to lie still under a hand, ms."""
    doubt = (CONFIRMED_CONFIDENCE - confidence) / (CONFIRMED_CONFIDENCE - HALF_KNOWN)
    return REST_MS + (REST_UNDER_HAND_MS - REST_MS) * min(max(doubt, 0.0), 1.0)


def has_lain(track: Track) -> bool:
    """Whether a card has lain here for long, though it may have been pushed since, or carried away."""
    return track.lay_clear_ms >= REST_UNDER_HAND_MS or track.lay_hidden_ms >= LAIN_HIDDEN_MS


def is_found_late(track: Track) -> bool:
    """Whether the spot had been hidden for long when the card was found there."""
    return track.born_ms - track.hidden_ms >= FOUND_LATE_MS


def laid_span(track: Track) -> tuple[int, ...]:
    """From when to when a card that was found late was laid there, ms; empty: it was seen when it came to lie."""
    return (track.hidden_ms, track.born_ms) if is_found_late(track) else ()


def is_glimpse(track: Track) -> bool:
    """Whether a card was seen in passing, more than once, and not where another one lies: on its way, as a rule."""
    seen = track.apart and track.seen_ms > track.born_ms and track.identity_confidence >= HALF_KNOWN
    return seen and not is_at_rest(track)


def face_likelihoods(seen: SeenCard, *, hidden: bool = False) -> tuple[dict[Card, float], float]:
    """Probability of each card that the look named, and of each other one: what is left, spread over the pack.

    ``hidden``: a hand may cover part of it, see :data:`TAKEN_FOR` and :data:`MORE_PIPS`.
    """
    wrong = TAKEN_FOR.get(seen.face, 0.0) if hidden and isinstance(seen.face, Card) else 0.0
    empty = (1 - seen.confidence) * DOUBTFUL + wrong
    unnamed = dict(seen.faces).get(Unnamed.UNKNOWN, 0.0)
    other = max(((1 - empty) * unnamed + empty) / len(ES40.cards), MIN_PROBABILITY)
    shares = {face: (1 - empty) * share + other for face, share in seen.faces if isinstance(face, Card)}
    return shares | {card: max(shares.get(card, other), MORE_PIPS) for card in _more_pips(seen) if hidden}, other


def _more_pips(seen: SeenCard) -> list[Card]:
    """The cards that show more pips of the suit that was seen, and no figure."""
    face = seen.face
    if not isinstance(face, Card) or face.rank > MOST_PIPS:
        return []
    return [Card(Rank(pips), face.suit) for pips in range(face.rank + 1, MOST_PIPS + 1)]
