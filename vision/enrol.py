"""Learn a deck from looks at its cards: named jointly, each once; what is missing, doubtful or twice is told.

>>> stock = take_stock(shown_cards(picture, 0, locator, identifier), KINDS["40"])
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware.cards import ES40, ES48, Card, Pack
from firmware.signals import Unnamed
from vision.deck_inventory import KINDS, DeckInventory, DeckKind, Doubtful, ShownBadly
from vision.identify import FACES
from vision.joint import most_telling, shared_out
from vision.laid import Flaw
from vision.repeats import together
from vision.shown import ShownCard

SURE_PROBABILITY = 0.9
"""A card is enrolled unasked from this joint probability on: a wrong picture in the deck would be wrong for ever."""

DOUBT, FLOOR = 0.6, 1e-5
"""Of a deck that it does not know the classifier is surer than it is right: its probabilities, none less than the
second, are raised to the first power before they are shared out. With 1.0 of 680 cards of 17 decks 14 to 20 were named
wrongly, with 0.6 none, for two more questions on the 7 decks that it knew least and none on the others."""

OWN_WORD = 0.5
"""A card is not enrolled unasked for being the only one left: its own looks have to take it for what it is named at
least so much as for their favourite. Of 2,900 cards at first sight 14 were named otherwise than their looks
alone would have it, all rightly, five of them by less than this: it costs little. In 50 decks measured without it and
with what two cards say of each other overrated two cards of one were swapped."""

OWN_WORD_PLACED = 0.15
"""The same for a card that was laid where it was told to lie: two that lie swapped would else confirm each other by
their places. A judgement: of 20 decks laid out rightly one asks two questions more.
"""

PLACED = 0.7
"""How far the place says what a card is that somebody laid out in an order that he was told; the rest is shared out
among all cards. Doubtful cards of 20 decks laid out rightly were all named so with 0.3 to 0.95; with two of them
swapped 2 decks of 20 were enrolled so with 0.3 to 0.85, and 5 with 0.95. What is named otherwise than its place is
asked about.
"""

CLAIMED = 0.95
"""A look that the classifier takes for a card with more than this says so when another one does too."""

CANDIDATES, LEAST = 3, 0.02
"""A question offers at most so many cards, and none less probable than this."""

FEW_EIGHTS = 2
"""So many cards may be misread as eights and nines; a judgement: of 48 cards eight are."""

BURNT_MORE, MOST_BLINDED = 0.06, 5
"""A doubtful look of which so much more is burnt out than of most others is not asked about, but shown once more; where
more are so, the deck is doubtful for another reason."""


def kind_of(looks: Sequence[ShownCard]) -> DeckKind:
    """The kind of deck that so many different cards are of: more than forty with eights and nines 48, still more 52.

    Looks at one card that nobody can tell to be one are many cards, too; without eights and nines these are forty.
    """
    groups = together([look for look in looks if not look.flaw])
    more = [FACES.index(card) for card in ES48.cards if card not in ES40.cards]
    eights = sum(float(look.chances[more].sum()) > 0.5 for look, *_ in groups)
    if eights <= FEW_EIGHTS or len(groups) <= len(ES40.cards):
        return KINDS["40"]
    return KINDS["52" if len(groups) > len(ES48.cards) else "48"]


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """What a person said of a look: by naming it, or by laying it where that card was to lie."""

    look: ShownCard
    card: Card
    placed: bool


def take_stock(
    looks: Sequence[ShownCard],
    kind: DeckKind,
    answers: Mapping[int, Card] | None = None,
    placed: Mapping[int, Card] | None = None,
) -> DeckInventory:
    """Name what was shown.

    Args:
        looks: cards of all pictures, in order.
        kind: the deck's.
        answers: cards that a person named, by their place in ``looks``.
        placed: cards that a person was to lay out at these places in ``looks``; an answer counts before that.
    """
    told = [_Told(looks[place], card, placed=False) for place, card in (answers or {}).items()]
    told += [_Told(looks[k], card, placed=True) for k, card in (placed or {}).items() if k not in (answers or {})]
    asked = [one.look for one in told]
    backs = [look for look in looks if look.likeliest is Unnamed.BACK and not among(look, asked)]
    faces = [look for look in looks if not among(look, backs)]
    again = [ShownBadly(look, look.flaw) for look in faces if look.flaw and not among(look, asked)]
    shown = _named([look for look in faces if not look.flaw or among(look, asked)], kind.pack, told)
    blinded = _blinded(shown, asked)
    if blinded:
        again += [ShownBadly(look, Flaw.GLARE) for look in blinded]
        shown = _named([look for one in shown for look in one.group if not among(look, blinded)], kind.pack, told)
    return _counted(shown, kind, again, backs[0] if backs else None)


def among(look: ShownCard, others: Sequence[ShownCard]) -> bool:
    """Whether a look is one of these."""
    return any(look is one for one in others)


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A card with its probabilities alone (faces,), with the others (faces + 1,) and by its looks (faces,), float64.

    ``placed`` is the face by its place, where it was laid out in order.
    """

    group: Sequence[ShownCard]
    alone: NDArray[np.float64]
    joint: NDArray[np.float64]
    placed: int | None
    own: NDArray[np.float64]

    @property
    def look(self) -> ShownCard:
        """The clearest look."""
        return self.group[0]

    @property
    def place(self) -> int | None:
        """The place in the pack of the card that it is, where that is sure, and not only by elimination."""
        likeliest = int(self.joint[:-1].argmax())
        least = OWN_WORD if self.placed is None else OWN_WORD_PLACED
        by_itself = self.own[likeliest] >= least * self.own.max()
        sure = self.joint[likeliest] >= SURE_PROBABILITY
        as_placed = self.placed is None or self.placed == likeliest
        return likeliest if by_itself and sure and as_placed else None

    @property
    def claim(self) -> Card | None:
        """The card that it surely looks like, alone."""
        chances = np.mean([look.chances for look in self.group], axis=0)
        face = FACES[int(chances.argmax())]
        return face if isinstance(face, Card) and chances.max() >= CLAIMED else None

    def doubt(self, pack: Pack, alike: Mapping[Card | None, int]) -> Doubtful:
        """The question about it."""
        shares = self.joint[:-1]
        order = np.argsort(-shares)[:CANDIDATES]
        candidates = tuple((pack.cards[k], float(shares[k])) for k in order if shares[k] >= LEAST or k == self.placed)
        claim = self.claim
        return Doubtful(self.look, candidates, claim if alike[claim] > 1 else None)


