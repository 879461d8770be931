"""What has been told: steps that are sure, questions about those that are not, corrections, and the win in the end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from firmware.decoding.beam_search import Reader
from firmware.decoding.history import Entry, Heard, Step
from firmware.decoding.numbering import count, entries, length, mark_at
from firmware.dialogue.amendments import Amendment, Change, Drop, Put
from firmware.dialogue.questions import agreement, corrected, doubt, settled
from firmware.events import Doubt, Event
from firmware.rules.events import AnnouncementFalse, GameWon, PointsScored, PointsTakenBack, RoundWon, WinHeld
from firmware.rules.game import Game
from firmware.rules.play import Announce, Decline

SURE = 0.97
"""A step is beyond question when the readings that tell it so hold this much: one error in 33 would be too many ..."""
SURE_AT_END = 0.85
"""... but once a deal is over no card will tell more: what holds this much then is not asked. Of 16 steps that
held 0.85 to 0.9 when 200 rendered deals were over one was wrong, in a deal about which something else was asked."""
LIKELY = 0.75
"""... and it is told, with the score marked, when they hold this much: a card still under the hand that laid it."""
WORTH_ASKING = 0.6
"""What is less than sure, but holds more than this, is asked about at the end of the deal only: later cards settle
nearly all of it. Asked about what held 0.6 to 0.85, the leading reading was right in 17 of 22, and of the other five
later cards settled three rightly and two were asked about in the end; below 0.6 it was right in five of nine."""
THINK_MS = 8000
"""So long after a deal is over it is thought of again (:mod:`firmware.decoding.smoothing`) before anything is
asked: over 200 rendered deals there were 76 questions with 2.5 seconds, 70 with 5, and 66 with 7, 8, 10 or 12, by the
bounds of then (0.8 and 0.9)."""
HEARD_MS = 700
"""What is said is told after this, so that a card that lay there before is read first; an announcement at once."""

_ANEW = (PointsScored, PointsTakenBack, AnnouncementFalse, RoundWon, WinHeld)  # told though the cards were told before


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people wait, milliseconds; settings of the house.

    Attributes:
        patience_ms: after this a step is told however doubtful it is.
        ask_ms: so long later looks may still settle what is doubtful; then it is asked.
        grace_ms: so long the table must be still before a win is told.
        accept_ms: so long an unproven win waits for somebody who doubts it.
    """

    patience_ms: int = 2500
    ask_ms: int = 20_000
    grace_ms: int = 3000
    accept_ms: int = 10_000


