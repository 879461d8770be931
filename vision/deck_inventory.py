"""What was shown of a deck: what each card was named, what is missing, doubtful or to be shown once more."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from firmware.cards import ES40, ES48, Card, Pack
from firmware.signals import Face, Unnamed
from vision.enrolled import EnrolledDeck
from vision.laid import Flaw
from vision.shown import ShownCard


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
class ShownBadly:
    """A card of which one more picture is needed.

    Attributes:
        look: what was seen.
        flaw: what is wrong with it.
    """

    look: ShownCard
    flaw: Flaw


@dataclass(frozen=True, slots=True, eq=False)
class DeckInventory:
    """What was shown of a deck.

    Attributes:
        kind: what it is measured by.
        looks: the looks at each card that was named, the clearest first.
        strangers: looks at what is not a card of the pack, where the kind has such.
        doubtful: cards to ask about, first the one whose answer tells most about the others.
        again: cards to be shown once more, alone and apart.
        spare: looks that are left over where the deck is whole without them.
        back: a look at its back, if one was shown.
    """

    kind: DeckKind
    looks: Mapping[Card, tuple[ShownCard, ...]]
    strangers: tuple[ShownCard, ...]
    doubtful: tuple[Doubtful, ...]
    again: tuple[ShownBadly, ...]
    spare: tuple[ShownCard, ...]
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
