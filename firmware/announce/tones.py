"""What the buzzer plays: four classes of sound one can tell apart without looking, and the win.

They differ in more than pitch, so that a small piezo in a loud café still separates them: one short beep, a quick rise,
a slow call of two notes, two long low ones.
"""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Tone:
    """A note, or a silence where ``frequency_hz`` is 0."""

    frequency_hz: int
    duration_ms: int


class Sound(StrEnum):
    """The classes of sound, each of which the players can switch off."""

    POINT = "point"
    BIG_POINT = "big_point"
    QUESTION = "question"
    FAULT = "fault"
    WIN = "win"


REST = Tone(0, 60)

# Notes of the equal-tempered scale, A4 = 440 Hz, within the three octaves around it that the buzzer is opened with.
C5, E5, G5, A5, C6, E6 = 523, 659, 784, 880, 1047, 1319
A3 = 220

PATTERNS: dict[Sound, tuple[Tone, ...]] = {
    Sound.POINT: (Tone(A5, 120),),
    Sound.BIG_POINT: (Tone(C5, 80), Tone(E5, 80), Tone(G5, 80), Tone(C6, 240)),
    Sound.QUESTION: (Tone(E5, 180), Tone(A5, 260), Tone(0, 200), Tone(E5, 180), Tone(A5, 260)),
    Sound.FAULT: (Tone(A3, 450), Tone(0, 150), Tone(A3, 450)),
    Sound.WIN: (
        *(Tone(G5, 110), REST, Tone(G5, 110), REST, Tone(G5, 110), Tone(C6, 330)),
        *(Tone(G5, 160), Tone(C6, 160), Tone(E6, 500)),
    ),
}


def duration_ms(tones: tuple[Tone, ...]) -> int:
    """How long a pattern takes, milliseconds."""
    return sum(tone.duration_ms for tone in tones)
