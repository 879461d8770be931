"""Decks are read from folders of pictures, and faults in a folder are named."""

import cv2
import numpy as np
import pytest

from firmware.cards import ES40, Card
from firmware.signals import Unnamed
from models.synthetic.cards.deck import DeckPicturesError, deck_names, load_deck

LABELS = {
    "spanish": ("OCEB", [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]),
    "italian": ("DCSB", list(range(1, 11))),
    "french": ("DHSC", ["A", *range(2, 11), "J", "Q", "K"]),
}


def paint(path, grey, border=0):
    picture = np.full((100, 64, 3), grey, np.uint8)
    if border:
        cv2.rectangle(picture, (0, 0), (63, 99), (0, 0, 0), border)
    cv2.imwrite(str(path), picture)


def write_deck(folder, family):
    folder.mkdir()
    suits, ranks = LABELS[family]
    names = [f"{rank}{suit}" for suit in suits for rank in ranks]
    for k, name in enumerate(names):
        paint(folder / f"{name}.jpg", 100 + 3 * k)
    return {name: 100 + 3 * k for k, name in enumerate(names)}


@pytest.mark.parametrize(
    ("family", "label", "card"),
    [
        ("spanish", "12E", "12E"),
        ("spanish", "7C", "7C"),
        ("italian", "8D", "10O"),
        ("italian", "9C", "11C"),
        ("italian", "10S", "12E"),
        ("italian", "1B", "1B"),
        ("french", "AD", "1O"),
        ("french", "JH", "10C"),
        ("french", "QS", "11E"),
        ("french", "KC", "12B"),
        ("french", "9S", "9E"),
    ],
)
def test_a_label_of_each_family_becomes_the_card_of_our_words(tmp_path, family, label, card):
    greys = write_deck(tmp_path / "deck", family)
    deck = load_deck(tmp_path / "deck")
    assert deck.family == family
    assert abs(int(deck.faces[Card.parse(card)][50, 32, 0]) - greys[label]) <= 2


@pytest.mark.parametrize(("family", "cards", "extras"), [("spanish", 40, 0), ("italian", 40, 0), ("french", 48, 4)])
def test_french_tens_have_no_name_and_go_to_the_extras(tmp_path, family, cards, extras):
    write_deck(tmp_path / "deck", family)
    deck = load_deck(tmp_path / "deck", name="ours")
    assert (deck.name, len(deck.cards), len(deck.extras)) == ("ours", cards, extras)
    assert set(ES40.cards) <= set(deck.faces)


def test_the_number_cards_of_trevisane_go_to_the_extras(tmp_path):
    write_deck(tmp_path / "deck", "italian")
    paint(tmp_path / "deck/pip9S.jpg", 7)
    deck = load_deck(tmp_path / "deck")
    assert [int(extra[50, 32, 0]) for extra in deck.extras] == [pytest.approx(7, abs=2)]


def test_every_face_has_transparent_corners_and_an_opaque_middle(tmp_path):
    write_deck(tmp_path / "deck", "spanish")
    deck = load_deck(tmp_path / "deck")
    for picture in deck.faces.values():
        alpha = picture[..., 3]
        assert alpha[[0, 0, -1, -1], [0, -1, 0, -1]].tolist() == [0, 0, 0, 0]
        assert alpha[50].min() == 255
        assert ((alpha > 0) & (alpha < 255)).any(), "the edge is smooth"


def test_the_black_line_around_a_scan_is_cut_away(tmp_path):
    write_deck(tmp_path / "deck", "spanish")
    paint(tmp_path / "deck/5O.jpg", 250, border=1)
    face = load_deck(tmp_path / "deck").faces[Card.parse("5O")]
    assert face[20:80, :, 0].min() > 200
    assert face.shape[0] >= 94


def test_the_back_is_the_same_for_the_same_name_and_faces_cannot_be_changed(tmp_path):
    write_deck(tmp_path / "deck", "spanish")
    one, two, other = (load_deck(tmp_path / "deck", name=name) for name in ("a", "a", "b"))
    assert np.array_equal(one.back, two.back)
    assert not np.array_equal(one.back, other.back)
    with pytest.raises(ValueError, match="read-only"):
        one.faces[Unnamed.BACK][0, 0] = 0


@pytest.mark.parametrize(
    ("gone", "added", "content", "complaint"),
    [
        ("12B.jpg", None, b"", "lacks the faces 12B"),
        (None, "8O.jpg", None, "lacks the faces 8C, 8E, 8B"),
        ("7O.jpg", "7O.jpg", b"no picture", "7O.jpg is no picture"),
        ("7O.jpg", "7O.jpg", b"", "7O.jpg is no picture"),
        (None, "13O.jpg", None, "13O.jpg is named after no card of a spanish deck"),
        (None, "7X.jpg", None, "B C E O X found"),
    ],
)
def test_a_faulty_folder_is_refused_with_its_fault(tmp_path, gone, added, content, complaint):
    folder = tmp_path / "deck"
    write_deck(folder, "spanish")
    if gone:
        (folder / gone).unlink()
    if added and content is None:
        paint(folder / added, 9)
    elif added:
        (folder / added).write_bytes(content)
    with pytest.raises(DeckPicturesError, match=complaint):
        load_deck(folder)


def test_a_folder_that_is_not_there_is_reported(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere is no folder"):
        load_deck(tmp_path / "nowhere")


def test_decks_are_the_folders_that_hold_pictures(tmp_path):
    for name in ("b", "a"):
        write_deck(tmp_path / name, "spanish")
    (tmp_path / "empty").mkdir()
    (tmp_path / "list.csv").write_text("deck")
    assert deck_names(tmp_path) == ("a", "b")
