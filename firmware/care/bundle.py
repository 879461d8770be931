"""The report: one ZIP from which a fault can be played again, small enough to be sent whatever was seen.

What matters most goes in first; of the pictures the newest do, since they show what went wrong just now, and those that
find no room stay out. What is in it, what is not, and how to play it again stands in its own README.txt.
"""

import json
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import asdict

from firmware.announce.sentences import in_language
from firmware.announce.texts import FIRST, keys, text
from firmware.care.bounded_zip import BoundedZip
from firmware.care.doctor import Finding
from firmware.care.versions import versions
from firmware.errors import HakamError
from firmware.settings.model import Settings
from firmware.settings.text_file import named_path
from firmware.storage.atomic_file import open_atomic
from firmware.storage.export import stream_export
from firmware.storage.journal import EvidencePicture, Journal
from firmware.storage.outputs import OutputKind, written

LIMIT_BYTES = 20_000_000
"""Below the 25 MB that mail takes at most (support.google.com/mail/answer/6584)."""
BUNDLE = OutputKind("report of a fault", b"settings.json")  # the name of the first file in it, in its head
README_BYTES = 8_000
"""Room that is kept for README.txt: 1,400 with one file of each kind, there and left out, and the words of a fault."""

README = """\
A report of Hakam, to find out what went wrong.

{how}

In here:
{there}

Left out, since there was no room:
{left_out}

Private in here: the pictures show the table as the camera saw it, with hands and whatever lay there. The session tells
what was played, pressed and announced, and when the match began. Settings, findings and log name files and folders of
the machine (~ is the home folder). There is no sound, no name of the machine or of its users.
"""
AGAIN = """\
Play it again with Hakam {hakam}, build {build}:

    hakam replay {session}
    hakam replay {session} --json"""
NOT_AGAIN = "Nothing can be played again: {why}."
MEANS = {
    "settings.json": "the settings as they were in force",
    "findings.txt": "what `hakam doctor` finds: supply, heat, disk, parts",
    "versions.json": "program, networks, packages, machine",
    "log.txt": "the last lines of the log",
    "session-*.jsonl.gz": "all that was seen and pressed, and what the referee answered",
    "snapshot-*.bin": "the referee as it was put aside last (a packed table of plain values)",
    "looks/*.jpg": "the last pictures that were looked at, by milliseconds of the session",
    "evidence/*.jpg": "the pictures that prove what was announced, likewise",
}
"""Every kind of file there may be beside README.txt, and what it is."""


@dataclass(frozen=True, slots=True)
class Material:
    """What a report is made of beside the journal.

    Attributes:
        settings: as they are in force.
        findings: what the doctor says.
        log: the last lines of the log.
        looks: the last pictures of the camera, the newest last.
    """

    settings: Settings
    findings: tuple[Finding, ...] = ()
    log: tuple[str, ...] = ()
    looks: tuple[EvidencePicture, ...] = ()


def write_bundle(path: Path, journal: Path, material: Material, *, limit_bytes: int = LIMIT_BYTES) -> None:
    """Write the report of the newest session in ``journal`` to ``path``, whole or not at all.

    Args:
        path: the ZIP to write.
        journal: its file.
        material: what is not in the journal.
        limit_bytes: the most that the ZIP may have.

    Raises:
        NotWrittenError: if it cannot be written there, or something else lies there.
    """
    with written(path), open_atomic(path, BUNDLE) as file, BoundedZip(file, limit_bytes) as bag:
        bag.keep_free(README_BYTES)
        how = _filled(bag, journal, material)
        bag.keep_free(0)
        bag.put("README.txt", _plain(_readme(bag, how)))


def described(finding: Finding, language: str = FIRST) -> str:
    """A finding as one line for people."""
    state, what = (_named(name, language) for name in (finding.state, finding.what))
    return f"{state:<5} {what:<12} {in_language(finding.words, language)}"


def _named(word: str, language: str) -> str:
    """A word of the doctor's, where the tables of texts have it."""
    key = word.replace(" ", "_")
    return text("doctor", key, language) if key in keys("doctor", language) else word


def _filled(bag: BoundedZip, journal: Path, material: Material) -> str:
    """Put all in, and tell how to play it again, or why that cannot be done."""
    known = versions()
    bag.put("settings.json", _json(asdict(material.settings)))
    bag.put("versions.json", _json(known))
    bag.put("findings.txt", _lines(map(described, material.findings)))
    bag.put("log.txt", _lines(material.log))
    try:
        with Journal(journal, read_only=True) as reading:
            return _with_session(bag, reading, material, known)
    except HakamError as fault:
        _put_pictures(bag, "looks", reversed(material.looks))
        return NOT_AGAIN.format(why=fault)


def _with_session(bag: BoundedZip, journal: Journal, material: Material, known: Mapping[str, Any]) -> str:
    number = journal.newest()
    if number is None:
        _put_pictures(bag, "looks", reversed(material.looks))
        return NOT_AGAIN.format(why="the journal holds no session")
    session = f"session-{number}.jsonl.gz"
    kept = _put_session(bag, session, journal, number)
    _put_pictures(bag, "looks", reversed(material.looks))
    _put_pictures(bag, "evidence", journal.evidence(number))
    return AGAIN.format(session=session, **known) if kept else NOT_AGAIN.format(why="the session is too large")


def _put_session(bag: BoundedZip, name: str, journal: Journal, number: int) -> bool:
    """The session without its pictures, and the referee as he was put aside; whether it found room."""
    found = journal.session(number)
    with tempfile.TemporaryFile(dir=journal.path.parent) as file:
        stream_export(file, found.header, journal.entries(number, pictures=False), found.outcome)
        fits = bag.put_file(name, file)
    checkpoint = journal.checkpoint(number)
    if checkpoint:
        bag.put(f"snapshot-{number}-{checkpoint.build}.bin", checkpoint.state)
    return fits


def _put_pictures(bag: BoundedZip, folder: str, newest_first: Iterable[EvidencePicture]) -> None:
    """Each moment once: one picture may prove several things."""
    for picture in newest_first:
        name = f"{folder}/{picture.t_ms:010d}.jpg"
        if not bag.was_offered(name):
            bag.put(name, picture.jpeg)


def _readme(bag: BoundedZip, how: str) -> str:
    there, out = _counted(bag.names), _counted(bag.left_out)
    return README.format(
        how=how,
        there="\n".join(f"  {count:4d} {kind:<20} {MEANS[kind]}" for kind, count in there.items()),
        left_out="\n".join(f"  {count:4d} {kind}" for kind, count in out.items()) or "  nothing",
    )


def _counted(names: Iterable[str]) -> dict[str, int]:
    """How many there are of each kind."""
    paths = [PurePosixPath(name) for name in names]
    counts = {kind: sum(path.match(kind) for path in paths) for kind in MEANS}
    return {kind: count for kind, count in counts.items() if count}


def _json(data: Mapping[str, Any]) -> bytes:
    return _plain(json.dumps(data, indent=1) + "\n")


def _lines(lines: Iterable[str]) -> bytes:
    return _plain("".join(f"{line}\n" for line in lines))


def _plain(text: str) -> bytes:
    """The text without the name of whose home it was written in."""
    home = str(named_path("~"))
    return (text if home == "/" else text.replace(home, "~")).encode()
