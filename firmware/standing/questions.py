"""By what an open question is known: whoever answers says which one he saw."""

from firmware.dialogue.answers import shown_choices
from firmware.events import ChallengeOpened, Doubt, Event
from firmware.referee import Scoreboard
from firmware.standing.message import MatchStanding, events_of


def asked_now(match: MatchStanding) -> Event | None:
    """The open question of a message; ``None``: nothing is asked."""
    return next(iter(events_of([match.question])), None)


def question_key(asked: Event | None) -> str:
    """The key of a question, which none with other choices has; empty: nothing is asked."""
    match asked:
        case Doubt():
            return f"{asked.t_ms}-{asked.step}-{asked.slot}-{'-'.join(map(str, shown_choices(asked)))}"
        case ChallengeOpened():
            return f"challenge-{asked.seat}-{asked.against}"
    return ""


def open_question(board: Scoreboard) -> Doubt | ChallengeOpened | None:
    """What is asked now: a challenge comes before doubts, as answers do (:mod:`firmware.dialogue.press_handler`)."""
    return board.open_challenge or board.question
