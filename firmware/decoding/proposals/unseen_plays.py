"""Second thoughts about plays that nobody saw at rest: something is gone that only such a play can have taken."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from firmware.cards import Card, Rank
from firmware.decoding import likelihood
from firmware.decoding.clutter import BACK_MS, by_one_hand
from firmware.decoding.history import Layout, Step
from firmware.decoding.hypothesis import Reading, play, rewrite
from firmware.decoding.proposals.revisions import RECENT, candidates, told_as, untold
from firmware.decoding.seating import seating
from firmware.rules.play import Play
from firmware.tracking.track import Place
from firmware.tracking.tracker import Places

GLIMPSE_MS = 3000
"""A card seen in passing this long before its capture was noticed may have been the one that captured."""
HANDFULS_MS = 8000
"""... or so long, where somebody takes the cards up one after the other."""
TOGETHER_MS = 5000
"""What one capture takes is gone within this, also in several handfuls."""
TRIED = frozenset((2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96))
"""Clear looks without a card, or with one, after which is thought again: the longer, the less news there is."""
WRONG_SEATS = -6.0
"""What hands tell against a reading, from which it is thought of a play that nobody saw: three hands from elsewhere."""
POOR = 0.7
"""A place whose sharpness is below this may turn out to be of any rank that the table asks for."""


def captures(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """Cards of the table have vanished: a card that nobody saw at rest, or that was misread, may have taken them."""
    for reading in readings:
        spots = reading.spots(places)
        for card in reading.lying:
            if card in spots and spots[card].missed_clear in TRIED and not spots[card].excused:
                yield from _taken_unseen(reading, card, spots[card], places)
                yield from _taken_together(reading, card, spots)
                yield from _misread(reading, card, spots[card].seen_ms, places)


def taken_before(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """A card lies on although it took its equal, which is gone: a card that nobody saw may have taken that before."""
    for reading in readings:
        spots = {card: place for card, place in reading.spots(places).items() if card in reading.taken}
        lie = {(reading.taken[card], card.rank) for card, place in spots.items() if _lies_on(place)}
        for card, place in spots.items():
            if place.missed_clear and (reading.taken[card], card.rank) in lie:
                yield from _taken_unseen(reading, card, place, places)


def after_all(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """What was taken for nothing lies on in the clear: it was played after all."""
    for reading in readings:
        for place in [places[place_id] for place_id in reading.idle]:
            if _lies_on(place):
                yield from _played_at(reading, place, places)


def _lies_on(place: Place) -> bool:
    """Whether a card is still seen at a place, and it is time to think of it again."""
    return place.missed == 0 and place.clear_looks in TRIED


def _played_at(reading: Reading, place: Place, places: Places) -> Iterator[Reading]:
    """The story with each card that ``place`` may show, played when it came to lie there."""
    told, cost = reading.told, likelihood.SEEN_PLAY + likelihood.ON_TOP * likelihood.on_top(reading, place, places)
    for card in (one for one in candidates(place) if one not in told):
        yield from _put_in(reading, Step(place.born_ms, (place.id,), Play(0, card), cost), place.born_ms)


def in_hand_again(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """A card that was laid not long ago is gone, by the hand that laid it: it went back to that hand."""
    for reading in readings:
        for index in range(max(1, len(reading.steps) - RECENT), len(reading.steps)):
            if _is_back(reading, reading.steps[index], places):
                yield from filter(None, [rewrite(reading, (*reading.steps[:index], *reading.steps[index + 1 :]))])


def _is_back(reading: Reading, step: Step, places: Places) -> bool:
    """Whether the card that was played in ``step`` may have been taken back, and it is time to think of it."""
    if not step.places or step.card_told or not isinstance(step.action, Play):
        return False
    place = places[step.places[0]]
    away = place.missed_clear in TRIED and place.seen_ms - place.born_ms <= BACK_MS
    return away and by_one_hand(place) and not _took_all(reading, step, places)


def _took_all(reading: Reading, step: Step, places: Places) -> bool:
    """Whether a play captured, and nothing that it took still lies there."""
    taken = reading.taken.get(step.cards[0])
    if taken is None or taken.t_ms > step.t_ms:
        return False
    spots = reading.spots(places)
    return all(spots[card].missed > 0 for card in reading.captures[taken] if card in spots)


def answered(readings: Iterable[Reading], places: Places) -> Iterator[Reading]:
    """A packet may be answered so fast that the card was only glimpsed (rules K5, K7): nothing else tells of it."""
    for reading in readings:
        chain = reading.game.chain
        if chain is None or not isinstance(reading.steps[-1].action, Play):
            continue
        for card, glimpse in _seen_passing(reading, chain.rank, places):
            if glimpse.born_ms > reading.steps[-1].t_ms and glimpse.rest_looks >= 2:
                after = play(reading, card, glimpse.born_ms, (glimpse.id,), likelihood.GLIMPSED_PLAY)
                yield from filter(None, [after])


def answered_unseen(readings: Iterable[Reading]) -> Iterator[Reading]:
    """Nobody saw that a caida was answered (K5, K7): only the seats of the plays after it tell, see the odds."""
    for reading in readings:
        for index in range(max(2, len(reading.steps) - RECENT), len(reading.steps)):
            if _is_caida(reading, index):
                yield from _with_answer(reading, index + 1)


def skipped(reading: Reading, places: Places) -> Iterator[Reading]:
    """The hands of those who played do not fit the seats: somebody played unseen and took what a later play seemed to.

    Each rank of the table is tried before each of the last plays.
    """
    if seating(reading, reading.collected(places), places) > WRONG_SEATS:
        return
    for index in range(max(1, len(reading.steps) - RECENT), len(reading.steps)):
        before = rewrite(reading, reading.steps[:index])
        for rank in sorted({card.rank for card in before.game.table} if before else ()):
            step = Step(reading.steps[index - 1].t_ms + 1, (), Play(0, Card(rank)), likelihood.UNSEEN_PLAY)
            yield from filter(None, [rewrite(reading, (*reading.steps[:index], step, *reading.steps[index:]))])


def not_taken(reading: Reading, card: Card) -> Iterator[Reading]:
    """The story without the play that nobody saw and that was put in since ``card`` was gone."""
    taken = reading.taken.get(card)
    for index, step in enumerate(reading.steps):
        if taken and step.t_ms == taken.t_ms and _is_guess(step, taken.t_ms - 1):
            yield from filter(None, [rewrite(reading, (*reading.steps[:index], *reading.steps[index + 1 :]))])


def _is_caida(reading: Reading, index: int) -> bool:
    """Whether the play at ``index`` took its equal that was played just before it (K1), as far as ranks tell."""
    ranks = [step.action.card.rank for step in reading.steps[index - 1 : index + 2] if isinstance(step.action, Play)]
    return len(ranks) > 1 and ranks[0] == ranks[1] and ranks[1:2] != ranks[2:3]


def _with_answer(reading: Reading, index: int) -> Iterator[Reading]:
    """The story with an answer that nobody saw before step ``index``, where a packet was open then."""
    before = rewrite(reading, reading.steps[:index])
    chain = before.game.chain if before else None
    if chain is not None:
        step = Step(reading.steps[index - 1].t_ms + 1, (), Play(0, Card(chain.rank)), likelihood.UNSEEN_PLAY)
        yield from filter(None, [rewrite(reading, (*reading.steps[:index], step, *reading.steps[index:]))])


def _taken_unseen(reading: Reading, lost: Card, place: Place, places: Places) -> Iterator[Reading]:
    """``lost`` was taken by a card of its rank, between the last look that saw it and the first that did not."""
    yield from _put_in(
        reading, Step(place.seen_ms, (), Play(0, Card(lost.rank)), likelihood.UNSEEN_PLAY), place.lost_ms
    )
    for card, glimpse in _glimpsed(reading, lost, place.seen_ms, places):
        step = Step(glimpse.born_ms, (glimpse.id,), Play(0, card), likelihood.GLIMPSED_PLAY)
        yield from _put_in(reading, step, glimpse.born_ms)


def _taken_together(reading: Reading, lost: Card, spots: Mapping[Card, Place]) -> Iterator[Reading]:
    """The same, but others that it took were taken up before: the capture was made when the first of them went."""
    last_ms = spots[lost].seen_ms
    known = [step for step in reading.steps if not _is_guess(step, last_ms - TOGETHER_MS)]
    guessed = {step.t_ms for step in reading.steps if step not in known}
    away = [place for card, place in spots.items() if card not in reading.taken or reading.taken[card].t_ms in guessed]
    gone = [place.seen_ms for place in away if place.missed_clear]
    first_ms = min(t_ms for t_ms in gone if t_ms > last_ms - TOGETHER_MS)
    if first_ms < last_ms or len(known) < len(reading.steps):
        step = Step(first_ms, (), Play(0, Card(lost.rank)), likelihood.UNSEEN_PLAY)
        yield from _put_in(reading, step, spots[lost].lost_ms, known)


def _is_guess(step: Step, since_ms: int) -> bool:
    """Whether a step is a play that nobody saw, put in for a card that went after ``since_ms``."""
    return isinstance(step.action, Play) and not step.places and not step.card_told and step.t_ms > since_ms


def _put_in(reading: Reading, step: Step, until_ms: int, steps: Sequence[Step] | None = None) -> Iterator[Reading]:
    """The story, or ``steps`` in its stead, with one more play between ``step.t_ms`` and ``until_ms``."""
    steps = reading.steps if steps is None else steps
    for index in range(1, len(steps) + 1):
        before, after = steps[:index], steps[index:]
        if before[-1].t_ms <= until_ms and (not after or after[0].t_ms >= step.t_ms):
            yield from filter(None, [rewrite(reading, (*before, step, *after))])


def _glimpsed(reading: Reading, lost: Card, seen_ms: int, places: Places) -> list[tuple[Card, Place]]:
    """Cards of the rank of ``lost`` that were seen in passing not long before it was last seen, or just after."""
    passing = _seen_passing(reading, lost.rank, places)
    return [(card, place) for card, place in passing if -HANDFULS_MS < place.seen_ms - seen_ms < GLIMPSE_MS]


def _seen_passing(reading: Reading, rank: Rank, places: Places) -> Iterator[tuple[Card, Place]]:
    """Cards of a rank, not told yet, that places may show of which the reading says nothing."""
    loose = [place for place in places if reading.is_loose(place)]
    left = untold(reading, rank) if loose else []
    return ((card, place) for place in loose for card in candidates(place) if card in left)


def _misread(reading: Reading, lost: Card, seen_ms: int, places: Places) -> Iterator[Reading]:
    """A play read poorly about that time was of the rank of ``lost``, which it took."""
    for index, step in enumerate(reading.steps):
        if isinstance(step.action, Layout) or not step.places or abs(step.t_ms - seen_ms) > GLIMPSE_MS:
            continue
        place = places[step.places[0]]
        if place.sharpness < POOR and step.action.card.rank != lost.rank:
            yield from told_as(reading, index, 0, _best_of(place, lost.rank, reading))


def _best_of(place: Place, rank: Rank, reading: Reading) -> Card | None:
    """The likeliest card of a rank at a place that was not told yet."""
    return max(untold(reading, rank), key=place.log, default=None)
