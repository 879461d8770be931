"""Match after match: the next one begins when its first cards lie on a table that was bare since the win."""

from dataclasses import replace

import pytest

from firmware.referee import MatchSetup
from firmware.runtime.live_match import LiveMatch, looks_since_win
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
        self.matches = MatchLoop(match, begun=self.begun.append, clock=lambda: self.now_s)

    @classmethod
    def resumed(cls, journal, now_s):
        """The same evening after a power cut."""
        night = cls.__new__(cls)
        night.now_s, night.begun = now_s, []
        match = LiveMatch.resume(journal, SETUP)
        seen = looks_since_win(journal, match)
        night.matches = MatchLoop(match, seen=seen, begun=night.begun.append, clock=lambda: night.now_s)
        return night

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


def test_the_next_match_is_played_as_the_house_plays_by_then(journal):
    night = won(journal)
    dealer = night.board.dealer
    night.matches._wanted = replace(SETUP, rules="cafe", pace=replace(SETUP.pace, grace_ms=1))
    night.see(layout())
    setup = night.matches.match.referee.setup
    assert (setup.rules, setup.pace.grace_ms, setup.dealer) == ("cafe", 1, (dealer + 1) % 2)


CUTS = (0, 3, 7, 9, 11)


@pytest.mark.parametrize("looks", CUTS)
def test_a_power_cut_after_a_win_changes_neither_the_dealer_nor_the_layout(journal, looks):
    """The power is cut while the cards of the next match are laid; the looks at them are told as if it were not."""
    night, shown = won(journal), layout()
    dealer = night.board.dealer
    night.see(shown[:looks])
    night.matches.match.write()
    again = Night.resumed(journal, night.now_s)
    again.see(shown[looks:] if looks < len(shown) else shown[-1:])
    board, setup = again.board, again.matches.match.referee.setup
    assert (setup.dealer, len(board.table), board.winners) == ((dealer + 1) % 2, 4, ())
    assert [one.outcome is None for one in journal.sessions()] == [False, True]


def test_a_match_is_closed_together_with_the_beginning_of_the_next(journal):
    night, commits = won(journal), []
    journal._file.set_trace_callback(lambda words: commits.append(words) if words == "COMMIT" else None)
    shown = layout()
    while len(journal.sessions()) == 1:
        commits.clear()
        night.see([shown.pop(0)])
    assert len(commits) <= 2  # what was held back of the match that was won, and all of the rest
    assert [len(list(journal.entries(number))) > 0 for number in (1, 2)] == [True, True]


def test_cards_that_lie_there_before_a_win_are_no_new_match(journal):
    night = Night(journal)
    night.see(layout())
    assert len(journal.sessions()) == 1


def test_a_card_shown_after_the_win_is_no_new_match(journal):
    night = won(journal)
    night.see(layout()[:3])
    assert night.board.winners
    assert len(journal.sessions()) == 1
