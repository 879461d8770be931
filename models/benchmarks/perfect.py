"""``make bench-perfect``: perfect observations of random games by all rules are read without error.

Games over all presets and numbers of players in turn, and over house rules beside them; each play (seat, card and
suit), the scores and the winner are compared with what was played. Exit code 1 if any game was read otherwise.
``steere`` is another game and is not among them. ``--evening 50`` measures whether looks grow dearer over an evening.
``python -m models.benchmarks.perfect --help``.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from firmware.referee import MatchSetup, Referee
from firmware.rules.presets import PRESETS
from firmware.signals import TableObservation
from models.benchmarks import long_match
from models.benchmarks.figures import Figure, events, quantile, share
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.benchmarks.runner import run as run_all
from models.synthetic.films.witnessed import players_of
from models.synthetic.play.perfect_observer import MOST_PLAYS, PerfectObserver
from models.synthetic.play.random_match import RandomMatch

HOUSES = (
    "pagat table_cards=0 hand_pattern=5,5,5,5",
    "pagat packs=2 caida_across_redeal=yes chain_start=any chain_len=3",
    "pagat caida_across_redeal=yes chain_start=any chain_points=last",
    "pagat unproven_win=held target=9",
    "cafe unproven_win=held target=9",
    "long unproven_win=held target=9 concealed_mode=auto",
    "wikipedia-it target=15 first_round=points",
    "wikipedia-it target=15 unproven_win=held",
    "gamesite match_rounds=3 target=15",
    "pagat-notable must_capture=yes packs=2 hand_pattern=4,4,4,4,4,4,4,4,4,4",
    "pagat-transfer packs=2 evidence=seen award_on=earliest",
    "six packs=2 match_rounds=5 target=9",
)
"""House rules that no preset has, with the numbers of players that they allow."""
MODULE = "models.benchmarks.perfect"
TITLE = "Perfect observations of random games by all presets and by house rules"
BATCH = 16
"""Games handed out at a time to each process."""
OVER_MS = 60_000
"""After the last signal, enough for all that is still to be told."""


@dataclass(frozen=True, slots=True)
class MatchCase:
    """One game of the bench."""

    rules: str
    players: int
    seed: int
    deals: int = 60
    plays: int = MOST_PLAYS


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: ``fault`` says what was read otherwise, empty where nothing was; how long looks took."""

    case: MatchCase
    plays: int
    fault: str
    crashed: bool
    asked: int
    look_ms: tuple[float, ...]


def kinds(only: str = "") -> list[tuple[str, int]]:
    """All rules, or those whose text holds ``only``, with each number of players that they allow."""
    asked = [rules for rules in (*PRESETS, *HOUSES) if only in rules]
    return [(rules, players) for rules in asked for players in players_of(rules)]


def cases(games: int, first_seed: int, deals: int, only: str = "") -> Iterator[MatchCase]:
    """The games, each kind in turn.

    Args:
        games: how many.
        first_seed: of the first game; the others follow.
        deals: the most deals of a game.
        only: rules that hold this text; empty: all.
    """
    for number, (rules, players) in enumerate(islice(cycle(kinds(only)), games)):
        yield MatchCase(rules, players, first_seed + number, deals)


def play(case: MatchCase) -> Outcome:
    """Play a game and have it watched."""
    dealer = case.seed % case.players
    match = RandomMatch(case.rules, case.players, dealer, case.seed)
    referee = Referee(MatchSetup(case.players, dealer, case.rules))
    took: list[float] = []
    try:
        now_ms = _watch(referee, PerfectObserver(match, case.seed, case.deals, case.plays), took)
        referee.close(now_ms + OVER_MS)
        fault, crashed = difference(match, referee), False
    except Exception as error:
        fault, crashed = f"{type(error).__name__}: {error}", True
    return Outcome(case, len(match.plays), fault, crashed, referee.doubts + referee.corrections, tuple(took))


def _watch(referee: Referee, perfect: PerfectObserver, took: list[float]) -> int:
    now_ms = 0
    for signal in perfect.signals():
        began = time.perf_counter()
        referee.feed(signal)
        if isinstance(signal, TableObservation):
            took.append((time.perf_counter() - began) * 1000)
        now_ms = signal.t_ms
    return now_ms