def _counted(shown: Sequence[_Shown], kind: DeckKind, again: list[ShownBadly], back: ShownCard | None) -> DeckInventory:
    """What named looks come to.

    Args:
        shown: each card.
        kind: the deck's.
        again: what was shown badly.
        back: a look at the back.
    """
    cards = {kind.pack.cards[one.place]: tuple(one.group) for one in shown if one.place is not None}
    rest = [one for one in shown if one.place is None]
    strangers = [one.look for one in rest if one.look.likeliest is Unnamed.UNKNOWN][: kind.strangers]
    doubts = [one for one in rest if not among(one.look, strangers)]
    if len(cards) == len(kind.pack.cards) and len(strangers) == kind.strangers:
        spare = [one.look for one in doubts]
        return DeckInventory(kind, cards, tuple(strangers), (), (), tuple(spare), back)
    alike = Counter(one.claim for one in shown)
    lacking = len(kind.pack.cards) + kind.strangers > len(shown)
    telling = [one.doubt(kind.pack, alike) for one in _most_telling_first(shown, doubts)]
    again = [one for one in again if one.look.likeliest not in cards and one.flaw is not Flaw.UNTOLD]  # seen elsewhere
    return DeckInventory(kind, cards, tuple(strangers), tuple(telling), tuple(again if lacking else ()), (), back)


