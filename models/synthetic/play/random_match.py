"""A random legal match by any rules, hands hidden: cards, layouts repaired, what is said. The rules judge it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from firmware.cards import Card, Rank
from firmware.rules.errors import IllegalAnnouncementError
from firmware.rules.events import CardsCaptured, GameEvent, PacketTakenOver
from firmware.rules.game import Game
from firmware.rules.layout import layout_fault
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.play import Play
from models.synthetic.play import utterances
from models.synthetic.play.utterances import Utterance

EAGER = 0.7  # how often a player who can capture does; free by rule C5, our choice
DUTIFUL = 0.98  # the same where capturing is a duty (V15)
EARLY = 0.5  # how often a player says what he has before the first card of the batch, and not before his own first
BEFORE_LAYOUT = 0.15  # how often before the layout lies there: the hands are dealt first (B1)
STACKED = 0.1  # how often a hand of four equal cards is dealt where it goes back (V16): too rare else


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A card is laid out before a deal (``put``), or goes back into the pack (rules L1 to L5)."""

    card: Card
    put: bool


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card is played.

    Attributes:
        seat: by whom.
        card: which.
        took: the ranks that it takes from the table.
        leaves: whether it leaves the table with them.
        events: what the rules made of it.
    """

    seat: int
    card: Card
    took: tuple[Rank, ...]
    leaves: bool
    events: tuple[GameEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCleared:
    """The deal, or the round, is over: what still lies there is taken away."""


GameAction = DealtCard | PlayedCard | Utterance | TableCleared


class RandomMatch:
    """One match: :meth:`actions` plays it; afterwards, and meanwhile, ``game`` and ``plays`` are the truth."""

    def __init__(self, rules: str, players: int, dealer: int, seed: int, *, challenges: bool = True) -> None:
        """Nothing was played yet.

        Args:
            rules: a preset, or one with options behind it.
            players: 2, 3 or 4.
            dealer: the seat that deals first.
            seed: of all chance.
            challenges: whether anybody doubts an announcement, which may end the match.
        """
        self.rules = rules
        self.game = Game(parse_rules(rules), players, dealer)
        self.plays: list[Play] = []
        self._rng = Random(seed)
        self._pack: list[Card] = []
        self._hands: list[list[Card]] = []
        self._unsaid: dict[int, Utterance | None] = {}
        self._held_cards = 0
        self._challenges = challenges

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each player holds."""
        return tuple(map(tuple, self._hands))

    def actions(self, deals: int, plays: int) -> Iterator[GameAction]:
        """Play until somebody has won, or for so many deals, or plays at most; then a deal may be left unfinished."""
        for _ in range(deals):
            yield from self._deal(plays)
            if len(self.plays) < plays:
                yield TableCleared()
            if self.game.winners or len(self.plays) >= plays:
                return

    def _deal(self, plays: int) -> Iterator[GameAction]:
        game = self.game
        self._pack = list(game.match.pack.cards) * game.ruleset.packs
        self._rng.shuffle(self._pack)
        yield from self._open()
        deal, batch = game.deal, game.batch
        while game.turn is not None and game.deal == deal and len(self.plays) < plays:
            if game.batch != batch:
                batch = game.batch
                self._deal_hands(batch)
                yield from self._say_early(EARLY)
            if game.turn is not None:
                yield from self._turn(game.turn)

    def _deal_hands(self, batch: int) -> None:
        """Hand out the cards of a batch; each player makes up his mind what to say of them."""
        each, players = self.game.match.pattern[batch - 1], self.game.players
        self._hands = [[self._pack.pop() for _ in range(each)] for _ in range(players)]
        self._unsaid = {
            seat: utterances.announcement(self.game, seat, hand, self._rng) for seat, hand in enumerate(self._hands)
        }

    def _open(self) -> Iterator[GameAction]:
        """Hands, then a layout, repaired until it may open a deal (rules B1, L1 to L5)."""
        if self.game.ruleset.four_kind_redeal and self._rng.random() < STACKED:
            self._stack()
        self._deal_hands(1)
        early = [said for said in self._unsaid.values() if said and self._rng.random() < BEFORE_LAYOUT]
        early = early if self.game.ruleset.table_cards else []
        for said in early:
            self._unsaid[said.seat] = None
            yield said
        layout: list[Card] = []
        yield from self._lay(layout)
        self.game.lay(tuple(layout))
        for said in early:
            self._tell(said)
        yield from self._swap_fours()
        yield from self._say_early(EARLY)

    def _lay(self, layout: list[Card]) -> Iterator[DealtCard]:
        while len(layout) < self.game.ruleset.table_cards or layout_fault(layout):
            if len(layout) == self.game.ruleset.table_cards and (fault := layout_fault(layout)):
                back = layout.pop(fault.place)
                self._pack.insert(self._rng.randrange(len(self._pack)), back)
                yield DealtCard(back, put=False)
            layout.append(self._pack.pop())
            yield DealtCard(layout[-1], put=True)

    def _stack(self) -> None:
        """Four of a kind come to the top of the pack, for the player who is dealt to first."""
        rank = self._rng.choice(self.game.match.pack.ranks)
        self._pack.sort(key=lambda card: card.rank == rank)

    def _swap_fours(self) -> Iterator[Utterance]:
        """Who was dealt four of a kind gets four other cards (V16)."""
        for seat, hand in enumerate(self._hands):
            if said := utterances.redeal(self.game, seat, hand):
                self._tell(said)
                back, self._hands[seat] = hand, [self._pack.pop() for _ in hand]
                self._pack[:0] = back
                self._unsaid[seat] = None
                yield said

    def _say_early(self, share: float) -> Iterator[Utterance]:
        for seat, said in list(self._unsaid.items()):
            if said and self.game.turn is not None and self._rng.random() < share:
                self._unsaid[seat] = None
                yield from self._spoken(said)

    def _spoken(self, said: Utterance) -> Iterator[Utterance]:
        """Say it; who has won by that unproven is believed, at once or after one more card."""
        self._tell(said)
        yield said

    def _tell(self, said: Utterance) -> None:
        """Tell the rules; what cannot be said now is refused and changes nothing."""
        try:
            self.game.apply(said.saying)
        except IllegalAnnouncementError:
            return

    def _turn(self, seat: int) -> Iterator[GameAction]:
        deal = self.game.deal
        if (said := self._unsaid.get(seat)) is not None:
            self._unsaid[seat] = None
            yield from self._spoken(said)
        yield from self._accepted()
        if self.game.turn is not None and self.game.deal == deal:
            yield self._play(seat)
            yield from self._remarks()

    def _accepted(self) -> Iterator[Utterance]:
        """A win that waits is accepted at once, or after one more card: before the referee accepts it himself."""
        if self.game.position.held is None:
            self._held_cards = 0
            return
        self._held_cards += 1
        if self._held_cards > 1 or self._rng.random() < 0.5:
            for said in utterances.acceptance(self.game):
                yield from self._spoken(said)

    def _play(self, seat: int) -> PlayedCard:
        hand = self._hands[seat]
        card = self._choose(hand)
        hand.remove(card)
        self.plays.append(Play(seat, card))
        events = self.game.apply(self.plays[-1])
        took, leaves = _taken(events, card)
        return PlayedCard(seat, card, took, leaves, events)

    def _remarks(self) -> Iterator[Utterance]:
        """Claims and challenges after a card."""
        for said in utterances.claims(self.game, self._rng):
            if not self.game.winners:
                yield from self._spoken(said)
        if self.game.turn is None:
            for said in utterances.acceptance(self.game):
                yield from self._spoken(said)
        elif self._challenges and (doubt := utterances.challenge(self.game, self._hands, self._rng)):
            yield from self._spoken(doubt)

    def _choose(self, hand: Sequence[Card]) -> Card:
        ranks = {card.rank for card in self.game.table}
        chain = self.game.chain
        takers = [card for card in hand if card.rank in ranks or (chain and card.rank == chain.rank)]
        share = DUTIFUL if self.game.ruleset.must_capture else EAGER
        return self._rng.choice(takers if takers and self._rng.random() < share else list(hand))


def _taken(events: Sequence[GameEvent], card: Card) -> tuple[tuple[Rank, ...], bool]:
    """The ranks that a card takes from the table, and whether it leaves the table."""
    for event in events:
        if isinstance(event, CardsCaptured):
            return tuple(other.rank for other in event.cards[1:]), True
        if isinstance(event, PacketTakenOver):
            return (), True
    return (), False
