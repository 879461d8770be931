"""A session of the journal put right afterwards: the same signals, then what people press, kept as a new session."""

import re
from collections.abc import Iterable, Iterator, Sequence

from firmware.dialogue.pack_check import Placed, pack_faults, placed_cards
from firmware.dialogue.presses import needs_seat
from firmware.errors import HakamError
from firmware.events import PressRefused
from firmware.presentation.json_lines import closing_line
from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import play_back
from firmware.signals import ButtonPress
from firmware.storage.journal import Journal, JournalEntry, SessionHeader
from firmware.storage.moment import Moment, closed, fed

PLAYER_AT = {"seat": -1, "insert": 2}
"""Where the player stands among the words of a correction."""
MUTE = (["why"], ["score"], ["quiet"], ["report"])
"""What a press asks for that changes nothing."""
REMEDY = "card, seat, insert, remove, layout, undo and redo put one right"


CORRECTED = re.compile(r"session (\d{1,18}), corrected")
"""The source of a session that was put right."""


def corrected_source(session: int) -> str:
    """The source of what is kept when a session is put right."""
    return f"session {session}, corrected"


def corrected_from(source: str) -> int | None:
    """The number of the session that was put right; ``None``: the source is another one."""
    found = CORRECTED.fullmatch(source)
    return int(found[1]) if found else None


class NotCorrectedError(HakamError, ValueError):
    """What was asked for could not be done; nothing was written."""


def replay_to_end(entries: Iterable[JournalEntry], referee: Referee) -> list[Moment]:
    """Play a session up to its end, be it closed or not.

    Raises:
        ReplayDifferenceError: if this version answers otherwise than the one that kept it.
    """
    moments = list(play_back(entries, referee))
    end_ms = moments[-1].t_ms if moments else 0
    if not moments or moments[-1].signal is not None:
        moments.append(closed(referee, end_ms))
    return moments


def pressed_words(words: str, setup: MatchSetup) -> str:
    """What a person writes as it is pressed and stored: the number of a player from 1, or his name, becomes a seat.

    Raises:
        NotCorrectedError: if nobody of that number or name plays.
    """
    parts = words.split()
    place = PLAYER_AT.get(parts[0]) if parts else None
    if place is None or not -len(parts) < place < len(parts):
        return words
    parts[place] = str(_seat(parts[place], words, setup))
    return " ".join(parts)


def _seat(player: str, words: str, setup: MatchSetup) -> int:
    known = [*setup.names, *(str(number) for number in range(1, setup.players + 1))]
    if player not in known:
        raise NotCorrectedError(f"{words!r}: there is no player {player}, only {', '.join(known)}; nothing was changed")
    return known.index(player) if player in setup.names else int(player) - 1


def apply_corrections(referee: Referee, t_ms: int, words: Sequence[str]) -> Iterator[Moment]:
    """Press what people want to have put right, and close once more.

    Args:
        referee: has heard the whole session.
        t_ms: when that ended.
        words: as of :mod:`firmware.dialogue.presses`, but players as people count and call them.

    Raises:
        NotCorrectedError: at the first word that cannot be carried out, or if no pack has the cards that come of it.
    """
    before = placed_cards(referee.history)
    for word in words:
        if needs_seat(word):
            raise NotCorrectedError(
                f"{word!r} is said by a player, and no seat can be named here: {REMEDY}; nothing was changed"
            )
        if word.split()[:1] in MUTE:
            raise NotCorrectedError(f"{word!r} changes no session: {REMEDY}; nothing was changed")
        moment = fed(referee, ButtonPress(t_ms, None, pressed_words(word, referee.setup)))
        refused = next((event for event in moment.events if isinstance(event, PressRefused)), None)
        if refused is not None:
            raise NotCorrectedError(f"{word!r}: {refused.fault}; nothing was changed")
        yield moment
    _check_pack(referee, before)
    yield closed(referee, t_ms)


def _check_pack(referee: Referee, before: Placed) -> None:
    """Let cards pass that a pack has; in a session that was wrong already, whatever was wrong then."""
    faults = pack_faults(referee.match, before, placed_cards(referee.history))
    if faults:
        raise NotCorrectedError(f"{'; '.join(faults)}; nothing was changed")


def keep(journal: Journal, header: SessionHeader, moments: Sequence[Moment], referee: Referee) -> int:
    """Write the moments as a new session, closed with the last of them, and give its number.

    Args:
        journal: gets the session.
        header: of the new session.
        moments: all that happened, the closing last.
        referee: judged it.
    """
    number = journal.begin(header)
    *before, last = moments
    for moment in before:
        journal.write(number, moment.entry)
    journal.close_session(number, last.entry, closing_line(referee))
    return number