def _most_telling_first(shown: Sequence[_Shown], doubts: list[_Shown]) -> list[_Shown]:
    """The doubtful cards, first the one whose answer leaves least doubt about all."""
    if len(doubts) < 2:
        return doubts
    rows = [k for k, one in enumerate(shown) if any(one is doubt for doubt in doubts)]
    first = shown[most_telling(np.stack([one.alone for one in shown]), rows)]
    return [first, *(one for one in doubts if one is not first)]


def _blinded(shown: Sequence[_Shown], asked: Sequence[ShownCard]) -> list[ShownCard]:
    """The doubtful looks in which a lamp is mirrored."""
    usual = float(np.median([one.look.burnt for one in shown])) if shown else 0.0
    doubts = [one.look for one in shown if one.place is None and not among(one.look, asked)]
    blinded = [look for look in doubts if look.burnt > usual + BURNT_MORE]
    return blinded if len(blinded) <= MOST_BLINDED else []


def _named(looks: Sequence[ShownCard], pack: Pack, told: Sequence[_Told]) -> list[_Shown]:
    """Each card once, with what it may be."""
    groups = _grouped(looks, told)
    if not groups:
        return []
    alone = np.stack([_chances(group, pack, told) for group in groups])
    placed = [_placed(group, pack, told) for group in groups]
    own = [row if one is None else _doubted(group, pack) for group, row, one in zip(groups, alone, placed, strict=True)]
    return [_Shown(*one) for one in zip(groups, alone, shared_out(alone), placed, own, strict=True)]


def _placed(group: Sequence[ShownCard], pack: Pack, told: Sequence[_Told]) -> int | None:
    """The place in the pack of the card that was to lie where one of these looks is, unless somebody named it."""
    said = _said(group, told)
    return pack.cards.index(said.card) if said and said.placed else None


def _said(group: Sequence[ShownCard], told: Sequence[_Told]) -> _Told | None:
    """What a person said of these looks, first by naming one."""
    return next((one for one in told if among(one.look, group)), None)


def _grouped(looks: Sequence[ShownCard], told: Sequence[_Told]) -> list[list[ShownCard]]:
    """The looks by cards, the clearest first: what a person named alike is one card, what he named otherwise two."""
    names = {id(one.look): one.card for one in reversed(told)}
    groups: dict[object, list[ShownCard]] = {}
    for number, group in enumerate(together(looks)):
        common = next((names[id(look)] for look in group if id(look) in names), number)
        for look in group:
            groups.setdefault(names.get(id(look), common), []).append(look)
    return [sorted(group, key=lambda look: -float(look.chances.max())) for group in groups.values()]


def _chances(group: Sequence[ShownCard], pack: Pack, told: Sequence[_Told]) -> NDArray[np.float64]:
    """Probabilities (faces,) of one card, alone: what a person said, or what the classifier says, doubted."""
    said = _said(group, told)
    if not said:
        return _doubted(group, pack)
    by_hand = np.array([float(card == said.card) for card in pack.cards])
    if not said.placed:
        return by_hand
    both = _doubted(group, pack) * (PLACED * by_hand + (1 - PLACED) / len(pack.cards))
    return np.asarray(both / both.sum(), np.float64)


def _doubted(group: Sequence[ShownCard], pack: Pack) -> NDArray[np.float64]:
    """The mean probabilities (faces,) over the looks at a card, doubted."""
    places, others = (
        [FACES.index(card) for card in pack.cards],
        [FACES.index(Unnamed.BACK), FACES.index(Unnamed.UNKNOWN)],
    )
    mean = np.asarray(np.mean([look.chances for look in group], axis=0), np.float64)
    any_of_them = mean[others].sum() / len(places)  # a card that is taken for none of them may be any
    doubted = np.maximum(mean[places] + any_of_them, FLOOR) ** DOUBT
    return np.asarray(doubted / (doubted.sum() + float(mean[others].sum()) ** DOUBT), np.float64)
