"""The page in a real browser: when something is to be seen."""

import shutil
from collections.abc import Sequence

from models.benchmarks.page.server import ServedPage

NAMES = ("chromium", "chromium-browser", "google-chrome")
OBSERVED = """() => {
  window.seen = [];
  new MutationObserver((changes) => {
    for (const change of changes) for (const line of change.addedNodes) window.seen.push([line.dataset.at, Date.now()]);
  }).observe(document.getElementById("log"), { childList: true });
}"""
PAINTED = (
    "() => performance.getEntriesByType('paint').find((one) => one.name === 'first-contentful-paint')?.startTime ?? 0"
)


class WatchedBrowser:
    """A Chromium with a page open in it; a context manager that closes it."""

    def __init__(self, page: ServedPage) -> None:
        """Open the board."""
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - for developers alone

        self._page = page
        self._playwright = sync_playwright().start()
        executable = next(filter(None, map(shutil.which, NAMES)), None)
        self._browser = self._playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        self._board = self._browser.new_page(viewport={"width": 1920, "height": 1080})
        self._board.goto(page.address)
        self._board.evaluate(OBSERVED)

    def __enter__(self) -> "WatchedBrowser":
        """The browser itself."""
        return self

    def __exit__(self, *_fault: object) -> None:
        """Close it."""
        self._browser.close()
        self._playwright.stop()

    @property
    def seen(self) -> dict[int, float]:
        """When each place of the journal was first in the page, by the clock of the machine, seconds."""
        found: dict[int, float] = {}
        for at, ms in self._board.evaluate("() => window.seen"):
            found.setdefault(int(at.partition("-")[2]), ms / 1000)
        return found

    def first_paints_ms(self, times: int) -> Sequence[float]:
        """When something was first to be seen, of so many new visitors."""
        found = []
        for _ in range(times):
            context = self._browser.new_context(viewport={"width": 1920, "height": 1080})
            visit = context.new_page()
            visit.goto(self._page.address)
            visit.wait_for_function(f"() => ({PAINTED})() > 0")
            found.append(float(visit.evaluate(PAINTED)))
            context.close()
        return found
