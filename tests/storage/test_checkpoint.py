"""A referee that was put aside and read back goes on as if there had been no power cut."""

import os
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.bounded.bounds import TABLE_BYTES
from firmware.referee import MatchSetup, Referee
from firmware.signals import ButtonPress, CardsRenamed, TableObservation, Tick, Unnamed
from firmware.storage import checkpoint
from firmware.storage.export import read_export
from firmware.storage.journal import Checkpoint, Journal, JournalEntry, SessionHeader
from firmware.storage.moment import SETUPS

ROOT = Path(__file__).parents[2]
SESSION = ROOT / "tests" / "sessions" / "230036-2-players.jsonl.gz"
RECORDED = read_export(SESSION)
SIGNALS = [entry.signal for entry in RECORDED.entries if entry.signal and entry.t_ms < 60_000]
CUTS = range(40, len(SIGNALS), 97)


def fed(signals):
    referee = Referee(SETUPS.parse(RECORDED.header.setup))
    for signal in signals:
        referee.feed(signal)
    return referee


def told(referee, signals):
    return [repr(referee.feed(signal)) for signal in signals]


def of(referee):
    return Checkpoint(0, checkpoint.build(), checkpoint.encode(referee))


@pytest.mark.parametrize("cut", CUTS)
def test_what_goes_on_is_the_same_as_without_a_cut(cut):
    whole = fed(SIGNALS[:cut])
    again = checkpoint.decode(of(whole))
    assert told(again, SIGNALS[cut:]) == told(whole, SIGNALS[cut:])
    assert again.scoreboard == whole.scoreboard


def test_equal_stories_are_known_as_equal_in_any_process():
    fact = "Step(0, (), Layout((Card.parse('7O'),))).action, TimedSaying(0, parse_press(ButtonPress(0, 0, 'ronda'), 2))"
    code = f"""
from firmware.cards import Card
from firmware.signals import ButtonPress
from firmware.dialogue.presses import parse_press
from firmware.decoding.history import TimedSaying, Layout, Step
from firmware.decoding.transition import chained_hash
print(chained_hash(7, ({fact})))
"""
    salts = ({"PYTHONHASHSEED": salt} for salt in ("1", "2"))
    first, second = (
        subprocess.run((sys.executable, "-c", code), env={**os.environ, **salt}, capture_output=True, check=True).stdout
        for salt in salts
    )
    assert first == second and len(first) > 10


def test_it_is_the_same_in_another_process(tmp_path):
    cut = len(SIGNALS) // 2
    whole = fed(SIGNALS[:cut])
    (tmp_path / "state").write_bytes(checkpoint.encode(whole))
    asks = (
        "import sys; from pathlib import Path; from firmware.storage import checkpoint;"
        "from firmware.storage.journal import Checkpoint; import tests.storage.test_checkpoint as t;"
        "again = checkpoint.decode(Checkpoint(0, checkpoint.build(), Path(sys.argv[1]).read_bytes()));"
        f"print(t.told(again, t.SIGNALS[{cut}:]))"
    )
    command = [sys.executable, "-c", asks, str(tmp_path / "state")]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert said.strip() == str(told(whole, SIGNALS[cut:]))


def test_undo_still_takes_back_what_was_done_before_the_cut():
    cards = next(index for index, signal in enumerate(SIGNALS) if len(fed(SIGNALS[:index]).plays) > 2)
    whole = fed(SIGNALS[:cards])
    undo = ButtonPress(SIGNALS[cards - 1].t_ms + 1, None, "undo")
    whole.feed(undo)
    again = checkpoint.decode(of(whole))
    redo = ButtonPress(undo.t_ms + 1, None, "redo")
    assert again.feed(redo) == whole.feed(redo)
    assert again.plays == whole.plays


def test_the_checkpoint_of_another_build_is_not_read():
    referee = fed([])
    assert checkpoint.decode(Checkpoint(0, "another", checkpoint.encode(referee))) is None


STATE = checkpoint.encode(fed(SIGNALS[:200]))


@given(at=st.integers(0, len(STATE) - 1), byte=st.integers(1, 255))
def test_a_damaged_byte_is_noticed(at, byte):
    damaged = bytearray(STATE)
    damaged[at] ^= byte
    assert checkpoint.decode(Checkpoint(0, checkpoint.build(), bytes(damaged))) is None


@given(st.one_of(st.binary(max_size=200), st.integers(0, len(STATE) - 1).map(lambda length: STATE[:length])))
def test_what_is_no_checkpoint_is_not_read(state):
    assert checkpoint.decode(Checkpoint(0, checkpoint.build(), state)) is None


def signed(table, packed=zlib.compress):
    packed = packed(table)
    return checkpoint.sum_of(packed) + packed


