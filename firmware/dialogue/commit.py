"""The commit policy: when a step is sure enough to be committed, asked about or corrected; when a win is announced."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import HistoryEntry, Step, TimedSaying
from firmware.decoding.numbering import entries, entry_count, rank_key_at, step_count
from firmware.dialogue.amendments import Amendment, ChangeStep, DropStep, InsertStep
from firmware.dialogue.pace import Pace
from firmware.dialogue.questions import agreement, correction_of, question_about, settlement_of
from firmware.events import Doubt, Event
from firmware.rules.events import (
    AnnouncementFalse,
    DealAbandoned,
    GameWon,
    PointsScored,
    PointsTakenBack,
    RoundWon,
    WinHeld,
)
from firmware.rules.game import Game
from firmware.rules.play import Announce, Decline

SILENT_COST = 16.0
"""A silent error costs as much as so many questions: the aims, one question a match and 0.4 silent errors in 1,000
plays, weigh alike at 155 plays a match (929 in six matches for tuning): 1 / (0.0004 * 155)."""
BEYOND_QUESTION = 1 - 1 / SILENT_COST
"""A step that holds more than this is not asked about: the silent error that may remain costs less than a question."""
CORRECTION_COST = 1.5
"""A play that is put right costs as much as so many that are told late: a judgement."""
LIKELY = CORRECTION_COST / (CORRECTION_COST + 1)
"""A step is told with this much, the score marked: to tell it costs less than to wait. What was told and holds less is
asked about while the deal goes on; all else waits for its end, since later cards settle nearly all of it."""
SMOOTHING_MS = 8000
"""So long after a deal is over it is smoothed (:mod:`firmware.decoding.smoothing`) before anything is asked: over 200
rendered deals there were 76 questions with 2.5 seconds, 70 with 5, and 66 with 7, 8, 10 or 12, by the bounds of then
(0.8 and 0.9)."""
SAYING_DELAY_MS = 700
"""A saying is committed after this, so that a card that lay there before is read first; an announcement at once."""

# Announced though the cards were announced before.
_REPEATED = (PointsScored, PointsTakenBack, AnnouncementFalse, RoundWon, WinHeld, DealAbandoned)


class CommitPolicy:
    """Commits the leading hypothesis as far as it is sure enough, and remembers what was committed.

    Attributes:
        questions: the open questions, by the number of their step.
        question_count: how many were asked.
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
        self._unsure: dict[int, int] = {}
        self._over_ms: int | None = None
        self._agreement = agreement(beam)
        self.questions: dict[int, Doubt] = {}
        self._announced_winners: tuple[int, ...] = ()
        self.question_count = 0
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
        """Probability that all steps that were committed of the present deal happened as they are read."""
        shares = self._agreement.shares
        return shares[min(max(len(self._steps) - self._agreement.first, 0), len(shares) - 1)]

    @property
    def provisional(self) -> bool:
        """Whether something that was committed is not beyond question."""
        return bool(self.questions or self._unsure)

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
        return len(self._committed) < entry_count(self._beam.best) or bool(self._unsure) or not self.win_announced

    def commit(self, now_ms: int, *, everything: bool = False) -> list[Event]:
        """Commit what is sure enough by now, or ``everything``, and give what is to be said."""
        self._agreement = agreement(self._beam)
        said = [*self._correct(now_ms, everything=everything), *self._commit_due(now_ms, everything=everything)]
        self._note_unsure(now_ms)
        return [*said, *self._settle(), *self._ask(now_ms, everything=everything)]

    def announce_win(self, now_ms: int, stirred_ms: int) -> list[Event]:
        """Announce the win once no question is open and the table has been still long enough since ``stirred_ms``."""
        if not self.game.winners:
            self._won_ms = None
            self._announced_winners = ()
            return []
        self._won_ms = now_ms if self._won_ms is None else self._won_ms
        ready = now_ms - max(self._won_ms, stirred_ms) >= self._pace.grace_ms and not self.provisional
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

    def _note_unsure(self, now_ms: int) -> None:
        """Note which committed steps are not sure, or not any more."""
        for index in range(self._agreement.first, len(self._steps)):
            if index not in self.questions and not self._holds(index, BEYOND_QUESTION):
                self._unsure.setdefault(index, now_ms)

    def _settle(self) -> list[Event]:
        """Close the questions that later looks, or people, have answered."""
        steps = step_count(self._beam.best)
        open_steps = (*self.questions, *self._unsure)
        clear = [index for index in open_steps if index >= steps or self._holds(index, BEYOND_QUESTION)]
        answered = [index for index in clear if self.questions.pop(index, None)]
        self._unsure = {index: t_ms for index, t_ms in self._unsure.items() if index not in clear}
        return [settlement_of(self._beam, index) for index in answered]

    def _ask(self, now_ms: int, *, everything: bool) -> list[Event]:
        """Ask about what was committed long ago and is still not sure; at the end of a deal about all that is left."""
        over = self.game.turn is None
        self._over_ms = (now_ms if self._over_ms is None else self._over_ms) if over else None
        wait_ms = min(self._pace.ask_ms, SMOOTHING_MS) if over else self._pace.ask_ms
        since = {index: max(t_ms, self._over_ms or t_ms) for index, t_ms in self._unsure.items()}
        ripe = [index for index, t_ms in since.items() if everything or now_ms - t_ms >= wait_ms]
        due = [index for index in ripe if over or everything or not self._holds(index, LIKELY)]
        for index in due:
            del self._unsure[index]
            self.questions[index] = question_about(self._beam, index)
            self.question_count += 1
        return [self.questions[index] for index in due]

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

    def adopt(self, amendment: Amendment) -> None:
        """Follow a person's amendment: what was committed is committed as amended; questions keep to their steps."""
        more = isinstance(amendment, InsertStep) - isinstance(amendment, DropStep)
        if isinstance(amendment, InsertStep | DropStep | ChangeStep):
            self.questions = {one.step: one for one in _renumbered(self.questions, amendment.index, more)}
            self._unsure = {}
        self._adopt_leading(more)

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


def _renumbered(questions: Mapping[int, Doubt], index: int, more: int) -> Iterator[Doubt]:
    """The questions under the new numbers of their steps, without those about a step that a person has settled."""
    for step, asked in questions.items():
        if step != index or more > 0:
            yield replace(asked, step=step + more * (step >= index))


def _is_due(saying: TimedSaying, now_ms: int) -> bool:
    """Whether a saying is to be committed: it may still come after a card that lies there and is not decoded yet."""
    return isinstance(saying.saying, Announce | Decline) or now_ms - saying.t_ms >= SAYING_DELAY_MS
