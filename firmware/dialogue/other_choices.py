"""Other choices of a question of which neither choice is true: two buttons reach every rank, two choices at a time."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from firmware.cards import Card, Rank
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.numbering import entries, step_at
from firmware.dialogue.amendments import amended
from firmware.dialogue.answers import amendment_of, choices
from firmware.events import SHOWN, Doubt

T = TypeVar("T")


def with_other_choices(beam: BeamSearch, doubt: Doubt) -> Doubt:
    """The question with the next two choices first; after the last ones the first come again.

    Behind what the hypotheses have comes that nothing was played, and all other ranks that the rules allow, those first
    that the card looked like; or all other players.

    Args:
        beam: the hypotheses.
        doubt: the question.
    """
    if doubt.seats:
        return replace(doubt, seats=_turned(dict(doubt.seats), range(beam.best.game.players)))
    known = {one: _share(doubt, one) for one in choices(doubt) if not isinstance(one, int)}
    ranks = {one.rank for one in known if one}
    others = (Card(rank, None) for rank in dict.fromkeys(_ranks(beam, doubt)) if rank not in ranks)
    no_play = () if doubt.seat is None or doubt.deal is not None else (None,)  # a deal that is over has all its plays
    legal = (card for card in others if _is_legal(beam.best, doubt, card))
    return replace(doubt, candidates=_turned(known, (*no_play, *legal)))


def _turned(known: Mapping[T, float], more: Iterable[T]) -> tuple[tuple[T, float], ...]:
    every = [*known.items(), *((one, 0.0) for one in more if one not in known)]
    return (*every[SHOWN:], *every[:SHOWN])


def _is_legal(best: Hypothesis, doubt: Doubt, card: Card) -> bool:
    """Whether the rules allow a card there: a step that they forbid stays in an amended history and says nothing."""
    amendment = amendment_of(best, doubt, card)
    other = amended(best, amendment) if amendment else None
    steps = [entry for entry in entries(other) if isinstance(entry.fact, Step)] if other else []
    return doubt.step < len(steps) and bool(steps[doubt.step].events)


def _share(doubt: Doubt, choice: Card | None) -> float:
    """The probability of a choice, whatever its suit."""
    rank = choice and choice.rank
    return round(sum(share for card, share in doubt.candidates if (card and card.rank) == rank), 4)


def _ranks(beam: BeamSearch, doubt: Doubt) -> Iterator[Rank]:
    """All ranks, the likeliest first by what was seen of the card; some twice."""
    step = step_at(beam.best, doubt.step)
    slot = doubt.slot or 0
    for track_id in step.track_ids[slot : slot + 1] if step else ():
        track = beam.tracker.get(track_id)
        yield from (card.rank for card in track.log_probs) if track else ()
    yield from beam.best.game.match.pack.ranks
