"""One film of an unknown deck: read at first sight, in two passes, and as it is learned while it is played."""

from collections.abc import Iterable
from dataclasses import dataclass

from firmware.decoding.identities import IdentifiedDeal
from firmware.devices.deck_rounds import SightingNames, best_reading
from firmware.devices.observer import Observer
from firmware.devices.rereader import Inline
from firmware.referee import Referee
from firmware.rules.notation.ruleset import parse_rules
from firmware.settings.model import Settings
from firmware.signals import TableObservation
from firmware.storage.moment import Moment
from models.benchmarks.deck_films import DeckFilm
from models.benchmarks.film_eyes import FilmEyes, Misnaming, misread, names_at_first
from models.benchmarks.trial import KnownLooks, Trial, watched
from models.synthetic.play.timeline import Timeline

PLAYS_A_DEAL = 36  # with 2, 3 or 4 players (rule B2)


@dataclass(frozen=True, slots=True)
class FilmReading:
    """A reading of a film, and what it is worth.

    Attributes:
        trial: the comparison with the truth.
        deals: which card lay where, in each deal.
        log_likelihood: of all that was seen, by the leading hypothesis.
        plays: how many were read.
    """

    trial: Trial
    deals: tuple[IdentifiedDeal, ...]
    log_likelihood: float
    plays: int


class NotedLooks(KnownLooks):
    """Looks by heart; which card lay where is noted.

    Attributes:
        deals: by their numbers.
        log_likelihood: of all that was seen.
        plays: how many were read.
    """

    def __init__(self, looks: Iterable[TableObservation]) -> None:
        """Give these looks at their times."""
        super().__init__(looks)
        self.deals, self.log_likelihood, self.plays = dict[int, IdentifiedDeal](), 0.0, 0

    def follow(self, moment: Moment, referee: Referee) -> None:
        """Note the present deal once it is over, and how well all is explained in the end."""
        if moment.signal is None or (moment.events and referee.finished_deal):
            self.deals[referee.identified_deal.number] = referee.identified_deal
        self.log_likelihood, self.plays = referee.log_likelihood, len(referee.plays)


@dataclass(frozen=True, slots=True)
class LearningTrial:
    """What came of a film.

    Attributes:
        first: at first sight.
        second: in two passes.
        live: as the deck is learned while it is played; ``None``: not tried.
    """

    first: Trial
    second: Trial
    live: Trial | None


def tried(film: DeckFilm, timeline: Timeline, wrong: Misnaming, *, live: bool) -> LearningTrial:
    """Read a film.

    Args:
        film: what was seen of it.
        timeline: the truth.
        wrong: which cards the network takes for others.
        live: whether it is read as it is learned, too, which takes longest.
    """
    seen = {number: misread(one, wrong, film.turned.get(number)) for number, one in film.sightings.items()}

    names = names_at_first(seen)
    looks = [look.renamed(names) for look in film.looks]

    def read(names: SightingNames) -> FilmReading:
        eyes = NotedLooks(look.renamed(names) for look in film.looks)
        trial = watched(timeline, film.times_ms, eyes)
        return FilmReading(trial, tuple(eyes.deals.values()), eyes.log_likelihood, eyes.plays)

    first = read(names)
    second = best_reading(first, seen, read, looks=looks, ruleset=parse_rules(timeline.script.rules))
    return LearningTrial(first.trial, second.trial, _live(film, timeline, wrong) if live else None)


def _live(film: DeckFilm, timeline: Timeline, wrong: Misnaming) -> Trial:
    observer = Observer(FilmEyes(film, wrong), Settings(), executor=Inline())
    return watched(timeline, film.times_ms, observer)


def right_plays(trial: Trial) -> list[int]:
    """How many plays of each deal have their seat and rank."""
    wrong = [one.play // PLAYS_A_DEAL for one in trial.mistakes if one.play is not None]
    return [PLAYS_A_DEAL - wrong.count(deal) for deal in range(trial.result.deals)]


def doubted_in_vain(trial: Trial) -> int:
    """How many of the deals that were doubted had each play right."""
    return sum(deal <= trial.result.deals and right_plays(trial)[deal - 1] == PLAYS_A_DEAL for deal in trial.doubted)
