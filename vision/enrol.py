"""Learn a deck from looks at its cards: named jointly, each once; what is missing, doubtful or twice is told.

>>> stock = take_stock(shown_cards(picture, 0, locator, identifier), KINDS["40"])
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware.cards import ES40, ES48, Card, Pack
from firmware.signals import Face, Unnamed
from vision.enrolled import EnrolledDeck
from vision.identify import FACES
from vision.joint import shared_out
from vision.shown import ShownCard

SURE_PROBABILITY = 0.95
"""A card is enrolled unasked from this joint probability on: a wrong picture in the deck would be wrong for ever."""

CANDIDATES, LEAST = 3, 0.02
"""A question offers at most so many cards, and none less probable than this."""

SAME_CARD = 0.9
"""Where more was shown than the deck has: likeness from which on looks in two pictures, of one likeliest face, are one
card shown twice."""


@dataclass(frozen=True, slots=True)
class DeckKind:
    """What makes a deck complete.

    Attributes:
        pack: the cards with a name.
        strangers: how many more belong to it that have no name in the program: the tens of 52 French cards.
    """

    pack: Pack
    strangers: int = 0


KINDS: Mapping[str, DeckKind] = {"40": DeckKind(ES40), "48": DeckKind(ES48), "52": DeckKind(ES48, strangers=4)}


@dataclass(frozen=True, slots=True, eq=False)
class Doubtful:
    """A card that was shown and not named.

    Attributes:
        look: what was seen.
        candidates: what it may be, with probabilities, likeliest first; empty: no card of the pack that is still free.
        twin: the card that it surely looks like, as another one does.
    """

    look: ShownCard
    candidates: tuple[tuple[Card, float], ...]
    twin: Card | None = None


@dataclass(frozen=True, slots=True, eq=False)
class DeckInventory:
    """What was shown of a deck.

    Attributes:
        kind: what it is measured by.
        looks: the looks at each card that was named, the clearest first.
        strangers: looks at what is not a card of the pack, where the kind has such.
        doubtful: cards to ask about.
        back: a look at its back, if one was shown.
    """

    kind: DeckKind
    looks: Mapping[Card, tuple[ShownCard, ...]]
    strangers: tuple[ShownCard, ...]
    doubtful: tuple[Doubtful, ...]
    back: ShownCard | None

    @property
    def cards(self) -> dict[Card, ShownCard]:
        """The clearest look at each card that was named."""
        return {card: looks[0] for card, looks in self.looks.items()}

    def named(self, look: ShownCard) -> Card | None:
        """What a look was named."""
        return next((card for card, looks in self.looks.items() if any(one is look for one in looks)), None)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards of the pack that no look was named."""
        return tuple(card for card in self.kind.pack.cards if card not in self.cards)

    @property
    def complete(self) -> bool:
        """Whether every card is there once and nothing is doubtful."""
        return not self.missing and not self.doubtful and len(self.strangers) == self.kind.strangers

    def deck(self) -> EnrolledDeck:
        """The deck, to be read from now on."""
        shown: list[tuple[Face, ShownCard]] = list(self.cards.items())
        shown += [(Unnamed.UNKNOWN, look) for look in self.strangers]
        shown += [(Unnamed.BACK, self.back)] if self.back else []
        return EnrolledDeck(tuple(face for face, _ in shown), np.stack([look.crop for _, look in shown]))


def kind_of(looks: Sequence[ShownCard]) -> DeckKind:
    """The kind of deck that so many different cards are of: eights and nines make it 48, more cards than that 52."""
    groups = together(looks)
    if len(groups) > len(ES48.cards):
        return KINDS["52"]
    more = [FACES.index(card) for card in ES48.cards if card not in ES40.cards]
    eights = sum(float(look.chances[more].sum()) > 0.5 for look, *_ in groups)
    return KINDS["48" if eights > 2 or len(groups) > len(ES40.cards) + 3 else "40"]


