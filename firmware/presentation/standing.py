"""How a live match stands, in a line, when it is resumed and when the program ends."""

from firmware.announce.closing import closing, final_score
from firmware.announce.seating import Seating
from firmware.referee import Referee


def resumed(session: int, referee: Referee, language: str) -> str:
    """A match that was cut off goes on.

    Args:
        session: its number in the journal.
        referee: judges it.
        language: of the players.
    """
    seating = Seating(referee.setup.players, referee.setup.names)
    sides = ", ".join(
        f"{seating.side_in_full(side, language)} {points}" for side, points in enumerate(referee.scoreboard.scores)
    )
    return closing("resumed", language, number=session, sides=sides, plays=len(referee.plays))


def ended(referee: Referee, language: str) -> str:
    """The score with which the program ends."""
    seating = Seating(referee.setup.players, referee.setup.names)
    return final_score(seating, referee.scoreboard.scores, referee.scoreboard.winners, language)
