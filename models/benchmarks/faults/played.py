"""A session that is played for others to watch: ``python -m models.benchmarks.faults.played FOLDER``.

Two matches, perfectly seen, with pictures and checkpoints, a start in the middle, and pruning. What is told is written
to the file ``told`` after the journal has it: a line of JSON for each moment with events.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from firmware.referee import MatchSetup, Referee
from firmware.runtime.background_journal import BackgroundJournal
from firmware.runtime.live_match import LiveMatch
from firmware.signals import TableObservation
from firmware.storage.journal import EvidencePicture, Journal, readable
from firmware.storage.moment import Moment
from firmware.storage.pruning import prune
from models.synthetic.play.perfect_observer import PerfectObserver
from models.synthetic.play.random_match import RandomMatch

TOLD = "told"
RULES = "pagat target=41"
PICTURE_BYTES = 3000
"""A tenth of a real one: what counts is that it spans pages."""
LOOKS_A_CHECKPOINT = 60
WAIT_S = 60.0
"""No disk is slow here: what is told is on it."""


class Watched:
    """A referee whose every word is noted once it is told.

    Attributes:
        match: the one that is played.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        """Play in a folder, with chance of a seed."""
        self.path, self._rng = folder / "journal.db", random.Random(seed)
        self._told = os.open(folder / TOLD, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.start()

    def start(self) -> None:
        """Take up what there is, as ``hakam run`` does, or begin."""
        setup = MatchSetup(2, 1, RULES)
        with readable(self.path) as journal:
            assert journal is not None
            self._store = BackgroundJournal(partial(Journal, self.path), patience_s=WAIT_S)
            self.match = LiveMatch.resume(journal, setup, self._store) or LiveMatch.begin(self._store, setup)
        self.note({"session": self.match.number})

    def play(self, looks: Iterable[TableObservation]) -> None:
        """Tell the referee looks, from where he is on."""
        since_ms = self.match.t_ms
        for number, look in enumerate(looks, 1):
            moment = self.match.feed(_at(look, since_ms + look.t_ms), self._prove)
            if moment.events:
                self.tell(moment)
            if number % LOOKS_A_CHECKPOINT == 0:
                self.match.save_checkpoint()

    def follow(self, looks: Sequence[TableObservation]) -> None:
        """Close the match and begin the next with some looks."""
        self.match, moments = self.match.succeed(self.match.next_setup(), looks)
        self.note({"session": self.match.number})
        for moment in (one for one in moments if one.events):
            self.tell(moment)

    def tell(self, moment: Moment) -> None:
        """Note what is told."""
        self.note({"session": self.match.number, "t_ms": moment.t_ms, "events": moment.texts})

    def note(self, what: dict[str, object]) -> None:
        """Note something that is known to the players."""
        os.write(self._told, json.dumps(what).encode() + b"\n")

    def end(self) -> None:
        """End as ``hakam run`` does."""
        self.match.save_checkpoint()
        self._store.close(WAIT_S)

    def _prove(self, moment: Moment, _referee: Referee) -> tuple[EvidencePicture, ...]:
        return (EvidencePicture(moment.t_ms, 400.0, self._rng.randbytes(PICTURE_BYTES)),)


def _at(look: TableObservation, t_ms: int) -> TableObservation:
    return TableObservation(t_ms, look.cards, look.hand_present, look.quality, look.covers, look.hidden)


def looks_of(seed: int, deals: int) -> list[TableObservation]:
    """What is seen of some deals."""
    signals = PerfectObserver(RandomMatch(RULES, 2, 1, seed, challenges=False), seed, deals).signals()
    return [one for one in signals if isinstance(one, TableObservation)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--looks", type=int, default=400, help="of each half of the first match, and of the second")
    asked = parser.parse_args(arguments)
    looks = looks_of(asked.seed, 4)
    count = asked.looks
    watched = Watched(asked.folder, asked.seed)
    watched.play(looks[:count])
    watched.end()
    watched.start()
    watched.play(looks[count : 2 * count])
    watched.follow(looks_of(asked.seed + 1, 1)[:20])
    prune(watched.path, 0, watched.match.number)
    watched.play(looks_of(asked.seed + 1, 4)[20 : count + 20])
    watched.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
