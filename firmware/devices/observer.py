"""What looks at the table, learns the deck that lies there, and remembers what it saw as evidence."""

from concurrent.futures import Executor
from typing import Protocol

from firmware.decoding.identities import IdentifiedDeal
from firmware.devices.deck_learning import DeckLearner
from firmware.devices.deck_profiles import DeckProfiles
from firmware.devices.deck_rounds import names_by
from firmware.devices.rereader import Rereader
from firmware.devices.stopwatch import Stopwatch
from firmware.referee import Referee
from firmware.settings.model import Settings
from firmware.signals import CardsRenamed, DeckComparison, Signal, TableObservation
from firmware.standing.message import DeckInUse
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.journal import EvidencePicture
from firmware.storage.moment import Moment
from vision.frame import Frame
from vision.identify import Classifier, Identifier
from vision.sightings import SightingMemory


class TableEyes(Protocol):
    """What the observer looks with: :class:`vision.pipeline.Eyes`, or what these have seen of a recording before."""

    sightings: SightingMemory

    @property
    def px_per_mm(self) -> float | None:
        """Pixels per millimetre of table, once it is known."""
        ...

    @property
    def deck_fits(self) -> bool | None:
        """Whether the cards are of the enrolled deck, once it is known."""
        ...

    @property
    def plain(self) -> Identifier | None:
        """The network, where it names the cards and no enrolled deck does."""
        ...

    def observe(self, frame: Frame) -> TableObservation | None:
        """Look at a frame; ``None`` where nothing has changed."""
        ...

    def read_by(self, classifier: Classifier) -> None:
        """Name by ``classifier`` what comes to the table from now on."""
        ...

    def judge_deck_anew(self) -> None:
        """Find out again whether the enrolled deck lies there."""
        ...

    def look_anew(self) -> None:
        """Look at the next frame whether anything changed or not."""
        ...


class Observer:
    """Looks at frames, takes the time of it, and remembers the last ones as evidence.

    Attributes:
        stopwatch: how long each look took.
        evidence: the last frames that were looked at.
    """

    def __init__(
        self,
        eyes: TableEyes,
        settings: Settings,
        deck: str | None = None,
        stopwatch: Stopwatch | None = None,
        *,
        executor: Executor | None = None,
        profiles: DeckProfiles | None = None,
    ) -> None:
        """Look with ``eyes``.

        Args:
            eyes: see the table.
            settings: how the evidence is kept.
            deck: name of the enrolled deck that the eyes read by; ``None``: they read any.
            stopwatch: takes the time of each look; ``None``: a new one.
            profiles: decks that were learned on former evenings, and this one's; ``None``: nothing is kept.
            executor: reads the first deals once more if the deck is unknown; ``None``: they are read once.
        """
        self.stopwatch = stopwatch or Stopwatch()
        self.evidence = EvidenceBuffer(settings.picture_width_px, settings.picture_quality_percent)
        self._eyes, self._deck, self._keeps = eyes, deck, settings.evidence != "none"
        self._told: bool | None = None
        self._learner = DeckLearner(eyes.sightings, profiles)
        self._rereader = Rereader(executor, eyes.sightings) if executor else None

    @property
    def deck(self) -> DeckInUse:
        """By which cards are read."""
        return DeckInUse(self._deck or "", self._told)

    def observe(self, frame: Frame) -> TableObservation | None:
        """Look at a frame; ``None`` where nothing has changed."""
        look = self.stopwatch.timed(lambda: self._eyes.observe(frame))
        px_per_mm = self._eyes.px_per_mm
        if self._keeps and look and px_per_mm and not look.unseen:
            self.evidence.keep(frame, frame.picture.shape[1] / px_per_mm)
        return look

    def look_anew(self) -> None:
        """Look at the next frame whether anything changed or not: a look was lost, or what happened before it."""
        self._eyes.look_anew()

    def news(self, t_ms: int, referee: Referee, *, last: bool = False) -> list[Signal]:
        """What the eyes have found out about the deck.

        Args:
            t_ms: now.
            referee: who judges the match.
            last: nothing more will be seen.
        """
        found = [self._comparison(t_ms), self._recognised(t_ms), self._renaming(t_ms, referee, last=last)]
        return [signal for signal in found if signal]

    def _comparison(self, t_ms: int) -> DeckComparison | None:
        """Whether the enrolled deck lies there, as soon as it is known and once it is known otherwise; else nothing."""
        fits = self._eyes.deck_fits if self._deck else None
        if self._deck is None or fits is None or fits == self._told:
            return None
        self._told = fits
        return DeckComparison(t_ms, self._deck, fits)

    def begin(self) -> None:
        """A new session has begun, which has yet to be told of the deck; it may be another one."""
        if self._told is not None:
            self._eyes.judge_deck_anew()
        self._told = None
        self._learner.begin()
        if self._rereader:
            self._rereader.begin()

    def follow(self, moment: Moment, referee: Referee) -> tuple[EvidencePicture, ...]:
        """Learn the deck from a deal that is over by now; the pictures that prove what ``referee`` announced."""
        deal = referee.finished_deal if moment.events else None
        if deal and self._eyes.plain:
            self._learn(deal)
            if self._rereader:
                self._rereader.note(moment.t_ms, deal)
        return self.evidence.pictures(moment, referee.plays)

    def _recognised(self, t_ms: int) -> CardsRenamed | None:
        """Other names for what was seen, once the deck is known again from a former evening."""
        plain = self._eyes.plain
        known = self._learner.recognise(plain) if plain else None
        if known is None:
            return None
        self._eyes.read_by(known)
        return CardsRenamed(t_ms, tuple(names_by(known.deck, dict(self._eyes.sightings.items())).items()))

    def _renaming(self, t_ms: int, referee: Referee, *, last: bool) -> CardsRenamed | None:
        """Other names for what was seen, once the first deals were read by these; they are learned from that."""
        renaming = self._rereader.news(t_ms, referee, last=last) if self._rereader else None
        if renaming and self._rereader:
            for deal in self._rereader.deals.values():
                self._learn(deal)
        return renaming

    def _learn(self, deal: IdentifiedDeal) -> None:
        plain = self._eyes.plain
        if plain:
            self._eyes.read_by(self._learner.learn(deal, plain))
