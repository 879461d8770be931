"""The first deals read once more while the game goes on."""

from concurrent.futures import Executor, Future

from firmware.cards import Card
from firmware.devices.rereader import GATHERED_MS, LAG, LATE_MS, Inline, Rereader
from firmware.devices.rereading import KEPT_EVERY, Rereading
from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import watch
from firmware.signals import ButtonPress
from firmware.storage import checkpoint
from tests.support.film import Film
from tests.support.misnaming_eyes import WRONG, MisnamingEyes
from vision.sightings import SightingMemory

PLAYS = 10


class Later(Executor):
    """Does what is submitted when it is told to."""

    def __init__(self):
        self.tasks = []

    def submit(self, step, /, *args, **kwargs):
        done = Future()
        self.tasks.append((done, lambda: step(*args, **kwargs)))
        return done

    def work(self, result=None):
        done, step = self.tasks.pop(0)
        done.set_result(result or step())


class Broken(Executor):
    """Fails."""

    def submit(self, step, /, *args, **kwargs):
        done = Future()
        done.set_exception(MemoryError("killed"))
        return done


class WatchedTable:
    """The first plays of the drawn game, told by a referee whose eyes misname some cards."""

    def __init__(self, looks, timeline, executor, plays=3):
        self.looks = [look for look in looks if look.t_ms < timeline.plays[plays].t_ms]
        self.truth = [(play.seat, play.card.rank) for play in timeline.plays[:plays]]
        wrong = {Card.parse(card): Card.parse(other) for card, other in WRONG.items()}
        self.eyes, self.referee = MisnamingEyes(self.looks, wrong), Referee(MatchSetup(2, 1))
        self.rereader, self.signals = Rereader(executor, self.eyes.sightings), []
        for moment in watch(Film(self.looks), (), self.eyes.observe, self.referee):
            self.signals += [moment.signal] if moment.signal else []
        self.now_ms = self.signals[-1].t_ms
        self.rereader.note(self.now_ms, self.referee.identified_deal)

    @property
    def told(self):
        return [(play.seat, play.card.rank) for play in self.referee.plays]

    def news(self, after_ms=GATHERED_MS):
        return self.rereader.news(self.now_ms + after_ms, self.referee)


def right_names(table):
    """What each sighting shows."""
    return {number: ((face, 0.95),) for (face, _), number in table.eyes.numbers.items()}


def reading_of(table):
    """A reading by these names that has heard nothing yet."""
    return Rereading(right_names(table), (), 0.0, PLAYS, checkpoint.encode(Referee(MatchSetup(2, 1))))


def test_what_was_misread_is_read_rightly_once_the_deck_is_known_and_the_journal_tells_the_same_again(looks, timeline):
    table = WatchedTable(looks, timeline, Inline(), PLAYS)
    assert table.told != table.truth
    table.referee.feed(renaming := table.news())
    assert table.told == table.truth
    assert table.news() is None
    referee = Referee(MatchSetup(2, 1))
    for signal in table.signals:
        referee.feed(signal)
    referee.close(table.signals[-1].t_ms)
    referee.feed(renaming)
    assert (referee.scoreboard, referee.plays) == (table.referee.scoreboard, table.referee.plays)


def test_a_deal_is_read_once_more_when_its_cards_are_gathered(looks, timeline):
    later = Later()
    table = WatchedTable(looks, timeline, later)
    assert (table.news(GATHERED_MS - 1), later.tasks) == (None, [])
    assert table.news() is None
    assert len(later.tasks) == 1


def test_a_reading_catches_up_with_the_table_before_it_is_taken_over(looks, timeline):
    later = Later()
    table = WatchedTable(looks, timeline, later)
    assert table.news() is None
    later.work(reading_of(table))
    assert table.news() is None
    later.work()
    renaming = table.news()
    assert dict(renaming.names) == right_names(table)
    table.referee.feed(renaming)
    assert table.told == table.truth
    assert LAG < KEPT_EVERY


def test_what_somebody_puts_right_meanwhile_stands(looks, timeline):
    later = Later()
    table = WatchedTable(looks, timeline, later)
    assert table.news() is None
    table.referee.feed(ButtonPress(table.now_ms, None, "undo"))
    later.work(reading_of(table))
    assert table.news() is None


def test_another_match_has_nothing_to_be_read_once_more(looks, timeline):
    table = WatchedTable(looks, timeline, Later())
    table.rereader.begin()
    assert table.news() is None


def test_a_reading_that_fails_is_left(looks, timeline, caplog):
    assert WatchedTable(looks, timeline, Broken()).news() is None
    assert "could not be read once more: MemoryError('killed')" in caplog.text


def test_a_first_deal_that_no_reading_comes_to_the_end_of_is_read_once_more_all_the_same():
    later, referee = Later(), Referee(MatchSetup(2, 1))
    rereader = Rereader(later, SightingMemory())
    for t_ms in (1000, LATE_MS, LATE_MS + 1000):
        assert later.tasks == []
        assert rereader.news(t_ms, referee) is None
    assert len(later.tasks) == 1
    rereader.news(2 * LATE_MS, referee)
    later.work()
    rereader.news(2 * LATE_MS, referee)
    assert later.tasks == []  # once
    rereader.note(2 * LATE_MS, referee.identified_deal)
    rereader.news(2 * LATE_MS + GATHERED_MS, referee)
    assert len(later.tasks) == 1  # when it is over, as any


def test_a_first_deal_that_was_over_in_time_is_not_read_before_its_cards_are_taken_up():
    later, referee = Later(), Referee(MatchSetup(2, 1))
    rereader = Rereader(later, SightingMemory())
    rereader.news(0, referee)
    rereader.note(LATE_MS - 1, referee.identified_deal)
    rereader.news(LATE_MS, referee)
    assert later.tasks == []
