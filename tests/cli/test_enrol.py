"""``hakam enrol`` on drawn tables: a whole deck is learned, anything less is told and nothing is written."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.cards import ES40
from firmware.cli.main import main
from firmware.decks.store import DeckError, DeckStore
from models.synthetic.cards.deck import Deck
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.enrolment import shown_deck
from models.synthetic.scenes.placed import PlacedCard
from models.synthetic.scenes.scene import Scene, render
from models.synthetic.scenes.surface import draw_surface
from vision.deck_file import unpacked


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """Pictures of a whole deck of forty, ten cards each, and one of its first table again without a card."""
    folder = tmp_path_factory.mktemp("tables")
    deck, cloth = own_deck(), draw_surface("cloth", 1)
    forty = replace(deck, faces={face: deck.faces[face] for face in deck.faces if face in ES40.cards})
    shown = shown_deck(np.random.default_rng(3), forty, cloth)
    for number, table in enumerate(shown):
        cv2.imwrite(str(folder / f"{number}.jpg"), table.picture)
    return sorted(map(str, folder.glob("*.jpg")))


def laid_in_order(deck, surface):
    """Pictures of ten cards each, two rows of five, in the order of the pack, as if laid by hand."""
    rng = np.random.default_rng(5)
    spots = [(x, y) for y in (-100.0, 100.0) for x in (-260.0, -130.0, 0.0, 130.0, 260.0)]
    for start in range(0, 40, 10):
        cards = [
            PlacedCard(card, deck.faces[card], (x, y + float(rng.normal(0, 6))), float(rng.normal(0, 5)))
            for card, (x, y) in zip(ES40.cards[start:], spots, strict=False)
        ]
        scene = Scene(Table(surface), SceneCamera((1280, 720), (0.0, 0.0), 1.75), cards=tuple(cards))
        yield render(scene, rng).picture


def decks(home):
    return sorted(path.name for path in (home / "data").rglob("*.deck"))


def records(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_deck_shown_whole_is_enrolled_and_read_by_its_name(home, tables, capsys):
    assert main(["enrol", "cafe", "--json", "--from", *tables, "--draw", str(home / "drawn")]) == 0
    *shown, stock, written = records(capsys)
    assert [len(one["cards"]) for one in shown] == [10, 10, 10, 10]
    assert stock == {"cards": 40, "missing": [], "doubtful": []}
    assert written["deck"] == "cafe"
    assert decks(home) == ["cafe.deck"]
    assert len(list((home / "drawn").iterdir())) == 4
    assert main(["read", "--json", "--deck", "cafe", tables[0]]) == 0
    (read,) = records(capsys)
    named = {card["card"] for card in shown[0]["cards"]}
    assert {card["card"] for card in read["cards"]} == named
    assert all(card["confidence"] > 0.95 for card in read["cards"])


def test_missing_cards_are_named_and_the_former_enrolment_stays(home, tables, capsys):
    assert main(["enrol", "cafe", "--from", *tables]) == 0
    before = (home / "data" / "hakam" / "decks" / "cafe.deck").read_bytes()
    capsys.readouterr()
    assert main(["enrol", "cafe", "--replace", "--from", *tables[1:], "--pack", "40"]) == 1
    out, err = capsys.readouterr()
    assert "30 of 40 cards" in out
    assert err.startswith("hakam: the deck 'cafe' is not enrolled: missing ")
    assert (home / "data" / "hakam" / "decks" / "cafe.deck").read_bytes() == before


def test_what_is_no_picture_ends_it_before_anything_is_written(home, tables, capsys):
    (home / "letter.txt").write_text("Dear Amina")
    assert main(["enrol", "cafe", "--from", *tables, str(home / "letter.txt")]) == 1
    assert "is no picture" in capsys.readouterr().err
    assert decks(home) == []


@pytest.mark.parametrize("name", ["Café", "../cafe", "a" * 41])
def test_a_name_that_is_none_is_refused_before_anything_is_looked_at(home, tables, capsys, name):
    assert main(["enrol", name, "--from", *tables]) == 1
    assert "no name for a deck" in capsys.readouterr().err


def test_an_empty_name_is_wrong_usage(home, tables, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["enrol", "", "--from", *tables])
    assert "a name is expected, and it is empty" in capsys.readouterr().err


def test_an_answer_about_a_card_that_is_not_there_is_refused(home, tables, capsys):
    assert main(["enrol", "cafe", "--from", tables[0], "--is", "99=7O"]) == 1
    assert "there is no card number 99" in capsys.readouterr().err


@pytest.mark.parametrize("answer", ["7O", "3=7X", "x=7O"])
def test_what_is_no_answer_is_wrong_usage(home, tables, capsys, answer):
    with pytest.raises(SystemExit) as ended:
        main(["enrol", "cafe", "--from", tables[0], "--is", answer])
    assert ended.value.code == 2
    assert "is no answer" in capsys.readouterr().err


@pytest.fixture(scope="module")
def suits(tmp_path_factory):
    """Pictures of the suits, each in order."""
    folder = tmp_path_factory.mktemp("suits")
    for number, picture in enumerate(laid_in_order(own_deck(), draw_surface("cloth", 1))):
        cv2.imwrite(str(folder / f"{number}.jpg"), picture)
    return sorted(map(str, folder.glob("*.jpg")))


LACKING = "1B 2B 3B 4B 5B 6B 7B 10B 11B 12B"


def test_what_lacks_is_laid_out_alone_and_added(home, suits, capsys):
    assert main(["enrol", "cafe", "--from", *suits[:3]]) == 1
    out, err = capsys.readouterr()
    assert f"missing {LACKING}; lay these cards alone, in this order" in err
    assert "rest.png" in out
    assert "12B the rey of bastos" in out
    assert main(["enrol", "cafe", "--from", *suits[:3], "--rest", suits[3]]) == 0
    assert decks(home) == ["cafe.deck"]


def test_of_two_pictures_of_what_lacks_the_one_that_shows_it_counts(home, suits, tmp_path, capsys):
    wrong = tmp_path / "from-the-other-side.jpg"
    cv2.imwrite(str(wrong), cv2.rotate(cv2.imread(suits[3]), cv2.ROTATE_180))
    assert main(["enrol", "cafe", "--from", *suits[:2], "--rest", suits[2], str(wrong)]) == 1
    out, err = capsys.readouterr()
    assert f"the cards in {wrong} do not look as if they lay in this order, rows from the left: {LACKING}" in out
    assert f"missing {LACKING}; lay these cards alone, in this order" in err
    assert main(["enrol", "cafe", "--from", *suits[:2], "--rest", suits[2], str(wrong), suits[3]]) == 0
    assert decks(home) == ["cafe.deck"]


def test_where_somebody_sits_the_pictures_of_what_lacks_are_asked_for_at_once(home, suits, capsys, monkeypatch):
    answers = iter(["nowhere.jpg", suits[2], f"'{suits[3]}'"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    assert main(["enrol", "cafe", "--from", *suits[:3]]) == 0
    out, err = capsys.readouterr()
    assert f"10 cards are still to be learned: {LACKING}." in out
    assert "nowhere.jpg cannot be read" in err
    assert "do not look as if they lay in this order" in err
    assert decks(home) == ["cafe.deck"]


@pytest.fixture
def blurred(home, tables):
    """The same pictures, in which nobody could tell the cards apart."""
    names = [str(home / f"{n}.jpg") for n in range(4)]
    for source, target in zip(tables, names, strict=True):
        cv2.imwrite(target, cv2.GaussianBlur(cv2.imread(source), (0, 0), 8))
    return names


def test_a_deck_that_cannot_be_read_is_offered_to_be_laid_out_in_order_with_a_drawn_example(home, blurred, capsys):
    assert main(["enrol", "cafe", "--pack", "40", "--draw", str(home / "drawn"), "--from", *blurred]) == 1
    out, err = capsys.readouterr()
    assert "of its cards cannot be told apart; lay it out in order, a suit a picture, and say --in-order" in err
    assert f"drawn: {home / 'drawn' / 'in-order.png'}" in out
    assert cv2.imread(str(home / "drawn" / "in-order.png")) is not None
    assert decks(home) == []


def test_doubtful_cards_are_asked_about_with_their_pictures_where_a_person_sits(home, blurred, capsys, monkeypatch):
    asked = []

    def answer(question):
        asked.append(question)
        return {1: "y", 2: "seven"}.get(len(asked), "")

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    assert main(["enrol", "cafe", "--pack", "40", "--from", *blurred]) == 1
    out, err = capsys.readouterr()
    assert "in-order.png" in out
    assert asked[0].startswith("answer about them one by one all the same?")
    assert asked[1] == asked[2]
    picture, question = asked[1].split(": ", 1)
    assert cv2.imread(picture) is not None
    assert question.startswith("card ")
    assert "'seven' is no card" in err or "'SEVEN' is no card" in err
    assert decks(home) == []


def test_a_damaged_deck_is_told(home, tables, capsys):
    shelf = DeckStore(home)
    (home / "cafe.deck").write_bytes(b"PK nonsense")
    with pytest.raises(DeckError, match=r"cafe\.deck cannot be read: it is damaged"):
        shelf.load("cafe")


def test_a_shelf_names_its_decks(home, tables, capsys):
    assert main(["enrol", "cafe", "--from", *tables]) == 0
    shelf = DeckStore(home / "data" / "hakam" / "decks")
    assert shelf.names == ["cafe"]
    assert set(shelf.load("cafe").cards) == set(ES40.cards)
    assert unpacked((shelf.folder / "cafe.deck").read_bytes()).faces == shelf.load("cafe").faces
    with pytest.raises(DeckError, match=r"no deck 'home' is enrolled \(enrolled: cafe\)"):
        shelf.load("home")


def test_a_deck_made_by_hand_is_named_by_the_order_in_which_it_lies(home, capsys):
    """White cards with a scribble each: nobody could name them, and each is known again."""
    rng, faces = np.random.default_rng(4), {}
    for card in ES40.cards:
        face = np.full((300, 195, 4), (235, 238, 240, 255), np.uint8)
        points = rng.integers((30, 40), (165, 260), (9, 2)).astype(np.int32)
        cv2.polylines(face, [points], False, (*map(int, rng.integers(0, 150, 3)), 255), 7)
        faces[card] = face
    deck, cloth = Deck("scribbled", "spanish", faces), draw_surface("cloth", 1)
    names = [str(home / f"{number}.jpg") for number in range(4)]
    for name, table in zip(names, laid_in_order(deck, cloth), strict=True):
        cv2.imwrite(name, table)
    assert main(["enrol", "scribbled", "--json", "--in-order", "--from", *names]) == 0
    *shown, _, _ = records(capsys)
    assert [card["card"] for one in shown for card in one["cards"]] == [str(card) for card in ES40.cards]
    assert main(["read", "--json", "--deck", "scribbled", names[2]]) == 0
    (read,) = records(capsys)
    assert {card["card"] for card in read["cards"]} == {str(card) for card in ES40.cards[20:30]}


def test_a_pack_in_order_must_be_whole(home, tables, capsys):
    assert main(["enrol", "cafe", "--in-order", "--from", *tables[:3]]) == 1
    err = capsys.readouterr().err
    assert err.startswith("hakam: 30 cards were found (")
    assert "a pack that lies in order has 40 or 48" in err
    assert decks(home) == []
