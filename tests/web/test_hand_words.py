"""What a player has said of his hand is known until the next one is dealt."""

import pytest
from msgspec import Raw, structs

from firmware.cards import Rank
from firmware.rules.events import Announced, BatchDealt, NothingAnnounced
from firmware.rules.play import Announcement
from firmware.standing.message import StandingPlay, read_standing
from firmware.storage.moment import EVENTS
from firmware.web.hand_words import announced, has_played

RONDA = Announced(1, Announcement.RONDA, (Rank.TWO,))
NOTHING = NothingAnnounced(1)
DEALT = BatchDealt(2, last=False)


@pytest.fixture
def match(site):
    site.feed.look()
    yield read_standing(site.feed.standing.body)
    site.feed.close()


@pytest.mark.parametrize(
    ("told", "known"),
    [([], None), ([RONDA], RONDA), ([NOTHING], NOTHING), ([RONDA, DEALT], None), ([DEALT, RONDA], RONDA)],
)
def test_it_counts_for_the_hand_that_he_holds(match, told, known):
    plays = [StandingPlay(900 + n, events=[Raw(EVENTS.text(one).encode())]) for n, one in enumerate(told)]
    assert announced(structs.replace(match, plays=plays), 1) == known
    assert announced(structs.replace(match, plays=plays), 0) is None


@pytest.mark.parametrize(
    ("plays", "late"),
    [
        ([(1, [])], True),
        ([(0, [])], False),
        ([(1, [DEALT])], False),
        ([(1, []), (0, [])], True),
        ([(1, [RONDA])], True),
    ],
)
def test_it_is_too_late_once_he_has_played_of_it(match, plays, late):
    told = [
        StandingPlay(900 + n, n + 1, seat=seat, events=[Raw(EVENTS.text(one).encode()) for one in events])
        for n, (seat, events) in enumerate(plays)
    ]
    assert has_played(structs.replace(match, plays=told), 1) == late
