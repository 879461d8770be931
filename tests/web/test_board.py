"""The board says what the referee says, in every language, and nothing in it is markup of somebody else's."""

import re
from dataclasses import replace

import pytest
from msgspec import Raw, json, structs

from firmware.announce.texts import LANGUAGES
from firmware.cards import Card
from firmware.events import ChallengeOpened, Doubt, ReadingCorrected, TableDisagrees
from firmware.runtime.live_match import LiveMatch
from firmware.standing.message import read_standing
from firmware.storage.journal import Journal
from firmware.storage.live_reader import JournalPlace, KeptEvents, KeptStanding
from firmware.storage.moment import EVENTS
from firmware.web.board import PARTS, BoardState, board_parts, side_panels
from firmware.web.proposals import Proposal
from firmware.web.viewer import Role, Viewer, words_of
from tests.support.live_table import SETUP

GUEST, PLAYER = Viewer(), Viewer(Role.PLAYER, "en", 0)
DOUBT = Doubt(9000, 4, 1, ((Card.parse("7O"), 0.6), (Card.parse("10O"), 0.4)))


@pytest.fixture
def kept(site):
    site.feed.look()
    yield site.feed.standing
    site.feed.close()


def changed(kept, **values):
    return KeptStanding(kept.at, json.encode(structs.replace(read_standing(kept.body), **values)).decode())


def asking(kept, event):
    return changed(kept, question=Raw(EVENTS.text(event).encode()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", Role)
def test_every_part_is_there_for_everybody(kept, role, language):
    parts = board_parts(BoardState(kept), Viewer(role, language, 0 if role is Role.PLAYER else None))
    assert tuple(parts) == PARTS
    assert "Amina" in parts["score"] and "<li" in parts["plays"] and "<svg" in parts["table"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_first_match_it_says_so(language):
    assert "waiting" in board_parts(BoardState(None), Viewer(language=language))["score"]


def test_the_score_and_whose_turn_it_is_are_those_of_the_referee(kept):
    match = read_standing(kept.body)
    sides = side_panels(match, words_of("en", match.players, match.names))
    assert [one.points for one in sides] == list(match.scores)
    assert [one.turn for one in sides] == [match.turn == side for side in range(2)]


def test_every_card_of_the_table_is_drawn(kept):
    drawn = board_parts(BoardState(kept), GUEST)["table"]
    ranks = re.findall(r'class="rank"[^>]*>(\d+)<', drawn)
    assert sorted(ranks) == sorted(card[:-1] for card in read_standing(kept.body).table)


def test_names_are_words_and_nothing_else(kept):
    evil = changed(kept, names=("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'))
    html = "".join(board_parts(BoardState(evil), PLAYER).values())
    assert "<script" not in html and "<img src=x" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize(("viewer", "shown"), [(GUEST, False), (PLAYER, True), (Viewer(Role.DISPLAY), True)])
def test_only_those_who_were_let_in_see_pictures(kept, viewer, shown):
    parts = board_parts(BoardState(asking(kept, DOUBT)), viewer)
    assert ("/picture/" in parts["plays"], "/picture/" in parts["question"]) == (shown, shown)


@pytest.mark.parametrize(("viewer", "shown"), [(GUEST, False), (PLAYER, True)])
def test_a_doubted_deal_leads_those_who_were_let_in_to_its_replay(kept, viewer, shown):
    doubted = TableDisagrees((), (), doubted_deal=2)
    board = BoardState(changed(kept, disagreement=Raw(EVENTS.text(doubted).encode())))
    assert ('href="/back/1#deal-2"' in board_parts(board, viewer)["faults"]) == shown


@pytest.mark.parametrize(("viewer", "buttons"), [(GUEST, 0), (Viewer(Role.DISPLAY), 0), (PLAYER, 2)])
def test_only_players_are_given_buttons_to_answer(kept, viewer, buttons):
    part = board_parts(BoardState(asking(kept, DOUBT)), viewer)["question"]
    assert part.count("<button") == buttons
    assert "7" in part and "10" in part


def test_faults_are_told_in_words(kept):
    parts = board_parts(BoardState(changed(kept, faults=("fault.camera_lost", "missing.display"))), GUEST)
    assert "No picture from the camera" in parts["faults"] and "No display!" in parts["faults"]


def test_where_no_referee_is_at_work_nobody_is_asked_to_lay_out_cards():
    told = board_parts(BoardState(None, at_work=False), GUEST)
    assert "No referee is at work" in told["faults"]
    assert told["score"] == ""
    assert "No referee" not in board_parts(BoardState(None), GUEST)["faults"]


def test_a_score_that_may_change_says_so_in_words(kept):
    for provisional in (True, False):
        score = board_parts(BoardState(changed(kept, provisional=provisional, winning=())), GUEST)["score"]
        assert ("</b> may still change" in score) is provisional


def test_a_question_with_more_than_two_answers_leads_to_all_of_them(kept):
    play = read_standing(kept.body).plays[-1]
    doubt = replace(DOUBT, t_ms=play.t_ms)
    assert f'href="/correct/{play.play}"' in board_parts(BoardState(asking(kept, doubt)), PLAYER)["question"]
    assert "/correct/" not in board_parts(BoardState(asking(kept, doubt)), GUEST)["question"]
    assert (
        "/correct/" not in board_parts(BoardState(asking(kept, replace(DOUBT, t_ms=play.t_ms + 1))), PLAYER)["question"]
    )


def test_parts_stay_the_same_to_the_letter_while_nothing_changes(kept):
    again = KeptStanding((kept.at[0], kept.at[1] + 1), kept.body)
    assert board_parts(BoardState(kept), GUEST) == board_parts(BoardState(again), GUEST)


def test_the_page_is_whole_without_scripts(client):
    page = client.get("/").text
    assert "Amina" in page and 'data-since="1-' in page and "<svg" in page


BROWSERS = [("fr-FR,fr;q=0.9", "fr"), ("de", "en"), ("es", "es"), ("ar-MA,fr;q=0.8", "ary-Arab")]


@pytest.mark.parametrize("header, language", BROWSERS)
def test_it_speaks_the_language_of_the_browser(client, header, language):
    assert f'<html lang="{language}"' in client.get("/", headers={"accept-language": header}).text


def test_the_last_match_is_shown_though_older_ones_were_closed(journal_path, client, site):
    with Journal(journal_path) as journal:
        match = LiveMatch.begin(journal, replace(SETUP, names=("Zineb", "Omar")))
        match.tell(("fault.too_dark",))
    client.portal.call(site.feed.look)
    page = client.get("/").text
    assert "Zineb" in page and "too dark" in page


def test_what_is_told_otherwise_stands_among_the_last_plays(kept):
    play = read_standing(kept.body).plays[-1]
    retold = EVENTS.text(ReadingCorrected(3, Card.parse("12O"), Card.parse("11O"), (1, 0)))
    state = BoardState(kept, retold=(KeptEvents(JournalPlace(*kept.at), play.t_ms + 10, (retold,)),))
    first = board_parts(state, GUEST)["plays"].split("</li>")[0]
    assert "retold newest" in first and "Corrected: 11, not 12; the score" in first


def test_a_question_that_somebody_has_answered_waits_for_the_nod_alone(kept):
    asking_now = asking(kept, ChallengeOpened(0, 1))
    answer = Proposal(1, 0, 0, "a", 5, "challenge-0-1", 1e9)
    assert "Amina doubts Youssef" in board_parts(BoardState(asking_now), PLAYER)["question"]
    assert board_parts(BoardState(asking_now, (answer,)), PLAYER)["question"].strip() == ""
