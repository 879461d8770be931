"""The kinds of values that settings have, beside numbers and texts."""

from typing import Annotated, Literal

from msgspec import Meta

from firmware.announce.spoken import Spoken
from firmware.announce.tones import Sound
from firmware.settings.names import TABLE_NAME, TABLE_NAME_WORDS
from hardware.chips import DisplayChip

DisplayChoice = Literal["auto", DisplayChip, "terminal", "none"]
"""The chips that are driven, and what there is beside them."""
Opposite = Literal["no", "alternate", "halves", "second"]
"""How players who sit opposite see the display."""
Pin = Annotated[int, Meta(ge=4, le=27)]
"""BCM numbers of the header's free pins: 0 to 3 are the two I2C buses."""
SeatPins = tuple[Pin, Pin, Pin, Pin]
RefereePins = tuple[Pin, Pin]
TimeOfDay = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", extra={"allowed": "a time such as 22:30"})]
Tones = Annotated[
    tuple[Sound, ...],
    Meta(extra={"allowed": f"a list of {', '.join(Sound)}", "effect": "which tones are heard"}),
]
SpokenClasses = Annotated[
    tuple[Spoken, ...],
    Meta(extra={"allowed": f"a list of {', '.join(Spoken)}", "effect": "which words are heard"}),
]
TableName = Annotated[str, Meta(pattern=TABLE_NAME, extra={"allowed": TABLE_NAME_WORDS})]
"""As topics and columns have it."""
Topic = Annotated[str, Meta(pattern=r"^[^+#\x00-\x20\x7f]{1,100}$", extra={"allowed": "a topic without + and #"})]
