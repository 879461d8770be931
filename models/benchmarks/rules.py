"""How fast the rules are here: ``make bench-rules`` plays full random games with announcements on one core."""

import argparse
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from firmware.cards import ES40, Card
from firmware.rules.game import Game
from firmware.rules.layout import repair
from firmware.rules.play import Action, Announce, Challenge, Claim, Decline, Play
from firmware.rules.presets import PAGAT
from firmware.rules.voice import Announcement
from models.benchmarks.figures import Figure, quantile
from models.benchmarks.results import BenchmarkRun, add_option, write

MODULE = "models.benchmarks.rules"
DEALS, ROUNDS, SEED = 400, 7, 1
TARGET = 100_000
"""Cards a second that are aimed at: a referee that weighs ten hypotheses at once lives on this."""
HONEST, BOLD, ALERT, DOUBT = 0.9, 0.05, 0.1, 0.02
"""Who holds a ronda says so; who holds none says so all the same; in a batch somebody claims; somebody doubts."""

DealtActions = tuple[tuple[Card, ...], list[Action]]


def deals(players: int, chance: random.Random, count: int = DEALS) -> list[DealtActions]:
    """Layouts and all that is done and said after them, whoever wins meanwhile; the deal passes on each time.

    Args:
        players: 2, 3 or 4.
        chance: of cards and words.
        count: how many deals.
    """
    return [_deal(chance, players, number % players) for number in range(count)]


def _deal(chance: random.Random, players: int, dealer: int) -> DealtActions:
    pack = list(ES40.cards)
    chance.shuffle(pack)
    layout = repair(pack[:4], pack[4:]).layout
    stock = [card for card in pack if card not in layout]
    seats = [(dealer + 1 + place) % players for place in range(players)]
    batches = (stock[start : start + 3 * players] for start in range(0, len(stock), 3 * players))
    return layout, [action for batch in batches for action in _batch(chance, seats, batch)]


def _batch(chance: random.Random, seats: list[int], cards: list[Card]) -> Iterator[Action]:
    hands = {seat: cards[place :: len(seats)] for place, seat in enumerate(seats)}
    words = [_words(chance, seat, hand) for seat, hand in hands.items()]
    yield from words
    announcers = [said.seat for said in words if isinstance(said, Announce)]
    if announcers and chance.random() < DOUBT:
        against = chance.choice(announcers)
        yield Challenge((against + 1) % len(seats), against, tuple(card.rank for card in hands[against]))
    yield from (Play(seats[number % len(seats)], card) for number, card in enumerate(cards))
    if chance.random() < ALERT:
        yield Claim(*chance.sample(seats, 2))


def _words(chance: random.Random, seat: int, hand: list[Card]) -> Action:
    most = max(Counter(card.rank for card in hand).values())
    if chance.random() >= (HONEST if most > 1 else BOLD):
        return Decline(seat)
    return Announce(seat, Announcement.TRINGA if most == 3 else Announcement.RONDA)


def play_through(players: int, dealt: list[DealtActions]) -> int:
    """Play the deals, a new match after each that is won, and give the number of cards."""
    cards, game = 0, Game(PAGAT, players, 0)
    for number, (layout, actions) in enumerate(dealt):
        game = Game(PAGAT, players, number % players) if game.winners else game
        game.lay(layout)
        for action in actions:
            game.apply(action)
            if game.winners:
                break
            cards += isinstance(action, Play)
    return cards


def cards_per_second(players: int, count: int = DEALS) -> list[float]:
    """The rates of some rounds over the same deals, after one that does not count."""
    dealt = deals(players, random.Random(SEED), count)
    rates = []
    for _ in range(ROUNDS + 1):
        begun = time.perf_counter()
        cards = play_through(players, dealt)
        rates.append(cards / (time.perf_counter() - begun))
    return rates[1:]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="how many each round plays (default %(default)s)")
    add_option(parser)
    given = sys.argv[1:] if arguments is None else arguments
    asked, figures = parser.parse_args(given), list[Figure]()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"full random games with announcements, median of {ROUNDS}, {cores} core(s)")
    for players in (2, 3, 4):
        rates = cards_per_second(players, asked.deals)
        rate = statistics.median(rates)
        name = f"{players} players, median"
        figures.append(quantile(name, rates, "cards a second", target=TARGET, aim="at least"))
        print(f"{players} players {rate:10,.0f} cards a second   {TARGET:,}: {'yes' if rate >= TARGET else 'NO'}")
    title = "The rules alone: full random games with announcements"
    write(asked.result, BenchmarkRun("rules", title, MODULE, given, str(SEED)), figures)


if __name__ == "__main__":
    main()
