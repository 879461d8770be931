"""Revoking a win: people play on, so whoever would have won by the count had been counted too many points (W1)."""

from collections.abc import Iterable

from firmware.rules.events import GameEvent, GameWon, RoundWon, WinRevoked
from firmware.rules.game import Game
from firmware.rules.play import Action


def apply_without_win(game: Game, action: Action) -> tuple[GameEvent, ...]:
    """Play or say what would win by the count, though people play on: whoever would win had fewer points.

    They are left one point short of the target; a win that no earlier points can have brought about stands.

    Args:
        game: goes on.
        action: what is played or said.

    Raises:
        IllegalPlayError: if the play is not legal here; nothing changes.
        IllegalAnnouncementError: if that cannot be said here; nothing changes.
    """
    revoked = _revoked(game, action)
    if revoked is None:
        return game.apply(action)
    game.correct_scores(revoked.scores)
    return (revoked, *game.apply(action))


def _revoked(game: Game, action: Action) -> WinRevoked | None:
    """What was wrong with the points; ``None``: nobody wins, by cards, or by points of this action alone."""
    after = game.fork()
    won = _win_in(after.apply(action))
    if won is None:
        return None
    final, most = won.scores if isinstance(won, RoundWon) else after.scores, game.ruleset.target - 1
    scores = tuple(min(was - max(now - most, 0), most) for was, now in zip(game.scores, final, strict=True))
    if scores == game.scores or min(scores) < 0:
        return None
    short = game.fork()
    short.correct_scores(scores)
    return WinRevoked(won.sides, scores) if _win_in(short.apply(action)) is None else None


def _win_in(events: Iterable[GameEvent]) -> GameWon | RoundWon | None:
    return next((event for event in events if isinstance(event, GameWon | RoundWon)), None)
