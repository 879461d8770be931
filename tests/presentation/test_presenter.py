"""What players see and hear, moment by moment."""

from dataclasses import replace
from io import StringIO

import pytest

from firmware.announce.phrases import TWO
from firmware.announce.screens import screen
from firmware.announce.seating import Seating
from firmware.announce.tones import PATTERNS, Sound
from firmware.cards import Card
from firmware.events import Doubt
from firmware.presentation.presenter import ASKS_MS, HINTS_MS, HOLD_MS, Presenter, view_of
from firmware.presentation.sinks import ALTERNATE_MS, alternating_sink, display_sink, terminal_sink
from firmware.rules.events import CardPlayed, CardsCaptured
from firmware.storage.atomic_file import write_atomic
from firmware.storage.outputs import NotWrittenError
from hardware.terminal import TerminalDisplay
from tests.support.moments import CAIDA, moment, presenter

SEVEN = Card.parse("7O")


def test_points_fill_the_screen_and_give_way_to_the_score_after_a_while():
    voice = presenter()
    before = voice.tell(moment(0, scores=(0, 1)))
    scored = voice.tell(moment(100, CAIDA, scores=(0, 1)))
    held = voice.tell(moment(100 + HOLD_MS, scores=(0, 1)))
    after = voice.tell(moment(101 + HOLD_MS, scores=(0, 1)))
    pictures = [one.picture.tobytes() for one in (before, scored, held, after)]
    assert pictures[0] == pictures[3] != pictures[1] == pictures[2]
    assert [one.fresh for one in (before, scored, held, after)] == [True, True, False, True]


def test_before_the_first_deal_it_is_the_first_that_is_awaited():
    boards = [replace(moment(0).board, deal=deal) for deal in (0, 1)]
    first, second = (presenter().tell(replace(moment(0), board=board)).picture.tobytes() for board in boards)
    assert first == second


@pytest.mark.parametrize(("deal", "turn", "shown"), [(0, None, 1), (1, 0, 1), (1, None, 2), (7, 1, 7), (7, None, 8)])
def test_between_deals_it_is_the_next_one_that_is_awaited(deal, turn, shown):
    board = replace(moment(0).board, deal=deal, turn=turn)
    assert view_of(board, None, "en", TWO).deal == shown


def test_once_somebody_has_won_no_deal_is_awaited():
    board = replace(moment(0).board, deal=3, turn=None, winners=(1,))
    assert view_of(board, None, "en", TWO).deal == 3


def asked_of(voice, t_ms, hint="", seats=()):
    """The picture of an open question."""
    voice.hint = hint
    board = replace(moment(t_ms).board, question=Doubt(0, 0, 0, ((SEVEN, 0.6), (Card.parse("6O"), 0.4)), seats))
    return voice.tell(replace(moment(t_ms), board=board)).picture.tobytes()


def test_a_question_says_by_turns_how_to_see_other_answers():
    voice = presenter()
    asked, still, others, again = (
        asked_of(voice, 100 + t_ms) for t_ms in (0, ASKS_MS - 1, ASKS_MS, ASKS_MS + HINTS_MS)
    )
    assert asked == still == again != others


def test_who_of_two_has_played_has_no_other_answers():
    voice, seats = presenter(), ((0, 0.6), (1, 0.4))
    assert asked_of(voice, 0, seats=seats) == asked_of(voice, ASKS_MS, seats=seats)


def test_above_a_question_stands_what_letting_go_of_a_button_will_say():
    voice = presenter()
    asked, others, undo = (asked_of(voice, 0, hint) for hint in ("", "Let go: others", "Let go: undo"))
    assert len({asked, others, undo}) == 3


def test_each_event_is_a_line_and_points_sound():
    said = presenter("fr").tell(moment(0, CardPlayed(1, SEVEN), CAIDA, scores=(0, 1)))
    assert len(said.lines) == 2
    assert "Joueur 2" in said.lines[0]
    assert said.tones == PATTERNS[Sound.POINT]
    assert presenter().tell(moment(0)).tones == ()


def test_an_open_doubt_is_asked_on_the_screen():
    doubt = Doubt(0, 0, 0, ((SEVEN, 0.6), (Card.parse("6O"), 0.4)))
    voice = presenter()
    asked = voice.tell(moment(0, doubt, question=doubt))
    assert asked.tones == PATTERNS[Sound.QUESTION]
    assert asked.picture.tobytes() != voice.tell(moment(1)).picture.tobytes()


def test_the_terminal_gets_lines_with_their_time():
    out, voice = StringIO(), presenter()
    listen = terminal_sink(TerminalDisplay(out))
    for one in (moment(81_000, CardPlayed(1, SEVEN)), moment(82_000)):
        listen(one, voice.tell(one))
    assert out.getvalue() == "   1:21  Player 2 plays 7\n"


def test_a_display_gets_only_new_screens():
    shown, voice = [], presenter()
    listen = display_sink(shown.append)
    for one in (moment(0), moment(10), moment(20, scores=(1, 0))):
        listen(one, voice.tell(one))
    assert len(shown) == 2


def test_a_file_is_written_whole_with_the_usual_rights(tmp_path):
    path = tmp_path / "new" / "file.html"
    write_atomic(path, b"x")
    assert path.read_bytes() == b"x"
    (tmp_path / "plain").write_text("")
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode
    with pytest.raises(NotWrittenError):
        write_atomic(path / "below", b"x")


def test_a_display_between_players_turns_every_few_seconds_and_at_once_with_what_is_new():
    voice, shown = presenter(), []
    listen = alternating_sink(shown.append)
    for told in (moment(0), moment(100), moment(ALTERNATE_MS), moment(ALTERNATE_MS + 100), moment(2 * ALTERNATE_MS)):
        listen(told, voice.tell(told))
    upright = shown[0].tobytes()
    assert [one.tobytes() for one in shown] == [upright, shown[0].rotate(180).tobytes(), upright]
    scored = moment(2 * ALTERNATE_MS + 100, CAIDA, scores=(0, 1))
    listen(scored, voice.tell(scored))
    assert len(shown) == 4


def test_a_wide_display_is_told_more_words():
    captured = moment(0, CardsCaptured(1, (SEVEN, SEVEN, Card.parse("10C"))))
    small, large = (
        presenter(),
        Presenter(Seating(2), "en", lambda view, _: titles.append(view.last.title) or screen(view), 36),
    )
    titles = []
    small.tell(captured)
    large.tell(captured)
    assert titles == ["Player 2 takes 7 10 with 7"]
