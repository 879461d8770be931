"""Branching: from one hypothesis to others, which tell more, or tell it otherwise.

Each function gives a new hypothesis, or ``None`` where the rules forbid it.
"""

from collections.abc import Sequence
from dataclasses import replace

from firmware.cards import Card
from firmware.decoding.history import HistoryEntry, Layout, Step, TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.pieces import pieces_brought, pieces_in
from firmware.decoding.sayings import LAID_MS, is_claim_of, is_late, made_by
from firmware.decoding.transition import apply_sayings, apply_steps
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.tracking.track import Track


def initial_hypothesis(game: Game) -> Hypothesis:
    """The hypothesis before anything was laid; where nothing is to be laid, the deal is open."""
    fresh = Hypothesis(game, game)
    return fresh if game.ruleset.table_cards else open_deal(fresh, (), (), 0.0) or fresh


def open_deal(
    hypothesis: Hypothesis,
    tracks: Sequence[Track],
    cards: Sequence[Card],
    frozen: float,
    *,
    t_ms: int = 0,
    gives_up: bool = False,
) -> Hypothesis | None:
    """The next deal, which opens with a layout; ``None`` where the rules forbid it.

    Args:
        hypothesis: the hypothesis before it.
        tracks: those of the cards of the layout.
        cards: what these are taken for, in the same order.
        frozen: the log-likelihood of the deal before in the end.
        t_ms: when, at the earliest; where no cards are laid nothing else tells.
        gives_up: the deal before lacks plays, and is given up.
    """
    t_ms = max((track.born_ms for track in tracks), default=t_ms)
    step = Step(t_ms, tuple(track.id for track in tracks), Layout(tuple(cards), gives_up))
    laid = _extended(replace(next_deal(hypothesis), base=frozen, base_before=frozen), (step,))
    return laid and _with_sayings(laid)


def next_deal(hypothesis: Hypothesis) -> Hypothesis:
    """The hypothesis before its next deal, of which nothing is known yet."""
    return Hypothesis(
        hypothesis.game,
        origin=hypothesis.game,
        past=(*hypothesis.past, hypothesis.deal) if hypothesis.entries else hypothesis.past,
        sayings=hypothesis.waiting,
        waiting=hypothesis.waiting,
        past_tracks=hypothesis.past_tracks | hypothesis.assignment.keys(),
        seat_directions=hypothesis.seat_directions,
        origin_key=hypothesis.key,
        origin_rank_key=hypothesis.rank_key,
        steps_before=hypothesis.steps_before + len(hypothesis.steps),
        entries_before=hypothesis.entries_before + len(hypothesis.entries),
    )


def add_play(
    hypothesis: Hypothesis,
    card: Card,
    t_ms: int,
    track_ids: tuple[int, ...],
    log_likelihood: float,
    *,
    span: tuple[int, ...] = (),
) -> Hypothesis | None:
    """The hypothesis after a play of the seat in turn; ``None`` where the rules forbid it.

    Args:
        hypothesis: the hypothesis before it.
        card: what was played.
        t_ms: when it came to lie still.
        track_ids: its track; empty: it was never seen.
        log_likelihood: of the play itself.
        span: from when to when it was made, if nobody could see that.
    """
    seat = hypothesis.game.turn
    if seat is None:
        return None
    step = Step(t_ms, track_ids, Play(seat, card), log_likelihood, span=span)
    last = hypothesis.entries[-1].fact if hypothesis.entries else None
    if isinstance(last, TimedSaying) and (last.t_ms >= t_ms or is_claim_of(hypothesis.game, last, step)):
        return rewrite(hypothesis, (*hypothesis.steps, step))  # it was said after the card came to lie
    return _extended(hypothesis, (step,), lenient=False)


def assign(hypothesis: Hypothesis, track: Track, card: Card | None) -> Hypothesis:
    """The hypothesis that takes a track for a card.

    Args:
        hypothesis: the hypothesis before it.
        track: the track.
        card: a card known already, which moved there; or ``None`` for clutter.
    """
    assignment = {**hypothesis.assignment, track.id: card}
    return replace(hypothesis, assignment=assignment)


def add_saying(hypothesis: Hypothesis, saying: TimedSaying) -> Hypothesis:
    """The hypothesis with a saying; an announcement counts even before a card that was just played."""
    added = replace(hypothesis, sayings=(*hypothesis.sayings, saying))
    if is_late(hypothesis.game, hypothesis.steps, saying) and (rewritten := rewrite(added, added.steps, whole=True)):
        return rewritten
    return _with_sayings(replace(added, waiting=(*added.waiting, saying)))


def rewrite(hypothesis: Hypothesis, steps: Sequence[Step], *, whole: bool = False) -> Hypothesis | None:
    """The hypothesis with other steps of the present deal: a card renamed, a play put in before another one.

    A track of which no step speaks any more, or that is another one of a card no longer played, is clutter. Where the
    deal is over by these steps, what was clutter after them is not: it may be of the next layout.

    Args:
        hypothesis: the hypothesis so far.
        steps: the steps instead; those that are the same from the beginning keep what the rules made of them.
        whole: apply everything again, since something else was said.
    """
    kept, same = ((), 0) if whole else _shared_prefix(hypothesis, steps)
    said = [entry.fact for entry in kept if isinstance(entry.fact, TimedSaying)] if len(kept) > same else ()
    fresh = replace(
        hypothesis,
        game=kept[-1].game if kept else hypothesis.origin,
        steps=tuple(steps[:same]),
        entries=kept,
        assignment=carried_assignment(hypothesis, steps, same),
        waiting=tuple(one for one in hypothesis.sayings if one not in said),
    )
    rewritten = _extended(fresh, steps[same:])
    if rewritten is None or _is_ruled_out(rewritten):
        return None
    return _open_to_layout(_with_sayings(rewritten))


