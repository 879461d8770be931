"""What an enrolment says: names, numbers of doubtful cards, and the tens of a French pack, which Ronda does not use."""

from dataclasses import replace

import numpy as np
import pytest

from firmware.cards import ES40, ES48, Card
from firmware.decks.enrolling import Enrolment
from firmware.decks.enrolment_report import EnrolmentReport
from firmware.decks.in_order import AnswerError
from firmware.signals import Unnamed
from vision.identify import FACES
from vision.laid import Flaw
from vision.shown import ShownCard


def look_of(face, place):
    chances, description = np.zeros(len(FACES), np.float32), np.eye(128, dtype=np.float32)[place]
    chances[FACES.index(face)] = 1.0
    picture = place // 10
    return ShownCard(picture, np.zeros((4, 2), np.float32), np.zeros((192, 128, 3), np.uint8), chances, description)


def french(tens):
    faces = [*ES48.cards, *[Unnamed.UNKNOWN] * tens]
    looks = [look_of(face, place) for place, face in enumerate(faces)]
    pictures = [(f"{n}.jpg", np.zeros((4, 4, 3), np.uint8)) for n in range(6)]
    return Enrolment.of(pictures, looks, pack="52")


def test_the_tens_of_a_french_pack_are_called_so_and_it_is_said_why_they_do_not_count():
    told = list(EnrolmentReport(french(4)).lines())
    assert told[4].endswith(" ten ten")
    assert told[5] == "5.jpg: ten ten"
    assert told[6:] == [
        "48 of 48 cards",
        "4 tens were set apart: Ronda is played without them, so they have no name",
    ]


def test_programs_are_told_how_many_tens_there_were():
    assert list(EnrolmentReport(french(4)).records())[-1] == {"cards": 48, "missing": [], "doubtful": [], "tens": 4}


@pytest.mark.parametrize(("tens", "fault"), [(4, None), (3, "3 of the 4 tens of a deck of 52 were seen")])
def test_a_french_pack_has_all_its_tens(tens, fault):
    told = french(tens).fault
    assert told is None if fault is None else told.startswith(fault)


def test_a_stranger_too_many_is_left_out_and_told():
    enrolment = french(5)
    assert enrolment.fault is None
    assert list(EnrolmentReport(enrolment).lines())[-1] == "left out, since the deck is whole without: #53"
    assert list(EnrolmentReport(enrolment).records())[-1]["spare"] == [53]


def spanish(*changed, without=()):
    """Forty cards of which some lack and others, in a picture of their own, are what ``changed`` says."""
    looks = [look_of(card, place) for place, card in enumerate(ES40.cards) if str(card) not in without]
    pictures = [(f"{n}.jpg", np.zeros((90, 160, 3), np.uint8)) for n in range(5)]
    return Enrolment.of(pictures, [*looks, *changed])


LAY = "lay these cards alone, in this order, rows from the left, ten to a picture at most, and add it with --rest"


def either(first, second, place):
    """A look that may be either of two cards."""
    look = look_of(Card.parse(first), place)
    chances = np.zeros(len(FACES), np.float32)
    chances[[FACES.index(Card.parse(one)) for one in (first, second)]] = 0.5, 0.48
    return replace(look, picture=4, chances=chances)


def test_two_doubtful_cards_take_one_question_with_the_place_of_its_card():
    enrolment = spanish(either("10E", "11E", 50), either("10E", "11E", 51), without=("10E", "11E"))
    assert len(enrolment.asks) == 1
    number = enrolment.asks[0]
    assert enrolment.questions[number].startswith(f"card {number} in 4.jpg, row 1, place ")
    assert enrolment.fault == f"cards {number} are doubtful; say what each is with --is NUMBER=CARD"
    assert enrolment.aid(number)[0] == f"card-{number}.png"
    enrolment.answer(number, Card.parse("10E"))
    assert enrolment.fault is None


