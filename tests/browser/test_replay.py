"""The replay in a real browser: every stop by keys, touch, time line and links, in three sizes and both directions."""

import re

import pytest

from firmware.presentation.clip_file import write_clip
from firmware.presentation.clip_pictures import kept_pictures
from firmware.report.clip_scenes import clip_scenes
from firmware.report.page import page as report
from tests.support.reported_table import asked

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "television": (1920, 1080)}


def disputed(language="en"):
    """An announcement, four plays of which one is asked about and put right, and a refusal."""
    table = asked("remove 9", said=["ronda"], language=language)
    table.table.put(s8="7E").wait(2000)
    return table.close().record()


@pytest.fixture(scope="module")
def records():
    return {language: disputed(language) for language in ("en", "ary-Arab")}


@pytest.fixture(scope="module")
def files(records, tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    for language, record in records.items():
        (folder / f"{language}.html").write_text(report(record), encoding="utf-8")
    return folder


@pytest.fixture
def show(browser, files):
    """Opens a report from the disk."""
    opened, errors = [], []

    def open_report(language="en", size="tablet", at="", **options):
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: errors.append(str(fault)))
        page.on("request", lambda one: None if one.url.startswith(("file:", "data:")) else errors.append(one.url))
        page.goto(f"{(files / language).as_uri()}.html{at}")
        return page

    yield open_report
    for context in opened:
        context.close()
    assert errors == []


def title(page):
    return " ".join(page.locator("#stage h3").inner_text().split())


FIRST, SECOND, LAST = "On the table 1 4 6 11", "Player 1 announces ronda", "4. Player 2 7"


@pytest.mark.parametrize("language", ["en", "ary-Arab"])
@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_size_in_both_directions(show, pictures, size, language):
    page = show(language, size, "#play-2")
    wide, seen = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= seen
    for button in page.locator(".bar button:visible").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 40  # what a thumb hits
    page.screenshot(path=pictures / f"replay-{size}-{language}.png")


@pytest.mark.parametrize("size", SIZES)
def test_a_link_shows_the_stop_not_its_line_in_the_list(show, size):
    page = show(size=size, at="#play-2")
    page.wait_for_timeout(200)
    box = page.locator("#stage h3").bounding_box()
    assert 0 <= box["y"] < SIZES[size][1] - 100


def test_keys_go_from_stop_to_stop(show):
    page = show()
    seen = [title(page)]
    for key in ("ArrowRight", "End", "Home", "d", "ArrowLeft"):
        page.keyboard.press(key)
        seen.append(title(page))
    assert seen[:4] == [FIRST, SECOND, LAST, FIRST]
    assert seen[4] == "2. Player 2 12"  # the first that is worth another look
    assert seen[5] == "1. Player 1 7"


def test_every_stop_can_be_seen_with_what_belongs_to_it(show):
    page, seen = show(), set()
    page.keyboard.press("Home")
    for _ in range(page.locator("#contents li").count()):
        seen.add(page.locator("#stage article").get_attribute("class").split()[1])
        assert page.locator("#stage .oled img").evaluate("one => one.naturalWidth") == 128
        assert page.locator("#stage svg.felt polygon").count() >= 4
        page.keyboard.press("ArrowRight")
    assert seen == {"layout", "said", "play", "question", "correction", "fault"}


def test_a_play_that_was_told_otherwise_leads_to_its_correction(show):
    page = show(at="#play-2")
    assert "Read in the end as: Player 2 plays 10" in page.locator("#stage").inner_text()
    page.locator("#stage a", has_text="Corrected").click()
    page.locator("#stage h3", has_text="Corrected").wait_for()
    assert "Corrected: 10, not 12" in title(page)
    assert page.locator("#stage article.correction .chip").all_inner_texts() == ["12", "10"]


def test_a_point_leads_to_its_play_and_its_reason(show):
    page = show()
    page.locator("table.points a").first.click()
    page.locator("#stage .point").wait_for()
    assert page.locator("#stage .point").inner_text().endswith("the best of what was announced")
    assert page.url.endswith("#play-2")
    page.reload()
    assert title(page) == "2. Player 2 12"


def test_it_plays_at_a_speed_and_pauses(show):
    page = show()
    page.locator("[data-go=faster]").click(click_count=2)
    assert page.locator(".rate").inner_text() == "16×"
    page.locator("[data-go=play]").click()
    page.wait_for_function("document.querySelector('#stage h3').innerText.includes('7')", timeout=20_000)
    page.locator("[data-go=play]").click()
    here = title(page)
    page.wait_for_timeout(400)
    assert title(page) == here


