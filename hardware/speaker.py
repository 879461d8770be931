"""A loudspeaker and a microphone through the programs of alsa-utils, each in a process that can be killed."""

import subprocess
import tempfile
import time
import wave
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from hardware.ports import SpeakerLost

PLAYER = ("aplay", "-q", "-")
RECORDER = ("arecord", "-q", "-f", "S16_LE", "-c", "1", "-t", "raw")
OVERDUE_S = 3.0
"""A player that is not done so long after the end of its sound hangs, as on a card that was pulled. A judgement."""
END_S = 1.0
"""A killed process is waited for so long; one that the system holds is left alone."""


class ProgramSpeaker:
    """Plays one sound at a time: a newer one cuts the one before short."""

    def __init__(self, command: Sequence[str] = PLAYER, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin in silence.

        Args:
            command: plays the WAV file that it is given as standard input.
            clock: tells the time, seconds.
        """
        self._command, self._clock = tuple(command), clock
        self._process: subprocess.Popen[bytes] | None = None
        self._due_s = 0.0

    def play(self, pcm: bytes, rate_hz: int) -> None:
        """Begin to play, and return at once.

        Args:
            pcm: one channel, 16 bits a sample, little-endian.
            rate_hz: samples a second.

        Raises:
            SpeakerLost: if the program is not there, or could not play the sound before.
        """
        self.check()
        self.silence()
        self._due_s = self._clock() + len(pcm) / 2 / rate_hz + OVERDUE_S
        with tempfile.TemporaryFile() as sound:  # not a pipe, which would have to be filled while it plays
            _write(sound, pcm, rate_hz)
            try:
                self._process = subprocess.Popen(self._command, stdin=sound, stderr=subprocess.DEVNULL)
            except OSError as fault:
                raise _missing(self._command[0]) from fault

    def check(self) -> None:
        """See after the player: one that hangs is killed.

        Raises:
            SpeakerLost: if it hung, or could not play.
        """
        if self._process is None:
            return
        status = self._process.poll()
        if status is None and self._clock() > self._due_s:
            self.silence()
            raise SpeakerLost(f"{self._command[0]} does not end: it was stopped")
        if status is not None:
            self._process = None
        if status:
            raise SpeakerLost(f"{self._command[0]} cannot play sound (status {status}): is a loudspeaker connected?")

    def finish(self) -> None:
        """Wait until what is playing has been played, no longer than it can take.

        Raises:
            SpeakerLost: if it could not be played.
        """
        if self._process:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(self._due_s - self._clock(), 0))
        self.check()

    def silence(self) -> None:
        """Cut short what is playing."""
        process, self._process = self._process, None
        if process:
            _end(process)

    def close(self) -> None:
        """Fall silent."""
        self.silence()


def record(until: Callable[[], object], rate_hz: int, command: Sequence[str] = RECORDER) -> bytes:
    """Record through a microphone.

    Args:
        until: comes back when it is enough.
        rate_hz: samples a second.
        command: writes one channel of 16 bits a sample to standard output, until it is ended; gets ``-r RATE``.

    Returns:
        One channel, 16 bits a sample, little-endian.

    Raises:
        SpeakerLost: if the program is not there, or nothing was recorded.
    """
    with tempfile.TemporaryFile() as sound:
        try:
            process = subprocess.Popen([*command, "-r", str(rate_hz)], stdout=sound, stderr=subprocess.DEVNULL)
        except OSError as fault:
            raise _missing(command[0]) from fault
        try:
            until()
        finally:
            process.terminate()
            _end(process, kill=False)
        sound.seek(0)
        recorded = sound.read()
    if not recorded:
        raise SpeakerLost(f"{command[0]} recorded nothing: is a microphone connected?")
    return recorded


def _write(file: IO[bytes], pcm: bytes, rate_hz: int) -> None:
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate_hz)
        out.writeframes(pcm)
    file.seek(0)


def _missing(program: str) -> SpeakerLost:
    return SpeakerLost(f"{program} is not installed, which plays and records sound: apt install alsa-utils")


def _end(process: subprocess.Popen[bytes], *, kill: bool = True) -> None:
    if kill:
        process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(END_S)
    if process.poll() is None:
        process.kill()
