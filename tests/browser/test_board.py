"""The board in a real browser: live on two pages at once, in three sizes, with nothing lost and nothing doubled."""

import pytest

from firmware.announce.texts import LANGUAGES

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "television": (1920, 1080)}
SCORES = "#score .points"


def scores(page):
    return [int(one.rstrip("?")) for one in page.locator(SCORES).all_inner_texts()]


def logged(page):
    """Where in the journal each line comes from that a page has told."""
    return page.locator("#log li").evaluate_all("lines => lines.map(line => line.dataset.at)")


def until_told(page, count):
    """Wait until a page has told so many events, by our clock: that of a page that sleeps stands still."""
    for _ in range(600):
        if len(logged(page)) >= count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{len(logged(page))} events instead of {count}")


def newest(page):
    return page.locator("#plays .newest .said").inner_text()


def test_two_pages_show_each_play_as_it_comes(cafe):
    pages = [cafe.page(), cafe.page(size=SIZES["television"], seat="screen")]
    since = cafe.last
    for _ in range(3):
        cafe.play()
        told = cafe.events(since)
        for page in pages:
            until_told(page, len(told))
            assert logged(page) == told
    assert newest(pages[0]) == newest(pages[1]) != ""
    assert scores(pages[0]) == scores(pages[1]) == list(cafe.match.referee.scoreboard.scores)


def fits(page):
    """Whether nothing sticks out at the side."""
    wide, seen = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    return wide <= seen


@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_size_in_every_language(cafe, pictures, size):
    page = cafe.page(size=SIZES[size], seat="screen" if size == "television" else 0)
    for language in LANGUAGES:
        page.goto(f"{cafe.server.address}/?lang={language}")
        assert fits(page)
        for box in (one.bounding_box() for one in page.locator(SCORES).all()):
            assert box["height"] >= (100 if size == "television" else 44)  # read from 5 m, and from an arm's length
            assert box["y"] + box["height"] <= SIZES[size][1]
        for button in page.locator("button:visible").all():
            assert button.bounding_box()["height"] >= 44  # https://www.w3.org/TR/WCAG22/#target-size-enhanced
            assert button.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
        page.screenshot(path=pictures / f"{size}-{language}.png")


@pytest.mark.parametrize("size", SIZES)
def test_it_is_mirrored_for_languages_from_right_to_left(cafe, pictures, size):
    page = cafe.page(size=SIZES[size], seat=0)
    page.evaluate("() => { document.documentElement.dir = 'rtl' }")
    assert fits(page)
    first, second, *_ = (one.bounding_box()["x"] for one in page.locator("#score .side").all())
    assert first > second
    page.screenshot(path=pictures / f"{size}-rtl.png")


def test_after_a_reload_it_goes_on(cafe):
    page = cafe.page()
    cafe.play()
    page.reload()
    since = int(page.locator("#board").get_attribute("data-since").partition("-")[2])
    cafe.play(2)
    told = cafe.events(since)
    until_told(page, len(told))
    assert logged(page) == told


def test_when_the_connection_was_lost_nothing_is_lost_or_doubled(cafe):
    page = cafe.page()
    since = cafe.last
    cafe.play()
    until_told(page, 1)
    cafe.server.end()
    page.locator("#link:not(:empty)").wait_for()
    cafe.play(2)
    cafe.server.begin()
    told = cafe.events(since)
    until_told(page, len(told))
    page.locator("#link:empty").wait_for(state="attached")
    assert logged(page) == told
    assert scores(page) == list(cafe.match.referee.scoreboard.scores)


def test_a_phone_that_slept_is_told_what_it_missed(cafe):
    page = cafe.page()
    since = cafe.last
    cafe.play()
    until_told(page, 1)
    phone = page.context.new_cdp_session(page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    cafe.play(2)
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    told = cafe.events(since)
    until_told(page, len(told))
    assert logged(page) == told


def test_a_fault_is_told_and_goes(cafe):
    page = cafe.page()
    cafe.match.tell(("fault.camera_lost",))
    page.get_by_text("No picture from the camera").wait_for()
    cafe.match.tell(())
    page.get_by_text("No picture from the camera").wait_for(state="detached")


def test_a_picture_is_looked_at_by_whoever_was_let_in(cafe):
    page = cafe.page(seat="screen")
    page.locator("#plays a.picture").first.click()
    page.wait_for_function("() => document.querySelector('#picture img').naturalWidth === 640")
    page.get_by_role("button", name="Close").click()
    assert cafe.page().locator("a.picture").count() == 0


def test_where_no_picture_was_kept_that_is_said(cafe):
    cafe.play()
    page = cafe.page(seat="screen")
    page.locator("#plays a.picture").first.click()
    page.get_by_text("No picture of this moment was kept.").wait_for()
    assert not page.locator("#picture img").is_visible()


def test_a_word_of_what_was_done_covers_no_button(cafe):
    page = cafe.page(size=SIZES["phone"], seat=1)
    assert page.evaluate("() => getComputedStyle(document.getElementById('toast')).pointerEvents") == "none"


SENT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((one) => !one.name.includes("/live")).reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def test_the_whole_page_is_light(cafe):
    page = cafe.page(size=SIZES["phone"])
    page.wait_for_timeout(300)
    assert 10_000 < page.evaluate(SENT) < 100_000
