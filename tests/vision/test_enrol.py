"""Taking stock of a deck: every card once, and what is said about those that are missing, doubtful or twice."""

from dataclasses import replace

import numpy as np
import pytest

from firmware.cards import ES40, ES48, Card
from firmware.signals import Unnamed
from vision.deck_file import DeckFileError, packed, unpacked
from vision.deck_inventory import KINDS
from vision.enrol import kind_of, take_stock
from vision.enrolled import EnrolledDeck
from vision.identify import FACES, Identifier
from vision.laid import Flaw
from vision.locate import Detection, Detections
from vision.shown import ShownCard, row_by_row, shown_cards

SHAPE = (192, 128, 3)
FORTY = KINDS["40"]


def look(faces, picture=0, place=None):
    """A look that takes a card for ``faces`` (face -> probability); cards of one ``place`` are alike."""
    chances, description = np.zeros(len(FACES), np.float32), np.zeros(60, np.float32)
    for face, share in faces.items():
        chances[FACES.index(face)] = share
    first = max(faces, key=faces.get)
    description[FACES.index(first) if place is None else place] = 1.0
    crop = np.full(SHAPE, FACES.index(first), np.uint8)
    return ShownCard(picture, np.zeros((4, 2), np.float32), crop, chances, description)


def whole(pack=ES40, without=()):
    return [look({card: 0.99}, n // 10) for n, card in enumerate(pack.cards) if str(card) not in without]


def card(text):
    return Card.parse(text)


def names(cards):
    return [str(one) for one in cards]


def test_a_whole_deck_is_complete_in_any_order():
    shown = whole()
    stock = take_stock([shown[k] for k in np.random.default_rng(1).permutation(40)], FORTY)
    assert stock.complete
    assert set(stock.cards) == set(ES40.cards)
    assert all(FACES[int(one.crop[0, 0, 0])] == face for face, one in stock.cards.items())


def test_the_last_card_is_named_by_those_that_are_not_it():
    unsure = look({card("6O"): 0.55, card("7O"): 0.4}, 3, place=55)
    stock = take_stock([*whole(without=("7O",)), unsure], FORTY)
    assert stock.complete
    assert stock.cards[card("7O")] is unsure


def test_two_cards_that_say_a_little_of_each_other_are_not_sure():
    """Of two that are 0.6 to 0.4 for one face each belief propagation is sure, with odds of 1.6 squared."""
    ways = (("10E", "11E"), ("11E", "10E"))
    pair = [look({card(one): 0.6, card(other): 0.4}, 3, 55 + k) for k, (one, other) in enumerate(ways)]
    stock = take_stock([*whole(without=("10E", "11E")), *pair], FORTY)
    assert len(stock.doubtful) == 2
    assert stock.doubtful[0].candidates[0][1] < 0.75


def test_a_card_is_not_named_for_being_the_only_one_left():
    unlike = look({card("6O"): 0.5, card("5O"): 0.25, card("7O"): 0.1}, 3, place=55)
    stock = take_stock([*whole(without=("7O",)), unlike], FORTY)
    assert names(stock.missing) == ["7O"]
    assert [one.look for one in stock.doubtful] == [unlike]


def test_what_is_missing_is_told():
    stock = take_stock(whole(without=("5C", "12B")), FORTY)
    assert not stock.complete
    assert names(stock.missing) == ["5C", "12B"]


def test_two_cards_that_may_be_either_are_asked_about():
    either = [look({card("10E"): 0.5, card("11E"): 0.48}, 3, place) for place in (55, 56)]
    stock = take_stock([*whole(without=("10E", "11E")), *either], FORTY)
    assert [set(names(face for face, _ in doubt.candidates)) for doubt in stock.doubtful] == [{"10E", "11E"}] * 2


def test_an_answer_settles_its_card_and_the_other_one():
    either = [look({card("10E"): 0.5, card("11E"): 0.48}, 3, place) for place in (55, 56)]
    shown = [*whole(without=("10E", "11E")), *either]
    stock = take_stock(shown, FORTY, {38: card("11E")})
    assert stock.complete
    assert stock.cards[card("11E")] is either[0]
    assert stock.cards[card("10E")] is either[1]


def test_a_card_that_lies_there_twice_is_told_with_its_twin_and_the_missing_one():
    twin = look({card("7O"): 0.99}, 0, place=55)
    stock = take_stock([*whole(without=("5C",)), twin], FORTY)
    assert not stock.complete
    assert names(stock.missing) == ["7O", "5C"]
    assert names(doubt.twin for doubt in stock.doubtful) == ["7O", "7O"]


def test_a_card_shown_in_two_pictures_counts_once():
    again = look({card("7O"): 0.97}, 3)
    stock = take_stock([*whole(), again], FORTY)
    assert stock.complete
    assert stock.cards[card("7O")] is not again  # the clearer look is kept


def test_what_is_left_over_does_not_keep_a_whole_deck_from_being_enrolled():
    stranger, twin = look({Unnamed.UNKNOWN: 0.9}, 3), look({card("7O"): 0.99}, 0, place=55)
    for extra in (stranger, twin):
        stock = take_stock([*whole(), extra], FORTY)
        assert stock.complete == (extra is stranger)
    assert names(doubt.twin for doubt in stock.doubtful) == ["7O", "7O"]
    assert take_stock([*whole(), stranger], FORTY).spare == (stranger,)


@pytest.mark.parametrize("flaw", [Flaw.CUT, Flaw.COVERED])
def test_a_card_that_is_cut_or_covered_is_shown_once_more_and_not_asked_about(flaw):
    bad = replace(look({card("7O"): 0.99}, 3), flaw=flaw)
    stock = take_stock([*whole(without=("7O",)), bad], FORTY)
    assert [(one.look, one.flaw) for one in stock.again] == [(bad, flaw)]
    assert (stock.complete, names(stock.missing), stock.doubtful) == (False, ["7O"], ())
    shown = take_stock([*whole(without=("7O",)), bad, look({card("7O"): 0.99}, 4)], FORTY)
    assert (shown.complete, shown.again) == (True, ())


def test_a_card_seen_badly_that_was_seen_well_elsewhere_is_not_shown_once_more():
    bad = [replace(look({card(name): 0.7}, 3), flaw=Flaw.COVERED) for name in ("7O", "5C")]
    stock = take_stock([*whole(without=("7O",)), *bad], FORTY)
    assert [one.look for one in stock.again] == [bad[0]]


def test_looks_that_are_alike_but_surely_two_cards_are_two():
    twin = look({card("11O"): 0.98}, 2, place=FACES.index(card("11C")))
    assert take_stock([*whole(without=("11O",)), twin], FORTY).complete
    unsure = look({card("11O"): 0.6, card("11C"): 0.4}, 2, place=FACES.index(card("11C")))
    assert not take_stock([*whole(without=("11O",)), unsure], FORTY).complete


def test_nothing_is_shown_once_more_where_as_many_cards_are_clear_as_the_deck_has():
    either = [look({card("10E"): 0.5, card("11E"): 0.48}, 3, place) for place in (55, 56)]
    bad = replace(look({card("7O"): 0.99}, 3), flaw=Flaw.CUT)
    stock = take_stock([*whole(without=("10E", "11E")), *either, bad], FORTY)
    assert (stock.again, len(stock.doubtful)) == ((), 2)


def test_a_doubtful_card_in_a_reflection_is_shown_once_more_and_a_clear_one_is_not():
    either = [look({card("10E"): 0.5, card("11E"): 0.48}, 3, place) for place in (55, 56)]
    blinded = replace(either[0], burnt=0.4)  # taken out, so that the pack lacks a card
    stock = take_stock([*whole(without=("10E", "11E")), blinded, either[1]], FORTY)
    assert [(one.look, one.flaw) for one in stock.again] == [(blinded, Flaw.GLARE)]
    assert take_stock([replace(one, burnt=0.4) for one in whole()], FORTY).complete


def test_looks_that_a_person_names_alike_are_one_card_however_unlike_they_are():
    unsure = [look({card("2B"): 0.5, card("1B"): 0.4}, picture, place) for picture, place in ((3, 55), (4, 56))]
    shown = [*whole(without=("2B",)), *unsure]
    assert take_stock(shown, FORTY, {39: card("2B"), 40: card("2B")}).complete


def test_looks_that_a_person_names_otherwise_are_two_cards_however_alike_they_are():
    alike = [look({card("10E"): 0.5, card("11E"): 0.4}, picture, 55) for picture in (3, 4)]
    shown = [*whole(without=("10E", "11E")), *alike]
    assert not take_stock(shown, FORTY).complete
    assert take_stock(shown, FORTY, {38: card("10E"), 39: card("11E")}).complete


def test_the_question_that_settles_most_is_asked_first():
    """Three cards in a circle are settled by one answer, and the pair beside them by another."""
    pair = [look({card("10E"): 0.5, card("11E"): 0.49}, 3, 55 + k) for k in (0, 1)]
    circle = [
        look({card(first): 0.5, card(second): 0.49}, 3, 57 + k)
        for k, (first, second) in enumerate((("4C", "5C"), ("5C", "6C"), ("6C", "4C")))
    ]
    stock = take_stock([*whole(without=("10E", "11E", "4C", "5C", "6C")), *pair, *circle], FORTY)
    assert any(stock.doubtful[0].look is one for one in circle)


def test_a_deck_of_forty_is_not_taken_for_a_larger_one_by_cards_misread_as_eights():
    misread = [look({card(name): 0.9}, 3, 50 + k) for k, name in enumerate(("8O", "9C", "8E", "9B"))]
    assert kind_of([*whole(without=("6O", "6C", "6E", "6B")), *misread]) is FORTY


def test_many_looks_at_forty_cards_that_cannot_be_told_to_be_the_same_make_no_larger_deck():
    unlike = [look({one: 0.5}, 5, 55 + k % 4) for k, one in enumerate(ES40.cards[:4])]
    assert kind_of([*whole(), *unlike]) is FORTY
    assert kind_of([*whole(), *[replace(one, picture=6 + k) for k, one in enumerate(unlike * 3)]]) is FORTY


def test_fifty_two_cards_have_four_without_a_name():
    tens = [look({Unnamed.UNKNOWN: 0.9}, 4, place) for place in (52, 53, 54, 55)]
    assert take_stock([*whole(ES48), *tens], KINDS["52"]).complete
    assert not take_stock([*whole(ES48), *tens[:3]], KINDS["52"]).complete


@pytest.mark.parametrize(("pack", "tens", "kind"), [(ES40, 0, "40"), (ES48, 0, "48"), (ES48, 4, "52")])
def test_the_kind_of_deck_is_told_by_its_cards(pack, tens, kind):
    strangers = [look({Unnamed.UNKNOWN: 0.9}, 5, 52 + k) for k in range(tens)]
    assert kind_of([*whole(pack), *strangers]) is KINDS[kind]


def test_the_back_is_kept_for_what_it_is():
    back = look({Unnamed.BACK: 0.99}, 4)
    stock = take_stock([*whole(), back], FORTY)
    assert stock.back is back
    assert stock.deck().faces[-1] is Unnamed.BACK


def test_a_deck_comes_back_from_its_file_as_it_was():
    rng = np.random.default_rng(2)
    faces = (card("7O"), Unnamed.UNKNOWN, Unnamed.BACK)
    deck = EnrolledDeck(faces, rng.integers(0, 255, (3, *SHAPE), np.uint8))
    again = unpacked(packed(deck))
    assert again.faces == faces
    assert np.array_equal(again.crops, deck.crops)
    assert packed(again) == packed(deck)


@pytest.mark.parametrize(
    "content", [b"", b"no deck", packed(EnrolledDeck((card("7O"),), np.zeros((1, *SHAPE), np.uint8)))[:-40]]
)
def test_what_is_no_deck_is_refused(content):
    with pytest.raises(DeckFileError, match="damaged or no deck"):
        unpacked(content)


class Detector:
    """Finds what it is told."""

    def __init__(self, quads):
        self.quads = quads

    def detect(self, picture, look_px=640, known=()):
        return Detections(tuple(Detection(quad, 0.9) for quad in self.quads), np.zeros((2, 2), np.float32), 8.0)


def test_the_half_of_a_card_found_once_more_is_no_card_of_the_deck():
    def quad(x, height):
        return np.array([[x, 50], [x + 65, 50], [x + 65, 50 + height], [x, 50 + height]], np.float32)

    found = [*(quad(x, 100) for x in (20, 120, 220, 320, 420)), quad(20, 52)]
    looks = shown_cards(np.full((360, 640, 3), 90, np.uint8), 2, Detector(found), Identifier.load())
    assert [float(one.corners_px[:, 0].min()) for one in looks] == [20, 120, 220, 320, 420]
    assert {one.picture for one in looks} == {2}


def test_cards_are_counted_row_by_row_however_unevenly_they_lie():
    card = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
    places = [(0, 8), (100, -9), (200, 20), (10, 105), (90, 130), (210, 101)]
    quads = [card + np.float32(place) for place in places]
    shuffled = [quads[k] for k in (4, 2, 0, 5, 1, 3)]
    assert [quad[0].tolist() for quad in row_by_row(shuffled)] == [list(map(float, place)) for place in places]