FORGED = {
    "nothing": b"",
    "another object": checkpoint.STATE.encode(fed([]).setup),
    "a referee without any state": msgspec.msgpack.encode(
        [["firmware.referee.Referee", "builtins.list"], [[0], [1, 0]]]
    ),
    "a class of the system": msgspec.msgpack.encode([["os.system"], [[0, "true"]]]),
    "more than is unpacked": bytes(TABLE_BYTES + 1),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_checkpoint_does_no_harm_and_the_signals_are_read_again(journal, name):
    number = begun(journal, SIGNALS[:60])
    journal.save_checkpoint(number, checkpoint.build(), signed(FORGED[name]))
    assert checkpoint.resume(journal, number, fresh()).scoreboard == fed(SIGNALS[:60]).scoreboard


def test_a_match_goes_on_where_its_referee_cannot_be_put_aside(journal, caplog):
    number = begun(journal, SIGNALS[:20])
    referee = fed(SIGNALS[:20])
    referee.of_a_plugin = object()
    checkpoint.save(journal, number, referee)
    assert journal.checkpoint(number) is None
    assert "cannot be put aside" in caplog.text


def test_a_checkpoint_of_another_match_is_not_gone_on_with(journal):
    number = begun(journal, SIGNALS[:60])
    other = Referee(MatchSetup(4, 0, "pagat target=21"))
    journal.save_checkpoint(number, checkpoint.build(), checkpoint.encode(other))
    assert checkpoint.resume(journal, number, fresh()).setup == fresh().setup


def test_a_checkpoint_that_is_cut_off_is_not_read():
    state = signed(checkpoint.STATE.encode(fed([])), lambda table: zlib.compress(table)[:-4])
    assert checkpoint.decode(Checkpoint(0, checkpoint.build(), state)) is None


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


def begun(journal, signals, *, kept_at=None, build=None):
    """A session that was cut off after ``signals``; the referee was kept after so many of them."""
    number = journal.begin(SessionHeader("2026-11-22", "camera", SETUPS.text(MatchSetup())))
    for place, signal in enumerate(signals):
        journal.write(number, JournalEntry(signal.t_ms, signal))
        if place + 1 == kept_at:
            journal.save_checkpoint(number, build or checkpoint.build(), checkpoint.encode(fed(signals[:kept_at])))
    return number


def fresh():
    return Referee(SETUPS.parse(RECORDED.header.setup))


@pytest.mark.parametrize(("kept_at", "build"), [(None, None), (150, None), (200, None), (150, "another")])
def test_a_session_cut_off_is_taken_up_again(journal, kept_at, build):
    number = begun(journal, SIGNALS[:200], kept_at=kept_at, build=build)
    again = checkpoint.resume(journal, number, fresh())
    whole = fed(SIGNALS[:200])
    assert again.plays == whole.plays
    assert told(again, SIGNALS[200:300]) == told(whole, SIGNALS[200:300])


def test_only_what_came_after_the_checkpoint_is_fed_again(journal):
    number = begun(journal, SIGNALS[:200], kept_at=150)
    assert journal.checkpoint(number).place == 150
    assert [entry.signal for entry in journal.entries(number, 150)] == SIGNALS[150:200]


def test_where_cards_were_renamed_since_the_checkpoint_all_is_heard_once_more(journal):
    """The looks with sightings of their own, by which the first card that was seen gets another name."""
    sighted = [with_sightings(signal) for signal in SIGNALS[:120]]
    first = next(one for one in sighted if isinstance(one, TableObservation) and one.cards).cards[0]
    renaming = CardsRenamed(sighted[-1].t_ms, ((first.sighting, ((Unnamed.UNKNOWN, 0.9),)),))
    number = begun(journal, [*sighted, renaming], kept_at=100)
    resumed, whole = checkpoint.resume(journal, number, fresh()), fed([*sighted, renaming])
    assert told(resumed, SIGNALS[120:160]) == told(whole, SIGNALS[120:160])
    assert whole.plays != fed(sighted).plays or whole.scoreboard != fed(sighted).scoreboard


def with_sightings(signal):
    if not isinstance(signal, TableObservation):
        return signal
    numbered = [replace(one, sighting=1 + int(sum(one.centre) / 50)) for one in signal.cards]
    return replace(signal, cards=tuple(numbered))


def test_the_newest_checkpoint_takes_the_place_of_the_one_before(journal):
    number = begun(journal, SIGNALS[:20], kept_at=10)
    journal.save_checkpoint(number, "build", b"later")
    assert journal.checkpoint(number) == Checkpoint(20, "build", b"later")


def test_a_closed_session_keeps_no_checkpoint(journal):
    number = begun(journal, SIGNALS[:20], kept_at=10)
    journal.close_session(number, JournalEntry(99_000, None), "{}")
    assert journal.checkpoint(number) is None


def test_a_session_without_signals_is_taken_up_too(journal):
    number = begun(journal, [])
    assert checkpoint.resume(journal, number, fresh()).plays == ()
    journal.write(number, JournalEntry(1, Tick(1)))


def test_the_mark_of_a_build_covers_every_source_of_the_program(monkeypatch):
    monkeypatch.setattr(Path, "read_bytes", lambda file: seen.append(file) or b"")
    seen = []
    checkpoint.build.__wrapped__()
    assert set(seen) == set((ROOT / "firmware").rglob("*.py"))
