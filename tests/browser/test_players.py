"""Players with their phones: they join, announce, answer, and correct with a nod of the other side."""

import re

import pytest

from firmware.phones.messages import ShownLine
from firmware.standing.writing import told_plays

BATCH = 24
"""So many plays are told when hands are dealt anew, and players may announce."""


def acted(page, words):
    """What came of it, wherever it stands: the referee may say more of it at once."""
    return page.locator("#toast p", has_text=words)


def test_who_reads_the_code_from_the_display_joins(cafe):
    page = cafe.page()
    page.get_by_role("link", name="Join").click()
    page.get_by_role("button", name="Show the code").click()
    cafe.hear()
    page.get_by_role("status").get_by_text("code is in its last line").wait_for()
    code = re.search(r"\d{6}", cafe.desk.line(1.0))[0]
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Zineb").click()
    page.get_by_text("Zineb says").wait_for()
    other = cafe.page("/join")
    assert other.get_by_role("button", name="Zineb").is_disabled()


def test_a_wrong_code_lets_nobody_in(cafe):
    page = cafe.page("/join")
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Amina").click()
    page.get_by_text("That code is wrong or too old.").wait_for()
    assert page.get_by_label("Code").input_value() == "000000"


def test_what_a_player_announces_is_told_to_everybody(cafe):
    cafe.play(BATCH - told_plays(cafe.match.referee.history))
    cafe.watch(1000)  # the next hands are dealt
    player, other = cafe.page(seat=1), cafe.page()
    player.get_by_role("button", name="Ronda").click()
    acted(player, "Told to the referee.").wait_for()
    assert cafe.hear() == ["ronda"]
    for page in (player, other):
        page.locator("#log li", has_text="Youssef announces ronda").wait_for(state="attached")


def test_what_the_rules_refuse_is_told_to_him_who_said_it(cafe):
    cafe.play(2)  # so far it is hardly known who played last
    player, other = cafe.page(seat=1), cafe.page()
    player.get_by_role("button", name="Nothing to announce").click()
    assert cafe.hear() == ["nothing"]
    acted(player, "Youssef: nothing does not count").wait_for()
    other.locator("#log li", has_text="Youssef: nothing does not count").wait_for(state="attached")
    assert other.locator("#toast p").count() == 0


def test_what_is_refused_is_told_to_him_who_said_it(cafe):
    player = cafe.page(seat=1)
    player.get_by_role("button", name="Undo").click()
    acted(player, "Nobody of the other side has joined").wait_for()


def test_what_a_player_asks_for_himself_does_not_push_away_what_he_is_told(cafe):
    player = cafe.page(size=(360, 640), seat=1)
    player.get_by_role("button", name="Undo").click()
    player.locator("#nods .own").wait_for(state="attached")
    assert player.evaluate("() => document.querySelector('#nods .asks').getBoundingClientRect().bottom < 0")
    acted(player, "Nobody of the other side has joined").wait_for()
    assert player.locator("#toast .leads").count() == 0


def test_a_tap_is_not_lost_while_something_comes_above_what_is_tapped(cafe):
    asking, other = cafe.page(seat=0), cafe.page(seat=1)
    undo = other.get_by_role("button", name="Undo")
    undo.scroll_into_view_if_needed()
    undo = undo.bounding_box()
    other.mouse.move(undo["x"] + undo["width"] / 2, undo["y"] + undo["height"] / 2)
    other.mouse.down()
    asking.get_by_role("button", name="Undo").click()
    asking.locator("#nods .own").wait_for()
    assert other.locator("#nods .nod").count() == 0
    other.mouse.up()
    acted(other, "Waits until a player of the other side agrees").wait_for()
    other.locator("#nods .nod").first.wait_for(state="attached")


def test_a_question_is_answered_by_a_tap(cafe):
    player, other = cafe.page(seat=0), cafe.page()
    for page in (player, other):
        page.get_by_text("The referee asks").wait_for()
    assert other.locator("#question button").count() == 0
    player.locator("#question button[value=a]").click()
    assert cafe.hear() == ["a"]
    for page in (player, other):
        page.get_by_text("The referee asks").wait_for(state="detached")


def test_an_answer_to_a_question_that_is_gone_is_not_taken_for_another(cafe):
    player = cafe.page(seat=0)
    player.locator("#question button[value=a]").wait_for()
    tap = """() => {
      document.querySelector("#question input[name=asked]").value = "1-2-None";
      document.querySelector("#question button[value=a]").click();
    }"""
    player.evaluate(tap)  # at once: the stream puts the part in again when it begins
    assert cafe.hear() == []


