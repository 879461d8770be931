"""What is heard at the table: which tones, which words, and at which hours nothing."""

from dataclasses import dataclass
from datetime import time

from firmware.announce.spoken import Spoken, SpokenSentence
from firmware.announce.tones import PATTERNS, Sound, Tone
from firmware.settings.model import Settings


@dataclass(frozen=True, slots=True)
class Hearing:
    """What an owner lets the referee sound.

    Attributes:
        tones: classes of tones that the buzzer plays.
        spoken: classes of what is said aloud.
        quiet: from when to when nothing is heard, local time; ``None``: at no time. It may go over midnight.
    """

    tones: frozenset[Sound] = frozenset(Sound)
    spoken: frozenset[Spoken] = frozenset()
    quiet: tuple[time, time] | None = None

    def tones_of(self, sound: Sound | None) -> tuple[Tone, ...]:
        """What the buzzer plays of a class; nothing where it is off."""
        return PATTERNS[sound] if sound in self.tones else ()

    def clips_of(self, utterance: SpokenSentence | None) -> tuple[str, ...]:
        """What is said; nothing where its class is off."""
        return utterance.clips if utterance and utterance.kind in self.spoken else ()

    def is_quiet(self, now: time) -> bool:
        """Whether nothing is heard at that time of the day."""
        if self.quiet is None:
            return False
        begin, end = self.quiet
        return begin <= now < end if begin <= end else now >= begin or now < end


def hearing_of(settings: Settings) -> Hearing:
    """What the settings let be heard."""
    begin, end = settings.quiet_from, settings.quiet_until
    quiet = (time.fromisoformat(begin), time.fromisoformat(end)) if begin and end else None
    return Hearing(frozenset(settings.tones), frozenset(settings.spoken), quiet)
