"""Answers to questions, and other amendments, applied to all hypotheses."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.cards import Card
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import Layout, Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.numbering import rank_key_at, step_at
from firmware.decoding.transition import chained_hash
from firmware.dialogue.amendments import (
    AddSaying,
    Amendment,
    ChangeDeal,
    ChangeStep,
    DropStep,
    InsertStep,
    WithdrawSaying,
    amended,
)
from firmware.dialogue.earlier_deals import EarlierDeals
from firmware.dialogue.questions import card_of
from firmware.dialogue.shifted_plays import shifted
from firmware.events import SHOWN, Doubt
from firmware.rules.play import Play
from firmware.signals import Unnamed
from firmware.tracking.tracker import Tracker


def apply_amendment(beam: BeamSearch, amendment: Amendment | ChangeDeal) -> bool:
    """Amend every hypothesis that has the step that is meant; whether that was possible."""
    meant = _target_step(beam.best, amendment)
    alike = [one for one in beam.hypotheses if _is_same_step(meant, _target_step(one, amendment))]
    return _amend(beam, [(one, amendment) for one in alike])


def _amend(beam: BeamSearch, amendments: Sequence[tuple[Hypothesis, Amendment | ChangeDeal]]) -> bool:
    """Amend hypotheses, the leading one first, each in its own way, and drop all others; whether that was possible."""
    changed = [one_amended for one in amendments if (one_amended := amended(*one)) is not None]
    if not changed:
        return False
    leading, amendment = amendments[0]
    _fix_faces(beam, amendment, _target_step(leading, amendment))
    beam.tracker.overrule(_overruled_tracks(changed[0], beam.tracker))
    beam.restrict(changed[0], changed[1:])
    return True


def keep_to_told(beam: BeamSearch, told: Sequence[int], amendment: Amendment) -> bool:
    """Keep the hypotheses that agree with what was told up to the step of an amendment: who puts it right means that.

    Args:
        beam: the hypotheses; the leading one may have it otherwise, and is about to say so.
        told: the rank key of each step that was told.
        amendment: what somebody puts right, or takes back.

    Returns:
        Whether there is one.
    """
    if isinstance(amendment, AddSaying | WithdrawSaying):
        return True
    last = min(amendment.index - isinstance(amendment, InsertStep), len(told) - 1)
    if last < 0 or rank_key_at(beam.best, last) == told[last]:
        return True
    agreed = [one for one in beam.hypotheses if rank_key_at(one, last) == told[last]]
    if agreed:
        beam.restrict(agreed[0], agreed[1:])
    return bool(agreed)


def _overruled_tracks(hypothesis: Hypothesis, tracker: Tracker) -> list[int]:
    """The tracks that are not as a hypothesis that a person has put right would have them: his word stands.

    What went when the deal, the round or the match was over is as it would have it, and tells against those that go on.
    """
    last, end_ms = hypothesis.last_tracks(tracker), hypothesis.facts.end_ms
    table = [last[card] for card in hypothesis.on_table if card in last]
    lost = [track.id for track in table if track.missed_clear and track.lost_ms <= end_ms]
    lying = [last[card].id for card in hypothesis.captured if card in last and last[card].missed == 0]
    return lost + lying


def answer(beam: BeamSearch, doubt: Doubt, earlier: EarlierDeals, told: Sequence[int], *, first: bool) -> bool:
    """Settle a question: only the hypotheses that agree with the answer are left.

    Where none does, others may that have a play more or less before (:mod:`~firmware.dialogue.shifted_plays`); else
    those that agree with what was told are put right: the question is about that.

    Args:
        beam: the hypotheses.
        doubt: the question.
        earlier: how the deals that are over may have been played.
        told: the rank key of each step that was told.
        first: by its first choice, or else by its second.

    Returns:
        Whether that was possible.
    """
    chosen = choices(doubt)[0 if first else 1]
    ruled_out = _ruled_out(beam, doubt, chosen)
    fits = [one for one in beam.hypotheses if _agrees_with(step_at(one, doubt.step), chosen, doubt)]
    reading = earlier.choose(beam.best, doubt.step, lambda step: _agrees_with(step, chosen, doubt))
    if not fits and reading is None and isinstance(chosen, Card) and doubt.seat is not None:
        fits = shifted(beam, doubt, chosen)
    if fits:
        beam.restrict(fits[0], fits[1:])
    elif reading is not None:
        apply_amendment(beam, reading)
    elif not keep_to_told(beam, told, DropStep(doubt.step)):
        return False
    meant = step_at(beam.best, doubt.step)
    alike = [one for one in beam.hypotheses if fits or _is_same_step(meant, step_at(one, doubt.step))]
    found = [(one, _staying(one, doubt, chosen, ruled_out)) for one in alike]
    amendments = [(one, amendment) for one, amendment in found if amendment is not None]
    return not amendments or _amend(beam, amendments)


def _staying(
    hypothesis: Hypothesis, doubt: Doubt, chosen: Card | int | None, ruled_out: tuple[int, ...]
) -> Amendment | None:
    """The amendment after which a hypothesis stays with an answer, and comes back to nothing that it rules out."""
    step = step_at(hypothesis, doubt.step)
    if isinstance(chosen, Card) and step and isinstance(step.action, Play) and step.action.card.rank == chosen.rank:
        chosen = step.action.card  # suits never matter (G2): it stays the card that it was
    amendment = amendment_of(hypothesis, doubt, chosen)
    if isinstance(amendment, ChangeStep):
        return replace(amendment, step=replace(amendment.step, ruled_out=ruled_out))
    return amendment


def _ruled_out(beam: BeamSearch, doubt: Doubt, chosen: Card | int | None) -> tuple[int, ...]:
    """The rank keys of the histories that an answer rules out: what else the step may have been, whatever came before.

    Else the search would come back to the same two plays in the other order: each of the two cards was played.
    """
    before = {rank_key_at(one, doubt.step - 1) or 0 for one in beam.hypotheses}
    steps = [step for one in beam.hypotheses if (step := step_at(one, doubt.step)) is not None]
    others = {step.rank_fact for step in steps if not _agrees_with(step, chosen, doubt)}
    return tuple(chained_hash(key, fact) for key in before for fact in others)


def shown_choices(doubt: Doubt) -> list[Card | int | None]:
    """The choices that are shown: one above each of the referee's buttons."""
    return choices(doubt)[:SHOWN]


