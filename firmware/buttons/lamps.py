"""Which lamps in the buttons are lit: on his own a player sees that he is to play, on A and B that he is asked."""

from firmware.referee import Scoreboard

ANSWERING = ("a", "b")
"""The buttons that answer an open question, and say whether a challenge was right."""


def lit(board: Scoreboard) -> frozenset[str]:
    """The buttons whose lamps are lit, by the names of :class:`hardware.ports.Buttons`; none while nothing is known."""
    turn = () if board.turn is None else (str(board.turn),)
    asked = ANSWERING if board.question or board.charge else ()
    return frozenset((*turn, *asked))
