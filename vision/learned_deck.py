"""A deck learned from play: the looks at its cards, each with what the game says of which card it is.

What the network calls an unseen maker's card is wrong for the same cards every time; the rules and the one of each face
know better. Labels stay probabilities, so that the game can contradict a label that it gave wrongly.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from firmware.cards import ES40, Card, Rank
from vision.enrolled import LEAST_CHANCE, LIKENESS, STRANGE
from vision.frame import Floats, Picture
from vision.identify import FACES, Appearance, Identification, Identifier, answer_of
from vision.joint import Doubles, shared_out

PLACES = [FACES.index(card) for card in ES40.cards]
LABEL_DOUBT = 0.1
"""Share of the labels that are wrong: 8 to 17 in 100 in six readings of filmed games of two and three deals, in five of
which three or four cards in ten had been misnamed on purpose."""
ALIKE, SHARPNESS = 0.6, 12.0
"""Likeness at which a card is as probably none that was seen in play, and how fast that changes: of looks at two
different cards of one deck one in 100 is above 0.53 (basquetteur), 0.49 (a drawn Moroccan deck)."""
NETWORK_SHARE, TRUST = 0.1, 0.1
"""What the network's own opinion of a look keeps, however like a known card it is, and how much it tells beside that,
as a power of its probabilities: labels go wrong together. Of looks at three decks (a worn pack, basquetteur, a drawn
castilian one) with two or three cards in ten misnamed on purpose the right rank had a mean log probability of -1.036;
with 0.25 and 0.25, as an enrolled deck has it, -1.172, with 0.1 and nothing -1.050, by the doubted network -1.394."""
MISNAMED, SAME_SUIT = 0.2, 0.5
"""Share of the cards of an unknown deck that the network takes for another each time, and of these for one of its suit.
Of an outside table of Moroccan decks it had one rank in five wrong (45 of 56), of Castilian and Italian ones one in 25;
shares of 0.1 to 0.3 and suits of 0.25 to 0.8 tell the same."""
ASTRAY = 0.05
"""Share of the looks that the network names at random beside that: under a hand, in glare; a judgement."""
ANY_CARD = 0.05
"""Share of all cards alike in what a network says that does not know the deck. With this and the square root of its
probabilities 60 of 72, 67 of 72 and 72 of 72 filmed plays were read by cards misnamed on purpose, instead of 56, 58, 8.
"""
UNLIKE = 0.2
"""How probable a known card stays for a look that is like none of its looks. Cards of the second deal named by those of
the first, four in ten of them misnamed on purpose (five films, two ways), had their rank from 0.734 to 0.876 of the
looks and from 0.878 to 0.884 (best and least; 0.1 tells as much, 0.4 less)."""
SAME = 0.85
"""Likeness from which on cards of two deals count as fully the same; below :data:`ALIKE` not at all. Half of the pairs
of looks at one card are above 0.97 and a quarter below 0.75 and 0.85 (the two decks of :data:`ALIKE`)."""


@dataclass(frozen=True, slots=True, eq=False)
class LearnedCard:
    """One card of one deal, as it was seen, and what the game took it for.

    Attributes:
        descriptions: (k, 128) float32 of length one, of its looks, either end up.
        rank_seen: the rank that the network gives it; ``None``: it takes it for no card.
        chances: (40,) float64, probability of each card of the pack by the game, summing to one.
        clear: whether it was seen at rest, and for long enough, so that ``rank_seen`` tells of the deck.
        seen: (40,) float64, probability of each card of the pack by the network in all looks, summing to one; ``None``:
            what it says is in ``chances``.
    """

    descriptions: Floats
    rank_seen: Rank | None
    chances: Doubles
    clear: bool
    seen: Doubles | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LearnedDeck:
    """Looks at the cards of a deck with their labels.

    Attributes:
        descriptions: (n, 128) float32 of length one.
        labels: (n, 40) float64, probabilities over the pack.
    """

    descriptions: Floats
    labels: Doubles


def learned(deals: Sequence[Sequence[LearnedCard]]) -> LearnedDeck:
    """The deck that these deals were played with: what they say of one card is put together, each card once a deal."""
    cards = [card for deal in deals for card in deal]
    looks, labels = [len(card.descriptions) for card in cards], reconciled(deals)
    return LearnedDeck(np.concatenate([card.descriptions for card in cards]), np.repeat(labels, looks, 0))


def reconciled(deals: Sequence[Sequence[LearnedCard]]) -> Doubles:
    """The labels (cards, 40) of all cards in order: what other deals say of the same card counts with its likeness."""
    cards = [card for deal in deals for card in deal]
    homes = np.repeat(np.arange(len(deals)), [len(deal) for deal in deals])
    weights = np.clip((likenesses(cards) - ALIKE) / (SAME - ALIKE), 0.0, 1.0) * (homes[:, None] != homes)
    game = _doubted(np.stack([card.chances for card in cards]))
    told = game + weights @ game + _by_network(cards, weights)
    labels = _once_each(told, homes)
    if not weights.any():
        return labels
    return _once_each(_mean(np.log(np.maximum(labels, LEAST_CHANCE)), weights), homes)


def _once_each(logs: Doubles, homes: NDArray[np.int_]) -> Doubles:
    """Labels (cards, 40) from logarithms of them up to a constant each, given that each card is in a deal once."""
    chances = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return np.concatenate([shared_out(chances[homes == home])[:, :-1] for home in np.unique(homes)])


def _mean(logs: Doubles, weights: Doubles) -> Doubles:
    """Means of rows (cards, n) with those of the same card in other deals."""
    return np.asarray((logs + weights @ logs) / (1 + weights.sum(axis=1, keepdims=True)), np.float64)


def _by_network(cards: Sequence[LearnedCard], weights: Doubles) -> Doubles:
    """Logarithms (cards, 40) of what the network makes probable, up to a constant each: it may take one for another.

    What it says of the looks at one card in all deals is one opinion, right or wrong each time.
    """
    told = np.log(np.stack([np.ones(len(PLACES)) if card.seen is None else card.seen for card in cards]))
    chances = np.exp(_mean(told, weights))
    return np.asarray(np.log((1 - MISNAMED) * chances + MISNAMED * chances @ mistakes()), np.float64)


@cache
def mistakes() -> Doubles:
    """How probably (40, 40) each card is another one, if the network takes that for it: rows sum to one."""
    suits = np.array([card.suit for card in ES40.cards])
    same = (suits[:, None] == suits) & ~np.eye(len(suits), dtype=bool)
    other = suits[:, None] != suits
    return np.asarray(SAME_SUIT * same / same.sum(axis=1) + (1 - SAME_SUIT) * other / other.sum(axis=1), np.float64)


def agreement(cards: Sequence[LearnedCard]) -> float:
    """How probably, by the game, the network gives a card that is seen clearly its rank: the mean over these cards."""
    told = [card.chances[[card.rank_seen == one.rank for one in ES40.cards]].sum() for card in cards if card.clear]
    return float(np.mean(told)) if told else 1.0


class LearnedClassifier:
    """Names the cards of a deck learned from play.

    Attributes:
        plain: names the cards of any deck.
        deck: what was learned.
    """

    def __init__(self, plain: Identifier, deck: LearnedDeck) -> None:
        """Name by ``deck``, and by the network what is like none of its cards."""
        self.plain, self.deck = plain, deck

    def identify(self, crops: Picture) -> list[Identification]:
        """Name cards; see :meth:`vision.identify.Identifier.identify`."""
        if not len(crops):
            return []
        seen = self.plain.classify(crops)
        looks = [seen.of(n) for n in range(len(crops))]
        rows = named_by(self.deck, looks)
        return [
            replace(answer_of(row, bool(turned > 0.5)), appearance=look)
            for row, turned, look in zip(rows, seen.turned, looks, strict=True)
        ]


def named_by(deck: LearnedDeck, looks: Sequence[Appearance]) -> list[Floats]:
    """Probabilities (50,) float32 over all faces of each look, by a deck that was learned and the network together."""
    logs = _doubted(deck.labels)
    others = [_of_a_stranger(deck, look.chances) for look in looks]
    told = zip(looks, others, strict=True)
    return [_weighed(deck.descriptions @ look.description, logs, look.chances, other) for look, other in told]


def _of_a_stranger(deck: LearnedDeck, chances: Floats) -> Doubles:
    """Probabilities (50,) of a look that is like no card of the deck, by a network that does not know it: see above."""
    row = np.asarray(doubted(chances), np.float64)
    left, some = row[PLACES] * (1 - (1 - UNLIKE) * deck.labels.max(axis=0)), row[PLACES].sum()
    row[PLACES] = some * left / max(left.sum(), LEAST_CHANCE)
    return row


def doubted(chances: Floats) -> Floats:
    """Probabilities (50,) float32 over all faces by a network that does not know the deck, from its own (50,).

    It is as sure of what it gets wrong: which card it is counts half, and any other may be it, too.
    """
    row = np.asarray(chances, np.float64).copy()
    cards, some = row[PLACES], row[PLACES].sum()
    soft = np.sqrt(cards / max(some, LEAST_CHANCE))
    row[PLACES] = some * ((1 - ANY_CARD) * soft / max(soft.sum(), LEAST_CHANCE) + ANY_CARD / len(PLACES))
    return np.asarray(row, np.float32)


def _weighed(alike: Floats, labels: Doubles, chances: Floats, other: Doubles) -> Floats:
    """Probabilities (50,) over all faces.

    Args:
        alike: (n,) likenesses to the looks of the deck.
        labels: (n, 40) logarithms of their labels.
        chances: (50,) the network's.
        other: (50,) what they are for a look that is like none of these.
    """
    logs = np.full(len(FACES), -np.inf)
    logs[PLACES] = (LIKENESS * alike[:, None] + labels).max(axis=0)
    logs[-2:] = LIKENESS * STRANGE
    logs += TRUST * np.log(np.maximum(chances, LEAST_CHANCE))
    weights = np.exp(logs - logs.max())
    share = 1 / (1 + np.exp(-SHARPNESS * (float(alike.max()) - ALIKE)))
    known = (1 - NETWORK_SHARE) * weights / weights.sum() + NETWORK_SHARE * chances
    return np.asarray(share * known + (1 - share) * other, np.float32)


def played(looks: Sequence[Floats], seen: Sequence[Floats], chances: Sequence[float], *, clear: bool) -> LearnedCard:
    """A card of a deal.

    Args:
        looks: descriptions (128,) of its looks.
        seen: (50,) the network's probabilities in some looks, the best one first.
        chances: probability of each card of the pack by the game, up to a factor.
        clear: whether it was seen clearly.
    """
    face, row = FACES[int(seen[0].argmax())], np.asarray(chances, np.float64)
    rank = face.rank if isinstance(face, Card) else None
    return LearnedCard(np.stack(looks), rank, row / row.sum(), clear, _opinion(np.stack(seen)))


def both(one: LearnedCard, other: LearnedCard) -> LearnedCard:
    """What was seen of one card twice, put together; the first find was the clearer one."""
    seen = None
    if one.seen is not None and other.seen is not None:
        seen = np.sqrt(one.seen * other.seen)
        seen /= seen.sum()
    return replace(one, descriptions=np.concatenate([one.descriptions, other.descriptions]), seen=seen)


def _opinion(seen: Floats) -> Doubles:
    """Probabilities (40,) of each card of the pack by the network, from its own (n, 50) in some looks."""
    cards = np.asarray(seen[:, PLACES], np.float64) + LEAST_CHANCE
    shares = (1 - ASTRAY) * cards / cards.sum(axis=1, keepdims=True) + ASTRAY / len(PLACES)
    mean = np.exp(np.log(shares).mean(axis=0))
    return np.asarray(mean / mean.sum(), np.float64)


def likenesses(cards: Sequence[LearnedCard]) -> Doubles:
    """The likeness (cards, cards), a cosine, of those two looks at two cards that are most alike."""
    every = np.concatenate([card.descriptions for card in cards])
    starts = np.cumsum([0, *(len(card.descriptions) for card in cards[:-1])])
    rows = np.maximum.reduceat(np.asarray(every @ every.T, np.float64), starts, axis=0)
    return np.maximum.reduceat(rows, starts, axis=1)


def _doubted(chances: Doubles) -> Doubles:
    """Logarithms of labels that are wrong now and then."""
    return np.asarray(np.log((1 - LABEL_DOUBT) * chances + LABEL_DOUBT / len(ES40.cards)), np.float64)
