"""``hakam decks``: what is enrolled can be listed, looked at, renamed and removed; nothing is lost by accident."""

import json
import os

import cv2
import numpy as np
import pytest

from firmware.cards import ES40
from firmware.decks.store import DeckStore
from firmware.signals import Unnamed
from vision.enrolled import EnrolledDeck

FACES = (*ES40.cards, Unnamed.UNKNOWN, Unnamed.BACK)


@pytest.fixture
def shelf(home):
    shelf = DeckStore(home / "data" / "hakam" / "decks")
    for name in ("cafe", "home"):
        shelf.keep(name, EnrolledDeck(FACES, np.full((len(FACES), 192, 128, 3), 200, np.uint8)))
    return shelf


def test_without_a_deck_it_is_said_how_to_get_one(hakam):
    status, out, _ = hakam("decks")
    assert (status, out.startswith("no deck is enrolled in ")) == (0, True)
    assert hakam("decks", "--json") == (0, "", "")


def test_decks_are_listed(hakam, shelf):
    assert [line.split(", enrolled")[0] for line in hakam("decks")[1].splitlines()] == [
        "cafe: 40 cards, 1 without a name, its back",
        "home: 40 cards, 1 without a name, its back",
    ]
    first = json.loads(hakam("decks", "--json")[1].splitlines()[0])
    assert first == {"deck": "cafe", "cards": 40, "others": 1, "back": True, "file": str(shelf.file("cafe"))}


@pytest.mark.parametrize("name", ["cafe.png", "cafe"])
def test_a_deck_is_shown_on_one_picture(hakam, home, shelf, name):
    assert hakam("decks", "--show", "cafe", home / name)[1] == f"{home / 'cafe.png'}: all cards of cafe\n"
    rows, across = 5, 10
    assert cv2.imread(str(home / "cafe.png")).shape == (rows * (192 + 22 + 8), across * (128 + 8) + 8, 3)


def test_a_deck_is_called_otherwise(hakam, shelf):
    assert hakam("decks", "--rename", "cafe", "terrace")[0] == 0
    assert shelf.names == ["home", "terrace"]


def test_a_deck_is_removed(hakam, shelf):
    assert hakam("decks", "--remove", "cafe")[0] == 0
    assert shelf.names == ["home"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--rename", "cafe", "home"), "a deck 'home' is enrolled already"),
        (("--rename", "gone", "new"), "no deck 'gone' is enrolled (enrolled: cafe, home)"),
        (("--rename", "cafe", "../x"), "'../x' is no name for a deck"),
        (("--remove", "gone"), "no deck 'gone' is enrolled"),
        (("--show", "gone", "x.png"), "no deck 'gone' is enrolled"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_changed(hakam, shelf, words, fault):
    status, _, err = hakam("decks", *words)
    assert (status, len(err.splitlines()), fault in err) == (1, 1, True)
    assert shelf.names == ["cafe", "home"]


def test_enrolling_over_a_deck_is_refused_before_anything_is_looked_at(hakam, shelf):
    before = shelf.file("cafe").read_bytes()
    status, _, err = hakam("enrol", "cafe", "--from", os.devnull)
    assert (status, "say --replace" in err) == (1, True)
    assert shelf.file("cafe").read_bytes() == before


@pytest.mark.parametrize(("answer", "fault"), [("y", "is no picture"), ("", "say --replace")])
def test_somebody_at_the_terminal_is_asked_whether_a_deck_may_go(hakam, shelf, monkeypatch, answer, fault):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    status, _, err = hakam("enrol", "cafe", "--from", os.devnull)
    assert (status, fault in err) == (1, True)
