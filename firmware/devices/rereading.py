"""The first deals read once more, as soon as they say of an unknown deck which card looks like what.

It takes as long as they were played, so another process does it while the game goes on. What came of it reaches the
referee as a signal, :class:`~firmware.signals.CardsRenamed`, so that a journal tells the same again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from firmware.decoding.identities import IdentifiedDeal
from firmware.devices.deck_rounds import SightingNames, best_reading
from firmware.referee import MatchSetup, Referee
from firmware.rules.notation.ruleset import parse_rules
from firmware.signals import Signal, TableObservation
from firmware.storage import checkpoint
from vision.sightings import Sighting

KEPT_EVERY = 200
"""Signals after which a reading is put aside: while a deal is smoothed it cannot be, which lasts for some looks."""


@dataclass(frozen=True, slots=True)
class Rereading:
    """A reading by other names.

    Attributes:
        names: of the sightings; none: those that they had.
        deals: which card lay where, in each deal.
        log_likelihood: of all that was seen, by the leading hypothesis.
        plays: how many there were.
        state: the referee who read it so, put aside as late as he could be.
    """

    names: SightingNames
    deals: Sequence[IdentifiedDeal]
    log_likelihood: float
    plays: int
    state: bytes = b""


@dataclass(frozen=True, slots=True)
class ReadingTask:
    """What is to be read once more.

    Attributes:
        setup: who plays what.
        signals: all that was heard.
        sightings: what was seen, by numbers.
        first: what was made of it.
    """

    setup: MatchSetup
    signals: Sequence[Signal]
    sightings: Mapping[int, Sighting]
    first: Rereading


def read_again(task: ReadingTask) -> Rereading:
    """The best reading of a task; in whatever process."""
    looks = [one for one in task.signals if isinstance(one, TableObservation)]
    ruleset = parse_rules(task.setup.rules)

    def again(names: SightingNames) -> Rereading:
        return _read(task.setup, task.signals, names)

    return best_reading(task.first, task.sightings, again, looks=looks, ruleset=ruleset)


def read_on(setup: MatchSetup, signals: Sequence[Signal], reading: Rereading) -> Rereading:
    """A reading after some more signals.

    Args:
        setup: who plays what.
        signals: all that was heard.
        reading: has taken in the first of them.
    """
    referee = checkpoint.read_back(reading.state) or Referee(setup)
    return replace(reading, state=_fed(referee, _renamed(signals, reading.names)[referee.heard_count :]))


def _read(setup: MatchSetup, signals: Sequence[Signal], names: SightingNames) -> Rereading:
    referee, deals = Referee(setup), dict[int, IdentifiedDeal]()

    def note() -> None:
        if deal := referee.finished_deal:
            deals[deal.number] = deal

    state = _fed(referee, _renamed(signals, names), note)
    last = referee.identified_deal
    return Rereading(
        names, list((deals | {last.number: last}).values()), referee.log_likelihood, len(referee.plays), state
    )


def _fed(referee: Referee, signals: Sequence[Signal], note: Callable[[], None] = lambda: None) -> bytes:
    """Tell a referee some signals; he is put aside as late as he can be."""
    state, last = b"" if referee.busy else checkpoint.encode(referee), 0
    for count, signal in enumerate(signals, 1):
        if referee.feed(signal):
            note()
        if not referee.busy and (count - last >= KEPT_EVERY or count == len(signals)):
            state, last = checkpoint.encode(referee), count
    return state


def _renamed(signals: Sequence[Signal], names: SightingNames) -> list[Signal]:
    return [one.renamed(names) if isinstance(one, TableObservation) else one for one in signals]
