"""A recorded session through the same referee: pictures are looked at again, a journal is only played back.

Both give one :class:`Moment` per signal. Playing a journal back must give the very events it holds, to the bit; only
the sentence that says why something was refused may be worded otherwise by now.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from firmware.errors import HakamError
from firmware.referee import Referee
from firmware.signals import ButtonPress, Signal, TableObservation, Tick
from firmware.storage.journal import JournalEntry
from firmware.storage.moment import Moment, closed, fed
from vision.frame import Frame


class ReplayDifferenceError(HakamError, ValueError):
    """This version's referee answers a recorded signal otherwise than the journal says."""


def watch(
    frames: Iterable[Frame],
    presses: Iterable[ButtonPress],
    observe: Callable[[Frame], TableObservation | None],
    referee: Referee,
    news: Callable[[int, bool], Sequence[Signal]] = lambda _t_ms, _last: (),
) -> Iterator[Moment]:
    """Look at every frame, with the presses and ticks that fall due before it; close the session after the last.

    A recording that breaks off is closed like any other, so that its score is not lost; its error comes after that.

    Args:
        frames: by time.
        presses: by time.
        observe: the eyes; ``None`` where nothing has changed since their last look.
        referee: a fresh one.
        news: what the eyes have found out about the deck by then, and whether nothing more will be seen.

    Raises:
        HakamError: whatever ``frames`` raised.
    """
    waiting, now_ms = deque(presses), 0
    broken: list[HakamError] = []
    for frame in _while_whole(frames, broken):
        now_ms = frame.t_ms
        yield from _fall_due(waiting, referee, now_ms)
        look = observe(frame)
        for signal in (*news(now_ms, False), *([look] if look else ())):
            yield fed(referee, signal)
    for press in waiting:
        now_ms = max(now_ms, press.t_ms)
        yield fed(referee, press)
    for signal in news(now_ms, True):
        yield fed(referee, signal)
    yield closed(referee, now_ms)
    if broken:
        raise broken[0]


def answered(referee: Referee, entry: JournalEntry) -> Moment:
    """What ``referee`` says to the signal of an entry, or to the end of the session."""
    return closed(referee, entry.t_ms) if entry.signal is None else fed(referee, entry.signal)


def play_back(entries: Iterable[JournalEntry], referee: Referee) -> Iterator[Moment]:
    """Feed the signals of a journal to a fresh referee.

    Raises:
        ReplayDifferenceError: at the first entry that it answers otherwise than it did.
    """
    for entry in entries:
        moment = answered(referee, entry)
        if moment.texts != entry.events and _facts(moment.texts) != _facts(entry.events):
            raise ReplayDifferenceError(_difference(entry, moment))
        yield replace(moment, pictures=entry.pictures)


def _while_whole(frames: Iterable[Frame], broken: list[HakamError]) -> Iterator[Frame]:
    try:
        yield from frames
    except HakamError as fault:
        broken.append(fault)


def _fall_due(waiting: deque[ButtonPress], referee: Referee, until_ms: int) -> Iterator[Moment]:
    while (signal := _next(waiting, referee)) and signal.t_ms <= until_ms:
        if isinstance(signal, ButtonPress):
            waiting.popleft()
        yield fed(referee, signal)


def _next(waiting: deque[ButtonPress], referee: Referee) -> ButtonPress | Tick | None:
    """What comes first of the next press and the moment at which the referee wants to be woken."""
    wake_ms, press = referee.wake_at_ms, waiting[0] if waiting else None
    if wake_ms is None or (press and press.t_ms <= wake_ms):
        return press
    return Tick(wake_ms)


def _facts(texts: Iterable[str]) -> list[dict[str, object]]:
    """What events say, without the sentences of refusals."""
    return [{key: value for key, value in json.loads(text).items() if key != "fault"} for text in texts]


def _difference(entry: JournalEntry, moment: Moment) -> str:
    was, now = (
        " ".join(texts) or "nothing" for texts in (_without(entry.events, moment), _without(moment.texts, entry))
    )
    return f"at {entry.t_ms} ms the journal has {was}, this version says {now}; report it with the exported session"


def _without(texts: tuple[str, ...], other: JournalEntry | Moment) -> list[str]:
    theirs = other.events if isinstance(other, JournalEntry) else other.texts
    return [text for text in texts if text not in theirs]
