"""How bright a picture of the table has to be: mean grey values, 0 to 255, each range within the one before. Glare."""

from typing import NamedTuple


class GreyRange(NamedTuple):
    """The mean grey values between which a picture serves its purpose.

    Attributes:
        dark: the least of them.
        bright: the greatest.
    """

    dark: float
    bright: float

    def holds(self, grey: float) -> bool:
        """Whether a picture of that mean is neither too dark nor too bright."""
        return self.dark <= grey <= self.bright


EXPOSED = GreyRange(30.0, 225.0)
"""Outside, the lamp was switched: the camera of the Pi finds exposure, white balance and focus anew."""
BEST = GreyRange(40.0, 215.0)
"""Where cards are read best: `hakam calibrate` and `hakam doctor` ask for it."""
GLARE = 250
"""Grey from which nothing can be read."""
GLARING = 0.02
"""Share of pixels too bright to be read from which a lamp is reflected or too near, or the camera exposes too long: a
card of 95 by 61.5 mm takes so much of a picture of 70 by 39 cm of the table."""
