"""The clips of a language: recordings in a folder, ``<folder>/<language>/<clip>.ogg``, else espeak-ng where it is."""

import io
import shutil
import subprocess
import wave
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path

import soundfile

from firmware.announce.spoken import CLIPS, clip_words
from firmware.announce.texts import text
from firmware.errors import HakamError, suggestion
from firmware.voices.sound import Samples, from_pcm, joined, resampled

SYNTHESISER = "espeak-ng"
SYNTHESIS_S = 3.0
"""A sentence takes espeak-ng 30 ms on a laptop; one that takes this long hangs."""
LARGEST = 4_000_000
"""Bytes of a recording at most: a minute of anything."""


class ClipError(HakamError, ValueError):
    """A clip is not there, or cannot be read."""


class ClipState(StrEnum):
    """Where a clip comes from."""

    RECORDED = "recorded"
    SPOKEN = "spoken"
    MISSING = "missing"


Synthesis = Callable[[str, str], Samples]
"""Words and a voice of espeak-ng in, sound out; raises :class:`ClipError` where that cannot be."""


def synthesised(words: str, voice: str) -> Samples:
    """Let espeak-ng say words.

    Raises:
        ClipError: if it does not.
    """
    command = (SYNTHESISER, "-v", voice, "-s", "150", "--stdout", "--", words)
    try:
        said = subprocess.run(command, capture_output=True, timeout=SYNTHESIS_S, check=True)
        with wave.open(io.BytesIO(said.stdout)) as sound:  # not soundfile, which would need memory that can be run
            return resampled(from_pcm(sound.readframes(sound.getnframes())), sound.getframerate())
    except (OSError, EOFError, subprocess.SubprocessError, wave.Error) as fault:
        raise ClipError(f"espeak-ng says nothing: {fault}") from fault


def has_synthesiser() -> bool:
    """Whether espeak-ng is installed."""
    return shutil.which(SYNTHESISER) is not None


class ClipLibrary:
    """The clips of one language; each is read once."""

    def __init__(self, folder: Path, language: str, synthesis: Synthesis | None = None) -> None:
        """Look into ``folder``.

        Args:
            folder: of the recordings of all languages.
            language: one of :data:`firmware.announce.texts.LANGUAGES`.
            synthesis: makes what is not recorded; ``None``: nothing does, or the language has no voice.
        """
        self._folder, self._language = folder / language, language
        self._voice = text("language", "espeak", language)
        self._synthesis = synthesis if self._voice else None
        self._known: dict[str, Samples] = {}

    def file(self, clip: str) -> Path:
        """Where the recording of a clip is, or would be.

        Raises:
            ClipError: if such a clip does not exist.
        """
        if clip not in CLIPS:
            raise ClipError(f"there is no clip {clip!r}; {suggestion(clip, CLIPS)}")
        return self._folder / f"{clip}.ogg"

    def state(self, clip: str) -> ClipState:
        """Where a clip comes from."""
        if self.file(clip).is_file():
            return ClipState.RECORDED
        return ClipState.SPOKEN if self._synthesis else ClipState.MISSING

    def samples(self, clip: str) -> Samples:
        """The sound of a clip.

        Raises:
            ClipError: if it is neither recorded nor made, or cannot be read.
        """
        if clip not in self._known:
            self._known[clip] = self._found(clip)
        return self._known[clip]

    def sentence(self, clips: Iterable[str]) -> Samples:
        """The sound of several clips, or of none: half a sentence could say something else.

        Raises:
            ClipError: if one of them cannot be had.
        """
        wanted = tuple(clips)
        missing = [clip for clip in dict.fromkeys(wanted) if self.state(clip) == ClipState.MISSING]
        if missing:
            words = ", ".join(missing)
            raise ClipError(f"these clips are not recorded, and espeak-ng is not there to say them: {words}")
        return joined(map(self.samples, wanted))

    def forget(self, clip: str) -> None:
        """Read a clip anew the next time."""
        self._known.pop(clip, None)

    def _found(self, clip: str) -> Samples:
        path = self.file(clip)
        if self.state(clip) != ClipState.RECORDED and self._synthesis:
            return self._synthesis(clip_words(clip, self._language), self._voice)
        try:
            if path.stat().st_size > LARGEST:
                raise ClipError(f"the clip {path} cannot be read (it is too large); record it again")
            return _read(path)
        except (OSError, soundfile.LibsndfileError) as fault:
            raise ClipError(f"the clip {path} cannot be read ({fault}); record it again") from fault


def encoded(samples: Samples, rate_hz: int) -> bytes:
    """A sound as an Ogg Vorbis file."""
    out = io.BytesIO()
    soundfile.write(out, samples, rate_hz, format="OGG", subtype="VORBIS")
    return out.getvalue()


def _read(file: Path) -> Samples:
    samples, rate_hz = soundfile.read(file, dtype="float32", always_2d=True)
    return resampled(samples.mean(axis=1), rate_hz)
