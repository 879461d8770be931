"""A recorded evening read by the program as people call it, and what came of it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.errors import HakamError
from models.benchmarks.evening import TABLE, Evening, afterwards, announced, record, show_deck
from models.benchmarks.page_looks import load_ms, looks
from models.benchmarks.page_sums import head, page_faults
from models.benchmarks.score import Result, compare

HOUSE = "house"
Events = list[dict[str, Any]]


class CommandFailedError(HakamError):
    """The program, called as people call it, could not do what it was told."""


@dataclass(frozen=True, slots=True)
class EveningReading:
    """What came of one reading of an evening.

    Attributes:
        name: of the evening, and how it was read.
        result: how much of it is right.
        scores: in the end.
        corrections: what was told and taken back.
        notice: what was said of the deck, when, and how many plays had been told by then.
        faults: what is wrong with its report.
        size_bytes: of the report.
        load_ms: until a browser has loaded it.
    """

    name: str
    result: Result
    scores: tuple[int, ...]
    corrections: int
    notice: str
    faults: tuple[str, ...]
    size_bytes: int
    load_ms: float

    @property
    def line(self) -> str:
        """What came of it, in a line."""
        one = self.result
        return (
            f"{self.name:22} {one.rank_right} of {one.plays} plays, {one.deals_exact} of {one.deals} deals exact, "
            f"score {self.scores}{'' if one.games_exact else ' (wrong)'}, {one.questions} questions, "
            f"{self.corrections} corrections, deck: {self.notice}; report {self.size_bytes / 1e6:.2f} MB, "
            f"loaded after {self.load_ms:.0f} ms"
        )


def read_evening(evening: Evening, folder: Path) -> Iterator[EveningReading]:
    """Record it, and read it in every way that it is meant to be read."""
    truth = announced(evening, record(evening, folder).timeline)
    (folder / "journal.db").unlink(missing_ok=True)
    yield _read(evening, folder, evening.name, (str(folder / TABLE),), truth)
    if evening.corrected:
        words = afterwards(record(evening, folder).timeline)
        _hakam(folder, "correct", "1", *words)
        yield _read(evening, folder, "afterwards", ("2",), truth)
    if evening.enrolled:
        _hakam(folder, "enrol", HOUSE, "--replace", "--json", "--from", *map(str, show_deck(folder)))
        yield _read(evening, folder, "named", (str(folder / TABLE), "--deck", HOUSE), truth)


def _read(evening: Evening, folder: Path, name: str, source: Sequence[str], truth: dict[str, Any]) -> EveningReading:
    """Read it once.

    Args:
        evening: which.
        folder: where all of it lies.
        name: of this reading.
        source: what is replayed, and with which options.
        truth: what was played.
    """
    page = folder / f"{name}.html"
    page.unlink(missing_ok=True)
    events = [
        json.loads(line) for line in _hakam(folder, "replay", *source, "--json", "--report", str(page)).splitlines()
    ]
    closed = events[-1] | {"deal_scores": _deal_scores(events)}
    html = page.read_text(encoding="utf-8")
    looks(page, folder)
    return EveningReading(
        evening.name if name == evening.name else f"{evening.name}, {name}",
        compare(truth, closed),
        tuple(closed["scores"]),
        closed["corrections"],
        _notice(events),
        (*page_faults(html), *_other_scores(folder, html, closed)),
        len(html.encode()),
        load_ms(page),
    )


def _deal_scores(events: Events) -> list[list[int]]:
    scores = {one["deal"]: one["scores"] for one in events if one["event"] == "DealEnded"}
    return [scores[deal] for deal in sorted(scores)]


def _notice(events: Events) -> str:
    """What was said of the deck, and when."""
    told = [(number, one) for number, one in enumerate(events) if one["event"] == "DeckCompared"]
    if not told:
        return "nothing said"
    return ", ".join(
        f"{'fits' if one['fits'] else 'another one'} at {one['t_ms'] / 1000:.1f} s after "
        f"{sum(before['event'] == 'CardPlayed' for before in events[:number])} plays"
        for number, one in told
    )


def _other_scores(folder: Path, html: str, closed: dict[str, Any]) -> Iterator[str]:
    """The scores of the page, of the closing line and of the game written down have to be the same."""
    sessions = _hakam(folder, "sessions", "--json").splitlines()
    number = str(json.loads(sessions[-1])["session"])
    record = _hakam(folder, "export", "--notation", number, "-")
    counted = json.loads(_hakam(folder, "score", "--json", "-", given=record).splitlines()[-1])["scores"]
    for what, scores in (("the head of the report", head(html)), ("the game written down", counted)):
        if list(scores) != closed["scores"]:
            yield f"{what} says {scores}, the closing line {closed['scores']}"


def _hakam(folder: Path, *words: str, given: str = "") -> str:
    """Call the program with the journal and the decks of this folder; give what it prints.

    Raises:
        CommandFailedError: if it fails.
    """
    places = {"HAKAM_JOURNAL": str(folder / "journal.db"), "HAKAM_DECKS": str(folder / "decks")}
    command = [sys.executable, "-m", "firmware.cli.main", *words]
    done = subprocess.run(command, env=os.environ | places, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandFailedError(f"hakam {' '.join(words)} failed: {done.stderr.strip()}")
    return done.stdout