def difference(match: RandomMatch, referee: Referee) -> str:
    """What the referee has read otherwise than it was played; empty if nothing."""
    true = [(play.seat, play.card) for play in match.plays]
    read = [(play.seat, play.card) for play in referee.plays]
    for number, (one, other) in enumerate(zip(true, read, strict=False), 1):
        if one != other:
            return f"play {number} was {one[0]} {one[1]}, read as {other[0]} {other[1]}"
    if len(true) != len(read):
        return f"{len(true)} plays, read {len(read)}"
    board = referee.scoreboard
    if board.scores != match.game.scores:
        return f"scores {match.game.scores}, read {board.scores}"
    return "" if board.winners == match.game.winners else f"winners {match.game.winners}, read {board.winners}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench and print what came of it; 1 if any game was read otherwise."""
    given = sys.argv[1:] if arguments is None else arguments
    asked = _parser().parse_args(given)
    if asked.evening:
        run = BenchmarkRun("long-match", f"A match of {asked.evening} deals", MODULE, given, str(asked.seed))
        return long_match.report(asked.evening, asked.seed, lambda figures: write(asked.result, run, figures))
    todo = list(cases(asked.games, asked.seed, asked.deals, asked.only))
    outcomes = list(_played(todo, asked))
    _print(outcomes)
    seeds = f"{asked.seed} to {asked.seed + len(outcomes) - 1}"
    write(asked.result, BenchmarkRun("perfect", TITLE, MODULE, given, seeds), _figures(outcomes))
    return int(any(one.fault for one in outcomes))


def _played(todo: Sequence[MatchCase], asked: argparse.Namespace) -> Iterator[Outcome]:
    """Play the games until the time is over; a wrong one is told at once."""
    for _, outcome in run_all(play, todo, jobs=asked.jobs, batch=BATCH, minutes=asked.minutes):
        if outcome.fault:
            print(_wrong(outcome), flush=True)
        yield outcome


def _figures(outcomes: Sequence[Outcome]) -> list[Figure]:
    """What the result file says of at least one game."""
    asked, plays = sum(one.asked for one in outcomes), sum(one.plays for one in outcomes)
    return [
        share("games read without error", sum(not one.fault for one in outcomes), len(outcomes), target=1.0),
        share("games that ended in an exception", sum(one.crashed for one in outcomes), len(outcomes)),
        events("questions and corrections", asked, plays, unit="in 1,000 plays", each=1000),
        quantile("a look", [ms for one in outcomes for ms in one.look_ms], "ms"),
    ]


def _wrong(outcome: Outcome) -> str:
    case = outcome.case
    return f"wrong: {case.rules!r}, {case.players} players, seed {case.seed}: {outcome.fault}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench-perfect", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="how many (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default %(default)s)")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no more games after so long")
    parser.add_argument("--deals", type=int, default=60, help="the most deals of a game (default %(default)s)")
    parser.add_argument("--evening", type=int, default=0, metavar="DEALS", help="one match of so many deals instead")
    parser.add_argument("--only", default="", help="rules that hold this text")
    add_option(parser)
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default %(default)s)")
    return parser


def _print(outcomes: Sequence[Outcome]) -> None:
    print(f"{'rules':70} players  games   plays  wrong  crashed  asked  ms a look")
    for rules, players in kinds():
        mine = [one for one in outcomes if (one.case.rules, one.case.players) == (rules, players)]
        if mine:
            print(f"{rules:70} {players:7}", _row(mine))
    print(f"{'all':70} {'':7}", _row(outcomes))


def _row(outcomes: Sequence[Outcome]) -> str:
    plays, wrong = sum(one.plays for one in outcomes), sum(bool(one.fault) for one in outcomes)
    crashed, asked = sum(one.crashed for one in outcomes), sum(one.asked for one in outcomes)
    look_ms = statistics.median(ms for one in outcomes for ms in one.look_ms)
    return f"{len(outcomes):6} {plays:7} {wrong:6} {crashed:8} {asked:6} {look_ms:10.2f}"


if __name__ == "__main__":
    sys.exit(main())
