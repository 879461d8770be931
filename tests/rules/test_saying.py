"""What holds whatever is announced, claimed and challenged, truly or falsely."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.cards import ES40, Card, Rank
from firmware.rules.errors import IllegalAnnouncementError, RulesetError
from firmware.rules.events import AnnouncementFalse, CardPlayed, PointsScored, PointsTakenBack, Reason, RoundWon
from firmware.rules.game import Game
from firmware.rules.knowledge import Standing, concealed, standings
from firmware.rules.layout import repair
from firmware.rules.match import Match
from firmware.rules.notation.position import parse_position
from firmware.rules.options import DeclMode
from firmware.rules.play import Accept, Announce, Challenge, Claim, Decline, Play, Redeal
from firmware.rules.presets import PAGAT, PRESETS
from firmware.rules.voice import Announcement

MIXES = [
    PAGAT.with_options({"award_on": "earliest", "evidence": "seen", "concealed_mode": "auto"}),
    PAGAT.with_options({"decl_pool": "best", "decl_tie": "each", "ace_high": "yes", "tringa": "3"}),
    PAGAT.with_options({"decl_tie": "first", "decl_batches": "first", "win": "end_of_deal", "target": "9"}),
    PAGAT.with_options({"scoring": "transfer", "last_card": "dealer_duty"}),
    PAGAT.with_options({"chain_points": "last", "chain_len": "3", "last_card": "wikipedia", "count": "per_card"}),
    PAGAT.with_options({"packs": "2", "decl_ranks": "12,11"}),
    PAGAT.with_options({"unproven_win": "held", "target": "4"}),
    PAGAT.with_options({"unproven_win": "held", "target": "6", "match_rounds": "3", "must_capture": "yes"}),
    PRESETS["gamesite"].with_options({"rank_values": "10:2,11:3,12:4", "match_rounds": "5", "target": "12"}),
    PRESETS["wikipedia-it"].with_options({"scoring": "chips", "table_cards": "4", "first_round": "points"}),
]


def can_play(rules, players):
    try:
        Match.of(rules, players)
    except RulesetError:
        return False
    return True


TABLES = [
    (rules, players) for rules in (*PRESETS.values(), *MIXES) for players in (2, 3, 4) if can_play(rules, players)
]


def dealt(random, game):
    """The layout, and the cards of each batch for each player."""
    pack = [card for card in ES40.cards for _ in range(game.ruleset.packs)]
    random.shuffle(pack)
    size = game.ruleset.table_cards
    layout = repair(pack[:size], pack[size:]).layout
    stock = list((Counter(pack) - Counter(layout)).elements())
    random.shuffle(stock)
    return layout, stock


def words_of(random, game, hands, seat):
    """Something that a player might say now."""
    if random.random() < 0.5:
        return random.choice([Decline(seat), Decline(seat), Redeal(seat)])
    counts = Counter(card.rank for card in hands[seat])
    honest = (
        Announcement.TRINGA if max(counts.values()) == 3 else Announcement.RONDA if max(counts.values()) == 2 else None
    )
    said = honest if honest and random.random() < 0.8 else random.choice([Announcement.RONDA, Announcement.TRINGA])
    shown = random.choice(list(counts)) if game.ruleset.decl_mode is DeclMode.SHOWN else None
    return Announce(seat, said, (shown,) if shown else ())


def actions(random, game, stock):
    """A whole deal: words, plays, claims and challenges; each as it comes up."""
    while game.turn is not None:
        size = game.match.pattern[game.batch - 1]
        hands = [[stock.pop() for _ in range(size)] for _ in range(game.players)]
        whole = [[card.rank for card in hand] for hand in hands]
        for seat in random.sample(range(game.players), game.players):
            if random.random() < 0.7:
                yield words_of(random, game, hands, seat)
        batch = game.batch
        while game.turn is not None and game.batch == batch and hands[game.turn]:
            yield Play(game.turn, hands[game.turn].pop())
            one, other = random.randrange(game.players), random.randrange(game.players)
            if random.random() < 0.2:
                yield random.choice([Claim(one, other), Accept(one)])
            if random.random() < 0.05 and game.batch == batch:
                yield Challenge(one, other, tuple(whole[other]))


@st.composite
def sessions(draw):
    rules, players = draw(st.sampled_from(TABLES))
    return Game(rules, players, players - 1), draw(st.randoms(use_true_random=False))


def steps(session):
    """Every legal step of a deal: the game before, the events, the game after."""
    game, random = session
    layout, stock = dealt(random, game)
    game.lay(layout)
    for action in actions(random, game, stock):
        before = game.fork()
        try:
            events = game.apply(action)
        except IllegalAnnouncementError:
            assert game == before
            continue
        yield before, events, game


@pytest.mark.untraced
@settings(max_examples=60)
@given(sessions())
def test_scores_are_the_points_scored_less_those_taken_back(session):
    for before, events, game in steps(session):
        change = [0] * game.sides
        for event in events:
            if isinstance(event, PointsScored) and (game.ruleset.scoring == "chips" or event.reason is Reason.CARDS):
                change[event.side] += event.points
            if isinstance(event, PointsTakenBack) and game.ruleset.scoring == "chips":
                change[event.side] -= event.points
        after = next((event.scores for event in events if isinstance(event, RoundWon)), game.scores)
        assert [new - old for old, new in zip(before.scores, after, strict=True)] == change
        if any(isinstance(event, PointsTakenBack) for event in events):
            assert any(isinstance(event, AnnouncementFalse) for event in events)  # S3


@pytest.mark.untraced
@settings(max_examples=60)
@given(sessions())
def test_a_position_with_words_reads_back_and_plays_on(session):
    for _, _, game in steps(session):
        again = Game.at(*parse_position(str(game)))
        assert again == game


@pytest.mark.untraced
@settings(max_examples=60)
@given(sessions())
def test_undo_takes_back_words_as_it_takes_back_cards(session):
    for before, _, game in steps(session):
        again = game.fork()
        again.undo()
        assert again == before


@pytest.mark.untraced
@settings(max_examples=60)
@given(sessions())
def test_no_card_is_lost_or_doubled_by_words_or_card_transfer(session):
    for before, events, game in steps(session):
        played = [event.card for event in events if isinstance(event, CardPlayed)]
        assert Counter(game.played) == Counter(before.played) + Counter(played)
        assert sum(game.pile_sizes) + len(game.table) == len(game.played)
        assert len({card.rank for card in game.table}) == len(game.table) <= 10  # C1


@pytest.mark.untraced
@settings(max_examples=60)
@given(sessions())
def test_every_point_has_a_reason_and_its_side(session):
    for _, events, game in steps(session):
        for event in events:
            if isinstance(event, PointsScored):
                assert isinstance(event.reason, Reason)
                assert event.points > 0
                assert 0 <= event.side < game.sides


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_match_by_any_rules_ends_and_undo_leads_back_to_its_beginning(rules, players):
    random = Random(players)
    game, done = Game(rules, players, players - 1), 0
    beginning = game.position
    while not game.winners:
        done += 1 + sum(1 for _ in steps((game, random)))
        assert game.deal < 200
    for _ in range(done):
        game.undo()
    assert game.position == beginning


@settings(max_examples=60)
@given(sessions())
def test_what_is_known_of_a_claim_agrees_with_what_becomes_of_it(session):
    """A claim that counting disproves is never proven by the cards, and the other way round."""
    settled = {}
    for before, events, game in steps(session):
        for seat, standing in standings(before.match, before.position).items():
            settled.setdefault(seat, standing) if standing is not Standing.OPEN else None
        for event in events:
            if isinstance(event, AnnouncementFalse):
                assert settled.get(event.seat) not in (Standing.TRUE, Standing.TRUE_BY_COUNTING)
        if game.batch != before.batch:
            settled = {}
        assert all(points > 0 for points in concealed(game.match, game.position).values())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Announce(0, Announcement.RONDA, (Rank(7),)), "0 ranks are shown"),
        (Announce(0, Announcement.DOUBLE), "cannot hold a double"),
        (Announce(5, Announcement.RONDA), "no such player"),
        (Challenge(1, 0, (Rank(1),) * 3), "nothing that he announced stands"),
        (Challenge(0, 0, (Rank(1),) * 3), "his own side"),
    ],
)
def test_what_cannot_be_said_is_refused_and_changes_nothing(said, why):
    game = Game(PAGAT, 2, 1)
    game.lay(tuple(map(Card.parse, ("2O", "5C", "7E", "12B"))))
    before = game.fork()
    with pytest.raises(IllegalAnnouncementError, match=why):
        game.apply(said)
    assert game == before


def test_words_come_too_late_after_the_first_card():
    game = Game(PAGAT, 2, 1)
    game.lay(tuple(map(Card.parse, ("2O", "5C", "7E", "12B"))))
    game.apply(Play(0, Card.parse("1O")))
    with pytest.raises(IllegalAnnouncementError, match="the time for it is over"):
        game.apply(Announce(0, Announcement.RONDA))
    game.apply(Announce(1, Announcement.RONDA))


def test_a_challenged_hand_must_be_the_hand():
    game = Game(PAGAT, 2, 1)
    game.lay(tuple(map(Card.parse, ("2O", "5C", "7E", "12B"))))
    game.apply(Announce(0, Announcement.RONDA))
    game.apply(Play(0, Card.parse("1O")))
    with pytest.raises(IllegalAnnouncementError, match="2 left and has played 1"):
        game.apply(Challenge(1, 0, (Rank(3), Rank(4), Rank(6))))
    game.apply(Challenge(1, 0, (Rank(1), Rank(4), Rank(6))))
    assert game.scores == (0, 1)


def test_where_only_kings_count_a_pair_of_fives_is_not_shown_as_a_ronda():
    game = Game(PRESETS["gamesite-kings"], 2, 1)
    game.lay(tuple(map(Card.parse, ("2O", "5C", "7E", "12B"))))
    with pytest.raises(IllegalAnnouncementError, match="does not count"):
        game.apply(Announce(0, Announcement.RONDA, (Rank(5),)))
    game.apply(Announce(0, Announcement.RONDA, (Rank(12),)))
    game.apply(Announce(1, Announcement.TRINGA, (Rank(1),)))
    assert game.scores == (0, 5)