def test_the_space_bar_plays_and_pauses(show):
    page = show()
    page.locator("body").press(" ")
    assert page.locator("[data-go=play]").get_attribute("aria-label") == "Pause"
    page.locator("body").press(" ")
    assert page.locator("[data-go=play]").get_attribute("aria-label") == "Play"


def test_the_time_line_and_the_curve_jump(show):
    page = show()
    slider = page.locator(".player input[type=range]")
    slider.evaluate("one => { one.value = one.max; one.dispatchEvent(new Event('input')); }")
    assert title(page) == LAST
    assert slider.get_attribute("aria-valuetext").endswith("4 / 4")
    box = page.locator("svg.curve").bounding_box()
    page.locator("svg.curve").click(position={"x": box["width"] * 0.05, "y": box["height"] / 2})
    assert title(page) == FIRST


def test_a_swipe_goes_on_and_back(show):
    page = show(size="phone", has_touch=True)
    swipe = """([from, to]) => {
      const stage = document.getElementById("stage");
      for (const [type, clientX] of [["pointerdown", from], ["pointerup", to]])
        stage.dispatchEvent(new PointerEvent(type, { pointerType: "touch", clientX, clientY: 200, bubbles: true }));
    }"""
    page.evaluate(swipe, [300, 100])
    assert title(page) == SECOND
    page.evaluate(swipe, [100, 300])
    assert title(page) == FIRST


def test_what_was_seen_is_drawn_over_the_picture_and_taken_away(show):
    page = show(at="#play-1")
    drawn = page.locator("#stage .seen")
    assert drawn.is_visible()
    assert drawn.locator("path.marked").count() == 1
    page.locator(".bar label").click()
    assert drawn.is_hidden()
    page.locator("#stage .frame").click()
    assert drawn.is_visible()


def test_printed_it_has_every_stop(show):
    page = show()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".printed article:visible").count() == page.locator("#contents li").count()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".printed").count() == 0


def test_without_scripts_the_list_the_curve_and_the_points_are_there(show):
    page = show(java_script_enabled=False)
    assert "needs a browser that may run scripts" in page.locator("noscript").inner_text()
    assert page.locator("#contents li").count() == 9
    assert page.locator("table.points tbody tr").count() == 1
    assert page.locator("#player").is_hidden()


@pytest.mark.parametrize("language", ["en", "ary-Arab"])
def test_axe_finds_no_serious_fault(show, language):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for at in ("#play-2", "#stop-5"):
        found = axe.run(show(language, at=at)).response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_a_clip_plays_in_a_browser(show, records, tmp_path):
    scenes = clip_scenes(records["en"], 2)
    write_clip(tmp_path / "clip.mp4", kept_pictures(scenes, "en"))
    page = show()
    played = """async (url) => {
      const video = Object.assign(document.createElement("video"), { muted: true, src: url });
      return await new Promise((done) => {
        video.onloadeddata = () => done([video.videoWidth, Math.round(video.duration)]);
        video.onerror = () => done([video.error.message]);
      });
    }"""
    width, seconds = page.evaluate(played, (tmp_path / "clip.mp4").as_uri())
    assert width == 640
    assert seconds == round(sum(3.5 if scene.disputed else 1.5 for scene in scenes))


def test_it_is_served_without_anything_inline(cafe, pictures):
    page = cafe.page("/back", seat="screen")
    page.screenshot(path=pictures / "evenings.png")
    page.locator("a[href='/back/1']").click()
    page.locator("#stage h3").wait_for(timeout=60_000)  # a process of its own reads the game again
    page.keyboard.press("End")
    assert re.search(r"\d", title(page))
    assert page.locator("#stage .oled img").evaluate("one => one.complete && one.naturalWidth") == 128
    page.goto(f"{cafe.server.address}/back/1#play-3")
    page.get_by_role("link", name="As a film to show around").click()
    page.wait_for_function(
        "() => document.images.length === 1 && document.images[0].naturalWidth === 480", timeout=60_000
    )
    page.goto(f"{cafe.server.address}/back/1?lang=it#play-1")  # where it has to be made first
    page.locator("#stage .frame img").wait_for(timeout=60_000)
    assert page.locator("#stage .frame img").evaluate("one => one.complete && one.naturalWidth") == 640
