"""The lines of ``hakam replay --json``: one event each, and the one that closes a session."""

from firmware.events import Event
from firmware.referee import Referee
from firmware.storage.codec import fields, line


def event_line(t_ms: int, event: Event) -> str:
    """One event as JSON; ``t_ms`` is the time of its signal, which its own time replaces if it has one."""
    return line({"t_ms": t_ms, "event": event.tag, **fields(event)})


def closing_line(referee: Referee) -> str:
    """How the session ended, with the final reading of all plays."""
    board = referee.scoreboard
    return line(
        {
            "event": "SessionClosed",
            "scores": board.scores,
            "winner": board.winners[0] if board.winners else None,
            "plays": [fields(play) for play in referee.plays],
            "deals": board.deal,
            "doubts": referee.doubts,
            "corrections": referee.corrections,
            **_names(referee),
        }
    )


def resumed_line(session: int, referee: Referee) -> str:
    """A match that was cut off goes on: where it stands."""
    board = referee.scoreboard
    plays = [fields(play) for play in referee.plays]
    stands = {"scores": board.scores, "plays": plays}
    return line({"event": "SessionResumed", "session": session, **stands, **_names(referee)})


def _names(referee: Referee) -> dict[str, tuple[str, ...]]:
    """What the players are called, where somebody has said it."""
    names = referee.setup.names
    return {"names": names} if names else {}


def print_line(text: str) -> None:
    """Print one line at once, for whoever reads them as they come."""
    print(text, flush=True)
