"""Opening a deal, its batches and its end (rules B1 to B4, E1 to E3, G7)."""

from collections.abc import Iterable

from firmware.cards import Card
from firmware.rules.concealed import may_announce
from firmware.rules.deal_end import Ending, card_points, last_card_points
from firmware.rules.events import BatchDealt, CardsCounted, DealEnded, DealOpened, GameEvent, LayoutDealt, RestTaken
from firmware.rules.match import Match
from firmware.rules.position import Position, Seen
from firmware.rules.rounds import counts_cards, with_taken
from firmware.rules.scoring import award, book, decide, decide_by_cards, with_item
from firmware.rules.transfer import collect
from firmware.rules.voice import NOTHING_TO_ANNOUNCE, AnnouncingState


def before_first_deal(match: Match, dealer: int) -> Position:
    """The position in which ``dealer`` has not yet dealt the first deal."""
    return Position(
        scores=(0,) * match.sides,
        dealer=dealer,
        deal=0,
        batch=0,
        hands=(0,) * match.players,
        turn=None,
        table=(),
        piles=((),) * match.sides,
        earlier=(0,) * match.sides,
        seen=Seen(),
        fresh=None,
        chain=None,
        last_captor=None,
        winners=(),
        voices=(NOTHING_TO_ANNOUNCE,) * match.players,
        before=(),
        awarded=(0,) * match.sides,
        ledger=(),
        debts=(),
        rounds=(0,) * match.sides if match.ruleset.match_rounds > 1 else (),
    )


def seen_cards(cards: Iterable[Card]) -> Seen:
    """These cards as the cards that have been seen."""
    seen = Seen()
    for card in cards:
        seen = seen.plus(card)
    return seen


def open_deal(match: Match, position: Position, layout: tuple[Card, ...], events: list[GameEvent]) -> Position:
    """Begin the next deal with a legal layout and its first batch (B1).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        layout: the cards on the table, in dealing order.
        events: what it causes is added to these.
    """
    deal = position.deal + 1
    events += [DealOpened(deal, position.dealer), LayoutDealt(layout)]
    opened = before_first_deal(match, position.dealer)._replace(
        scores=position.scores,
        deal=deal,
        table=layout,
        seen=seen_cards(layout),
        rounds=position.rounds,
        taken=(0,) * match.players if counts_cards(match, position) else (),
    )
    return next_batch(match, opened, events)


def next_batch(match: Match, position: Position, events: list[GameEvent]) -> Position:
    """Deal every player the cards of the next batch (B2).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        events: what it causes is added to these.
    """
    batch = position.batch + 1
    events.append(BatchDealt(batch, match.is_last_batch(batch)))  # B3
    return position._replace(
        batch=batch,
        hands=(match.pattern[batch - 1],) * match.players,
        turn=match.after(position.dealer),  # G4
        fresh=position.fresh if match.ruleset.caida_across_redeal else None,  # K4; K4b
        voices=(AnnouncingState(open=may_announce(match, batch)),) * match.players,  # D3, D4
        before=position.voices if position.batch else (),  # D14
        awarded=(0,) * match.sides,
    )


def end_deal(match: Match, position: Position, ending: Ending, events: list[GameEvent]) -> Position:
    """The position after the deal: rest, price of the last card, count, next dealer (B4; S2, step 5); it may win (W2).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        ending: the very last play.
        events: what it causes is added to these.
    """
    price = last_card_points(match, position, ending)
    position = award(match, _take_rest(match, position, events), price, events)
    position = decide_by_cards(match, position, events)
    if position.turn is None:
        return position  # W1
    position = collect(position, match)._replace(debts=())  # V3: what is not paid now lapses
    events.append(CardsCounted(position.pile_sizes))
    position = book(match, position, card_points(match, position), events)  # W4: applied together
    events.append(DealEnded(position.deal, position.scores))
    position = position._replace(turn=None, fresh=None, dealer=match.after(position.dealer))  # G7
    return decide(match, position, events)


def _take_rest(match: Match, position: Position, events: list[GameEvent]) -> Position:
    """E1; in a position set up by hand nobody may have captured, then the rest stays where it lies."""
    captor, rest = position.last_captor, position.table
    if captor is None or not rest:
        return position
    events.append(RestTaken(captor, rest))
    side = match.side_of[captor]
    piles = with_item(position.piles, side, position.piles[side] + rest)
    return position._replace(table=(), piles=piles, taken=with_taken(position.taken, captor, len(rest)))
