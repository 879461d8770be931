"""An enrolment that the page leads: tables kept by a tap, questions answered by a card, a wrong name put right."""

import multiprocessing
import threading

import msgspec
import pytest

from firmware.announce.texts import keys
from firmware.cards import ES40
from firmware.decks.card_sheet import card_sheet, deck_crops, prepare_sheet
from firmware.decks.enrolment_state import ACROSS, ASKED, CELL_PX, SHEET, EnrolmentPhase
from firmware.decks.page_enrolment import NotDoneError
from firmware.decks.store import DeckStore
from firmware.errors import HakamError
from firmware.phones.picture_helper import SEEN, STATE, HelperReply, PictureHelper
from tests.support.shown_tables import ALIKE, EMPTY, page_enrolment, table


class Owner:
    def __init__(self, folder):
        self.folder, self.decks = folder, folder / "decks"
        self.page = page_enrolment(folder, self.decks)

    def keep(self, *tables):
        for number in tables:
            self.page.see(table(number))
            self.page.ask({"do": "keep"})
        return self

    def ask(self, **words):
        self.page.ask(words)
        return self.page.state()

    def answer(self, card):
        return self.ask(do="answer", number=str(self.page.state().asked.number), card=card)


@pytest.fixture
def owner(tmp_path):
    return Owner(tmp_path)


def test_before_anything_is_shown_all_forty_lack(owner):
    state = owner.page.state()
    assert (state.phase, len(state.pack), state.known, state.fits) == (EnrolmentPhase.SHOW, 40, {}, False)


def test_each_table_that_is_kept_makes_cards_known(owner):
    state = owner.keep(0, 1).page.state()
    assert (state.tables, list(state.known)) == (2, [str(card) for card in ES40.cards[:20]])
    assert (owner.folder / SEEN).read_bytes()[:2] == (owner.folder / SHEET).read_bytes()[:2] == b"\xff\xd8"


def test_a_table_without_a_new_card_is_not_kept(owner):
    owner.keep(0)
    for number in (0, EMPTY):
        owner.page.see(table(number))
        with pytest.raises(NotDoneError, match="not_kept"):
            owner.page.ask({"do": "keep"})
    assert owner.page.state().tables == 1


def test_what_is_no_picture_is_left_out(owner):
    owner.page.see(b"\xff\xd8 no picture")
    assert owner.page.state().here == 0


def test_where_most_of_the_deck_lacks_nothing_is_asked(owner):
    with pytest.raises(NotDoneError, match="much_lacks"):
        owner.keep(0).ask(do="settle")


def test_an_open_question_has_its_picture_and_its_likely_names(owner):
    state = owner.keep(0, 1, 2, 3).ask(do="settle")
    assert state.phase is EnrolmentPhase.ASK
    assert set(state.asked.likely) == set(ALIKE)
    assert (state.asked.table, state.asked.row) == (3, 2)
    assert (owner.folder / ASKED).read_bytes()[:2] == b"\xff\xd8"


def test_answered_the_deck_is_whole_and_kept_under_its_name(owner):
    owner.keep(0, 1, 2, 3).ask(do="settle")
    first = owner.page.state().asked.likely[0]
    assert owner.answer(first).phase is EnrolmentPhase.WHOLE
    assert owner.ask(do="save", name="cafe").phase is EnrolmentPhase.KEPT
    kept = DeckStore(owner.decks).load("cafe")
    assert set(kept.cards) == set(ES40.cards)


def test_a_deck_of_that_name_is_replaced_only_where_somebody_says_so(owner):
    owner.keep(0, 1, 2, 3).ask(do="settle")
    owner.answer("11E")
    owner.ask(do="save", name="cafe")
    with pytest.raises(NotDoneError, match="taken"):
        owner.ask(do="save", name="cafe")
    assert owner.ask(do="save", name="cafe", replace="yes").deck == "cafe"


def test_a_deck_that_is_not_whole_is_not_kept(owner):
    with pytest.raises(NotDoneError, match="not_whole"):
        owner.keep(0).ask(do="save", name="cafe")
    assert not owner.decks.exists()


def test_where_nobody_can_tell_the_cards_are_laid_out_in_order(owner):
    owner.keep(0, 1, 2, 3).ask(do="settle")
    state = owner.ask(do="leave")
    assert (state.phase, set(state.lay)) == (EnrolmentPhase.ORDER, set(ALIKE))


def test_a_card_that_was_taken_for_another_is_named_by_hand(owner):
    before = owner.keep(0, 1).page.state()
    state = owner.ask(do="point", number=str(before.known["3O"]))
    assert (state.phase, state.asked.likely[0]) == (EnrolmentPhase.ASK, "3O")
    state = owner.answer("11B")
    assert "3O" not in state.known and state.known["11B"] == before.known["3O"]
    assert state.phase is EnrolmentPhase.SHOW


def test_what_was_pointed_at_by_mistake_stays_what_it_is(owner):
    before = owner.keep(0).page.state()
    owner.ask(do="point", number=str(before.known["3O"]))
    assert owner.ask(do="leave").known == before.known


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"do": "shout"},
        {"do": "answer", "number": "1", "card": "1O"},
        {"do": "point", "number": "0"},
        {"do": "point", "number": "999999999999"},
        {"do": "point", "number": "x"},
    ],
)
def test_what_is_not_understood_changes_nothing(owner, words):
    before = owner.keep(0).page.state()
    with pytest.raises(HakamError):
        owner.page.ask(words)
    assert owner.page.state() == before


@pytest.mark.parametrize("card", ["", "13O", "7X", "7O7O", "8O"])
def test_what_is_no_card_of_the_deck_is_no_answer(owner, card):
    owner.keep(0, 1, 2, 3).ask(do="settle")
    asked = owner.page.state().asked
    with pytest.raises(HakamError):
        owner.answer(card)
    assert owner.page.state().asked == asked
    assert owner.answer("11E").phase is EnrolmentPhase.WHOLE


def test_the_sheet_has_the_cards_in_the_order_of_the_pack(owner, tmp_path):
    owner.keep(0, 1, 2, 3).ask(do="settle")
    owner.answer(owner.page.state().asked.likely[0])
    owner.ask(do="save", name="cafe")
    deck = DeckStore(owner.decks).load("cafe")
    crops = deck_crops(deck)
    assert (crops[0] == deck.crops[deck.faces.index(ES40.cards[0])]).all()
    assert card_sheet(crops).shape == (4 * CELL_PX[1], ACROSS * CELL_PX[0], 3)
    prepare_sheet(str(owner.decks), "cafe", str(tmp_path), "")
    assert 5_000 < (tmp_path / SHEET).stat().st_size < 150_000


def test_whatever_cannot_be_done_has_a_text():
    assert {"not_kept", "much_lacks", "not_asked", "not_whole", "taken"} <= keys("deck_page", "en")


def test_a_helper_does_what_it_is_asked_and_ends_with_the_page(tmp_path):
    ours, theirs = multiprocessing.Pipe()
    helper = PictureHelper(theirs, tmp_path / "live.jpg", tmp_path)
    thread = threading.Thread(target=helper.run, args=(page_enrolment(tmp_path, tmp_path / "decks"),), daemon=True)
    thread.start()
    ours.send_bytes(msgspec.json.encode({"do": "settle"}))
    ours.close()
    thread.join(20)
    assert not thread.is_alive()
    told = msgspec.json.decode((tmp_path / STATE).read_bytes(), type=HelperReply)
    assert (told.done, told.fault) == (1, "much_lacks")
