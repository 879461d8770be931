"""What players say at a drawn table by any rules: announcements true and false, "nothing", claims, acceptance.

Each saying is the words of a :class:`~firmware.signals.ButtonPress` and what the rules make of them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from firmware.cards import Card, Rank
from firmware.rules.concealed import claimable, may_announce
from firmware.rules.game import Game
from firmware.rules.options import DeclMode
from firmware.rules.play import Accept, Announce, Challenge, Claim, Decline, Redeal, Saying
from firmware.rules.voice import Announcement

OPEN, FALSE, PLAIN = 0.8, 0.06, 0.35  # how often what is held is announced, what is not, and "nothing" is said aloud
NOTICED, ACCUSED, DOUBTED = 0.6, 0.01, 0.004  # claims of what lies there and of nothing; challenges, which end a match


@dataclass(frozen=True, slots=True)
class Utterance:
    """A press, ``words``, by the player at ``seat``, and the saying that it is; a false one may be refused."""

    seat: int
    words: str
    saying: Saying


def announcement(game: Game, seat: int, hand: Sequence[Card], rng: Random) -> Utterance | None:
    """What a player says of the hand that he was dealt, if anything.

    Args:
        game: the rules' state.
        seat: whose hand it is.
        hand: the cards that the player holds.
        rng: of all chance.
    """
    batch = game.batch + 1 if game.awaiting_layout else game.batch
    if not may_announce(game.match, max(batch, 1)):
        return None
    kind, ranks = _best(game, hand)
    if kind and rng.random() < OPEN:
        return _announced(game, seat, kind, ranks)
    if rng.random() < FALSE and game.ruleset.decl_mode is DeclMode.HIDDEN:
        lies = [Announcement.RONDA, Announcement.TRINGA][: len(hand) - 1] + [Announcement.DOUBLE] * (len(hand) > 3)
        return _announced(game, seat, rng.choice(lies), ()) if lies else None
    return Utterance(seat, "nothing", Decline(seat)) if rng.random() < PLAIN else None


def _best(game: Game, hand: Sequence[Card]) -> tuple[Announcement | None, tuple[Rank, ...]]:
    """The best combination of a hand, and its ranks."""
    counts = Counter(card.rank for card in hand)
    allowed = game.ruleset.decl_ranks or game.match.pack.ranks
    triples = [rank for rank, count in counts.items() if count == 3]
    pairs = [rank for rank, count in counts.items() for _ in range(count // 2) if rank in allowed]
    if triples:
        return Announcement.TRINGA, (triples[0],)
    if len(pairs) > 1:
        return Announcement.DOUBLE, tuple(pairs[:2])
    return (Announcement.RONDA, (pairs[0],)) if pairs else (None, ())


def _announced(game: Game, seat: int, kind: Announcement, ranks: tuple[Rank, ...]) -> Utterance:
    shown = ranks if game.ruleset.decl_mode is DeclMode.SHOWN else ()
    words = " ".join([kind.value, *(str(rank.value) for rank in shown)])
    return Utterance(seat, words, Announce(seat, kind, shown))


def claims(game: Game, rng: Random) -> Iterator[Utterance]:
    """What opponents claim after a card: what was concealed, and now and then what was not."""
    for against in range(game.players):
        chance = NOTICED if claimable(game.match, game.position, against) else ACCUSED / game.players
        if rng.random() < chance:
            seat = rng.choice(opponents(game, against))
            yield Utterance(seat, f"claim {against}", Claim(seat, against))


def challenge(game: Game, hands: Sequence[Sequence[Card]], rng: Random) -> Utterance | None:
    """Somebody doubts an announcement, and the hand is shown.

    Args:
        game: the rules' state.
        hands: the cards that each player holds.
        rng: of all chance.
    """
    meant = [seat for seat, voice in enumerate(game.position.voices) if voice.claim and hands[seat]]
    if not meant or rng.random() >= DOUBTED:
        return None
    against = rng.choice(meant)
    seat, shown = rng.choice(opponents(game, against)), tuple(card.rank for card in hands[against])
    ranks = ",".join(str(rank.value) for rank in shown) + ("," if len(shown) == 1 else "")
    return Utterance(seat, f"challenge {against} {ranks}", Challenge(seat, against, shown))


def acceptance(game: Game) -> Iterator[Utterance]:
    """All opponents of a side that has won unproven accept it, one after the other."""
    while (held := game.position.held) is not None:
        sides = {held.side, *held.accepted}
        seat = next(seat for seat in range(game.players) if game.side_of(seat) not in sides)
        yield Utterance(seat, "accept", Accept(seat))


def redeal(game: Game, seat: int, hand: Sequence[Card]) -> Utterance | None:
    """Four of a kind in a first hand go back by some rules (V16).

    Args:
        game: the rules' state.
        seat: whose hand it is.
        hand: the cards that the player holds.
    """
    whole = len(hand) == 4 and len({card.rank for card in hand}) == 1
    wanted = game.ruleset.four_kind_redeal and game.players == 4 and whole
    return Utterance(seat, "redeal", Redeal(seat)) if wanted else None


def opponents(game: Game, seat: int) -> list[int]:
    """The seats of other sides."""
    return [other for other in range(game.players) if game.side_of(other) != game.side_of(seat)]
