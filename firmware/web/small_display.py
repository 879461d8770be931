"""Codes on the referee's small display: shown while this page answers at the address in them, and not longer."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from urllib.parse import urlsplit

from firmware.announce.texts import text
from firmware.announce.view import CodeOnDisplay
from firmware.phones.inbox import NobodyListensError, PageInbox, send
from firmware.phones.messages import ShownCodes
from firmware.web.codes import on_display, shortest, wifi
from firmware.web.doors import DEVICE_S
from firmware.web.owner_code import spoken
from firmware.web.site import Site
from firmware.web.wifi import wifi_to_join

SHOWING_S = 60.0
"""So long codes are shown that the buttons have asked for: to join a Wi-Fi first, and then the table."""
AGAIN_S, LASTS_S = 2.0, 6.0
"""So often it is seen whether the page still answers; so long the display shows codes without hearing of it."""
ANSWER_S = 2.0
"""A page on the same machine answers in milliseconds."""
ASKED = "/static/icon.svg"
"""What is asked for to see that it does: small, and drawn for nobody."""

Answers = Callable[[str], Awaitable[bool]]
"""Tells whether the page answers at an address."""


class SmallDisplay:
    """What this page lets the referee show."""

    def __init__(self, site: Site, answers: Answers | None = None) -> None:
        """Begin with nothing shown.

        Args:
            site: the page.
            answers: tells whether it answers at an address; ``None``: it is asked there.
        """
        self._site, self._answers = site, answers or page_answers
        self._numbers = count(secrets.randbelow(2**40) + 1)  # after a restart, none that was put away before
        self._task: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Do what the buttons of the device ask for, until this is cancelled."""
        news, loop = asyncio.Event(), asyncio.get_running_loop()
        inbox = PageInbox(self._site.journal, lambda: loop.call_soon_threadsafe(news.set))
        try:
            while await news.wait():
                news.clear()
                for wish in inbox.take():
                    await (self.show_owner() if wish.word == "owner" else self.show_codes(SHOWING_S))
        finally:
            inbox.close()
            self._end()

    async def show_codes(self, for_s: float) -> bool:
        """Show the codes by which phones join, and tell whether that is done: not where no phone reaches the page.

        Args:
            for_s: how long.
        """
        self._end()
        address = await self._reached()
        if address:
            self._task = asyncio.create_task(self._go_on(address, next(self._numbers), for_s))
            return True
        self._say((CodeOnDisplay((text("web", "codes_none", self._site.settings.language),)),), for_s=ANSWER_S)
        return False

    async def show_owner(self) -> None:
        """Show a code that lets the owner in, once: whoever holds both buttons for so long is at the device."""
        self._end()
        title = text("screen", "code_owner", self._site.settings.language)
        self._say((CodeOnDisplay((title, spoken(self._site.doors.device_code()))),), for_s=DEVICE_S)

    async def _go_on(self, address: str, number: int, for_s: float) -> None:
        """Show codes as long as the page answers there."""
        until_s = self._site.clock() + for_s
        while self._site.clock() < until_s and address == await self._reached():
            self._say(self._codes(address), for_s=LASTS_S, number=number)
            await asyncio.sleep(AGAIN_S)
        self._say((), for_s=1.0, number=number)

    async def _reached(self) -> str:
        """The page's address, if it answers there; empty: it does not."""
        address = self._site.address
        return address if address and await self._answers(address) else ""

    def _codes(self, address: str) -> tuple[CodeOnDisplay, ...]:
        language, found = self._site.settings.language, list[CodeOnDisplay | None]()
        network = wifi_to_join(self._site.wifi_file, self._site.journal.parent)
        if network:
            lines = (text("screen", "code_wifi", language), network.name, network.password)
            found.append(on_display(wifi(*network), tuple(filter(None, lines))))
        code, _ = self._site.doors.code()
        lines = (text("screen", "code_page", language), urlsplit(address).netloc, code)
        found.append(on_display(shortest(address, code), lines))
        return tuple(one for one in found if one)

    def _say(self, codes: tuple[CodeOnDisplay, ...], *, for_s: float, number: int = 0) -> None:
        with suppress(NobodyListensError):
            send(self._site.journal, ShownCodes(number or next(self._numbers), codes, for_s))

    def _end(self) -> None:
        if self._task:
            self._task.cancel()
        self._task = None


async def page_answers(address: str) -> bool:
    """Whether a page answers at an address of this machine."""
    place = urlsplit(address)
    try:
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection(place.hostname, place.port or 80)
            try:
                writer.write(f"GET {ASKED} HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n\r\n".encode())
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False