def test_cards_that_are_not_seen_whole_are_one_line_a_picture_and_nothing_is_asked_before():
    bad = [replace(look_of(Card.parse(name), 50 + k), picture=4, flaw=Flaw.CUT) for k, name in enumerate(("1O", "2O"))]
    enrolment = spanish(*bad, without=("1O", "2O"))
    assert list(EnrolmentReport(enrolment).advice) == [
        "4.jpg: show once more, apart and without glare: #39 (cut off), #40 (cut off)"
    ]
    assert enrolment.fault == f"missing 1O 2O; {LAY}"
    assert enrolment.asks == ()
    doubtful = spanish(*bad, either("10E", "11E", 55), either("10E", "11E", 56), without=("1O", "2O", "10E", "11E"))
    assert doubtful.asks == ()
    assert doubtful.fault == f"missing 1O 2O 10E 11E; {LAY}"


def paired(count):
    """A deck of which so many pairs of cards look alike, two by two."""
    names = [str(card) for card in ES40.cards[: 2 * count]]
    pairs = list(zip(names[::2], names[1::2], strict=True))
    unread = [either(*pair, 40 + 2 * k + n) for k, pair in enumerate(pairs) for n in (0, 1)]
    return spanish(*unread, without=names)


def test_more_doubtful_cards_than_a_handful_of_questions_settles_are_laid_out_alone_and_in_order():
    enrolment = paired(4)
    assert (enrolment.asks, enrolment.unreadable) == ((), False)
    assert enrolment.rest == ES40.cards[:8]
    assert enrolment.fault == f"missing 1O 2O 3O 4O 5O 6O 7O 10O; {LAY}"
    assert list(EnrolmentReport(enrolment).records())[-1]["rest"] == ["1O", "2O", "3O", "4O", "5O", "6O", "7O", "10O"]
    assert enrolment.example()[0] == "rest.png"


def test_a_deck_that_nobody_can_read_is_to_be_laid_out_in_order():
    enrolment = paired(11)
    assert enrolment.unreadable
    assert enrolment.fault.endswith("lay it out in order, a suit a picture, and say --in-order")
    assert list(EnrolmentReport(enrolment).records())[-1]["in_order"] is True
    assert enrolment.example()[1].shape[2] == 3


def test_a_pack_in_order_is_refused_with_the_count_of_each_picture_or_the_card_that_is_cut():
    looks = [look_of(card, place) for place, card in enumerate(ES40.cards)]
    pictures = [(f"{n}.jpg", np.zeros((90, 160, 3), np.uint8)) for n in range(4)]
    with pytest.raises(AnswerError, match=r"39 cards were found \(0.jpg 9, 1.jpg 10, 2.jpg 10, 3.jpg 10\)"):
        Enrolment.of(pictures, looks[1:], in_order=True)
    with pytest.raises(AnswerError, match=r"card 1 in 0.jpg is not seen whole"):
        Enrolment.of(pictures, [replace(looks[0], flaw=Flaw.COVERED), *looks[1:]], in_order=True)
    assert Enrolment.of(pictures, looks, in_order=True).fault is None


def with_rest(*rest, bad=("1O", "2O", "3O", "4O"), answers=None):
    """Forty cards of which some are cut off, and a further picture of what lies at the places of these."""
    looks = [look_of(card, place) for place, card in enumerate(ES40.cards)]
    looks = [replace(look, flaw=Flaw.CUT) if str(look.likeliest) in bad else look for look in looks]
    pictures = [(f"{n}.jpg", np.zeros((90, 160, 3), np.uint8)) for n in range(5)]
    return Enrolment.of(pictures, [*looks, *rest], 1, answers)


def unsure(names, place):
    """A look that may be any of some cards, the first one a little more."""
    chances = np.zeros(len(FACES), np.float32)
    chances[[FACES.index(Card.parse(name)) for name in names]] = 0.8 / len(names)
    chances[FACES.index(Card.parse(names[0]))] += 0.2
    return replace(look_of(Card.parse(names[0]), place), picture=4, chances=chances)


LAID = ("1O", "2O", "3O", "4O")


def turned(*firsts):
    """Looks at four cards, of which each may be any, by what each is a little more."""
    return [unsure((name, *(one for one in LAID if one != name)), 50 + k) for k, name in enumerate(firsts)]


def test_cards_laid_out_alone_are_named_by_their_places():
    enrolment = with_rest(*turned(*LAID))
    assert enrolment.fault is None
    assert [str(enrolment.stock.named(look)) for look in enrolment.looks[40:]] == list(LAID)


