"""Errors, findings and sources are made in English, and told in the language of the reader."""

import ast
import re
from pathlib import Path

import pytest

import firmware
import hardware
import vision
from firmware.announce.sentences import SECTIONS, in_language, is_known
from firmware.announce.texts import FIRST, LANGUAGES, keys, text
from tests.support.sentence import written

PACKAGES = tuple(Path(package.__path__[0]) for package in (firmware, hardware, vision))
INWARD = (
    "announce/texts.py",  # faults of a table of texts
    "care/acceptance",  # the first day of a board, which is told in English
    "decoding",
    "rules/game.py",
    "rules/layout.py",
    "rules/position_setup.py",
    "rules/steere.py",
    "rules/notation/clauses.py",  # positions are written by programmers
    "rules/notation/options.py",  # taken up by the ruleset
    "rules/notation/position.py",
    "rules/notation/sayings.py",
    "rules/notation/steere.py",
    "storage/checkpoint.py",
    "storage/codec.py",
    "storage/export.py",
    "storage/look_check.py",  # taken up by exports and journals
    "devices/deck_profiles.py",  # told in the log
    "storage/object_forms.py",
    "storage/object_table.py",
    "vision/calibrate.py",
    "vision/decode.py",  # stand behind the name of a file: vision/sources.py
    "vision/deck_file.py",
    "hardware/display.py",
    "dialogue/presses.py",  # taken up as refusals
    "decks/page_enrolment.py",  # the page has texts for what these are called
    "phones/inbox.py",  # taken up by the page
    "storage/live_reader.py",  # of programs that listen
    "web/doors.py",  # the page has texts for what these are called
    "web/joining.py",
    "web/shelf.py",
)
"""Where errors are raised that no person at a table gets to see as they stand."""


def files():
    for package in PACKAGES:
        yield from sorted(package.rglob("*.py"))


def raised():
    """Every sentence with which an error is raised."""
    for path in files():
        if any(one in path.as_posix() for one in INWARD):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                yield from (one for one in (written(arg, "X") for arg in node.exc.args) if one and one.strip(" X:"))


def constants():
    """All texts in the code, what stands between the values of a sentence each for itself."""
    for path in files():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


ENGLISH = [(section, key) for section in SECTIONS for key in sorted(keys(section, FIRST))]
OF_OTHERS = re.compile("os_|errno|several|place|argument")
"""Sentences of the system and of argparse, and how several are joined."""


def test_every_error_of_the_code_has_a_text():
    assert [sentence for sentence in sorted(set(raised())) if not is_known(sentence)] == []


def test_every_text_is_a_sentence_of_the_code():
    code = "\n".join(constants())
    for section, key in ENGLISH:
        if not OF_OTHERS.match(key):
            parts = re.split(r"{\w+}|: ", text(section, key, FIRST))
            assert all(part.strip(" ;:()") in code for part in parts), (section, key)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != FIRST])
def test_a_sentence_is_told_in_the_language_with_its_values(language):
    for section, key in ENGLISH:
        english, there = text(section, key, FIRST), text(section, key, language)
        values = {name: f"<{name}>" for name in re.findall(r"{(\w+)}", english)}
        assert in_language(english.format(**values), language) == there.format(**values), key


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("the moon is full", "the moon is full"),
        (
            "a.jpg cannot be read: No such file or directory",
            "a.jpg ne peut être lu : ce fichier ou ce dossier n'existe pas",
        ),
        (
            "'card 99 7O': there is no play 99; 3 were played; nothing was changed",
            "'card 99 7O': il n'y a pas de coup 99, 3 ont été joués ; rien n'a été changé",
        ),
        (
            "argument --rules: there are no rules 'cafee'; did you mean 'cafe'?",
            "argument --rules : il n'y a pas de règles 'cafee' ; vouliez-vous dire 'cafe' ?",
        ),
        (
            "h.toml: ask_ms: 'x' is not a whole number from 0 to 60000 (higher asks less)\nh.toml: a: is not known; "
            "did you mean 'b'?",
            "h.toml: ask_ms: 'x' n'est pas un nombre entier de 0 à 60000\nh.toml: a: n'existe pas ; "
            "vouliez-vous dire 'b' ?",
        ),
    ],
)
def test_reasons_are_told_in_the_language_too_and_what_is_not_known_as_it_stands(english, french):
    assert in_language(english, "fr") == french
    assert in_language(english, "en") == english
