"""How the cost of a look grows with cards on the table, plays of a deal, deals of a match and hypotheses.

``make bench-growth`` measures and draws it. Milliseconds are of the processor's time of one thread, so that other
programs on the machine count little.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import cv2

from firmware.decoding import beam_search
from firmware.referee import MatchSetup, Referee
from firmware.signals import Signal, TableObservation
from models.benchmarks.eyes_speed import table_with
from models.benchmarks.figures import Figure, quantile
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.synthetic.films.witnessed import Split, WitnessedMatch, seed_of, witnessed_match
from models.synthetic.play.match_script import MOST_DEALS
from vision.frame import Frame, Picture
from vision.identify import CROP_PX, Identifier
from vision.locate import Locator
from vision.pipeline import Eyes
from vision.rectify import rectify_all

MODULE = "models.benchmarks.growth"
TITLE = "How the cost of a look grows, milliseconds of the processor"
PICTURE = "images/growth.svg"
RULES, PLAYERS = "pagat", 4
ROOM = 10
"""Cards that the drawn table has room for: one of each rank is the most that can lie on a table."""
CARDS = (0, 1, 2, 4, 6, 8, 10)
WIDTHS = (1, 2, 4, 8, 16, 24, 48)
DEAL_PLAYS = 36
"""Of four players with one pack of 40, four of which lie in the layout."""
PLAYS_TOGETHER = 6
"""Plays of a deal whose looks are told as one figure."""
DEALS_TOGETHER = 2
FULL, NEW = "full look, cards:", "look, one new card beside:"
RANGE = " to "
"""Between the first and the last number that a figure is the mean of."""
PLAYS, DEALS, BEAM = "referee, plays of the deal before:", "referee, deal of the match:", "referee, hypotheses:"


@dataclass(frozen=True, slots=True)
class LookCost:
    """What a look of the referee took.

    Attributes:
        deal: of the match, from 1.
        play: plays of this deal that were told before.
        ms: of the processor.
    """

    deal: int
    play: int
    ms: float


def full_look_ms(picture: Picture, rounds: int) -> list[float]:
    """The times of full looks at a picture (H, W, 3) uint8 BGR, after one that does not count.

    Args:
        picture: of a table at rest.
        rounds: how many looks.
    """
    locator, identifier = Locator.load(), Identifier.load()
    return [_full_look(locator, identifier, picture) for _ in range(rounds + 1)][1:]


def _full_look(locator: Locator, identifier: Identifier, picture: Picture) -> float:
    begun = time.process_time()
    quads = [card.corners_px for card in locator.detect(picture).cards]
    if quads:
        identifier.identify(rectify_all(picture, quads, CROP_PX))
    return 1000 * (time.process_time() - begun)


def new_card_ms(before: Picture, after: Picture, rounds: int) -> list[float]:
    """The times of looks at a table on which a card was laid just now.

    Args:
        before: (H, W, 3) uint8 BGR, without the card.
        after: the same table with it.
        rounds: how many looks.
    """
    eyes = Eyes(Identifier.load(), Locator.load())
    return [_laid(eyes, before, after, 2000 + 1000 * number) for number in range(rounds)]


def _laid(eyes: Eyes, before: Picture, after: Picture, t_ms: int) -> float:
    for away_ms in range(0, 500, 100):
        eyes.observe(Frame(t_ms + away_ms, before))
    eyes.observe(Frame(t_ms + 500, after))  # something moves: a first look
    begun = time.process_time()
    eyes.observe(Frame(t_ms + 600, after))
    return 1000 * (time.process_time() - begun)


def referee_costs(witnessed: WitnessedMatch) -> Iterator[LookCost]:
    """What each look of a match took the referee."""
    script = witnessed.match.script
    referee = Referee(MatchSetup(script.players, script.dealer, script.rules))
    signals: list[Signal] = [*(one.press for one in witnessed.presses), *witnessed.looks]
    for signal in sorted(signals, key=lambda signal: signal.t_ms):
        deal, play = divmod(len(referee.plays), DEAL_PLAYS)
        begun = time.process_time()
        referee.feed(signal)
        if isinstance(signal, TableObservation):
            yield LookCost(deal + 1, play, 1000 * (time.process_time() - begun))


@contextmanager
def beam_width(width: int) -> Iterator[None]:
    """Within it the reader keeps so many hypotheses."""
    before = beam_search.BEAM_WIDTH
    vars(beam_search)["BEAM_WIDTH"] = width
    try:
        yield
    finally:
        vars(beam_search)["BEAM_WIDTH"] = before


def eyes_figures(rounds: int) -> Iterator[Figure]:
    """Medians of looks at more and more cards.

    Args:
        rounds: looks of each kind.
    """
    for cards in CARDS:
        yield quantile(f"{FULL} {cards}", full_look_ms(table_with(cards, of=ROOM), rounds), "ms")
    for cards in (*CARDS[:-1], ROOM - 1):
        before, after = table_with(cards, of=ROOM), table_with(cards + 1, of=ROOM)
        yield quantile(f"{NEW} {cards}", new_card_ms(before, after, rounds), "ms")


def referee_figures(costs: Sequence[LookCost]) -> Iterator[Figure]:
    """Means of the referee's looks by plays and by deals: most looks tell nothing, so a median would say nothing.

    Args:
        costs: of all looks of whole matches.
    """
    yield from _means(PLAYS, [(cost.play, cost.ms) for cost in costs], range(0, DEAL_PLAYS, PLAYS_TOGETHER))
    yield from _means(DEALS, [(cost.deal, cost.ms) for cost in costs], range(1, MOST_DEALS + 1, DEALS_TOGETHER))


def width_figures(matches: Sequence[WitnessedMatch]) -> Iterator[Figure]:
    """Means of the referee's looks with more and more hypotheses.

    Args:
        matches: their first deals are read once for each number.
    """
    costs = list[tuple[int, float]]()
    for width in WIDTHS:
        with beam_width(width):
            costs += [(width, cost.ms) for one in matches for cost in referee_costs(one)]
    for width in WIDTHS:
        yield from _mean(f"{BEAM} {width}", [ms for kept, ms in costs if kept == width])


def _means(name: str, costs: Sequence[tuple[int, float]], groups: range) -> Iterator[Figure]:
    """The mean for each group of numbers.

    Args:
        name: of what the numbers count.
        costs: a number and milliseconds each.
        groups: the first number of each.
    """
    for first in groups:
        last = first + groups.step - 1
        yield from _mean(f"{name} {first}{RANGE}{last}", [ms for number, ms in costs if first <= number <= last])


def _mean(name: str, values: Sequence[float]) -> Iterator[Figure]:
    """Their mean, if there are any."""
    if values:
        yield Figure(name=name, value=sum(values) / len(values), unit="ms", n=len(values))


def place_of(figure: str, name: str) -> float:
    """Where a figure stands on its axis: its number, or the middle of its numbers.

    Args:
        figure: its name, such as ``referee, deal of the match: 1 to 2``.
        name: of what the numbers count.
    """
    numbers = [int(one) for one in figure.removeprefix(name).split(RANGE)]
    return sum(numbers) / len(numbers)


def _matches(count: int, deals: int = MOST_DEALS) -> list[WitnessedMatch]:
    seeds = [seed_of(Split.TUNE, number, "") for number in range(count)]
    return [witnessed_match(seed, rules=RULES, players=PLAYERS, deals=deals) for seed in seeds]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="looks of the eyes of each kind (default %(default)s)")
    parser.add_argument("--matches", type=int, default=3, help="matches that are read (default %(default)s)")
    add_option(parser)
    given = sys.argv[1:] if arguments is None else arguments
    asked = parser.parse_args(given)
    cv2.setNumThreads(1)
    costs = [cost for one in _matches(asked.matches) for cost in referee_costs(one)]
    figures = [*eyes_figures(asked.rounds), *referee_figures(costs)]
    figures += width_figures(_matches(asked.matches, deals=1))
    for one in figures:
        print(f"{one.name:44s} {one.value:8.2f} ms")
    write(asked.result, BenchmarkRun("growth", TITLE, MODULE, given, picture=PICTURE), figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
