"""What the rules come to for a number of players: computed once a match, asked at every card."""

from dataclasses import dataclass, field
from itertools import cycle, islice

from firmware.cards import ES40, Card, Pack
from firmware.rules.errors import RulesetError
from firmware.rules.hands import hand_pattern
from firmware.rules.play import Play
from firmware.rules.position import Seen
from firmware.rules.ruleset import Ruleset

SUITS = 4  # G1: cards of a rank in one pack


@dataclass(frozen=True, slots=True)
class Match:
    """Rules and players, with what follows from both.

    Attributes:
        ruleset: the rules.
        players: 2, 3 or 4 (G3).
        pack: the cards (G1).
        side_of: the side of each seat: partners sit opposite with four players (G3, G4).
        sides: how many sides there are.
        pattern: cards of each batch for one player (B2).
        chain_steps: most steps of a chain (K5).
        neutral: cards a side owns without scoring (E2, E3).
        copies: cards of each rank (G1, V13).
        plays: for each seat, a play of each card of the pack.
    """

    ruleset: Ruleset
    players: int
    pack: Pack
    side_of: tuple[int, ...]
    sides: int
    pattern: tuple[int, ...]
    chain_steps: int
    neutral: int
    copies: int
    plays: tuple[tuple[Play, ...], ...] = field(compare=False, repr=False)

    @classmethod
    def of(cls, ruleset: Ruleset, players: int) -> "Match":
        """The match of that many players by these rules.

        Raises:
            RulesetError: if there are not 2, 3 or 4 players, or the hands do not use up the pack.
        """
        if players not in (2, 3, 4):  # G3
            raise RulesetError(f"{players} players cannot play Ronda; it takes 2, 3 or 4")
        sides = 2 if players == 4 else players  # G3: four play in partnerships
        pattern = hand_pattern(ruleset, players)
        in_play = ruleset.table_cards + sum(pattern) * players
        return cls(
            ruleset=ruleset,
            players=players,
            pack=ES40,
            side_of=tuple(islice(cycle(range(sides)), players)),  # G4: seats 0 and 2 are partners
            sides=sides,
            pattern=pattern,
            chain_steps=ruleset.chain_len or players - 1,  # K5; K5b
            neutral=_neutral(ruleset, in_play, sides),
            copies=SUITS * ruleset.packs,
            plays=tuple(tuple(Play(seat, card) for card in ES40.cards) for seat in range(players)),
        )

    def allows(self, seen: Seen, card: Card) -> bool:
        """Whether ``card`` can still be in a hand: it has not been seen, nor have all of its rank (G1, V13)."""
        fresh = self.copies > SUITS or not seen.has(card)  # of two packs a card may come twice
        return fresh and seen.count(card.rank) < self.copies

    def after(self, seat: int) -> int:
        """The seat that plays, or deals, after ``seat`` (G4)."""
        return (seat + 1) % self.players

    def is_last_batch(self, batch: int) -> bool:
        """Whether no cards are left for another batch after number ``batch``, counted from 1 (B3)."""
        return batch == len(self.pattern)


def _neutral(ruleset: Ruleset, in_play: int, sides: int) -> int:
    """E2: 20; E3: 13; V13: 40, 26; V14: an even share of what is dealt. A card that is dealt to nobody counts (V13)."""
    whole = len(ES40.cards) * ruleset.packs
    return ruleset.neutral if ruleset.neutral is not None else (whole if whole - in_play < sides else in_play) // sides