def _is_ruled_out(hypothesis: Hypothesis) -> bool:
    """Whether a person has ruled out that this deal began so."""
    ruled_out = {key for step in hypothesis.steps for key in step.ruled_out}
    return bool(ruled_out) and any(entry.rank_key in ruled_out for entry in hypothesis.entries)


def with_past_of(hypothesis: Hypothesis, other: Hypothesis) -> Hypothesis | None:
    """The present deal as one hypothesis tells it, after those before it as another one does.

    Args:
        hypothesis: the one whose present deal it is, which goes on: what it costs to wait for a layout would be lost.
        other: the one with the other deals before it.
    """
    is_over, same_deal = hypothesis.game.turn is None, len(other.past) == len(hypothesis.past)
    if is_over or not same_deal or not other.past_tracks.isdisjoint(hypothesis.assignment):
        return None
    joined = replace(
        hypothesis,
        origin=other.origin,
        past=other.past,
        past_tracks=other.past_tracks,
        seat_directions=other.seat_directions,
        base=other.base_before + hypothesis.base - hypothesis.base_before,
        base_before=other.base_before,
        origin_key=other.origin_key,
        origin_rank_key=other.origin_rank_key,
        steps_before=other.steps_before,
        entries_before=other.entries_before,
    )
    return rewrite(joined, hypothesis.steps, whole=True)


def _open_to_layout(hypothesis: Hypothesis) -> Hypothesis:
    """The hypothesis; if it waits for a layout, without clutter that came after all cards of its deal that were seen.

    For want of it four cards of a layout, laid while the match seemed won, stayed clutter until the deal was over.
    """
    if not hypothesis.game.awaiting_layout:
        return hypothesis
    last = max((track_id for step in hypothesis.steps for track_id in step.track_ids), default=-1)
    kept = {track_id: card for track_id, card in hypothesis.assignment.items() if card or track_id <= last}
    return replace(hypothesis, assignment=kept)


def _shared_prefix(hypothesis: Hypothesis, steps: Sequence[Step]) -> tuple[tuple[HistoryEntry, ...], int]:
    """The beginning of the entries that has the same steps, and how many of these it has.

    It ends before a step of which something was said that counts on its other side now: when it had been made depends
    on those that come after it. Else what was refused before the last card of a batch counted after it, once a play
    that had seemed to come later was none.
    """
    entries, stays = hypothesis.entries, _stays_among_sayings(hypothesis, steps)
    count = end = 0
    for index, entry in enumerate(entries, 1):
        if isinstance(entry.fact, TimedSaying):
            continue  # said behind the last step that stays: it may come after one that is new
        if count == len(steps) or entry.fact is not steps[count] or not stays[count]:
            break
        count, end = count + 1, index
    return entries[:end], count


def _stays_among_sayings(hypothesis: Hypothesis, steps: Sequence[Step]) -> list[bool]:
    """Whether the same was said before each of some steps, where a hypothesis tells of as many."""
    if not hypothesis.sayings:
        return [True] * len(steps)
    bounds = [sorted(pair) for pair in zip(made_by(hypothesis.steps), made_by(steps), strict=False)]
    said = [saying.t_ms for saying in hypothesis.sayings]
    return [first == last or not any(first <= t_ms < last + LAID_MS for t_ms in said) for first, last in bounds]


def carried_assignment(hypothesis: Hypothesis, steps: Sequence[Step], same: int = 0) -> dict[int, Card | None]:
    """The cards of the tracks of which other steps do not speak: what moved stays what it was, if that is played.

    Args:
        hypothesis: the hypothesis so far.
        steps: the other steps.
        same: how many of them, from the beginning, are its own: their tracks stay what they are.
    """
    own = {track_id for step in hypothesis.steps[same:] for track_id in step.track_ids}
    pieces = pieces_in(steps, hypothesis.packs)
    assignment = hypothesis.assignment.items()
    return {track_id: card if card in pieces and track_id not in own else None for track_id, card in assignment}


def _extended(hypothesis: Hypothesis, steps: Sequence[Step], *, lenient: bool | None = None) -> Hypothesis | None:
    """The hypothesis after more steps; ``lenient``: as the hypothesis is, unless said otherwise."""
    lenient = hypothesis.lenient if lenient is None else lenient
    applied = apply_steps(hypothesis.state, steps, hypothesis.waiting, hypothesis.packs, lenient=lenient)
    return applied and _appended(hypothesis, *applied)


def _with_sayings(hypothesis: Hypothesis) -> Hypothesis:
    """The hypothesis after all that was said, except sayings that have to wait for a layout."""
    waiting = hypothesis.waiting
    return _appended(hypothesis, *apply_sayings(hypothesis.state, waiting)) if waiting else hypothesis


def _appended(hypothesis: Hypothesis, entries: Sequence[HistoryEntry], waiting: tuple[TimedSaying, ...]) -> Hypothesis:
    """The hypothesis after these entries."""
    if not entries:
        return hypothesis
    steps, state, assignment = [], hypothesis.state, dict(hypothesis.assignment)
    for entry in entries:
        if isinstance(entry.fact, Step):
            steps.append(entry.fact)
            if entry.fact.track_ids:
                pieces = pieces_brought(entry.fact, (state.on_table, state.captured), hypothesis.packs)
                assignment.update(zip(entry.fact.track_ids, pieces, strict=False))
        state = entry
    return replace(
        hypothesis,
        game=entries[-1].game,
        steps=(*hypothesis.steps, *steps),
        entries=(*hypothesis.entries, *entries),
        assignment=assignment,
        waiting=waiting,
    )
