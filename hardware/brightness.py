"""How bright a picture of the table has to be: mean grey values of 0 to 255, each range within the one before."""

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
