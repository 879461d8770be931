"""A random legal game with hidden hands. The rules judge it, nobody else."""

from collections.abc import Iterable

import numpy as np

from firmware.cards import ES40, Card
from firmware.rules.events import CardsCaptured, GameEvent, PacketTakenOver, RestTaken
from firmware.rules.game import Game
from firmware.rules.layout import layout_fault
from firmware.rules.play import Play
from firmware.rules.presets import preset
from models.synthetic.play.script import LayoutMove, Script, ScriptedDeal, ScriptedTurn

HAND = 3  # cards each player gets in a batch (rule B1)
LAYOUT = 4  # cards face up at the start of a deal (rule B1)
EAGER = 0.65  # how often a player who can capture does; free by rule C5, our choice
MOST_DEALS = 60  # a game to 41 takes about five; more would be a fault of the rules


def play_game(
    rng: np.random.Generator, players: int, dealer: int, *, deals: int = MOST_DEALS, rules: str = "pagat"
) -> Script:
    """Play until somebody has won, or for so many deals.

    Args:
        rng: shuffles and chooses.
        players: 2, 3 or 4.
        dealer: the seat that deals first.
        deals: the most deals to play.
        rules: the name of a preset.
    """
    game = Game(preset(rules), players, dealer)
    played: list[ScriptedDeal] = []
    while len(played) < deals and not game.winners:
        played.append(_DealInPlay(game, players, rng).play())
    return Script(players, dealer, rules, tuple(played), tuple(game.winners))


class _DealInPlay:
    """One deal: the pack, the hidden hands and what the judge said."""

    def __init__(self, game: Game, players: int, rng: np.random.Generator) -> None:
        self._game, self._players, self._rng = game, players, rng
        self._pack = [ES40.cards[i] for i in rng.permutation(len(ES40.cards))]
        self._rest: tuple[int, tuple[Card, ...]] | None = None

    def play(self) -> ScriptedDeal:
        dealer = self._game.dealer
        hands = [self._deal_hands()]
        opening = self._open()
        batches = [self._batch(hands[0])]
        while self._pack and not self._game.winners:
            hands.append(self._deal_hands())
            batches.append(self._batch(hands[-1]))
        scores = tuple(self._game.scores)
        return ScriptedDeal(dealer, opening, tuple(hands), tuple(batches), self._rest, scores)

    def _deal_hands(self) -> tuple[tuple[Card, ...], ...]:
        hands = tuple(tuple(self._pack[i * HAND : (i + 1) * HAND]) for i in range(self._players))
        del self._pack[: self._players * HAND]
        return hands

    def _open(self) -> tuple[LayoutMove, ...]:
        """Lay four cards, send back what must not lie there (rules L1 to L5), and open the deal."""
        layout = [self._pack.pop(0) for _ in range(LAYOUT)]
        moves = [LayoutMove(card, put=True) for card in layout]
        while fault := layout_fault(layout):
            moves.append(LayoutMove(layout.pop(fault.place), put=False))
            layout.append(self._pack.pop(0))
            moves.append(LayoutMove(layout[-1], put=True))
            self._bury(moves[-2].card)
        self._game.lay(tuple(layout))
        return tuple(moves)

    def _bury(self, card: Card) -> None:
        self._pack.insert(int(self._rng.integers(1, len(self._pack) + 1)), card)

    def _batch(self, hands: Iterable[tuple[Card, ...]]) -> tuple[ScriptedTurn, ...]:
        held = [list(hand) for hand in hands]
        turns: list[ScriptedTurn] = []
        while any(held) and not self._game.winners:
            seat = self._game.turn
            assert seat is not None  # somebody has cards and nobody has won
            turns.append(self._turn(seat, held[seat]))
        return tuple(turns)

    def _turn(self, seat: int, hand: list[Card]) -> ScriptedTurn:
        card = self._choose(hand)
        hand.remove(card)
        events = self._game.apply(Play(seat, card))
        self._rest = next(((e.seat, e.cards) for e in events if isinstance(e, RestTaken)), None)
        return ScriptedTurn(seat, card, *taken_cards(events, card))

    def _choose(self, hand: list[Card]) -> Card:
        ranks = {card.rank for card in self._game.table}
        takers = [card for card in hand if card.rank in ranks]
        options = takers if takers and self._rng.random() < EAGER else hand
        return options[int(self._rng.integers(len(options)))]


def taken_cards(events: Iterable[GameEvent], card: Card) -> tuple[tuple[Card, ...], bool]:
    """What a card took, and whether it was another player's packet.

    Args:
        events: what the rules made of the play.
        card: the card that was played.
    """
    for event in events:
        if isinstance(event, CardsCaptured | PacketTakenOver):
            return tuple(other for other in event.cards if other != card), isinstance(event, PacketTakenOver)
    return (), False
