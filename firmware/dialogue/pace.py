"""The pace of a match: how long people wait for the referee, and the referee for people."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people wait, milliseconds; the settings of the house take their defaults from here.

    Attributes:
        patience_ms: after this a step is committed however doubtful it is.
        ask_ms: so long later looks may still settle what is doubtful; then it is asked.
        grace_ms: so long the table must be still before a win is announced.
        accept_ms: so long an unproven win waits for somebody who doubts it.
    """

    # two and a half seconds is a play at a brisk table: later, and the next one is announced late, too
    patience_ms: int = 2500
    # a doubt lives one or two plays on average; after three the players have forgotten the card
    ask_ms: int = 20_000
    # foosball referees wait two seconds and a replay: here long enough to take up the last cards
    grace_ms: int = 3000
    accept_ms: int = 10_000


DEFAULT_PACE = Pace()
"""The pace of a house that sets nothing else."""
