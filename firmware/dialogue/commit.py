"""The commit policy: when a step is sure enough to be committed or corrected, and when a win is announced."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import HistoryEntry, Layout, Step, TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.numbering import entries, entry_count, rank_key_at, step_count
from firmware.dialogue.amendments import Amendment, ChangeStep, DropStep, InsertStep
from firmware.dialogue.costs import BEYOND_QUESTION, LIKELY
from firmware.dialogue.open_questions import OpenQuestions
from firmware.dialogue.pace import Pace
from firmware.dialogue.questions import agreement, correction_of
from firmware.events import Doubt, Event
from firmware.rules.events import (
    AnnouncementFalse,
    DealAbandoned,
    GameWon,
    PointsScored,
    PointsTakenBack,
    RoundWon,
    WinHeld,
    WinRevoked,
)
from firmware.rules.game import Game
from firmware.rules.play import Announce, Decline

SAYING_DELAY_MS = 700
"""A saying is committed after this, so that a card that lay there before is read first; an announcement at once."""

# Announced though the cards were announced before.
_REPEATED = (PointsScored, PointsTakenBack, AnnouncementFalse, RoundWon, WinHeld, WinRevoked, DealAbandoned)


class CommitPolicy:
    """Commits the leading hypothesis as far as it is sure enough, and remembers what was committed.

    Attributes:
        questions: what was committed and is not beyond question.
        correction_count: how often what was committed was corrected.
    """

    def __init__(self, beam: BeamSearch, fresh: Game, pace: Pace) -> None:
        """Begin with nothing committed.

        Args:
            beam: the hypotheses.
            fresh: the game before its first layout.
            pace: how long people wait.
        """
        self._beam, self._fresh, self._pace = beam, fresh, pace
        self._committed: list[HistoryEntry] = []
        self._announced: set[tuple[TimedSaying, tuple[Event, ...]]] = set()
        self._steps: list[Step] = []
        self._rank_keys: list[int] = []
        self._diverged_ms: int | None = None
        self._won_ms: int | None = None
        self._agreement = agreement(beam)
        self.questions = OpenQuestions(beam, pace.ask_ms)
        self._announced_winners: tuple[int, ...] = ()
        self.correction_count = 0

    @property
    def game(self) -> Game:
        """The game as far as it was committed."""
        return self._committed[-1].game if self._committed else self._fresh

    @property
    def win_announced(self) -> bool:
        """Whether the win was announced, if there is one."""
        return self._announced_winners == self.game.winners

    @property
    def confidence(self) -> float:
        """Probability that all steps that were committed of the present deal happened as they are read.

        Whatever the deals before it were: hypotheses that tell those otherwise do not count.
        """
        return self._agreement.share_of_first(len(self._steps) - self._agreement.first)

    @property
    def provisional(self) -> bool:
        """Whether something that was committed is not beyond question."""
        return self.questions.provisional

    @property
    def question(self) -> Doubt | None:
        """What is to be answered now; ``None``: nothing."""
        laid = not self._steps or isinstance(self._steps[-1].action, Layout)
        won = bool(self.game.winners) and self.win_announced
        return self.questions.answerable(laid=laid, won=won)

    @property
    def committed(self) -> Sequence[HistoryEntry]:
        """All that was committed, as it is understood now."""
        return self._committed

    @property
    def told(self) -> Sequence[int]:
        """The rank key of the history after each step that was committed."""
        return self._rank_keys

    @property
    def waits(self) -> bool:
        """Whether something is still to be committed, though nothing more may be seen."""
        return len(self._committed) < entry_count(self._beam.best) or self.questions.unsure or not self.win_announced

    def commit(self, now_ms: int, *, everything: bool = False) -> list[Event]:
        """Commit what is sure enough by now, or ``everything``, and give what is to be said."""
        self._agreement = agreement(self._beam)
        said = [*self._correct(now_ms, everything=everything), *self._commit_due(now_ms, everything=everything)]
        self.questions.note(self._agreement, len(self._steps), now_ms)
        said += self.questions.settle(self._agreement)
        over = self.game.turn is None
        return [*said, *self.questions.ask(self._agreement, now_ms, over=over, everything=everything)]

    def announce_win(self, now_ms: int, stirred_ms: int) -> list[Event]:
        """Announce the win once no doubt hangs on it and the table has been still long enough since ``stirred_ms``."""
        if not self.game.winners:
            self._won_ms = None
            self._announced_winners = ()
            return []
        self._won_ms = now_ms if self._won_ms is None else self._won_ms
        ready = now_ms - max(self._won_ms, stirred_ms) >= self._pace.grace_ms and not self.questions.doubt_the_win
        return self.announce_win_now() if ready else []

    def announce_win_now(self) -> list[Event]:
        """Announce the win, if there is one that was not announced."""
        if self.win_announced:
            return []
        self._announced_winners = self.game.winners
        return [GameWon(self.game.winners)]

    # -- committing

    def _commit_due(self, now_ms: int, *, everything: bool) -> list[Event]:
        """Commit the steps that are sure, and those that people have waited for long enough, with their doubt."""
        said: list[Event] = []
        if self._divergence() is not None:
            return said
        for entry in entries(self._beam.best, len(self._committed)):
            if not everything and not self._is_ready(entry.fact, now_ms):
                break
            said += self._commit(entry)
        return said

    def _is_ready(self, fact: Step | TimedSaying, now_ms: int) -> bool:
        """Whether the next fact is sure enough, or was waited for long enough."""
        if isinstance(fact, TimedSaying):
            return _is_due(fact, now_ms)
        return self._holds(len(self._steps), LIKELY) or fact.t_ms <= now_ms - self._pace.patience_ms

    def _commit(self, entry: HistoryEntry) -> list[Event]:
        self._committed.append(entry)
        if isinstance(entry.fact, Step):
            self._steps.append(entry.fact)
            self._rank_keys.append(entry.rank_key)
        elif (entry.fact, entry.events) in self._announced:
            return []  # a card was put in before it; it says no more than it did
        else:
            self._announced.add((entry.fact, entry.events))
        return [event for event in entry.events if not isinstance(event, GameWon)]  # see announce_win

    def _holds(self, index: int, share: float) -> bool:
        """Whether hypotheses of this share have step ``index`` as committed, of those that agree on all before it."""
        return self._agreement.share_of(index) >= share

    # -- correcting

    def _correct(self, now_ms: int, *, everything: bool) -> list[Event]:
        """Take back what a better hypothesis has otherwise; a suit alone is put right without a word (rule G2)."""
        same = self._divergence()
        if same is None:
            self._diverged_ms = None
            return self._adopt_leading() if self._differs() else []
        if not everything and not self._is_decided(same, now_ms):
            return []
        return self._recommit(same)

    def _recommit(self, same: int) -> list[Event]:
        """Commit the leading hypothesis instead, of which the first ``same`` steps were committed."""
        was = self._steps[same]
        points = (PointsScored, PointsTakenBack, AnnouncementFalse)
        news = [event for event in self._adopt_leading() if not isinstance(event, points)]  # the new total says it all
        self.correction_count += 1
        return [correction_of(self._beam, same, was, self.game.scores), *news]

    def _divergence(self) -> int | None:
        """The first step that was committed otherwise than the leading hypothesis has it."""
        best, same = self._beam.best, len(self._rank_keys)
        while same and rank_key_at(best, same - 1) != self._rank_keys[same - 1]:
            same -= 1
        return None if same == len(self._rank_keys) else same

    def _differs(self) -> bool:
        """Whether the leading hypothesis has other suits, or another order of what was said."""
        last = entries(self._beam.best, len(self._committed) - 1)[:1] if self._committed else ()
        return bool(self._committed) and [entry.key for entry in last] != [self._committed[-1].key]

    def _is_decided(self, same: int, now_ms: int) -> bool:
        """Whether to correct step ``same``: the new hypothesis is sure, or has led as long as players can wait."""
        self._diverged_ms = now_ms if self._diverged_ms is None else self._diverged_ms
        sure = self._holds(min(same, step_count(self._beam.best) - 1), BEYOND_QUESTION)
        return sure or now_ms - self._diverged_ms > self._pace.patience_ms

    def adopt(self, amendment: Amendment, before: Hypothesis) -> None:
        """Follow a person's amendment: what was committed is committed as amended; questions keep to their steps.

        Args:
            amendment: it was made.
            before: the leading hypothesis before that.
        """
        if isinstance(amendment, InsertStep | DropStep | ChangeStep):
            self.questions.amend(before, amendment)
        self._adopt_leading(isinstance(amendment, InsertStep) - isinstance(amendment, DropStep))

    def _adopt_leading(self, more: int = 0) -> list[Event]:
        """Take over the leading hypothesis as far as steps were committed, and give what of it nobody has heard yet."""
        same = self._common_entries()
        before, self._committed = self._committed[same:], self._committed[:same]
        steps = [entry.fact for entry in before if isinstance(entry.fact, Step)]
        sayings = [entry.fact for entry in before if isinstance(entry.fact, TimedSaying)]
        kept = len(self._steps) - len(steps)
        self._steps, self._rank_keys = self._steps[:kept], self._rank_keys[:kept]
        news: list[Event] = []
        announced = Counter(event for entry in before for event in entry.events)
        for entry in _as_far(entries(self._beam.best, same), len(steps) + more, sayings):
            events = self._commit(entry)
            anew = [event for event in events if isinstance(event, _REPEATED) and announced[event] <= 0]
            news += events if isinstance(entry.fact, TimedSaying) else anew
            announced.subtract(entry.events)
        return news

    def _common_entries(self) -> int:
        """The number of entries that were committed as the leading hypothesis has them."""
        same, window = len(self._committed), 8
        while same:
            first = max(len(self._committed) - window, 0)
            pairs = zip(self._committed[first:], entries(self._beam.best, first), strict=False)
            same = first + sum(one.key == other.key for one, other in pairs)  # equal keys: all before is equal too
            if same > first:
                break
            window *= 4
        return same


def _as_far(fresh: Iterable[HistoryEntry], steps: int, sayings: Sequence[TimedSaying]) -> Iterator[HistoryEntry]:
    """The entries of the first ``steps`` steps; of what was said after the last of them only the ``sayings``."""
    for entry in fresh:
        if isinstance(entry.fact, Step):
            steps -= 1
            if steps < 0:
                return
        elif steps == 0 and entry.fact not in sayings:
            return
        yield entry


def _is_due(saying: TimedSaying, now_ms: int) -> bool:
    """Whether a saying is to be committed: it may still come after a card that lies there and is not decoded yet."""
    return isinstance(saying.saying, Announce | Decline) or now_ms - saying.t_ms >= SAYING_DELAY_MS