def test_cards_that_do_not_lie_as_was_told_are_refused():
    with pytest.raises(AnswerError, match=r"4.jpg do not look as if they lay in this order.*: 1O 2O 3O 4O"):
        with_rest(*turned("3O", "4O", "1O", "2O"))
    with pytest.raises(AnswerError, match=r"3 cards were found in 4.jpg, and 4 were to lie there"):
        with_rest(*turned(*LAID[:3]))


def test_a_card_that_surely_is_another_than_its_place_says_is_asked_about_and_its_twin_with_it():
    sure = [replace(look_of(Card.parse(name), 50 + k), picture=4) for k, name in enumerate(("1O", "2O", "4O", "3O"))]
    enrolment = with_rest(*sure)
    assert set(enrolment.questions) == {43, 44}
    assert len(enrolment.asks) == 1


def test_what_is_cut_off_again_is_laid_out_again():
    shown = turned(*LAID)
    enrolment = with_rest(replace(shown[0], flaw=Flaw.CUT), *shown[1:])
    assert enrolment.rest == (Card.parse("1O"),)


def test_a_card_laid_out_once_more_takes_its_name_from_the_look_that_had_it_wrongly():
    """The three of coins was taken for the five; it looks the same now, and the five is what lacks."""
    places = [card for card in ES40.cards if str(card) != "5O"]
    looks = [look_of(card, k) for k, card in enumerate(places)]
    wrong = next(k for k, look in enumerate(looks) if str(look.likeliest) == "3O")
    looks[wrong] = replace(look_of(Card.parse("5O"), wrong))
    again = replace(look_of(Card.parse("5O"), wrong), picture=4)
    again.chances[:] = 0
    again.chances[[FACES.index(Card.parse(name)) for name in ("3O", "5O")]] = 0.5
    pictures = [(f"{n}.jpg", np.zeros((90, 160, 3), np.uint8)) for n in range(5)]
    assert Enrolment.of(pictures, looks).rest == (Card.parse("3O"),)
    assert Enrolment.of(pictures, [*looks, again], 1).rest == (Card.parse("5O"),)


def test_what_nobody_can_answer_is_laid_out():
    enrolment = spanish(either("10E", "11E", 50), either("10E", "11E", 51), without=("10E", "11E"))
    assert enrolment.rest == ()
    enrolment.leave()
    assert (enrolment.asks, enrolment.rest) == ((), (Card.parse("10E"), Card.parse("11E")))


def test_the_tens_of_a_french_pack_stay_what_they_are_while_cards_are_laid_out_once_more():
    looks = [look_of(face, place) for place, face in enumerate([*ES48.cards, *[Unnamed.UNKNOWN] * 4])]
    first = [replace(look, flaw=Flaw.CUT) if look.likeliest == Card.parse("5C") else look for look in looks]
    laid = replace(look_of(Card.parse("5C"), 60), picture=6)
    pictures = [(f"{n}.jpg", np.zeros((4, 4, 3), np.uint8)) for n in range(7)]
    enrolment = Enrolment.of(pictures, [*first, laid], 1, pack="52")
    assert (enrolment.fault, len(enrolment.stock.strangers)) == (None, 4)


FOURTEEN = [str(card) for card in ES40.cards[:14]]


def laid_on_two(first, second, *later):
    """A deck that lacks fourteen cards, what was found on two pictures of ten and four, and what was added to them."""
    looks = [*with_rest(bad=FOURTEEN).looks]
    for picture, names in enumerate((first, second, *later), 4):
        looks += [
            replace(unsure((name, *FOURTEEN), 18 * picture - 30 + k), picture=picture) for k, name in enumerate(names)
        ]
    pictures = [(f"{number}.jpg", np.zeros((90, 160, 3), np.uint8)) for number in range(6 + len(later))]
    return Enrolment.of(pictures, looks, 2 + len(later))


