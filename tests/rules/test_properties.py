"""What holds at every step of every game, whatever is played."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.cards import ES40
from firmware.rules.errors import NothingToUndoError
from firmware.rules.events import CardsCounted, DealEnded, GameWon, PointsScored, Reason
from firmware.rules.game import Game
from firmware.rules.layout import layout_fault, repair
from firmware.rules.notation.position import parse_position
from firmware.rules.play import Play
from firmware.rules.presets import PAGAT, PRESETS

pytestmark = pytest.mark.untraced  # many games, which reach no branch that the tables do not

HOUSE_RULES = [
    PAGAT,
    PRESETS["quick"],
    PAGAT.with_options({"chain_points": "last", "chain_len": "3", "chain_start": "any", "caida_across_redeal": "yes"}),
    PAGAT.with_options({"chain_points": "all", "mesa_exception": "last_batch"}),
    PAGAT.with_options({"chain_len": "3", "mesa_exception": "none", "run_sweep": "no", "chain_start": "any"}),
]


@st.composite
def dealt_games(draw):
    """A game with its first layout, and the cards that will be played, in order."""
    players = draw(st.sampled_from([2, 3, 4]))
    game = Game(draw(st.sampled_from(HOUSE_RULES)), players, draw(st.integers(0, players - 1)))
    return game, shuffled(draw(st.randoms(use_true_random=False)))


def shuffled(random):
    pack = list(ES40.cards)
    random.shuffle(pack)
    layout = repair(pack[:4], pack[4:]).layout
    return layout, [card for card in pack if card not in layout]


def play_deal(game, layout, stock):
    """Lay and play the cards in order; yields the game and the events after every step."""
    yield game.lay(layout)
    for card in stock:
        if game.turn is None:
            return
        yield game.apply(Play(game.turn, card))


@given(dealt_games())
def test_every_card_of_the_deal_is_in_exactly_one_place(dealt):
    game, (layout, stock) = dealt
    gone = list(layout)
    for card, _ in zip([None, *stock], play_deal(game, layout, stock), strict=False):
        if card and not (game.winners and card not in game.played):  # a win before the card counts leaves it out
            gone.append(card)
        assert Counter(game.played) == Counter(gone)
        if not game.winners:
            left = sum(game.hands) + sum(game.match.pattern[game.batch :]) * game.players
            assert len(gone) + left == 40
        assert game.pile_sizes == tuple(len(pile) for pile in game.piles)


@given(dealt_games())
def test_two_cards_of_a_rank_never_lie_on_the_table(dealt):
    game, (layout, stock) = dealt
    for _ in play_deal(game, layout, stock):
        ranks = [card.rank for card in game.table]
        assert len(set(ranks)) == len(ranks) <= 10


@given(dealt_games())
def test_undo_goes_back_through_every_position_and_play_goes_forth_again(dealt):
    game, (layout, stock) = dealt
    texts = [str(game)]
    positions = [game.position]
    for _ in play_deal(game, layout, stock):
        positions.append(game.position)
        texts.append(str(game))
    end = game.fork()
    for position, text in zip(reversed(positions[:-1]), reversed(texts[:-1]), strict=True):
        game.undo()
        assert game.position == position
        assert str(game) == text
    for _ in play_deal(game, layout, stock):
        pass
    assert game == end


@settings(max_examples=10)
@given(st.sampled_from([2, 3, 4]), st.randoms(use_true_random=False))
def test_undo_goes_back_across_deals_and_the_end_of_the_match(players, random):
    game, positions = Game(PRESETS["quick"], players, 0), []
    while not game.winners:
        steps = play_deal(game, *shuffled(random))
        positions.append(game.position)
        positions += list(_positions(game, steps))
    assert len({position.deal for position in positions}) > 1
    for position in reversed(positions):
        game.undo()
        assert game.position == position
    with pytest.raises(NothingToUndoError):
        game.undo()


def _positions(game, steps):
    """The position before each step but the first."""
    next(steps)
    before = game.position
    for _ in steps:
        yield before
        before = game.position


@given(dealt_games())
def test_a_fork_and_its_game_do_not_know_each_other(dealt):
    game, (layout, stock) = dealt
    for _ in play_deal(game, layout, stock):
        before, fork = game.position, game.fork()
        assert fork == game
        plays = fork.legal_plays()
        if plays:
            fork.apply(plays[0])
            assert game.position == before != fork.position


@given(dealt_games())
def test_every_point_has_a_reason_and_the_scores_are_their_sum(dealt):
    game, (layout, stock) = dealt
    totals = [0] * game.sides
    for events in play_deal(game, layout, stock):
        for event in events:
            if isinstance(event, PointsScored):
                assert isinstance(event.reason, Reason)
                assert event.points > 0
                assert (event.seat is None) == (event.reason is Reason.CARDS)
                assert event.seat is None or game.side_of(event.seat) == event.side
                totals[event.side] += event.points
        assert tuple(totals) == game.scores


@settings(max_examples=40)
@given(dealt_games())
def test_every_position_reads_back_from_its_text(dealt):
    game, (layout, stock) = dealt
    for _ in play_deal(game, layout, stock):
        assert Game.at(*parse_position(str(game))) == game


@given(dealt_games())
def test_each_legal_play_and_no_other_is_accepted(dealt):
    game, (layout, stock) = dealt
    unseen = set(ES40.cards) - set(layout)
    steps = play_deal(game, layout, stock)
    next(steps)
    for card, _ in zip(stock, steps, strict=False):
        unseen.discard(card)
        if game.turn is None:
            assert game.legal_plays() == ()
        else:
            assert {play.card for play in game.legal_plays()} == unseen
            assert {play.seat for play in game.legal_plays()} == {game.turn}


@given(dealt_games())
def test_the_same_plays_give_the_same_events(dealt):
    game, (layout, stock) = dealt
    twin = game.fork()
    assert list(play_deal(game, layout, stock)) == list(play_deal(twin, layout, stock))


@settings(max_examples=30)
@given(st.sampled_from([2, 3, 4]), st.sampled_from(HOUSE_RULES), st.randoms(use_true_random=False))
def test_every_match_ends_with_one_winner_ahead_of_all(players, rules, random):
    game, dealers, events = Game(rules, players, 0), [], ()
    while not game.winners:
        dealers.append(game.dealer)
        for events in play_deal(game, *shuffled(random)):
            assert (GameWon in map(type, events)) == bool(game.winners)
        assert game.deal == len(dealers) < 60
    (winner,) = game.winners
    assert max(game.scores) == game.scores[winner] >= rules.target
    assert game.scores.count(game.scores[winner]) == 1
    assert dealers == [deal % players for deal in range(len(dealers))]  # G7


@given(dealt_games())
def test_the_count_of_a_deal_that_was_played_out_is_forty(dealt):
    game, (layout, stock) = dealt
    ended = False
    for events in play_deal(game, layout, stock):
        for event in events:
            if isinstance(event, CardsCounted):
                assert sum(event.piles) == 40
            ended |= isinstance(event, DealEnded)
    assert ended or game.winners


@given(st.lists(st.sampled_from(ES40.cards), min_size=4, max_size=4, unique=True), st.permutations(ES40.cards))
def test_a_repaired_layout_is_legal_and_keeps_every_card(dealt, pack):
    stock = [card for card in pack if card not in dealt]
    mended = repair(dealt, stock)
    assert layout_fault(mended.layout) is None
    replaced = stock[: len(mended.buried)]
    assert Counter(mended.layout + mended.buried) == Counter([*dealt, *replaced])
    assert (layout_fault(dealt) is None) == (mended.buried == ())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_known_before_the_first_layout(players):
    game = Game(PAGAT, players, 0)
    assert game.awaiting_layout
    assert game.legal_plays() == ()
    assert Game.at(*parse_position(str(game))) == game
