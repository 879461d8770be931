"""A session in which nothing could be seen for a while: two cards were played before the camera was back."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.cards import Card
from firmware.referee import Referee
from firmware.signals import TableObservation, Tick
from firmware.storage.export import read_export
from firmware.storage.moment import SETUPS

SESSION = "211003-4-players"
DARK_MS, TOLD_MS, LONGER_MS = 83_750, 2_500, 15_000
"""Since when nothing could be seen, how much later that was told, and how long people waited."""
UNTIL_MS, PLAYS = 112_000, 22


def signals(export, back_ms):
    """The session with a gap, after which ``back_ms`` of the film is the first that is seen."""
    kept = [entry.signal for entry in export.entries if isinstance(entry.signal, TableObservation | Tick)]
    yield from (one for one in kept if one.t_ms < DARK_MS)
    yield TableObservation(DARK_MS + TOLD_MS, (), hand_present=True, unseen="camera_lost")
    for one in kept:
        if back_ms <= one.t_ms <= UNTIL_MS:
            yield replace(one, t_ms=one.t_ms + LONGER_MS)


@pytest.mark.parametrize("back_ms", [85_750])
def test_a_card_that_was_on_its_way_and_lies_under_another_one_afterwards_was_played(back_ms):
    folder = Path(__file__).parent
    export = read_export(folder / f"{SESSION}.jsonl.gz")
    truth = json.loads((folder / f"{SESSION}.truth.json").read_text(encoding="utf-8"))
    referee = Referee(SETUPS.parse(export.header.setup))
    for signal in signals(export, back_ms):
        referee.feed(signal)
    told = [(play.seat, play.card.rank) for play in referee.plays][:PLAYS]
    assert told == [(play["seat"], Card.parse(play["card"]).rank) for play in truth["plays"][:PLAYS]]
