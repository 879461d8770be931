"""How the aiming of the camera stands: what the page's helper tells, and the page says in words. No arrays, no file."""

from msgspec import Struct

WELL = "good"
"""The name of the advice that nothing is to be done."""
TO_PLAY = 5
"""Cards that are played to end with: by then every part of the chain has worked five times."""


class AimState(Struct, frozen=True):
    """What the newest picture tells.

    Attributes:
        advice: name of a text of ``[calibrate]``; empty: no picture was looked at yet.
        words: what that text takes.
        cards: how many are seen.
        card_px: long side of a card, pixels; nil: none is seen.
    """

    advice: str = ""
    words: dict[str, int] = {}
    cards: int = 0
    card_px: int = 0
