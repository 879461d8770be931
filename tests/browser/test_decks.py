"""A deck enrolled by hand in a real browser: tables kept by a tap, a question answered; three sizes, by keys alone."""

import pytest

from firmware.announce.texts import text
from firmware.cards import ES40
from firmware.decks.store import DeckStore
from firmware.phones.live_picture import picture_path
from firmware.phones.messages import BegunAnew
from firmware.settings.model import decks_path
from tests.support.shown_tables import table

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "television": (1920, 1080)}


@pytest.fixture(autouse=True)
def house(monkeypatch, tmp_path):
    """A house of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("HAKAM_DECKS", raising=False)


class Enrolment:
    """An owner before his page, who lays tables before the camera."""

    def __init__(self, cafe, size="phone", language="en"):
        self.cafe, self.language = cafe, language
        self.page = cafe.page(f"/decks/new?lang={language}", size=SIZES[size], seat="owner")
        self.page.context.add_cookies([{"name": "hakam_language", "value": language, "url": cafe.server.address}])

    def said(self, key, **values):
        return text("deck_page", key, self.language).format(**values)

    def tap(self, key):
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=self.said(key), exact=True).click()
        return self

    def lay(self, number):
        live = picture_path(self.cafe.journal.path)
        live.with_suffix(".new").write_bytes(table(number))
        live.with_suffix(".new").replace(live)
        self.page.locator("#here.fits").wait_for()
        return self

    def show_all(self):
        return self.tap("begin").keep(0, 1, 2, 3)

    def keep(self, *tables):
        for number in tables:
            self.lay(number).tap("keep")
        return self

    @property
    def title(self):
        return self.page.locator("h1").inner_text()


def fits(page):
    wide, seen = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    return wide <= seen


def test_a_deck_is_enrolled_by_taps_alone_and_lies_on_the_table(cafe):
    owner = Enrolment(cafe).show_all()
    assert owner.page.locator("#known").inner_text() == "Known: 38 of 40"
    owner.tap("settle")
    assert owner.title == "Which card is this?"
    owner.page.wait_for_function("() => document.querySelector('.asked-card').naturalWidth > 0")
    with owner.page.expect_navigation():
        owner.page.locator(".choice button").first.click()
    owner.page.get_by_label("Name of the deck").fill("Café bleu")
    owner.tap("save").tap("lies")
    assert set(DeckStore(decks_path(cafe.server.site.settings)).load("cafe-bleu").cards) == set(ES40.cards)
    assert cafe.hear() == []
    assert cafe.desk.anew == BegunAnew(match=False)
    assert owner.page.locator("h2 .tag").inner_text() == "chosen"
    assert owner.page.locator(".pack .photo").count() == 40


def test_a_card_under_a_wrong_name_is_put_right_from_the_whole_grid(cafe):
    owner = Enrolment(cafe).tap("begin").lay(0).tap("keep")
    with owner.page.expect_navigation():
        owner.page.get_by_role("button", name="3 of oros: this is another card").click()
    owner.page.get_by_text("Another card", exact=True).click()
    with owner.page.expect_navigation():
        owner.page.locator(".pick").get_by_role("button", name="11 of bastos").click()
    assert owner.page.get_by_role("button", name="11 of bastos: this is another card").count() == 1
    assert owner.page.get_by_role("button", name="3 of oros: this is another card").count() == 0


@pytest.mark.parametrize("language", ["en", "fr", "ary-Arab"])
@pytest.mark.parametrize("size", SIZES)
def test_every_step_fits_every_size_in_both_directions(cafe, pictures, size, language):
    owner = Enrolment(cafe, size, language)
    steps = [lambda: owner.tap("begin"), lambda: owner.lay(0), lambda: owner.tap("keep"), lambda: owner.keep(1, 2, 3)]
    steps += [lambda: owner.tap("settle"), lambda: owner.tap("ask_leave")]
    for step in steps:
        step()
        assert fits(owner.page)
        for button in owner.page.locator("button:visible").all():
            assert min(button.bounding_box()[side] for side in ("width", "height")) >= 44
    assert owner.page.locator(".laid li").count() == 2
    owner.page.screenshot(path=pictures / f"deck-{size}-{language}.png", full_page=True)


def test_the_order_to_lay_cards_in_is_never_mirrored(cafe):
    owner = Enrolment(cafe, language="ary-Arab").show_all().tap("settle").tap("ask_leave")
    first, second = (one.bounding_box()["x"] for one in owner.page.locator(".laid li").all())
    assert first < second


def test_the_page_asks_nothing_while_a_tap_is_on_its_way(cafe):
    owner, asked = Enrolment(cafe), []
    page = owner.page
    page.clock.install()
    owner.tap("begin").lay(0)
    page.evaluate("() => document.addEventListener('submit', (event) => event.preventDefault())")
    page.get_by_role("button", name=owner.said("keep"), exact=True).click()
    page.on("request", lambda request: asked.append(request) if request.url.endswith("/here") else None)
    page.clock.run_for(3000)
    assert not asked
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow'))")
    page.clock.run_for(3000)
    assert asked


def test_what_was_asked_before_a_tap_does_not_stop_it(cafe):
    owner, held = Enrolment(cafe), []
    page = owner.page
    owner.tap("begin").lay(0)
    page.route("**/decks/new/here", lambda route: held.append(route))  # noqa: PLW0108 (the library reads its signature)
    page.wait_for_event("request", lambda request: request.url.endswith("/here"))
    page.evaluate("() => { window.stays = true; addEventListener('submit', (event) => event.preventDefault()); }")
    page.get_by_role("button", name=owner.said("keep"), exact=True).click()
    with page.expect_response("**/decks/new/here"):
        held[0].fulfill(json={"here": "told", "fits": True, "done": -1})
    assert page.evaluate("() => fetch('/decks/new').then(() => window.stays)")


def test_it_can_be_done_by_keyboard(cafe):
    owner = Enrolment(cafe, "tablet")
    page = owner.page

    def press(name):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.innerText.trim()") == name:
                with page.expect_navigation():
                    page.keyboard.press("Enter")
                return
        raise AssertionError(f"{name} is not reached by Tab")

    press("Begin")
    for number in range(4):
        owner.lay(number)
        press("Keep these cards")
    press("All cards were shown")
    assert owner.title == "Which card is this?"


def test_no_serious_barrier_is_found(cafe):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: make .venv/dev")
    owner = Enrolment(cafe)

    def serious():
        found = axe.Axe().run(owner.page).response["violations"]
        return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]

    assert serious() == []
    owner.show_all()
    assert serious() == []
    owner.tap("settle")
    assert serious() == []
    owner.page.locator(".choice button").first.click()
    owner.page.get_by_label("Name of the deck").wait_for()
    assert serious() == []
    owner.tap("save").tap("to_decks")
    assert serious() == []


@pytest.mark.parametrize("path", ["/decks", "/decks/new"])
def test_the_pages_are_light(cafe, path):
    page = cafe.page(path, seat="owner")
    page.wait_for_timeout(300)
    sent = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .reduce((sum, one) => sum + one.encodedBodySize, 0)"""
    assert 8_000 < page.evaluate(sent) < 100_000