def corrected(cafe, page):
    """Ask that the last play was another card; give its number."""
    number = told_plays(cafe.match.referee.history)
    page.locator("#plays a[href^='/correct']").first.click()
    page.locator("form").filter(has_text="another card").get_by_label("Rank").select_option("12")
    page.locator("form").filter(has_text="another card").get_by_role("button").click()
    page.locator("#nods .nod").wait_for()
    return number


def test_the_other_side_agrees_to_a_correction(cafe):
    asking, partner, other = cafe.page(seat=0), cafe.page(seat=2), cafe.page(seat=1)
    number = corrected(cafe, asking)
    other.get_by_text("Amina: it was 12").wait_for()
    assert other.locator("#nods").bounding_box()["y"] < other.locator("#score").bounding_box()["y"]
    other.locator("#nods").get_by_text("The referee told: 1:18 Youssef plays 1").wait_for()
    assert partner.locator("#nods button").count() == 0
    other.get_by_role("button", name="Agree").click()
    assert cafe.hear() == [f"card {number} 12?"]
    for page in (asking, partner, other):
        page.locator("#nods .nod").wait_for(state="detached")
        page.locator("#nods").get_by_text("Amina: it was 12 — Youssef agrees.").wait_for()
        page.locator("#plays .retold", has_text="12, not").wait_for()
    assert int(cafe.match.referee.plays[number - 1].card.rank) == 12


def test_what_asks_for_somebody_is_said_where_he_looks(cafe):
    asking, other = cafe.page(seat=0), cafe.page(size=(360, 640), seat=1)
    other.evaluate("scrollTo(0, document.body.scrollHeight)")
    corrected(cafe, asking)
    told = acted(other, "Amina: it was 12")
    told.click()
    other.wait_for_function("() => document.querySelector('#nods .asks').getBoundingClientRect().top > 0")


def test_the_other_side_refuses_a_correction(cafe):
    asking, other = cafe.page(seat=0), cafe.page(seat=3)
    number, before = corrected(cafe, asking), cafe.match.referee.plays
    other.locator("#nods").get_by_role("button", name="No", exact=True).click()
    asking.locator("#nods .nod").wait_for(state="detached")
    asking.locator("#nods").get_by_text("Omar says no.").wait_for()
    assert cafe.match.referee.plays == before and number


def test_a_correction_lapses_when_the_game_goes_on(cafe):
    asking, other = cafe.page(seat=0), cafe.page(seat=1)
    corrected(cafe, asking)
    cafe.play()
    for page in (asking, other):
        page.locator("#nods .nod").wait_for(state="detached")


def test_a_question_of_many_answers_is_answered_from_the_whole_pack(cafe):
    player = cafe.page(seat=0)
    player.locator("#question").get_by_text("The referee told: 1:01 Youssef plays 4").wait_for()
    player.locator("#question").get_by_text("Neither of these").click()
    player.get_by_role("heading", name="Put right: 1:01 Youssef plays 4").wait_for()
    player.wait_for_function("() => document.querySelector('.evidence img').naturalWidth === 640")


def test_everything_can_be_done_by_keyboard(cafe):
    page = cafe.page("/join")
    code, _ = cafe.server.site.doors.code()

    def tab_to(name):
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.innerText || document.activeElement.name") == name:
                return
        raise AssertionError(f"{name} is not reached by Tab")

    tab_to("code")
    page.keyboard.type(code)
    tab_to("I am Youssef")
    page.keyboard.press("Enter")
    page.get_by_text("Youssef says").wait_for()
    page.wait_for_load_state()
    tab_to("Nothing to announce")
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Space")
    assert cafe.hear() == ["nothing"]


def test_a_key_that_has_the_focus_keeps_it_while_the_game_goes_on(cafe):
    page = cafe.page(seat=1)
    page.get_by_role("button", name="Ronda").focus()
    cafe.play(2)
    page.locator("#log li").first.wait_for(state="attached")
    assert page.evaluate("() => document.activeElement.value") == "ronda"


def test_the_display_line_is_short_enough():
    assert ShownLine("Code 123456", 1).text


@pytest.mark.parametrize("path", ["/", "/join", "/own", "/more", "/correct/4"])
def test_no_serious_barrier_is_found(cafe, path):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: make .venv/dev")
    if path.startswith("/correct"):
        path = f"/correct/{told_plays(cafe.match.referee.history)}"
    page = cafe.page(path, size=(360, 640), seat=0)
    page.locator("h1").first.wait_for(state="attached")
    found = axe.Axe().run(page).response["violations"]
    serious = [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]
    assert [one for one, rule in zip(serious, found, strict=True) if rule["impact"] in ("serious", "critical")] == []
