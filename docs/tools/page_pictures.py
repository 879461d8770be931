"""Six pictures of the page in its guide and one of a report, all of the bundled game: ``make page-pictures``.

The game is watched as a camera would give it up to one moment; a browser without a window looks at the page about it,
on telephones and on a screen, in three languages. Nothing in it depends on the day or the machine but the fonts.
"""

import asyncio
import io
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from firmware.cli.main import main
from firmware.phones.inbox import PhoneInbox
from firmware.phones.live_picture import picture_path
from firmware.referee import MatchSetup
from firmware.runtime.live_match import LiveMatch
from firmware.settings.model import Settings
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.journal import Journal
from firmware.web.app import build_app
from firmware.web.server import config_of, open_port
from firmware.web.site import Site
from vision.pipeline import Eyes
from vision.sources import open_source

DEMO = Path(__file__).parents[2] / "models" / "demo"
NAMES = ("Amina", "Youssef")
MOMENT_MS = 91_000
"""Seven cards lie on the table, and a caida is among the last plays."""
AIMED_MS = 26_500
"""No hand is over the table, and the picture cuts a card off."""
COLOURS, ROUNDS = 256, 3
"""As many as the table of a PNG has, found in so many rounds of k-means: a picture weighs a third, and is off by 0.5 of
255 at most on average."""
PHONE, SCREEN = (360, 640), (1920, 1080)
REPORT_SIZE, REPORT_SHARE = {"width": 1250, "height": 900}, 0.8
REPORTED_PLAY = 14
"""A mesa, of which one picture shows another card than all looks together."""
OWNER = "12345678"
ADDRESS = "http://192.168.4.1/"
"""What the page is called in the pictures, and in the code on the screen: where it is served here is chance."""


class Shown(NamedTuple):
    """A picture of the page.

    Attributes:
        name: of its file.
        path: of the page.
        language: of the reader.
        who: ``guest``, ``screen``, ``owner``, or a seat.
        size: of the window, pixels.
        act: what is done before it is taken.
        share: its size as a share of the window's.
    """

    name: str
    path: str
    language: str
    who: str
    size: tuple[int, int]
    act: Callable[[Page], object] = lambda page: page.locator("h1").first.wait_for(state="attached")
    share: float = 1.0


def _aimed(page: Page) -> None:
    page.locator("#advice:not(:empty)").wait_for()
    page.locator("#seen.there").wait_for()


def _asked(page: Page) -> None:
    page.locator("#nods button").first.wait_for()


SHOWN = (
    Shown("page-television", "/", "en", "screen", SCREEN, share=0.5),
    Shown("page-television-darija", "/", "ary-Arab", "screen", SCREEN, share=0.5),
    Shown("page-player", "/", "ary-Arab", "0", PHONE),
    Shown("page-join", "/join", "fr", "guest", PHONE),
    Shown("page-first", "/first", "en", "owner", PHONE, _aimed),
    Shown("page-nod", "/", "fr", "1", PHONE, _asked),
)


def watch(journal: Journal) -> bytes:
    """Have the bundled game watched up to its moment; give the picture by which the camera is aimed, as JPEG."""
    match = LiveMatch.begin(journal, MatchSetup(names=NAMES))
    eyes, evidence, aimed = Eyes(), EvidenceBuffer(640, 70), b""
    for frame in open_source(DEMO):
        if frame.t_ms > MOMENT_MS:
            break
        if look := eyes.observe(frame):
            evidence.keep(frame, frame.picture.shape[1] / (eyes.px_per_mm or 1.0))
            match.feed(look, lambda moment, referee: evidence.pictures(moment, referee.plays))
        match.tick_if_due(frame.t_ms)
        aimed = _jpeg(frame.picture) if frame.t_ms <= AIMED_MS else aimed
    match.write()
    return aimed


def _jpeg(picture: Any) -> bytes:
    out = io.BytesIO()
    Image.fromarray(picture[:, :, ::-1]).save(out, "JPEG", quality=90)
    return out.getvalue()


@contextmanager
def served(site: Site) -> Iterator[str]:
    """Serve the page in a thread; give its address on this machine."""
    listening = open_port("127.0.0.1", 0)
    server = uvicorn.Server(config_of(build_app(site)))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        site.helper.end()


def let_in(site: Site, who: str) -> str:
    """The secret of somebody who was let in; empty: a guest needs none."""
    if who == "guest":
        return ""
    if who == "owner":
        return site.doors.own(OWNER, "127.0.0.1")
    return site.doors.join(site.doors.code()[0], None if who == "screen" else int(who), "127.0.0.1")


def picture(browser: Any, address: str, shown: Shown, secret: str) -> Image.Image:
    """What one reader sees.

    Args:
        browser: Chromium.
        address: of the page.
        shown: which picture.
        secret: of the reader.
    """
    size = {"width": shown.size[0], "height": shown.size[1]}
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    kept = {"hakam_language": shown.language} | ({"hakam_session": secret} if secret else {})
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in kept.items()])
    page = context.new_page()
    page.goto(address + shown.path)
    shown.act(page)
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    seen = page.screenshot()
    context.close()
    return _small(seen, shown.share)


def report_picture(browser: Any, folder: Path) -> Image.Image:
    """A report as a reader opens it at a play.

    Args:
        browser: Chromium.
        folder: where the report may be written.
    """
    report = folder / "report.html"
    main(["replay", "--journal", str(folder / "replayed.db"), "--report", str(report)])
    page = browser.new_page(viewport=REPORT_SIZE, reduced_motion="reduce")
    page.goto(f"{report.as_uri()}#play-{REPORTED_PLAY}")
    page.wait_for_function("() => Math.abs(document.getElementById('replay').getBoundingClientRect().top) < 30")
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    return _small(page.screenshot(), REPORT_SHARE)


def _small(png: bytes, share: float = 1.0) -> Image.Image:
    seen = Image.open(io.BytesIO(png)).convert("RGB")
    width, height = (round(side * share) for side in seen.size)
    small = seen.resize((width, height), Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, ROUNDS, dither=Image.Dither.NONE)


def draw(folder: Path) -> None:
    """Draw all of them into a folder."""
    with ExitStack() as stack:
        house = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        journal = stack.enter_context(Journal(house / "journal.db"))
        aimed = watch(journal)
        stack.callback(PhoneInbox(journal.path, lambda: None).close)
        picture_path(journal.path).write_bytes(aimed)
        site = Site.of(journal.path, Settings(decks=str(house)), OWNER)
        site.where = lambda: ADDRESS
        address = stack.enter_context(served(site))
        browser = stack.enter_context(sync_playwright()).chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        report_picture(browser, house).save(folder / "report.png", optimize=True)
        for shown in SHOWN:
            if shown.act is _asked:
                site.proposals.ask(0, 0, f"card {site.plays} 3?", plays=site.plays, asked="")
            os.utime(picture_path(journal.path))  # it is of now
            picture(browser, address, shown, let_in(site, shown.who)).save(folder / f"{shown.name}.png", optimize=True)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