def take_stock(looks: Sequence[ShownCard], kind: DeckKind, answers: Mapping[int, Card] | None = None) -> DeckInventory:
    """Name what was shown.

    Args:
        looks: cards of all pictures, in order.
        kind: the deck's.
        answers: cards that a person named, by their place in ``looks``.
    """
    told = [(looks[place], card) for place, card in (answers or {}).items()]
    backs = [look for look in looks if look.likeliest is Unnamed.BACK and all(look is not one for one, _ in told)]
    faces = [look for look in looks if look not in backs]
    groups = together(faces) if len(faces) > len(kind.pack.cards) + kind.strangers else [[look] for look in faces]
    shown = _named(groups, kind.pack, told)
    cards = {one.card: tuple(one.group) for one in shown if one.card}
    rest = [one for one in shown if not one.card]
    alike = Counter(one.claim for one in shown)
    strangers = [one for one in rest if one.look.likeliest is Unnamed.UNKNOWN][: kind.strangers]
    doubts = tuple(one.doubt(kind.pack, alike) for one in rest if one not in strangers)
    return DeckInventory(kind, cards, tuple(one.look for one in strangers), doubts, backs[0] if backs else None)


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A card with its probabilities alone (faces,) and together with the others (faces + 1,), float64."""

    group: Sequence[ShownCard]
    alone: NDArray[np.float64]
    joint: NDArray[np.float64]
    card: Card | None

    @property
    def look(self) -> ShownCard:
        """The clearest look."""
        return self.group[0]

    @property
    def claim(self) -> int | None:
        """The place in the pack of the card that it surely looks like, alone."""
        return int(self.alone.argmax()) if self.alone.max() >= SURE_PROBABILITY else None

    def doubt(self, pack: Pack, alike: Mapping[int | None, int]) -> Doubtful:
        """The question about it."""
        order = np.argsort(-self.joint[:-1])[:CANDIDATES]
        candidates = tuple((pack.cards[k], float(self.joint[k])) for k in order if self.joint[k] >= LEAST)
        claim = self.claim
        return Doubtful(self.look, candidates, pack.cards[claim] if claim is not None and alike[claim] > 1 else None)


def _named(groups: Sequence[Sequence[ShownCard]], pack: Pack, told: Sequence[tuple[ShownCard, Card]]) -> list[_Shown]:
    """Each card once, named where its joint probability is high enough."""
    if not groups:
        return []
    alone = np.stack([_chances(group, pack, told) for group in groups])
    rows = zip(groups, alone, shared_out(alone), strict=True)
    return [
        _Shown(group, one, joint, pack.cards[int(joint.argmax())] if joint[:-1].max() >= SURE_PROBABILITY else None)
        for group, one, joint in rows
    ]


def together(looks: Sequence[ShownCard]) -> list[list[ShownCard]]:
    """The looks by cards: those in different pictures that show one card are put together, the clearest first."""
    groups: list[list[ShownCard]] = []
    for look in looks:
        same = next((group for group in groups if all(_same(look, one) for one in group)), None)
        if same is None:
            groups.append([look])
        else:
            same.append(look)
    return [sorted(group, key=lambda look: -float(look.chances.max())) for group in groups]


def _same(one: ShownCard, other: ShownCard) -> bool:
    """Whether two looks are taken for the same card."""
    alike = float(one.description @ other.description) >= SAME_CARD
    return alike and one.picture != other.picture and one.likeliest == other.likeliest


def _chances(group: Sequence[ShownCard], pack: Pack, told: Sequence[tuple[ShownCard, Card]]) -> NDArray[np.float64]:
    """Probabilities (faces,) of one card, alone: what a person said, or the mean over its looks."""
    said = next((card for look, card in told if any(look is one for one in group)), None)
    if said:
        return np.array([float(card == said) for card in pack.cards])
    places = [FACES.index(card) for card in pack.cards]
    return np.asarray(np.mean([look.chances[places] for look in group], axis=0), np.float64)