class Teller:
    """Tells the story that a reader has found; remembers what was told."""

    def __init__(self, reader: Reader, fresh: Game, pace: Pace) -> None:
        """Nothing was told yet; ``fresh`` is the game before its first layout."""
        self._reader, self._fresh, self._pace = reader, fresh, pace
        self._told: list[Entry] = []
        self._spoken: set[tuple[Heard, tuple[Event, ...]]] = set()
        self._steps: list[Step] = []
        self._told_marks: list[int] = []
        self._disputed_ms: int | None = None
        self._won_ms: int | None = None
        self._unsure: dict[int, int] = {}
        self._over_ms: int | None = None
        self._agreed = agreement(reader)
        self.open: dict[int, Doubt] = {}
        self._crowned: tuple[int, ...] = ()
        self.doubts = 0
        self.corrections = 0

    @property
    def game(self) -> Game:
        """The game as far as it was told."""
        return self._told[-1].game if self._told else self._fresh

    @property
    def crowned(self) -> bool:
        """Whether the win was told, if there is one."""
        return self._crowned == self.game.winners

    @property
    def provisional(self) -> bool:
        """Whether something that was told is not beyond question."""
        return bool(self.open or self._unsure)

    @property
    def told(self) -> Sequence[Entry]:
        """All that was told, as it is understood now."""
        return self._told

    @property
    def waits(self) -> bool:
        """Whether something is still to be told, though nothing more may be seen."""
        return len(self._told) < length(self._reader.best) or bool(self._unsure) or not self.crowned

    def tell(self, now_ms: int, *, patience_ms: int | None = None) -> list[Event]:
        """What is to be said now; ``patience_ms`` below zero: everything."""
        patience_ms = self._pace.patience_ms if patience_ms is None else patience_ms
        self._agreed = agreement(self._reader)
        said = [*self._correct(now_ms, patience_ms), *self._announce(now_ms, patience_ms)]
        self._doubt(now_ms)
        return [*said, *self._settle(), *self._ask(now_ms, patience_ms)]

    def crown(self, now_ms: int, stirred_ms: int) -> list[Event]:
        """Tell the win once no doubt is open and the table has been still since ``stirred_ms`` for long enough."""
        if not self.game.winners:
            self._won_ms = None
            self._crowned = ()
            return []
        self._won_ms = now_ms if self._won_ms is None else self._won_ms
        ready = now_ms - max(self._won_ms, stirred_ms) >= self._pace.grace_ms and not self.provisional
        return self.crown_now() if ready else []

    def crown_now(self) -> list[Event]:
        """Tell the win, if there is one that was not told."""
        if self.crowned:
            return []
        self._crowned = self.game.winners
        return [GameWon(self.game.winners)]

    # -- telling

    def _announce(self, now_ms: int, patience_ms: int) -> list[Event]:
        """Tell the steps that are sure, and those that people have waited for long enough, with their doubt."""
        said: list[Event] = []
        if self._parting() is not None:
            return said
        for entry in entries(self._reader.best, len(self._told)):
            if isinstance(entry.fact, Heard):
                if not _is_ripe(entry.fact, now_ms, patience_ms):
                    break
                said += self._tell(entry)
                continue
            index = len(self._steps)
            if not self._holds(index, LIKELY) and entry.fact.t_ms > now_ms - patience_ms:
                break
            said += self._tell(entry)
        return said

    def _tell(self, entry: Entry) -> list[Event]:
        self._told.append(entry)
        if isinstance(entry.fact, Step):
            self._steps.append(entry.fact)
            self._told_marks.append(entry.mark)
        elif (entry.fact, entry.events) in self._spoken:
            return []  # a card was put in before it; it says no more than it did
        else:
            self._spoken.add((entry.fact, entry.events))
        return [event for event in entry.events if not isinstance(event, GameWon)]  # see crown

    def _holds(self, index: int, share: float) -> bool:
        """Whether readings of this share have step ``index`` as told, of those that agree on all before it."""
        return self._agreed.of(index) >= share

    @property
    def _bar(self) -> float:
        """The share of the readings over which a step is beyond question."""
        return SURE if self.game.turn is not None else SURE_AT_END

    def _doubt(self, now_ms: int) -> None:
        """Note which steps that were told are not sure, or not any more."""
        for index in range(self._agreed.first, len(self._steps)):
            if index not in self.open and not self._holds(index, self._bar):
                self._unsure.setdefault(index, now_ms)

    def _settle(self) -> list[Event]:
        """Close the doubts that later looks, or people, have answered."""
        steps = count(self._reader.best)
        clear = [index for index in (*self.open, *self._unsure) if index >= steps or self._holds(index, self._bar)]
        answered = [index for index in clear if self.open.pop(index, None)]
        self._unsure = {index: t_ms for index, t_ms in self._unsure.items() if index not in clear}
        return [settled(self._reader, index) for index in answered]

    def _ask(self, now_ms: int, patience_ms: int) -> list[Event]:
        """Ask about what was told long ago and is still not sure; at the end of a deal about all that is left."""
        over = self.game.turn is None
        self._over_ms = (now_ms if self._over_ms is None else self._over_ms) if over else None
        wait_ms = min(self._pace.ask_ms, THINK_MS) if over else self._pace.ask_ms
        since = {index: max(t_ms, self._over_ms or t_ms) for index, t_ms in self._unsure.items()}
        ripe = [index for index, t_ms in since.items() if patience_ms < 0 or now_ms - t_ms >= wait_ms]
        due = [index for index in ripe if over or patience_ms < 0 or not self._holds(index, WORTH_ASKING)]
        for index in due:
            del self._unsure[index]
            self.open[index] = doubt(self._reader, index)
            self.doubts += 1
        return [self.open[index] for index in due]

    # -- correcting

    def _correct(self, now_ms: int, patience_ms: int) -> list[Event]:
        """Take back what a better reading tells otherwise; a suit alone is put right without a word (rule G2)."""
        same = self._parting()
        if same is None:
            self._disputed_ms = None
            return self._news() if self._differs() else []
        if not self._is_decided(same, now_ms, patience_ms):
            return []
        return self._retell(same)

    def _retell(self, same: int) -> list[Event]:
        """Tell the leading story instead, of which the first ``same`` steps were told."""
        was = self._steps[same]
        points = (PointsScored, PointsTakenBack, AnnouncementFalse)
        news = [event for event in self._news() if not isinstance(event, points)]  # the new total says it all
        self.corrections += 1
        return [corrected(self._reader, same, was, self.game.scores), *news]

    def _parting(self) -> int | None:
        """The first step that was told otherwise than the leading reading has it."""
        best, same = self._reader.best, len(self._told_marks)
        while same and mark_at(best, same - 1) != self._told_marks[same - 1]:
            same -= 1
        return None if same == len(self._told_marks) else same

    def _differs(self) -> bool:
        """Whether the leading reading has other suits, or another order of what was said."""
        last = entries(self._reader.best, len(self._told) - 1)[:1] if self._told else ()
        return bool(self._told) and [entry.key for entry in last] != [self._told[-1].key]

    def _is_decided(self, same: int, now_ms: int, patience_ms: int) -> bool:
        """Whether to correct step ``same``: the new reading is sure, or has led as long as players can wait."""
        self._disputed_ms = now_ms if self._disputed_ms is None else self._disputed_ms
        sure = self._holds(min(same, count(self._reader.best) - 1), SURE)
        return sure or now_ms - self._disputed_ms > patience_ms

    def take_over(self, amendment: Amendment) -> None:
        """A person has changed the story: as far as it was told, it is told now; questions keep to their steps."""
        more = isinstance(amendment, Put) - isinstance(amendment, Drop)
        if isinstance(amendment, Put | Drop | Change):
            self.open = {one.step: one for one in _moved(self.open, amendment.index, more)}
            self._unsure = {}
        self._news(more)

    def _news(self, more: int = 0) -> list[Event]:
        """Take over the leading story, as far as it was told; what of it nobody has heard yet."""
        same = self._common()
        before, self._told = self._told[same:], self._told[:same]
        steps = [entry.fact for entry in before if isinstance(entry.fact, Step)]
        heard = [entry.fact for entry in before if isinstance(entry.fact, Heard)]
        kept = len(self._steps) - len(steps)
        self._steps, self._told_marks = self._steps[:kept], self._told_marks[:kept]
        news: list[Event] = []
        spoken = Counter(event for entry in before for event in entry.events)
        for entry in _as_far(entries(self._reader.best, same), len(steps) + more, heard):
            events = self._tell(entry)
            anew = [event for event in events if isinstance(event, _ANEW) and spoken[event] <= 0]
            news += events if isinstance(entry.fact, Heard) else anew
            spoken.subtract(entry.events)
        return news

    def _common(self) -> int:
        """The number of entries that were told as the leading story has them."""
        same, window = len(self._told), 8
        while same:
            first = max(len(self._told) - window, 0)
            pairs = zip(self._told[first:], entries(self._reader.best, first), strict=False)
            same = first + sum(one.key == other.key for one, other in pairs)  # equal keys: all before is equal too
            if same > first:
                break
            window *= 4
        return same


def _as_far(fresh: Iterable[Entry], steps: int, heard: Sequence[Heard]) -> Iterator[Entry]:
    """The beginning of a story with so many steps, and of what was said after the last only what was told before."""
    for entry in fresh:
        if isinstance(entry.fact, Step):
            steps -= 1
            if steps < 0:
                return
        elif steps == 0 and entry.fact not in heard:
            return
        yield entry


def _moved(doubts: Mapping[int, Doubt], index: int, more: int) -> Iterator[Doubt]:
    """The questions under the new numbers of their steps, without those about a step that a person has settled."""
    for step, asked in doubts.items():
        if step != index or more > 0:
            yield replace(asked, step=step + more * (step >= index))


def _is_ripe(heard: Heard, now_ms: int, patience_ms: int) -> bool:
    """Whether what was said is to be told: it may still come after a card that lies there and is not read yet."""
    return patience_ms < 0 or isinstance(heard.said, Announce | Decline) or now_ms - heard.t_ms >= HEARD_MS
