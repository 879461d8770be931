"""What people say about the story: answers to questions, and what they put right, as amendments of the readings."""

from dataclasses import replace

from firmware.cards import Card
from firmware.decoding.beam_search import Reader
from firmware.decoding.history import Layout, Step
from firmware.decoding.hypothesis import Reading
from firmware.decoding.numbering import step_at
from firmware.dialogue.amendments import Amendment, Change, Drop, Put, amended
from firmware.dialogue.questions import card_of
from firmware.events import Doubt
from firmware.rules.play import Play
from firmware.signals import Unnamed
from firmware.tracking.tracker import Places


def make(reader: Reader, amendment: Amendment) -> bool:
    """Amend every reading that tells the step that is meant; whether that was possible."""
    meant = _meant(reader.best, amendment)
    alike = [one for one in reader.readings if _same(meant, _meant(one, amendment))]
    made = [told for one in alike if (told := amended(one, amendment)) is not None]
    if not made:
        return False
    _tell_places(reader, amendment, meant)
    reader.places.excuse(_amiss(made[0], reader.places))
    reader.keep(made[0], made[1:])
    return True


def _amiss(reading: Reading, places: Places) -> list[int]:
    """Where the table is not as a reading that a person has put right would have it: his word stands."""
    spots = reading.spots(places)
    lost = [spots[card].id for card in reading.lying if card in spots and spots[card].missed_clear]
    lying = [spots[card].id for card in reading.taken if card in spots and spots[card].missed == 0]
    return lost + lying


def answer(reader: Reader, doubt: Doubt, *, first: bool) -> None:
    """Settle a question by its first choice or by its second: the readings that tell it so are left."""
    chosen = choices(doubt)[0 if first else 1]
    fits = [one for one in reader.readings if _tells(one, doubt, chosen)]
    if fits:
        reader.keep(fits[0], fits[1:])
    amendment = _amendment(reader.best, doubt, chosen)
    if amendment is not None:
        make(reader, amendment)


def choices(doubt: Doubt) -> list[Card | int | None]:
    """What can be answered: cards of different ranks, or seats; the likeliest first. A question has two at least."""
    if doubt.seats:
        return [seat for seat, _ in doubt.seats]
    ranks: dict[object, Card | int | None] = {}
    for card, _ in doubt.candidates:
        ranks.setdefault(card and card.rank, card)
    return list(ranks.values())


def _tells(reading: Reading, doubt: Doubt, chosen: Card | int | None) -> bool:
    step = step_at(reading, doubt.step)
    if step is None or chosen is None:
        return step is None and chosen is None
    if isinstance(step.action, Layout):
        return isinstance(chosen, Card) and chosen.rank in [card.rank for card in step.cards]
    if isinstance(chosen, Card):
        return step.action.card.rank == chosen.rank
    return step.action.seat == chosen


def _amendment(reading: Reading, doubt: Doubt, chosen: Card | int | None) -> Amendment | None:
    """What makes sure that a reading stays with the answer."""
    step = step_at(reading, doubt.step)
    if step is None:
        return None
    if chosen is None:
        return Drop(doubt.step)
    if isinstance(chosen, Card):
        return Change(doubt.step, with_card(step, chosen, doubt.slot or 0))
    return Change(doubt.step, with_seat(step, chosen))


def with_card(step: Step, card: Card, slot: int = 0) -> Step:
    """The step with that card, told by a person; a card of the same rank stays the one that was seen."""
    if isinstance(step.action, Layout):
        cards = step.action.cards
        return replace(step, action=Layout((*cards[:slot], card, *cards[slot + 1 :])), card_told=True)
    if step.action.card.rank == card.rank and card.suit is None:
        card = step.action.card
    return replace(step, action=Play(step.action.seat, card), card_told=True)


def with_seat(step: Step, seat: int) -> Step:
    """The play with that player, told by a person."""
    card = card_of(step)
    assert card is not None  # nobody asks who played a layout
    return replace(step, action=Play(seat, card), seat_told=True)


def _meant(reading: Reading, amendment: Amendment) -> Step | None:
    return step_at(reading, amendment.index) if isinstance(amendment, Change | Drop) else None


def _same(one: Step | None, other: Step | None) -> bool:
    """Whether two readings mean the same thing that happened."""
    if one is None or other is None:
        return one is other
    return one.places == other.places if one.places or other.places else one.gist == other.gist


def _tell_places(reader: Reader, amendment: Amendment, before: Step | None) -> None:
    """What lies at the places of a step that a person has spoken of."""
    for place in before.places if before else ():
        reader.places.tell(place, Unnamed.UNKNOWN)
    if isinstance(amendment, Put | Change):
        for place, card in zip(amendment.step.places, amendment.step.cards, strict=False):
            reader.places.tell(place, card if amendment.step.card_told else None)
