"""The folder in which odd commands run, what lies in it, and what may not be lost of it."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path

import cv2
import numpy as np

from firmware.cards import ES40
from firmware.decks.store import DeckStore
from firmware.signals import Unnamed
from firmware.storage.export import read_export, write_export
from firmware.storage.journal import Journal
from tests.support.odd_commands import NO_TEXT
from vision.enrolled import EnrolledDeck

SESSION = Path(__file__).parents[1] / "sessions" / "230036-2-players.jsonl.gz"
SIGNALS = 120  # of that session: three plays, and a tenth of a second to play them again
HOME = {
    "XDG_DATA_HOME": "home/data",
    "XDG_CONFIG_HOME": "home/config",
    "HAKAM_JOURNAL": "home/journal.db",
    "HAKAM_DECKS": "home/decks",
}


def make_world(folder: Path) -> None:
    """Put into ``folder`` what the commands are given, and a house of its own with a session and a deck."""
    for name in ("folder", "table/frames", "secrets", "home"):
        (folder / name).mkdir(parents=True)
    gray = np.full((360, 640, 3), 120, np.uint8)
    for name in ("gray.jpg", "gray.png", *(f"table/frames/{t_ms:05d}.jpg" for t_ms in range(0, 600, 100))):
        cv2.imwrite(str(folder / name), gray)
    for name in ("empty", "secret", "secrets/file"):
        (folder / name).write_bytes(b"")
    (folder / "letter.txt").write_text("Dear Amina, the tea was good – come again.", encoding="utf-8")
    (folder / "game.txt").write_text("deal 2O 5C 7E 12B\n")
    (folder / os.fsdecode(NO_TEXT.encode("utf-8", "surrogateescape"))).write_text("a name that is no text")
    (folder / "loop").symlink_to("loop")
    _make_house(folder)
    shutil.copytree(folder / "home", folder.with_name("home"))
    (folder / "secret").chmod(0)
    (folder / "secrets").chmod(0)


def _make_house(folder: Path) -> None:
    whole = read_export(SESSION)
    with Journal(folder / HOME["HAKAM_JOURNAL"]) as journal:
        number = journal.begin(whole.header)
        journal.write_all(number, whole.entries[:SIGNALS])
        write_export(folder / "session.jsonl.gz", whole.header, journal.entries(number), None)
    faces = (*ES40.cards, Unnamed.BACK)
    crops = np.full((len(faces), 192, 128, 3), 200, np.uint8)
    DeckStore(folder / HOME["HAKAM_DECKS"]).keep("cafe", EnrolledDeck(faces, crops))


def restore(folder: Path, before: Iterable[str]) -> None:
    """Have ``folder`` as it was: what is not among ``before`` goes, and the house is put in order."""
    for name in set(state(folder)).difference(before):
        with suppress(FileNotFoundError):
            shutil.rmtree(folder / name) if (folder / name).is_dir() else (folder / name).unlink()
    shutil.rmtree(folder / "home")
    shutil.copytree(folder.with_name("home"), folder / "home")


def state(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything in ``folder`` but the house and what was empty: its kind, its rights and its content."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.relative_to(folder).parts[0] != "home" and name not in ("empty", "secrets/file"):
            content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
            found[name] = (path.lstat().st_mode, content)
    return found


def kept_signals(folder: Path) -> int:
    """How much of the first session is in the journal still."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(folder / HOME["HAKAM_JOURNAL"])) as journal:
        return int(journal.execute("SELECT count(*) FROM signal WHERE session = 1").fetchone()[0])
    return 0


def made_locales(folder: Path, names: Iterable[str]) -> list[str]:
    """Those of the locales that this machine can have; they are made in ``folder``, for ``LOCPATH``."""
    return [name for name in names if name.startswith("C") or _made_locale(folder, *name.split("."))]


def _made_locale(folder: Path, language: str, charset: str) -> bool:
    command = ["localedef", "-i", language, "-f", charset, str(folder / f"{language}.{charset}")]
    with suppress(FileNotFoundError):
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return False
