"""Codes on the small display, scanned and typed; roles outlive the page's process."""

import cv2
import numpy as np
import pytest

from firmware.announce.screens import screen
from firmware.phones.inbox import ask_page
from firmware.phones.messages import DisplayWish
from tests.support.gallery import FOUR

AXE = "axe_playwright_python.sync_playwright"


def held(cafe, word):
    """Somebody holds both buttons of the device until it says that word, and what comes of it is shown."""
    cafe.page().get_by_role("heading", level=1).wait_for(state="attached")  # the page is open
    ask_page(cafe.journal.path, DisplayWish(word))
    cafe.hear()


def scanned(cafe, pictures, name):
    """What a phone reads from the display as it is drawn."""
    picture = screen(FOUR.__class__((0, 0), players=4, code=cafe.desk.code(1.0)))
    pixels = np.array(picture.convert("L")).repeat(8, 0).repeat(8, 1)
    cv2.imwrite(str(pictures / f"{name}.png"), pixels)
    seen = cv2.copyMakeBorder(pixels, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=10)
    return cv2.QRCodeDetector().detectAndDecode(cv2.cvtColor(seen, cv2.COLOR_GRAY2BGR))[0]


def test_one_scan_and_a_tap_and_one_has_joined(cafe, pictures):
    held(cafe, "phones")
    address = scanned(cafe, pictures, "display-code")
    assert address.startswith(f"{cafe.server.address}/J/".upper())
    page = cafe.page(address.removeprefix(cafe.server.address.upper()), size=(360, 640))
    page.get_by_role("button", name="Omar").click()
    page.get_by_text("Omar says").wait_for()


def test_a_player_lets_the_codes_be_shown_for_others(cafe):
    page = cafe.page("/more", seat=1)
    page.get_by_role("button", name="Show the codes on the small display").click()
    page.get_by_text("Look at the referee’s display.").wait_for()
    cafe.hear()
    assert cafe.desk.code(1.0).lines[0] == "Join"
    page.get_by_role("button", name="Show the codes on the small display").click()
    page.get_by_text("They were just shown.").wait_for()


def test_the_owner_is_let_in_by_what_the_device_shows(cafe):
    held(cafe, "owner")
    page = cafe.page("/own")
    page.get_by_label("Code").fill(cafe.desk.code(1.0).lines[1])
    page.get_by_role("button", name="Enter").click()
    page.get_by_role("heading", name="Settings", exact=True).wait_for()


def test_the_cafes_wifi_becomes_a_code(cafe, pictures):
    page = cafe.page("/house", seat="owner")
    form = page.locator("form[action='/house/wifi']")
    form.get_by_label("Name").fill("Atlas")
    form.get_by_label("Password").fill("mint tea")
    form.get_by_role("button").click()
    page.get_by_text("Join this Wi-Fi").wait_for()
    page.screenshot(path=pictures / "house-wifi.png", full_page=True)
    held(cafe, "phones")
    assert scanned(cafe, pictures, "display-wifi") == "WIFI:T:WPA;S:Atlas;P:mint tea;;"


def test_a_player_whose_page_begins_again_plays_on_with_what_waits(cafe):
    asking, other = cafe.page(seat=0), cafe.page(seat=1)
    asking.get_by_role("button", name="Undo").click()
    other.locator("#nods").get_by_role("button", name="Agree").wait_for()
    cafe.server.begin_anew()
    for page in (asking, other):
        page.reload()
    asking.get_by_text("Amina says").wait_for()
    other.get_by_text("Youssef says").wait_for()
    other.locator("#nods").get_by_role("button", name="Agree").click()
    assert cafe.hear() == ["undo"]


@pytest.mark.parametrize(("path", "seat"), [("/house", "owner"), ("/more", "screen"), ("/join", None)])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_no_serious_barrier_is_found(cafe, pictures, path, seat, language):
    axe = pytest.importorskip(AXE, reason="axe is not installed: make .venv/dev")
    page = cafe.page(path, size=(360, 640), seat=seat, language=language)
    page.locator("h1").first.wait_for(state="attached")
    page.screenshot(path=pictures / f"codes-{path[1:]}-{language}.png", full_page=True)
    wide, seen = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= seen
    found = axe.Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
