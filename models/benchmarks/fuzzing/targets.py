"""The readers that get files of strangers, each with how such files are changed and what is read of one."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from firmware.decks.store import DeckStore
from firmware.devices.deck_profiles import DeckProfiles
from firmware.referee import Referee
from firmware.replaying.session import replay_session
from firmware.replaying.sources import SessionSource
from firmware.rules.match import Match
from firmware.rules.notation.record import format_record, parse_record, score_record
from firmware.rules.notation.ruleset import format_rules, parse_rules
from firmware.rules.notation.steere import is_steere, score_steere
from firmware.settings.house_rules import named_rules
from firmware.settings.model import decks_path, journal_path, load_settings
from firmware.settings.session_file import read_session_file
from firmware.settings.text_file import read_text_file
from firmware.storage import checkpoint, salvage
from firmware.storage.export import read_export
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS
from models.benchmarks.fuzzing import forms, mutation
from models.benchmarks.fuzzing.seeds import NETWORK
from vision.sources import load_picture, open_source, read_times

ENTRIES = 25
"""Entries of a changed session that the referee hears: those that follow are of the same kinds."""


@dataclass(frozen=True, slots=True)
class FuzzTarget:
    """A reader.

    Attributes:
        name: of the file that it gets.
        change: changes a valid one.
        read: reads it, and does with it what the commands do first.
        share: of all inputs, in parts of the sum of all shares.
    """

    name: str
    change: Callable[[bytes, random.Random], bytes]
    read: Callable[[Path], object]
    share: int


def _settings(path: Path) -> None:
    settings = load_settings(str(path), {"HOME": "/nonexistent"})
    environment = {"XDG_DATA_HOME": "/nonexistent"}
    journal_path(settings, None, environment), decks_path(settings, environment)


def _house_rules(path: Path) -> None:
    rules = named_rules(str(path))
    assert parse_rules(format_rules(rules)) == rules
    Match.of(rules, 4)


def _record(path: Path) -> None:
    try:
        text = read_text_file(path)
    except (OSError, UnicodeError):  # the command tells it
        return
    if is_steere(text):
        score_steere(text)
        return
    score_record(text)
    record = parse_record(text)
    assert parse_record(format_record(record)) == record


def _session_file(path: Path) -> None:
    sorted(read_session_file(path).presses, key=lambda press: press.t_ms)


def _export(path: Path) -> None:
    found = read_export(path)
    source = SessionSource(str(path), found.header, found.entries, len(found.entries), found.outcome, True)
    # what differs from this version is told by an error of ours, so its own answers are left out
    kept = replace(source, entries=[replace(one, events=()) for one in source.entries[:ENTRIES]], outcome=None)
    for _ in replay_session(kept, None).moments:
        pass


def _journal(path: Path) -> None:
    salvage.check(path)
    with Journal(path, create=False) as journal:
        for one in journal.sessions():
            list(journal.entries(one.number)), list(journal.evidence(one.number))
            referee = Referee(SETUPS.parse(one.header.setup))
            for entry in islice(journal.intact_entries(one.number, 0, pictures=False), ENTRIES):
                if entry is not None and entry.signal is not None:
                    referee.feed(entry.signal)
            if (kept := journal.checkpoint(one.number)) is not None:
                checkpoint.decode(kept)


def _checkpoint(path: Path) -> None:
    checkpoint.read_back(path.read_bytes())


def _deck(path: Path) -> None:
    DeckStore(path.parent).load(path.stem)


def _profile(path: Path) -> None:
    list(DeckProfiles(path.parent, NETWORK))


def _video(path: Path) -> None:
    source = open_source(path)
    assert source.end_ms is None or source.end_ms >= 0
    for frame in islice(source, 20):
        assert frame.picture.ndim == 3


TARGETS: Mapping[str, FuzzTarget] = {
    "settings": FuzzTarget("input.toml", mutation.changed_text, _settings, 20),
    "house rules": FuzzTarget("input.toml", mutation.changed_text, _house_rules, 20),
    "notation": FuzzTarget("input.txt", mutation.changed_text, _record, 20),
    "session.json": FuzzTarget("session.json", mutation.changed_json, _session_file, 20),
    "frames.csv": FuzzTarget("frames.csv", mutation.changed_text, read_times, 5),
    "picture": FuzzTarget("input.jpg", forms.changed_picture, load_picture, 15),
    "export": FuzzTarget("input.jsonl.gz", forms.changed_export, _export, 5),
    "journal": FuzzTarget("journal.db", forms.changed_journal, _journal, 1),
    "checkpoint": FuzzTarget("input.bin", forms.changed_table, _checkpoint, 3),
    "deck": FuzzTarget("input.deck", forms.changed_zip, _deck, 5),
    "profile": FuzzTarget("1.npz", forms.changed_profile, _profile, 5),
    "video": FuzzTarget("input.mp4", mutation.changed_bytes, _video, 2),
}
"""Every kind of file; the slow readers get fewer."""
