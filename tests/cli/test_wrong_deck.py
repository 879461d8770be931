"""Another deck lies there than the one that was named: it is told, and its cards are read as those of any deck."""

import json

import cv2
import numpy as np
import pytest

from firmware.cards import ES40, Card
from firmware.decks.store import DeckStore, eyes_for
from firmware.devices.observer import Observer
from firmware.settings.model import load_settings
from firmware.signals import DeckComparison, Unnamed
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.placed import PlacedCard
from models.synthetic.scenes.scene import Scene, render
from models.synthetic.scenes.surface import draw_surface
from vision.enrolled import EnrolledDeck
from vision.frame import Frame
from vision.sources import load_picture

LAID = tuple(map(Card.parse, ("1O", "4C", "7E", "11B", "5O")))


def scribbles():
    """A deck made by hand: a scribble on white for each card."""
    rng = np.random.default_rng(4)
    crops = np.full((40, 192, 128, 3), 238, np.uint8)
    for crop in crops:
        points = rng.integers((15, 25), (110, 170), (9, 2)).astype(np.int32)
        cv2.polylines(crop, [points], False, tuple(map(int, rng.integers(0, 150, 3))), 5)
    return EnrolledDeck(ES40.cards, crops)


def printed():
    """The drawn deck that lies on the table, as its own pictures."""
    deck = own_deck()
    faces = (*ES40.cards, Unnamed.BACK)
    small = [cv2.resize(deck.faces[face], (128, 192), interpolation=cv2.INTER_AREA)[..., :3] for face in faces]
    return EnrolledDeck(faces, np.stack(small))


@pytest.fixture
def table(home):
    """A second of a table with five cards, and two decks that were enrolled."""
    shelf = DeckStore(home / "data" / "hakam" / "decks")
    shelf.keep("scribbled", scribbles())
    shelf.keep("cafe", printed())
    deck, camera = own_deck(), SceneCamera((1280, 720), (0.0, 0.0), 1.75)
    spots = [(x, 0.0) for x in (-240.0, -120.0, 0.0, 120.0, 240.0)]
    cards = tuple(PlacedCard(card, deck.faces[card], spot) for card, spot in zip(LAID, spots, strict=True))
    picture = render(Scene(Table(draw_surface("cloth", 1)), camera, cards=cards), np.random.default_rng(2)).picture
    (home / "table" / "frames").mkdir(parents=True)
    for t_ms in range(0, 1000, 250):
        cv2.imwrite(str(home / "table" / "frames" / f"{t_ms:05d}.jpg"), picture)
    return home / "table"


def compared(out):
    told = [json.loads(line) for line in out.splitlines()]
    return [(one["deck"], one["fits"]) for one in told if one["event"] == "DeckCompared"]


@pytest.mark.parametrize(("deck", "fits"), [("scribbled", False), ("cafe", True)])
def test_whether_the_named_deck_lies_there_is_told_kept_and_told_again(hakam, table, deck, fits):
    status, out, err = hakam("replay", table, "--deck", deck, "--json", "--report", table.parent / "r.html")
    assert (status, err) == (0, "")
    assert compared(out) == [(deck, fits)]
    assert hakam("replay", "1", "--json")[1] == out
    page = (table.parent / "r.html").read_text()
    assert (f"any (not {deck}, which was named)" in page) is not fits


def test_people_are_told_in_words(hakam, table):
    out = hakam("replay", table, "--deck", "scribbled")[1]
    assert "Another deck lies here, not scribbled: its cards are read as those of any deck" in out
    assert "Another deck" not in hakam("replay", table)[1]


def test_a_still_picture_of_another_deck_is_told_and_read(hakam, table):
    picture = table / "frames" / "00000.jpg"
    assert hakam("read", picture, "--deck", "scribbled")[1].endswith(
        "(not of the deck scribbled: read as those of any deck)\n"
    )
    (other,) = map(json.loads, hakam("read", picture, "--json", "--deck", "scribbled")[1].splitlines())
    (own,) = map(json.loads, hakam("read", picture, "--json", "--deck", "cafe")[1].splitlines())
    assert (other["deck_fits"], own["deck_fits"]) == (False, True)
    assert {card["card"] for card in other["cards"]} == {card["card"] for card in own["cards"]} == set(map(str, LAID))


def test_a_live_referee_tells_it_too(hakam, table):
    status, out, _ = hakam("run", "--camera", table, "--deck", "scribbled", "--json")
    assert (status, compared(out)) == (0, [("scribbled", False)])


@pytest.mark.parametrize(("deck", "fits"), [("scribbled", False), ("cafe", True)])
def test_the_deck_is_judged_anew_in_each_match(table, deck, fits):
    """Whatever lay there in the match before, the deck that was named is asked for again."""
    settings = load_settings()
    observer = Observer(eyes_for(settings, deck), settings, deck)
    picture = load_picture(table / "frames" / "00000.jpg")
    blank = np.full_like(picture, picture.mean())
    for match in range(2):
        for number, shown in enumerate((blank, blank, picture, picture)):
            observer.observe(Frame(1000 * match + 200 * number, shown))
        assert observer.news(1000 * match + 800, None) == [DeckComparison(1000 * match + 800, deck, fits)]
        observer.begin()
        assert observer.news(1000 * match + 900, None) == []


def test_an_evening_that_was_recorded_is_replayed_to_the_same_layout(hakam, table):
    """Its pictures, the deck by which they were read, and the table go into the folder."""
    folder = table.parent / "evening"
    live = hakam("run", "--camera", table, "--deck", "cafe", "--players", "3", "--record", folder, "--json")[1]
    status, again, _ = hakam("replay", folder, "--json")
    assert (status, compared(live), compared(again)) == (0, [("cafe", True)], [("cafe", True)])
    assert '"players":3' in hakam("sessions", "--json")[1].splitlines()[-1]
    assert hakam("run", "--camera", table, "--record", folder)[0] == 1
