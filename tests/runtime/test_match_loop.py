"""Match after match: the next one begins when its first cards lie on a table that was bare since the win."""

from dataclasses import replace

import pytest

from firmware.referee import MatchSetup
from firmware.runtime.live_match import LiveMatch
from firmware.runtime.match_loop import MatchLoop
from firmware.signals import ButtonPress, TableObservation
from firmware.storage.journal import Journal
from models.synthetic.play.perfect_observer import PerfectObserver
from models.synthetic.play.random_match import RandomMatch
from tests.support.scene import look

SETUP = MatchSetup(2, 1, "pagat target=3")


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


class Night:
    """An evening on a clock that follows the signals."""

    def __init__(self, journal):
        self.now_s = 0.0
        self.begun = []
        match = LiveMatch.begin(journal, SETUP)
        self.matches = MatchLoop(journal, match, begun=self.begun.append, clock=lambda: self.now_s)

    @property
    def board(self):
        return self.matches.match.referee.scoreboard

    def feed(self, signal, at_s):
        self.now_s = at_s
        return self.matches.feed(replace(signal, t_ms=self.matches.t_ms(at_s)))

    def see(self, looks):
        since_s = self.now_s
        return [self.feed(one, since_s + one.t_ms / 1000)[-1] for one in looks]


def won(journal):
    """A match that was won, and a bare table for twenty seconds."""
    night = Night(journal)
    for signal in PerfectObserver(RandomMatch(SETUP.rules, 2, 1, seed=3), 3, 20).signals():
        night.feed(signal, signal.t_ms / 1000)
    night.see(TableObservation(later * 500, ()) for later in range(1, 40))
    assert night.board.winners
    return night


def layout():
    """Looks at a table on which four cards are laid, one after the other."""
    cards = dict(enumerate(("6O", "12C", "11E", "1B")))
    shown = [{slot: cards[slot] for slot in range(min(count // 2, 4))} for count in range(1, 12)]
    return [look(400 * count, lying) for count, lying in enumerate(shown, 1)]


def test_the_next_match_begins_with_its_layout_and_the_next_dealer(journal):
    night = won(journal)
    dealer = night.board.dealer
    night.see(layout())
    setup = night.matches.match.referee.setup
    assert (setup.rules, setup.dealer) == (SETUP.rules, (dealer + 1) % 2)
    assert [one.outcome is None for one in journal.sessions()] == [False, True]
    assert night.begun == [1, 2]


def test_the_next_match_knows_what_was_laid_before_it_began(journal):
    night = won(journal)
    last = night.see(layout())[-1]
    assert (last.board.deal, len(last.board.table), last.board.winners) == (1, 4, ())
    assert night.matches.match.t_ms < 6_000


def test_until_then_the_win_can_be_undone(journal):
    night = won(journal)
    night.feed(ButtonPress(0, None, "undo"), night.now_s + 0.1)
    assert not night.board.winners
    night.see(layout())
    assert len(journal.sessions()) == 1


def test_cards_that_lie_there_before_a_win_are_no_new_match(journal):
    night = Night(journal)
    night.see(layout())
    assert len(journal.sessions()) == 1


def test_a_card_shown_after_the_win_is_no_new_match(journal):
    night = won(journal)
    night.see(layout()[:3])
    assert night.board.winners
    assert len(journal.sessions()) == 1
