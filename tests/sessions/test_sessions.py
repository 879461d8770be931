"""Whole sessions that were once misread, as the eyes saw them: told right now.

What the real eyes saw of drawn tables with mishaps, kept with ``bench_sessions --keep``; numbers rounded to save room.
"""

import json
from pathlib import Path

import pytest

from firmware.referee import Referee
from firmware.rules.notation.moves import RecordedPlay
from firmware.rules.notation.record import format_record, score_record
from firmware.storage.export import read_export
from firmware.storage.moment import SETUPS

HERE = Path(__file__).parent
ONCE_WRONG = {
    "211003-4-players": "a sleeve over two captures, a card taken back, a card laid out of turn: 10 of 36 were right",
    "211005-3-players": "a card laid out of turn and played later: two plays were wrong, and nobody was asked",
    "221032-2-players": "a card swept up too many and put back: a capture was made up, later plays were wrong",
    "221050-2-players": "a capture under a hand, taken up in handfuls while another card was laid: two were wrong",
    "223125-3-players": "a card laid under a sleeve, and seen when two more were laid: three plays were wrong",
    "223153-3-players": "a card that seemed to capture and went back to the hand: eight plays were wrong",
    "223012-2-players": "a card half covered by one that came to lie at an older place: nine plays were wrong",
    "223078-2-players": "a play under a hand missed, and four more at the gathering: five plays were wrong",
    "223092-2-players": "the first two plays gone within a second: two plays missed, one made up",
    "230011-4-players": "the third play taken up before its capture: all 33 after it by the wrong players",
    "230036-2-players": "a second find of a card taken for the fourth of a layout: two plays made up, two missed",
    "221003-4-players": "a card half under another one was taken for captured: four plays were wrong",
    "241001-3-players": "at two looks a second, the last capture by another: 0 : 6 : 0 instead of 0 : 0 : 3",
}


def referee_of(recorded):
    return Referee(SETUPS.parse(recorded.header.setup))


@pytest.mark.parametrize("name", ONCE_WRONG, ids=ONCE_WRONG.keys())
def test_a_session_that_was_once_misread_is_told_right(name):
    recorded = read_export(HERE / f"{name}.jsonl.gz")
    truth = json.loads((HERE / f"{name}.truth.json").read_text())
    referee = referee_of(recorded)
    for entry in recorded.entries:
        referee.close(entry.t_ms) if entry.signal is None else referee.feed(entry.signal)
    told = [(play.seat, str(play.card.rank.value)) for play in referee.plays]
    assert told == [(play["seat"], play["card"][:-1]) for play in truth["plays"]]
    assert list(referee.scoreboard.scores) == truth["deals"][-1]["scores"]
    written = score_record(format_record(referee.record))
    assert written.scores == referee.scoreboard.scores
    told = [(play.seat, play.card) for play in referee.plays]
    assert [(move.seat, move.move.card) for move in written.moves if isinstance(move.move, RecordedPlay)] == told


def test_the_same_signals_give_the_same_events_again():
    recorded = read_export(HERE / "211003-4-players.jsonl.gz")
    signals = [entry.signal for entry in recorded.entries if entry.t_ms < 45_000]
    first, second = referee_of(recorded), referee_of(recorded)
    assert [first.feed(signal) for signal in signals] == [second.feed(signal) for signal in signals]
    assert len(first.plays) > 3
