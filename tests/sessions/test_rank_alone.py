"""A session in which a person says a rank alone, of which another card lies there without a suit: both are "12?"."""

from pathlib import Path

from firmware.referee import Referee
from firmware.signals import ButtonPress
from firmware.standing.writing import told_plays
from firmware.storage.export import read_export
from firmware.storage.moment import SETUPS

SESSION = "211003-4-players.jsonl.gz"
ASKED, LATER = 252, 420
"""So many entries, and a card is asked about; so many, and both were gone."""


def test_two_cards_of_which_only_the_rank_is_known_are_told_apart():
    export = read_export(Path(__file__).parent / SESSION)
    referee = Referee(SETUPS.parse(export.header.setup))
    for entry in export.entries[:ASKED]:
        referee.feed(entry.signal)
    t_ms = export.entries[ASKED - 1].signal.t_ms
    referee.feed(ButtonPress(t_ms, 0, "a"))
    number = told_plays(referee.history)
    corrected = referee.plays[number - 1]
    referee.feed(ButtonPress(t_ms, 0, f"card {number} 12?"))
    for entry in export.entries[ASKED:LATER]:
        if entry.signal is not None:
            referee.feed(entry.signal)
    assert [play.card.rank for play in referee.plays if play.t_ms == corrected.t_ms] == [12]