@pytest.mark.parametrize(
    "first, second, lacks, fault",
    [
        (FOURTEEN[:9], FOURTEEN[10:], FOURTEEN[:10], "9 cards were found in 4.jpg, and 10 were to lie there"),
        ([*FOURTEEN[:10], "1O"], FOURTEEN[10:], FOURTEEN[:10], "11 cards were found in 4.jpg"),
        (FOURTEEN[:10], FOURTEEN[10:13], FOURTEEN[10:], "3 cards were found in 5.jpg, and 4 were to lie there"),
        (FOURTEEN[:10], [], FOURTEEN[10:], "0 cards were found in 5.jpg, and 4 were to lie there"),
        (FOURTEEN[9::-1], FOURTEEN[10:], FOURTEEN[:10], "the cards in 4.jpg do not look as if they lay in this order"),
        (FOURTEEN[:10], FOURTEEN[:9:-1], FOURTEEN[10:], "the cards in 5.jpg do not look as if they lay in this order"),
    ],
)
def test_of_a_round_the_pictures_that_show_what_they_should_count(first, second, lacks, fault):
    enrolment = laid_on_two(first, second)
    assert [str(card) for card in enrolment.rest] == lacks
    (told,) = enrolment.refused
    assert told.startswith(fault)
    assert list(EnrolmentReport(enrolment).lines())[-1] == told
    mended = laid_on_two(first, second, lacks)
    assert (mended.fault, mended.refused) == (None, ())
    assert [str(mended.stock.named(look)) for look in mended.looks[-len(lacks) :]] == lacks


def test_fewer_than_ten_to_a_picture_are_in_order_as_well():
    assert laid_on_two(FOURTEEN[:6], FOURTEEN[6:]).fault is None
    assert laid_on_two(FOURTEEN[:10], FOURTEEN[10:12], FOURTEEN[12:]).fault is None


def test_a_round_of_which_no_picture_shows_what_it_should_is_refused():
    with pytest.raises(AnswerError, match=r"12 cards were found in 4.jpg, 5.jpg, and 14 were to lie there"):
        laid_on_two(FOURTEEN[:9], FOURTEEN[10:13])


def test_a_pattern_of_the_table_does_not_stand_for_a_card_that_was_not_found():
    pattern = replace(look_of(Unnamed.BACK, 60), picture=4)
    with pytest.raises(AnswerError, match=r"3 cards were found in 4.jpg, and 4 were to lie there"):
        with_rest(pattern, *turned(*LAID[1:]))
    assert with_rest(pattern, *turned(*LAID)).fault is None


def test_what_looks_like_a_card_that_the_pack_does_not_have_is_a_pattern_of_the_table():
    eight = look_of(Card.parse("8B"), 60)
    eight.chances[[FACES.index(Card.parse(name)) for name in ("8B", "2B")]] = 0.7, 0.3
    assert with_rest(*turned(*LAID), replace(eight, picture=4)).fault is None


def leaning(card, other, place, picture, sure=0.95):
    """A look that the network surely takes for one card, if not without a thought of the other."""
    chances = np.zeros(len(FACES), np.float32)
    chances[FACES.index(Card.parse(card))], chances[FACES.index(Card.parse(other))] = sure, 0.005
    return replace(look_of(Card.parse(card), place), picture=picture, chances=chances)


SWAPPED = (("3O", "2O", 50, 4), ("2O", "3O", 51, 4))


def test_two_cards_laid_out_swapped_do_not_confirm_each_other_by_their_places():
    enrolment = with_rest(*(leaning(*one) for one in SWAPPED), bad=("2O", "3O"))
    assert enrolment.asks


def test_a_look_that_was_laid_out_wrongly_before_does_not_count_beside_the_new_one():
    pictures = [(f"{number}.jpg", np.zeros((90, 160, 3), np.uint8)) for number in range(6)]
    looks = [*with_rest(bad=("2O", "3O")).looks, *(leaning(*one, sure=0.99) for one in SWAPPED)]
    again = (leaning("2O", "3O", 60, 5, sure=0.97), leaning("3O", "2O", 61, 5, sure=0.97))
    enrolment = Enrolment.of(pictures, [*looks, *again], 2)
    named = {str(card): [look.picture for look in seen] for card, seen in enrolment.stock.looks.items()}
    assert (named["2O"], named["3O"]) == ([5], [5])


def test_what_was_answered_of_one_round_is_known_in_the_next():
    pictures = [(f"{number}.jpg", np.zeros((90, 160, 3), np.uint8)) for number in range(6)]
    first = [replace(look_of(Card.parse(card), place), picture=4) for card, place in (("12B", 50), ("11B", 51))]
    looks = [*with_rest(bad=("1O", "2O")).looks, *first]
    second = replace(look_of(Card.parse("2O"), 60), picture=5)
    assert not Enrolment.of(pictures, [*looks, second], 2, {41: Card.parse("1O")}).fault
