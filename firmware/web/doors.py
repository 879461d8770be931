"""Who is let in: codes that the small display shows, and what they open. No clock, file or network of its own."""

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware.errors import HakamError
from firmware.web.owner_code import OWNER_DIGITS, figures
from firmware.web.viewer import Role

CODE_S = 120.0
"""So long a code of the table counts: to read six figures from a display, type them and choose a seat."""
FRESH_S = 45.0
"""A code that counts so long yet is shown again instead of a new one, so that four people join with one."""
ROLES_S = 18 * 3600.0
"""So long a phone stays let in: an evening, and not the next one."""
TRIES, ALL_TRIES, TRIES_S = 5, 20, 60.0
"""Wrong codes of one address, and of all together, in this time: guessing six figures takes 17 days at that, and a code
counts for two minutes."""
SHOWN, ALL_SHOWN, LINE_S = 2, 4, 8.0
"""Times the code is shown in a minute, for one address and for all, and for how long, to read six figures: the line of
hints is free for half of each minute, however often guests ask. They all get the same code, so nobody is kept out."""
CODES_SHOWN, ALL_CODES_SHOWN, CODES_S = 1, 2, 20.0
"""The same of QR codes that somebody who was let in asks for; they stand in the place of the score."""
DEVICE_S = 60.0
"""So long the owner's code counts that the device shows; it is read once."""
MOST_GUESTS = 64
"""Phones and screens that are let in at once; who came longest ago goes first."""
TABLE_DIGITS = 6
"""Of the code of the table."""


class NotLetInError(HakamError, PermissionError):
    """Somebody is not let in.

    Attributes:
        key: why not, by its name among the texts of the page.
    """

    def __init__(self, key: str) -> None:
        """Say why not."""
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class Admission:
    """Somebody who was let in.

    Attributes:
        role: what he may do.
        seat: of a player, from 0.
        until_s: till when, by the clock.
    """

    role: Role
    seat: int | None
    until_s: float


class TryCounter:
    """How often somebody may try in a time; who is refused is not told more than that."""

    def __init__(self, each: int, together: int, window_s: float) -> None:
        """Begin with no tries.

        Args:
            each: so many of one address.
            together: so many of all.
            window_s: in this time.
        """
        self._each, self._together, self._window_s = each, together, window_s
        self._tries: deque[tuple[float, str]] = deque(maxlen=max(together, each))

    def check(self, address: str, now_s: float) -> None:
        """Let somebody try.

        Raises:
            NotLetInError: if he, or everybody together, has tried too often.
        """
        while self._tries and now_s - self._tries[0][0] > self._window_s:
            self._tries.popleft()
        mine = sum(one == address for _, one in self._tries)
        if mine >= self._each or len(self._tries) >= self._together:
            raise NotLetInError("too_many_tries")

    def note(self, address: str, now_s: float) -> None:
        """Take note of a try that counts."""
        self._tries.append((now_s, address))


