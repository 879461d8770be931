"""The first evening in a real browser: what is said of the camera changes as somebody moves it."""

import pytest

from firmware.announce.texts import LANGUAGES, text
from firmware.phones.live_picture import picture_path
from tests.support.aimed_pictures import PICTURES, as_jpeg

SIZES = {"phone": (360, 640), "television": (1920, 1080)}


@pytest.fixture
def hang(cafe, monkeypatch, tmp_path):
    """A house of its own, and a camera that hangs as one of :data:`PICTURES`."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    live = picture_path(cafe.journal.path)

    def hang(name):
        live.with_suffix(".new").write_bytes(as_jpeg(PICTURES[name][0]()))
        live.with_suffix(".new").replace(live)

    return hang


def fits(page):
    wide, seen = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    return wide <= seen


def test_what_is_to_be_moved_is_said_beside_the_live_picture(cafe, hang):
    hang("too high")
    page = cafe.page("/first", size=SIZES["phone"], seat="owner")
    advice = page.get_by_role("status").filter(has_text="Lower the camera by 25 cm")
    advice.wait_for()
    page.locator("#seen.there").wait_for()
    hang("out of focus")
    page.get_by_text("Out of focus: turn the lens").wait_for()
    hang("well")
    page.locator("#advice.fits").wait_for()
    assert page.locator("#advice").inner_text() == "All is well. Go on with step 2."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_size_in_every_language(cafe, hang, pictures, size, language):
    hang("too far right")
    page = cafe.page(f"/first?lang={language}", size=SIZES[size], seat="owner")
    page.context.add_cookies([{"name": "hakam_language", "value": language, "url": cafe.server.address}])
    page.get_by_text(text("calibrate", "cut_left", language).format(cm=6)).wait_for()
    page.locator("#seen.there").wait_for()
    assert fits(page)
    seen, said = (page.locator(one).bounding_box() for one in ("#seen", "#advice"))
    assert said["y"] < seen["y"] + seen["height"] + 20  # beside each other
    page.screenshot(path=pictures / f"first-{size}-{language}.png")
