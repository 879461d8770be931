"""Positions set up in the middle of a match, as a FEN is for chess: defaults, and every fault at once."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypedDict, Unpack

from firmware.cards import Card
from firmware.rules.deal import before_first_deal, seen_cards
from firmware.rules.errors import PositionError
from firmware.rules.events import PointsScored
from firmware.rules.match import Match
from firmware.rules.position import Chain, Debt, HeldWin, Position
from firmware.rules.rounds import counts_cards
from firmware.rules.voice import AnnouncingState


class PositionParts(TypedDict, total=False):
    """What may be said of a position: the fields of :class:`~firmware.rules.position.Position`.

    What is left out is as after dealing the first batch, nothing captured, the seat after the dealer to play, nobody
    with anything to announce.
    """

    scores: Sequence[int]
    dealer: int
    deal: int
    batch: int
    hands: Sequence[int]
    turn: int | None
    table: Sequence[Card]
    piles: Sequence[Sequence[Card]]
    earlier: Sequence[int]
    fresh: Card | None
    chain: Chain | None
    last_captor: int | None
    winners: Sequence[int]
    voices: Sequence[AnnouncingState]
    before: Sequence[AnnouncingState]
    awarded: Sequence[int]
    ledger: Sequence[PointsScored]
    debts: Sequence[Debt]
    rounds: Sequence[int]
    taken: Sequence[int]
    held: HeldWin | None


def set_up_position(match: Match, **given: Unpack[PositionParts]) -> Position:
    """The position with what is given, the rest by default.

    Raises:
        PositionError: if such a position cannot be; the message lists all faults.
    """
    position = _complete(match, given)
    faults = list(_shape_faults(match, position)) or list(_faults(match, position))
    if faults:
        raise PositionError(f"this is no position: {'; '.join(faults)}")
    return position._replace(seen=seen_cards(_face_up(position)))


def _complete(match: Match, given: PositionParts) -> Position:
    dealer = given.get("dealer", match.players - 1)  # G4: the dealer is the last of the order
    batch = given.get("batch", 1)
    in_hand = match.pattern[batch - 1] if 1 <= batch <= len(match.pattern) else 0
    rounds = tuple(given.get("rounds", (0,) * match.sides if match.ruleset.match_rounds > 1 else ()))
    blank = before_first_deal(match, dealer)._replace(rounds=rounds)
    return blank._replace(
        scores=tuple(given.get("scores", blank.scores)),
        deal=given.get("deal", 1),
        batch=batch,
        hands=tuple(given.get("hands", (in_hand,) * match.players)),
        turn=given.get("turn", match.after(dealer)),
        table=tuple(given.get("table", ())),
        piles=tuple(tuple(pile) for pile in given.get("piles", blank.piles)),
        earlier=tuple(given.get("earlier", blank.earlier)),
        fresh=given.get("fresh"),
        chain=given.get("chain"),
        last_captor=given.get("last_captor"),
        winners=tuple(given.get("winners", ())),
        voices=tuple(given.get("voices", blank.voices)),
        before=tuple(given.get("before", ())),
        awarded=tuple(given.get("awarded", blank.awarded)),
        ledger=tuple(given.get("ledger", ())),
        debts=tuple(given.get("debts", ())),
        rounds=rounds,
        taken=tuple(given.get("taken", (0,) * match.players if counts_cards(match, blank) else ())),
        held=given.get("held"),
    )


def _face_up(position: Position) -> tuple[Card, ...]:
    return position.table + tuple(card for pile in position.piles for card in pile)


def _shape_faults(match: Match, position: Position) -> Iterator[str]:
    """Numbers that fit neither the players nor the pack; nothing else can be asked while there are any."""
    if bool(position.rounds) != (match.ruleset.match_rounds > 1):
        yield "rounds are counted in a match of several rounds, and only there"  # V17
    for name in ("scores", "piles", "earlier", "awarded", *(["rounds"] if position.rounds else [])):
        if len(getattr(position, name)) != match.sides:
            yield f"{name} needs one entry for each of {match.sides} sides"
    for name in ("hands", "voices", *(name for name in ("before", "taken") if getattr(position, name))):
        if len(getattr(position, name)) != match.players:
            yield f"{name} needs one entry for each of {match.players} players"
    yield from _seat_faults(match, position)
    if not 0 <= position.batch <= len(match.pattern):
        yield f"batch is {position.batch}, but a deal has batches 1 to {len(match.pattern)}"


def _seat_faults(match: Match, position: Position) -> Iterator[str]:
    chain_owner = position.chain.owner if position.chain else None
    for name, seat in (
        ("dealer", position.dealer),
        ("turn", position.turn),
        ("last captor", position.last_captor),
        ("holder of the packet", chain_owner),
    ):
        if seat is not None and not 0 <= seat < match.players:
            yield f"the {name} is seat {seat}, but seats are 0 to {match.players - 1}"


def _faults(match: Match, position: Position) -> Iterator[str]:
    yield from _card_faults(match, position)
    yield from _turn_faults(match, position)
    if position.fresh is not None and position.fresh not in position.table:
        yield f"the card just played, {position.fresh}, does not lie on the table"
    if position.chain is not None:
        yield from _chain_faults(match, position, position.chain)
    named = [("winner", side) for side in position.winners]
    named += [("debtor or creditor", side) for debt in position.debts for side in debt[:2]]
    named += [("side of the ledger", scored.side) for scored in position.ledger]
    for what, side in named:
        if not 0 <= side < match.sides:
            yield f"a {what} is no side"


def _card_faults(match: Match, position: Position) -> Iterator[str]:
    cards = _face_up(position)
    if len({card.rank for card in position.table}) < len(position.table):
        yield "two cards of a rank lie on the table"  # C1
    for card, times in Counter(cards).items():
        if card.suit and times > match.ruleset.packs:
            yield f"{card} is there {times} times"
    for rank, times in Counter(card.rank for card in cards).items():
        if times > match.copies:
            yield f"there are {times} cards of rank {rank.value}"
        if rank not in match.pack.ranks:
            yield f"rank {rank.value} is not in the pack {match.pack.name}"


def _turn_faults(match: Match, position: Position) -> Iterator[str]:
    turn = position.turn
    if turn is None:
        return
    if position.winners:
        yield "there is a winner, so nobody is to play"
    left = [position.hands[(turn + place) % match.players] for place in range(match.players)]
    if left[0] < 1 or left[0] - left[-1] > 1 or left != sorted(left, reverse=True):
        yield f"hands of {list(position.hands)} do not run out together when seat {turn} plays next"


def _chain_faults(match: Match, position: Position, chain: Chain) -> Iterator[str]:
    pile = position.piles[match.side_of[chain.owner]]
    if not chain.packet or pile[-len(chain.packet) :] != chain.packet:
        yield "the packet is not at the end of its holder's pile"  # K7
    elif chain.packet[0].rank != chain.rank:
        yield f"the packet does not begin with a card of rank {chain.rank.value}"
    if not 1 <= chain.step < match.chain_steps:
        yield f"a chain at step {chain.step} is not open: it ends with step {match.chain_steps}"  # K5
