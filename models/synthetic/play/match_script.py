"""From a random match by any rules to the script that the choreography acts out, and what is said at which point of it.

A match with two packs has no script: the choreography follows each card by its face.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from firmware.cards import Card
from firmware.rules.events import RestTaken
from firmware.rules.game import Game
from firmware.rules.play import Accept, Announce, Decline, Saying
from firmware.rules.speech import saying_fault
from firmware.rules.voice import Announcement
from models.synthetic.play.random_game import taken_cards
from models.synthetic.play.random_match import DealtCard, GameAction, PlayedCard, RandomMatch, TableCleared
from models.synthetic.play.script import LayoutMove, Script, ScriptedDeal, ScriptedTurn
from models.synthetic.play.utterances import Utterance

MOST_DEALS, MOST_PLAYS = 60, 10_000
WRONG = 0.008
"""How often somebody presses, after a card, what cannot be said then: one press in 125 plays, two or three a game."""


@dataclass(frozen=True, slots=True)
class ScriptedSaying:
    """Something said, or pressed by mistake.

    Attributes:
        utterance: the words, and whose.
        deal, batch: where in the match, from 0.
        play: how many plays of the match had been made.
        refused: the rules do not allow it there.
        scores: of each side after it.
    """

    utterance: Utterance
    deal: int
    batch: int
    play: int
    refused: bool
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScriptedMatch:
    """A whole match.

    Attributes:
        script: what is acted out.
        sayings: what is said, in order.
        scores: of each side after each play.
    """

    script: Script
    sayings: tuple[ScriptedSaying, ...]
    scores: tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class _DealNotes:
    """A deal as it is written down."""

    dealer: int
    players: int
    ends: tuple[int, ...]
    opening: list[LayoutMove] = field(default_factory=list)
    turns: list[list[ScriptedTurn]] = field(default_factory=list)
    hands: list[tuple[tuple[Card, ...], ...]] = field(default_factory=list)
    rest: tuple[int, tuple[Card, ...]] | None = None

    @property
    def batch(self) -> int:
        """The batch of the next play, from 0."""
        played = sum(map(len, self.turns))
        return min(sum(end <= played for end in self.ends), len(self.ends) - 1)

    def note(self, held: Sequence[tuple[Card, ...]], *turns: ScriptedTurn) -> None:
        """Add turns to the batch that goes on, after which the players hold these cards."""
        batch = self.batch
        if batch == len(self.turns):
            self.turns.append([])
            self.hands.append(())
        self.turns[batch] += turns
        played = [[turn.card for turn in self.turns[batch] if turn.seat == seat] for seat in range(self.players)]
        self.hands[batch] = tuple((*first, *left) for first, left in zip(played, held, strict=True))

    def scripted(self, scores: tuple[int, ...]) -> ScriptedDeal:
        """The deal with the scores after it; hands that were never dealt are left out."""
        dealt = [(hands, tuple(turns)) for hands, turns in zip(self.hands, self.turns, strict=True) if all(hands)]
        hands, batches = tuple(hands for hands, _ in dealt), tuple(turns for _, turns in dealt)
        return ScriptedDeal(self.dealer, tuple(self.opening), hands, batches, self.rest, scores)


class _ScriptBuilder:
    """Writes a match down as it is played."""

    def __init__(self, match: RandomMatch, rng: Random) -> None:
        self._match, self._rng = match, rng
        self._deal: _DealNotes | None = None
        self.deals: list[ScriptedDeal] = []
        self.sayings: list[ScriptedSaying] = []
        self.scores: list[tuple[int, ...]] = []

    def write(self, action: GameAction) -> None:
        """Note one action."""
        match action:
            case DealtCard():
                self._open().opening.append(LayoutMove(action.card, put=action.put))
            case PlayedCard():
                self._play(self._open(), action)
            case Utterance():
                self._open().note(self._match.hands)
                self._say(action, refused=False)
            case TableCleared():
                self.close()

    def close(self) -> None:
        """The deal is over."""
        if self._deal is not None:
            self.deals.append(self._deal.scripted(self._match.game.scores))
            self._deal = None

    def _open(self) -> _DealNotes:
        game = self._match.game
        if self._deal is None:
            pattern = game.match.pattern
            self._deal = _DealNotes(game.dealer, game.players, tuple(n * game.players for n in accumulate(pattern)))
        return self._deal

    def _play(self, deal: _DealNotes, action: PlayedCard) -> None:
        turn = ScriptedTurn(action.seat, action.card, *taken_cards(action.events, action.card))
        deal.note(self._match.hands, turn)
        self.scores.append(self._match.game.scores)
        rest = [(one.seat, one.cards) for one in action.events if isinstance(one, RestTaken)]
        deal.rest = rest[0] if rest else deal.rest
        if self._match.game.turn is not None and self._rng.random() < WRONG:
            for saying in wrong_press(self._match.game, self._rng):
                self._say(saying, refused=True)

    def _say(self, said: Utterance, *, refused: bool) -> None:
        deal, scores = self._open(), self._match.game.scores
        self.sayings.append(ScriptedSaying(said, len(self.deals), deal.batch, len(self.scores), refused, scores))


def wrong_press(game: Game, rng: Random) -> Iterator[Utterance]:
    """A button pressed by mistake: a word that its player cannot say now, if he finds one.

    A player who has just played would be heard as if he had spoken before (D4): none of these presses.

    Args:
        game: as it stands.
        rng: of all chance.
    """
    seat = ((game.turn or 0) + rng.randrange(game.players - 1)) % game.players
    words: list[tuple[str, Saying]] = [
        ("nothing", Decline(seat)),
        ("ronda", Announce(seat, Announcement.RONDA, ())),
        ("accept", Accept(seat)),
    ]
    word, saying = rng.choice(words)
    if saying_fault(game.match, game.position, saying) is not None:
        yield Utterance(seat, word, saying)


def scripted_match(match: RandomMatch, seed: int, deals: int = MOST_DEALS) -> ScriptedMatch:
    """Play a match to its end and write it down.

    Args:
        match: who plays what.
        seed: of what is pressed by mistake.
        deals: the most deals to play.
    """
    game = match.game
    players, dealer = game.players, game.dealer
    builder = _ScriptBuilder(match, Random(f"wrong {seed}"))
    for action in match.actions(deals, MOST_PLAYS):
        builder.write(action)
    builder.close()
    script = Script(players, dealer, match.rules, tuple(builder.deals), tuple(match.game.winners))
    return ScriptedMatch(script, tuple(builder.sayings), tuple(builder.scores))
