"""From names of clips to a loudspeaker: what the thread of the voice does."""

from collections.abc import Callable, Sequence

from firmware.voices.clips import ClipLibrary
from firmware.voices.sound import RATE_HZ, as_pcm
from hardware.ports import Speaker


class Voice:
    """Says clips; the newest word wins."""

    def __init__(self, library: ClipLibrary, speaker: Speaker) -> None:
        """Say the clips of ``library`` through ``speaker``."""
        self._library, self._speaker = library, speaker

    def say(self, clips: Sequence[str]) -> None:
        """Begin to say clips, instead of what is being said.

        Raises:
            ClipError: if one of them cannot be had; nothing is said then.
            SpeakerLost: if the loudspeaker does not play.
        """
        self._speaker.play(as_pcm(self._library.sentence(clips)), RATE_HZ)

    def check(self) -> None:
        """See after the loudspeaker.

        Raises:
            SpeakerLost: if it could not play, or hung.
        """
        self._speaker.check()

    def close(self) -> None:
        """Fall silent."""
        self._speaker.close()


Sayer = Callable[[Sequence[str]], object]
"""Says clips, soon or never, and does not wait for that."""