def choices(doubt: Doubt) -> list[Card | int | None]:
    """The possible answers: cards of different ranks, or seats; those shown first. A question has two at least."""
    if doubt.seats:
        return [seat for seat, _ in doubt.seats]
    ranks: dict[object, Card | int | None] = {}
    for card, _ in doubt.candidates:
        ranks.setdefault(card and card.rank, card)
    return list(ranks.values())


def _agrees_with(step: Step | None, chosen: Card | int | None, doubt: Doubt) -> bool:
    if step is None or chosen is None:
        return step is None and chosen is None
    if isinstance(step.action, Layout):
        return doubt.seat is None and isinstance(chosen, Card) and chosen.rank in [card.rank for card in step.cards]
    if isinstance(chosen, Card):
        return step.action.card.rank == chosen.rank
    return step.action.seat == chosen


def amendment_of(hypothesis: Hypothesis, doubt: Doubt, chosen: Card | int | None) -> Amendment | None:
    """The amendment after which a hypothesis stays with an answer; ``None``: it has no such step.

    Args:
        hypothesis: it.
        doubt: the question.
        chosen: one of its :func:`choices`.
    """
    step = step_at(hypothesis, doubt.step)
    if step is None:
        return None
    if chosen is None:
        return DropStep(doubt.step)
    if isinstance(chosen, Card):
        return ChangeStep(doubt.step, with_card(step, chosen, doubt.slot or 0))
    return ChangeStep(doubt.step, with_seat(step, chosen))


def with_card(step: Step, card: Card, slot: int = 0) -> Step:
    """The step with that card, fixed by a person; a card of the same rank stays the one that was seen.

    Args:
        step: the step before.
        card: the card.
        slot: which card of a layout, from 0.
    """
    if isinstance(step.action, Layout):
        cards = step.action.cards
        action = replace(step.action, cards=(*cards[:slot], card, *cards[slot + 1 :]))
        return replace(step, action=action, card_fixed=True)
    if step.action.card.rank == card.rank and card.suit is None:
        card = step.action.card
    return replace(step, action=Play(step.action.seat, card), card_fixed=True)


def with_seat(step: Step, seat: int) -> Step:
    """The play with that player, fixed by a person."""
    card = card_of(step)
    assert card is not None  # nobody asks who played a layout
    return replace(step, action=Play(seat, card), seat_fixed=True)


def _target_step(hypothesis: Hypothesis, amendment: Amendment | ChangeDeal) -> Step | None:
    return step_at(hypothesis, amendment.index) if isinstance(amendment, ChangeStep | DropStep) else None


def _is_same_step(one: Step | None, other: Step | None) -> bool:
    """Whether two hypotheses mean the same thing that happened."""
    if one is None or other is None:
        return one is other
    return one.track_ids == other.track_ids if one.track_ids or other.track_ids else one.rank_fact == other.rank_fact


def _fix_faces(beam: BeamSearch, amendment: Amendment | ChangeDeal, before: Step | None) -> None:
    """Fix what the tracks of a step show, of which a person has spoken."""
    for track_id in before.track_ids if before else ():
        beam.tracker.fix_face(track_id, Unnamed.UNKNOWN)
    if isinstance(amendment, InsertStep | ChangeStep):
        for track_id, card in zip(amendment.step.track_ids, amendment.step.cards, strict=False):
            beam.tracker.fix_face(track_id, card if amendment.step.card_fixed else None)
