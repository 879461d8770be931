"""What players say, by buttons, in the order in which it counts among the cards."""

from collections.abc import Sequence
from itertools import accumulate
from typing import assert_never

from firmware.decoding.history import COLLECT_S, HistoryEntry, HistoryState, Step, TimedSaying
from firmware.events import Event, SayingRefused
from firmware.rules.concealed import claimable
from firmware.rules.errors import IllegalAnnouncementError
from firmware.rules.game import Game
from firmware.rules.play import Accept, Announce, Challenge, Claim, Decline, Redeal, Saying
from firmware.rules.revoking import apply_without_win
from firmware.rules.speech import saying_fault
from firmware.tracking.track import FOUND_LATE_MS

LATE_MS = 2600
"""An announcement this long after the player's first card counts as made before it (D4): people speak, play, and only
then press; no player gets his next turn sooner. Who pressed 1.3 s after his card lay there did so 2.2 s after it was
first seen lying, in a match that was misread with 2 s."""
READ_MS = FOUND_LATE_MS
"""A card that half lay under a hand is read so late, unless it has a span; who claims what it shows may have pressed by
then. In the match that taught it he had pressed 0.5 s before; in another one who claimed what nobody had concealed did
so 1.1 s before a card that would have shown it."""
COLLECTED_MS = round(1000 * COLLECT_S)
"""A card that nobody saw is told when what it took is gone, so long after it came to lie: who claims what it shows may
have pressed by then. In the match that taught it that was 1.8 s before."""

DEALT_MS = 5000
"""So soon after the last card of a deal nobody holds cards of the next one: they are gathered, shuffled and dealt. A
judgement; in the match that taught it a "ronda" that had been refused aloud counted in the next deal, 48 s later."""
BATCH_DEALT_MS = 2000
"""So soon after the last card of a batch nobody holds cards of the next one. (In 24 matches the first that anybody said
of a new batch came 2.75 s after it at least, of 520; a "ronda" refused aloud counted for the next batch that was said
0.9 s after the earliest time of a card that a sleeve hid.)"""
LAID_MS = 400
"""What is pressed so soon after a card was first seen was said before it: a card is first seen on its way, 0.37 and
0.13 s before it was laid in the matches that taught it, and nobody presses sooner for what he sees. So a claim is of
what was shown before (by ``transfer`` it takes no card after the count any more), and "nothing" not of the next batch.
"""


def word_of(said: Saying) -> str:
    """The word by which a saying is known: the one that is pressed for it."""
    match said:
        case Announce():
            return said.kind.value
        case Decline():
            return "nothing"
        case Claim():
            return "claim"
        case Challenge():
            return "challenge"
        case Accept():
            return "accept"
        case Redeal():
            return "redeal"
        case _:
            assert_never(said)


def apply_or_refuse(game: Game, said: Saying, *, win_revoked: bool = False) -> tuple[tuple[Event, ...], bool]:
    """Tell the rules what was said.

    Args:
        game: changes only where it could be said.
        said: what was said.
        win_revoked: whether it wins nothing, though by the count it would.

    Returns:
        What followed, and whether it could be said.
    """
    try:
        return apply_without_win(game, said) if win_revoked else game.apply(said), True
    except IllegalAnnouncementError:
        fault = saying_fault(game.match, game.position, said)
        assert fault is not None  # the same question that the game asks
        return (SayingRefused(said.seat, word_of(said), fault),), False


def waits_for_layout(state: HistoryState, saying: TimedSaying) -> bool:
    """Whether it is said of a hand that was dealt while the layout is not recognised yet (B1: hands come first)."""
    last = state.fact if isinstance(state, HistoryEntry) else None
    too_soon = isinstance(last, Step) and saying.t_ms < last.t_ms + DEALT_MS
    return state.game.awaiting_layout and isinstance(saying.saying, Announce | Decline | Redeal) and not too_soon


def between_batches(state: HistoryState, saying: TimedSaying) -> tuple[Event, ...]:
    """The refusal of what is announced so soon after the last card of a batch that it cannot be of the next one.

    Where nobody could see when that card was laid, it hardly was at the first moment at which it may have been. What is
    seen to be laid and what is said stand in their order, but for :data:`LAID_MS`.

    Args:
        state: how things stand when it is said.
        saying: what is said.

    Returns:
        The refusal, as it would be before that card; nothing if it may count.
    """
    said, (match, position) = saying.saying, (state.game.match, state.game.position)
    is_of_hand = isinstance(said, Announce | Decline) and position.before
    if not is_of_hand or saying.t_ms >= state.undealt_ms:
        return ()
    fault = saying_fault(match, position._replace(voices=position.before), said)
    return (SayingRefused(said.seat, word_of(said), fault),) if fault else ()


def undealt_ms(step: Step) -> int:
    """Until when nobody has cards of the next batch, if a step is the last one of a batch."""
    return step.earliest_ms + BATCH_DEALT_MS if step.span else step.t_ms + LAID_MS


def made_by(steps: Sequence[Step]) -> list[int]:
    """When each of some steps had been made, ms: when it was seen, or, if that was earlier, one that comes after it.

    For want of it a claim counted before the card that it was about, of which a play comes first that a sleeve hid for
    longer.
    """
    return [*accumulate((step.t_ms for step in reversed(steps)), min)][::-1]


def is_due(state: HistoryState, saying: TimedSaying, step: Step, made_ms: int) -> bool:
    """Whether a saying counts before a step.

    Args:
        state: how things stand before the step.
        saying: what was said.
        step: the step that is about to be applied.
        made_ms: when that had been made, see :func:`made_by`.
    """
    game = state.game
    if waits_for_layout(state, saying) or is_claim_of(game, saying, step):
        return False
    if saying.t_ms < made_ms:
        return True
    if isinstance(saying.saying, Claim):
        return saying.t_ms < made_ms + LAID_MS and bool(claimable(game.match, game.position, saying.saying.against))
    return _is_open(game, saying) and saying.saying.seat == game.turn and saying.t_ms <= step.latest_ms + LATE_MS


def is_claim_of(game: Game, saying: TimedSaying, step: Step) -> bool:
    """Whether a saying claims the card that is played next: until then there is nothing to claim (D14).

    Who claims what lies under a sleeve has seen it laid, long before it is found there.

    Args:
        game: the game before that play.
        saying: what was said.
        step: that play.
    """
    said, late_ms = saying.saying, READ_MS if step.track_ids else COLLECTED_MS
    if not isinstance(said, Claim) or said.against != game.turn:
        return False
    if not min(step.earliest_ms, step.t_ms - late_ms) <= saying.t_ms < step.t_ms:
        return False
    return not claimable(game.match, game.position, said.against)


def is_late(game: Game, steps: Sequence[Step], saying: TimedSaying) -> bool:
    """Whether a saying is an announcement by one who has just played his first card and should have spoken before.

    Args:
        game: the game as it stands.
        steps: those of the present deal.
        saying: what was said.
    """
    if not isinstance(saying.saying, Announce | Decline) or _is_open(game, saying):
        return False
    last = [step for step in steps if step.seat == saying.saying.seat][-1:]
    return any(saying.t_ms <= step.latest_ms + LATE_MS for step in last)


def _is_open(game: Game, saying: TimedSaying) -> bool:
    """Whether it is an announcement or a "nothing" that can still be said."""
    return isinstance(saying.saying, Announce | Decline) and game.position.voices[saying.saying.seat].open
