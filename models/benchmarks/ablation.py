"""What each part of the reader is worth: the same witnessed deals for tuning are read with it and without it.

A part is a proposal, a feature of the likelihood, or a rule of the tracker. Each is switched off in turn on first deals
(``--parts NAME...``, or several together as ``NAME+NAME``), a proposal only in deals in which a history that led had
come by it. What came of each deal is kept in ``--folder``, so that a run goes on where it was stopped. With ``--rough
2`` everything that goes wrong at a table goes wrong twice as often. ``python -m models.benchmarks.ablation --help``.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from firmware.decoding import beam_search, likelihood, weights
from models.benchmarks.game_trial import judged_game
from models.benchmarks.proposals import PROPOSALS, Worth, noted
from models.synthetic.films.witnessed import Split, seed_of, witnessed_match
from models.synthetic.play.mishaps import CAFE, Mishaps

PACKAGES = ("firmware.decoding", "firmware.tracking")
BOUNDS = ("FORGOTTEN", "MIN_LOG_LIKELIHOOD", "RETURNED", "SWEPT_TOO", "TIDIED")
"""Weights that are the least that a sum comes to: without them nothing bounds it."""
UNBOUNDED = -1e6
LATEST = 12
"""Entries of a history that leads of which it is asked who made them: those before have led longer."""
RULES: dict[str, Callable[..., Any]] = {
    "is_on_pile": lambda *_given: False,
    "since_unnamed": lambda _self, track: track,
    "hidden_since": lambda _self, _point, now_ms: now_ms,
    "is_found_since": lambda *_given: False,
    "_is_found_before": lambda *_given: False,
    "is_carried_to": lambda *_given: False,
    "has_stayed_by": lambda *_given: False,
    "active_hands": lambda _arms, look: list(look.covers),
    "normalised": lambda cards, *_given: list(cards),
    "_more_pips": lambda _seen: [],
    "cards_upon": lambda *_given: 0,
    "is_under": lambda *_given: False,
    "known_there_ms": lambda *_given: -1,
    "drop_echoes": list,
    "_is_echo": lambda *_given: False,
    "infer_last_suit": lambda hypothesis: hypothesis,
    "is_late": lambda *_given: False,
    "is_claim_of": lambda *_given: False,
    "_passed_over": lambda *_given: [],
    "_shown": lambda hypothesis, tracks: likelihood._played_on(hypothesis, len(tracks)),
    "_returned_to_hand": lambda *_given: weights.MIN_LOG_LIKELIHOOD,
    "_is_played_later": lambda *_given: False,
    "_is_glimpse": lambda *_given: False,
    "_prune_past": lambda _self: None,
    "_promote": lambda _self: None,
    "_smooth": lambda _self: False,
    "diverse": list,
}
"""The rules that can be switched off, by the names of their functions, and what stands in the stead of each."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of a deal.

    Attributes:
        number: of the match for tuning whose first deal it was.
        exact: 1 if its score was exact.
        wrong: plays with another seat or rank, missing ones and invented ones.
        silent: those of them without a question of their own.
        questions: how many were asked.
        corrections: what was told and taken back.
        wrong_ms: for how long a wrong score was shown without a mark.
        seconds: how long the reading took.
        by: the proposals by which any history that led had come.
    """

    number: int
    exact: int
    wrong: int
    silent: int
    questions: int
    corrections: int
    wrong_ms: int
    seconds: float
    by: Sequence[str] = ()


COUNTED = ("wrong", "silent", "questions", "corrections", "wrong_ms")


def read(number: int, rough: float, without: Sequence[str]) -> Reading:
    """Read a deal without some parts.

    Args:
        number: of the match for tuning.
        rough: how many times as much goes wrong as in a café.
        without: the names of these parts.
    """
    mishaps = Mishaps(**{one.name: min(getattr(CAFE, one.name) * rough, 1.0) for one in fields(CAFE)})
    witnessed = witnessed_match(seed_of(Split.TUNE, number, ""), deals=1, mishaps=mishaps)
    worth, by = Worth(), set[str]()
    with noted(worth), _followed(worth, by), switched_off(without):
        begun = time.process_time()
        trial = judged_game(witnessed)
        seconds = time.process_time() - begun
    r = trial.result
    counts = len(trial.mistakes), r.silent, r.questions, trial.corrections, trial.wrong_ms
    return Reading(number, int(trial.exact), *counts, round(seconds, 2), sorted(by))


@contextmanager
def _followed(worth: Worth, by: set[str]) -> Iterator[None]:
    """Within it each proposal by which a history that leads has come is added to ``by``."""
    promote = beam_search.BeamSearch._promote

    def promoted(self: beam_search.BeamSearch) -> None:
        promote(self)
        by.update(worth.makers.get(entry.key, "") for entry in self.best.entries[-LATEST:])

    try:
        beam_search.BeamSearch._promote = promoted  # type: ignore[method-assign]
        yield
    finally:
        beam_search.BeamSearch._promote = promote  # type: ignore[method-assign]


@contextmanager
def switched_off(names: Sequence[str]) -> Iterator[None]:
    """Within it the reader does without these parts."""
    changed: list[tuple[Any, str, Any]] = []
    try:
        for name in names:
            for holder in _holders(name):
                changed.append((holder, name, getattr(holder, name)))
                setattr(holder, name, _instead(name))
        yield
    finally:
        for holder, name, before in reversed(changed):
            setattr(holder, name, before)


def _instead(name: str) -> Any:
    if name in RULES:
        return RULES[name]
    if hasattr(weights, name):
        return UNBOUNDED if name in BOUNDS else 0.0
    return lambda *_given, **_named: iter(())


def _holders(name: str) -> list[Any]:
    """The modules and classes that know a part by its name."""
    modules = [one for known, one in list(sys.modules.items()) if known.startswith(PACKAGES)]
    classes = [kind for module in modules for kind in vars(module).values() if isinstance(kind, type)]
    holders = [one for one in (*modules, *classes) if name in vars(one)]
    return list({id(one): one for one in holders}.values())


def proposals() -> list[str]:
    """The names of all proposals."""
    return [name for names in PROPOSALS.values() for name in names]


def known(folder: Path, part: str) -> dict[int, Reading]:
    """The readings without a part that are kept, by the numbers of their deals."""
    path = folder / f"{part or 'whole'}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {one.number: one for one in (Reading(**json.loads(line)) for line in lines)}


def read_all(folder: Path, part: str, numbers: Sequence[int], rough: float) -> dict[int, Reading]:
    """Read the deals without a part that were not read so yet, and keep what came of each.

    Args:
        folder: where.
        part: its name, several with ``+`` between them, or nothing.
        numbers: of the deals.
        rough: how many times as much goes wrong as in a café.
    """
    found = known(folder, part)
    for number in [one for one in numbers if one not in found]:
        found[number] = read(number, rough, part.split("+") if part else [])
        with (folder / f"{part or 'whole'}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(found[number])) + "\n")
    return {number: found[number] for number in numbers}


def _sum(readings: Mapping[int, Reading], name: str) -> int:
    return sum(getattr(one, name) for one in readings.values())


def words(part: str, whole: Mapping[int, Reading], without: Mapping[int, Reading]) -> str:
    """What a part is worth: the sums without it less those with it, over the deals that were read without it.

    Args:
        part: its name.
        whole: the readings with it, by the numbers of their deals.
        without: those without it, perhaps of fewer deals.
    """
    pairs = [(whole[number], one) for number, one in without.items()]
    more = {name: sum(getattr(b, name) - getattr(a, name) for a, b in pairs) for name in COUNTED}
    lost, won = (sum(x.exact > y.exact for x, y in ((a, b)[::way] for a, b in pairs)) for way in (1, -1))
    ratio = sum(b.seconds for _, b in pairs) / max(sum(a.seconds for a, _ in pairs), 1e-9)
    sums = ", ".join(f"{name} {value:+}" for name, value in more.items())
    return f"{part:28} {len(pairs):3} deals: exact {won - lost:+} ({lost} lost, {won} won), {sums}, time x{ratio:.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Read deals and print what each part is worth."""
    parser = argparse.ArgumentParser(prog="python -m models.benchmarks.ablation", description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="how many (default %(default)s)")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of the first")
    parser.add_argument("--rough", type=float, default=1.0, help="so many times as much goes wrong (default 1)")
    parser.add_argument("--parts", nargs="*", default=[], help="which (default: each proposal)")
    parser.add_argument("--folder", type=Path, default=Path("out/ablation"), help="keeps what came (%(default)s)")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    numbers = range(asked.skip, asked.skip + asked.deals)
    whole = read_all(asked.folder, "", numbers, asked.rough)
    print(f"{len(whole)} deals:", *(f"{name} {_sum(whole, name)}" for name in ("exact", *COUNTED)))
    for part in asked.parts or proposals():
        apt = [one for one in numbers if part not in proposals() or part in whole[one].by]
        without = read_all(asked.folder, part, apt, asked.rough)
        print(words(part, whole, without), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
