"""Valid files of each kind, made by the program itself: what is changed at random starts from them."""

import io
import json
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from docs.tools.default_file import default_file
from firmware.cards import ES40, Rank
from firmware.devices.deck_profiles import DeckProfiles
from firmware.presentation.json_lines import closing_line
from firmware.referee import Referee
from firmware.rules.notation import guide, ruleset
from firmware.storage import checkpoint
from firmware.storage.export import ExportedSession, read_export, write_export
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader
from firmware.storage.moment import SETUPS, closed, fed
from models.benchmarks.results import ROOT
from vision.deck_file import packed
from vision.enrolled import EnrolledDeck
from vision.learned_deck import LearnedCard

SETTINGS = """\
language = "fr"
players = 3
names = ["Amina", "Youssef", "Omar"]
rules = "cafe target=21"
seat_pins = [17, 27, 22, 23]
camera = "evening.mp4@90"
journal = "~/journal.db"
"""
NETWORK = "0" * 64
"""By which the profile of a learned deck is described."""
SESSION = {
    "players": 2,
    "dealer": 1,
    "rules": "pagat target=21 caida=1,5,10",
    "deck": "cafe",
    "names": ["Amina", "Youssef"],
    "inputs": [
        {"t_ms": 1200, "seat": 0, "input": "ronda"},
        {"t_ms": 5000, "seat": 1, "input": "challenge 0 5,5,10"},
        {"t_ms": 9000, "seat": None, "input": "card 3 7O"},
        {"t_ms": 9500, "seat": None, "input": "insert 2 1 12C"},
        {"t_ms": 9900, "seat": None, "input": "layout 1 2O 5C 7E 12B"},
    ],
    "earlier_plays": 4,
}
STEERE = "rules steere\nhands 1\ndealer C\nA 7O  B 12C  C 3E\n2O 3O 4O\n"
SIGNALS = 60
"""Of a recorded session: the first deal's layout and its first plays."""


@cache
def seeds() -> Mapping[str, Sequence[bytes]]:
    """The valid files of each kind of input."""
    with tempfile.TemporaryDirectory() as folder:
        made = _made(Path(folder))
    return {
        "settings": (SETTINGS.encode(), default_file().encode()),
        "house rules": (
            ruleset.EXAMPLE.encode(),
            b'extends = "gamesite"\nrank_values = {10 = 2, 12 = 4}\nneutral = 3\n',
        ),
        "notation": (guide.GAME.encode(), guide.EXAMPLE.encode(), STEERE.encode(), *_records()),
        "session.json": (json.dumps(SESSION).encode(),),
        "frames.csv": (b"frame,t_ms\n0,10\n1,250\n2,260\n", b"t_ms\n0\n33\n66\n"),
        "picture": tuple(_pictures()),
        **made,
    }


def _records() -> list[bytes]:
    return [file.read_bytes() for file in sorted((ROOT / "tests" / "rules" / "records").glob("*.txt"))[:6]]


def _made(folder: Path) -> dict[str, Sequence[bytes]]:
    recorded = read_export(ROOT / "tests" / "sessions" / "230036-2-players.jsonl.gz")
    _play(folder / "journal.db", recorded)
    with Journal(folder / "journal.db") as journal:
        kept, head = journal.checkpoint(2), journal.session(1)
        assert kept is not None
        write_export(folder / "one.jsonl.gz", head.header, journal.entries(1), head.outcome)
    DeckProfiles(folder, NETWORK).keep("1", [_learned(2), _learned(3)])
    return {
        "export": ((folder / "one.jsonl.gz").read_bytes(),),
        "journal": ((folder / "journal.db").read_bytes(),),
        "checkpoint": (kept.state,),
        "deck": (packed(_deck()),),
        "profile": ((folder / "1.npz").read_bytes(),),
        "video": (_video(folder / "a.mp4", "mp4v"), _video(folder / "a.avi", "MJPG")),
    }


def _play(path: Path, recorded: ExportedSession) -> None:
    """Write a session that was closed, and one that was cut off."""
    jpeg = cv2.imencode(".jpg", _shades(80, 60))[1].tobytes()
    with Journal(path) as journal:
        for close in (True, False):
            referee = Referee(SETUPS.parse(recorded.header.setup))
            number = journal.begin(SessionHeader("2026-11-24", "the table", recorded.header.setup))
            signals = [entry.signal for entry in recorded.entries if entry.signal is not None][:SIGNALS]
            for signal in signals:
                moment = fed(referee, signal)
                pictures = (EvidencePicture(signal.t_ms, 400.0, jpeg),) if moment.events else ()
                journal.write(number, JournalEntry(moment.t_ms, signal, moment.texts, pictures))
            checkpoint.save(journal, number, referee)
            if close:
                journal.close_session(number, closed(referee, 99_000).entry, closing_line(referee))
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA journal_mode = DELETE")  # all in one file


def _shades(width_px: int, height_px: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (height_px, width_px, 3)).astype(np.uint8)


def _deck() -> EnrolledDeck:
    return EnrolledDeck(ES40.cards[:4], np.stack([_shades(128, 192)] * 4))


def _learned(count: int) -> list[LearnedCard]:
    looks = np.full((2, 128), 128**-0.5, np.float32)
    return [LearnedCard(looks, Rank(1 + number), np.full(40, 1 / 40), True) for number in range(count)]


def _pictures() -> list[bytes]:
    found = [cv2.imencode(ending, _shades(64, 48))[1].tobytes() for ending in (".png", ".jpg", ".webp", ".bmp")]
    out = io.BytesIO()
    Image.fromarray(_shades(64, 48)).save(out, "JPEG", progressive=True)
    return [*found, out.getvalue()]


def _video(path: Path, code: str) -> bytes:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 10, (64, 48))
    for _ in range(6):
        writer.write(_shades(64, 48))
    writer.release()
    return path.read_bytes()