class Doors:
    """Lets people in, and knows them again by a secret that only their browser has.

    Attributes:
        changed: is called when somebody was let in or forgotten.
    """

    def __init__(self, clock: Callable[[], float], owner_code: str) -> None:
        """Begin with nobody let in.

        Args:
            clock: tells the time, seconds.
            owner_code: of whoever is in charge of the device.
        """
        self._clock, self._owner_code = clock, owner_code
        self._code, self._code_until_s = "", 0.0
        self._tries = TryCounter(TRIES, ALL_TRIES, TRIES_S)
        self._shown = TryCounter(SHOWN, ALL_SHOWN, TRIES_S)
        self._codes_shown = TryCounter(CODES_SHOWN, ALL_CODES_SHOWN, TRIES_S)
        self._device_code, self._device_until_s = "", 0.0
        self._admitted: dict[str, Admission] = {}
        self.changed: Callable[[], object] = lambda: None

    def code(self) -> tuple[str, float]:
        """The code of the table, and for how many seconds it counts yet; a new one where the old one soon does not."""
        now_s = self._clock()
        if self._code_until_s - now_s < FRESH_S:
            self._code, self._code_until_s = figures(TABLE_DIGITS), now_s + CODE_S
        return self._code, self._code_until_s - now_s

    def show(self, address: str) -> tuple[str, float]:
        """The code and for how long it counts, for the small display; ``address`` is of whoever wants it shown there.

        Raises:
            NotLetInError: if it is asked for too often.
        """
        self._shown.check(address, self._clock())
        self._shown.note(address, self._clock())
        return self.code()

    def show_codes(self, address: str) -> None:
        """Let codes be shown in the place of the score; ``address`` is of whoever wants that.

        Raises:
            NotLetInError: if it is asked for too often.
        """
        self._codes_shown.check(address, self._clock())
        self._codes_shown.note(address, self._clock())

    def device_code(self) -> str:
        """A new owner's code for whoever holds the buttons of the device; it counts once, for a minute."""
        self._device_code, self._device_until_s = figures(OWNER_DIGITS), self._clock() + DEVICE_S
        return self._device_code

    def join(self, code: str, seat: int | None, address: str) -> str:
        """Let somebody in by the code of the table; give the secret by which he is known.

        Args:
            code: that he has typed.
            seat: on which he sits, from 0; ``None``: he is a screen.
            address: from where he asks.

        Raises:
            NotLetInError: if the code is wrong or too old, the seat is taken, or there were too many tries.
        """
        good = bool(self._code) and self._clock() < self._code_until_s
        self._check(code, (self._code if good else "",), address)
        if seat is not None and any(one.seat == seat for one in self._now().values()):
            raise NotLetInError("seat_taken")
        return self._admit(Role.DISPLAY if seat is None else Role.PLAYER, seat)

    def own(self, code: str, address: str) -> str:
        """Let the owner in; give the secret by which he is known.

        Args:
            code: that he has typed.
            address: from where he asks.

        Raises:
            NotLetInError: if the code is wrong, or there were too many tries.
        """
        at_device = self._device_code if self._clock() < self._device_until_s else ""
        self._check(code, (self._owner_code, at_device), address)
        if at_device and _is(code, at_device):
            self._device_code = ""
        return self._admit(Role.OWNER, None)

    def known(self, secret: str) -> Admission | None:
        """Who has this secret; ``None``: nobody, or not any more."""
        found = self._admitted.get(_digest(secret)) if secret else None
        return found if found and found.until_s > self._clock() else None

    def leave(self, secret: str) -> None:
        """Forget whoever has this secret."""
        if self._admitted.pop(_digest(secret), None):
            self.changed()

    def free(self, seat: int) -> None:
        """Forget who sits there: the owner gives the seat to somebody else."""
        self._admitted = {key: one for key, one in self._admitted.items() if one.seat != seat}
        self.changed()

    def restore(self, admitted: Mapping[str, Admission]) -> None:
        """Let in again whom :attr:`admitted` named before; nobody for longer than he may be."""
        latest_s = self._clock() + ROLES_S
        known = [(key, one) for key, one in admitted.items() if one.until_s <= latest_s]
        self._admitted = dict(known[-MOST_GUESTS:])
        self._admitted = self._now()

    @property
    def admitted(self) -> dict[str, Admission]:
        """Who was let in, by the hash of his secret."""
        return self._now()

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose players were let in."""
        return frozenset(one.seat for one in self._now().values() if one.seat is not None)

    def _check(self, told: str, right: tuple[str, ...], address: str) -> None:
        now_s = self._clock()
        self._tries.check(address, now_s)
        found = [_is(told, one) for one in right]  # all of them, so that the time tells nothing
        if not any(found):
            self._tries.note(address, now_s)
            raise NotLetInError("code_wrong")

    def _admit(self, role: Role, seat: int | None) -> str:
        secret = secrets.token_urlsafe(32)
        self._admitted = self._now()
        while len(self._admitted) >= MOST_GUESTS:
            self._admitted.pop(next(iter(self._admitted)))
        self._admitted[_digest(secret)] = Admission(role, seat, self._clock() + ROLES_S)
        self.changed()
        return secret

    def _now(self) -> dict[str, Admission]:
        """Those whose time is not over."""
        return {key: one for key, one in self._admitted.items() if one.until_s > self._clock()}


def _is(told: str, code: str) -> bool:
    """Whether that is the code, with whatever people write between its figures; no code is nobody's."""
    figures = "".join(filter(str.isalnum, told))[:40]
    return bool(code) and hmac.compare_digest(figures.encode(), code.encode())


def _digest(secret: str) -> str:
    """What is kept of a secret: who reads the memory of the process cannot use it."""
    return hashlib.sha256(secret.encode()).hexdigest()
