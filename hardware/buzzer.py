"""The piezo buzzer on a pin that can be pulsed, driven by gpiozero."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

from hardware.ports import BuzzerLost, Note

OCTAVES = 3  # on each side of A4: 55 to 3520 Hz, which holds every note that is played

InterruptibleWait = Callable[[float], bool]


class PiezoBuzzer:
    """Plays tones beside the program; a new pattern cuts the one before short."""

    def __init__(self, pin: int, *, wait: InterruptibleWait | None = None) -> None:
        """Take the pin.

        Args:
            pin: BCM number.
            wait: waits that many seconds and tells whether to stop at once; by default it waits in real time.

        Raises:
            BuzzerLost: if the pin is taken or cannot be pulsed.
        """
        self._cut = threading.Event()
        self._wait = wait or self._cut.wait
        self._player: threading.Thread | None = None
        self._fault: Exception | None = None
        try:
            self._buzzer: Any = TonalBuzzer(pin, octaves=OCTAVES)
        except Exception as fault:  # of a pin that is taken lgpio says so by an Exception of its own: gpiozero#1057
            raise BuzzerLost(f"the buzzer on GPIO {pin} cannot be driven: {fault}") from fault

    def play(self, tones: Sequence[Note]) -> None:
        """Start to play, and return at once.

        Raises:
            BuzzerLost: if what was to be played before could not be.
        """
        self.silence()
        if self._fault:
            raise BuzzerLost(f"the buzzer cannot be sounded: {self._fault}") from self._fault
        self._player = threading.Thread(target=self._run, args=(tuple(tones),), name="buzzer", daemon=True)
        self._player.start()

    def silence(self) -> None:
        """Cut short what is playing."""
        self._cut.set()
        self.finish()
        self._cut.clear()

    def finish(self) -> None:
        """Wait until what is playing has been played."""
        if self._player:
            self._player.join()

    def close(self) -> None:
        """Fall silent and give the pin back."""
        self.silence()
        self._buzzer.close()

    def _run(self, tones: tuple[Note, ...]) -> None:
        try:
            self._sound(tones)
        except Exception as fault:  # a thread that dies would look like a tone that was played
            self._fault = fault

    def _sound(self, tones: tuple[Note, ...]) -> None:
        for note in tones:
            self._buzzer.play(Tone.from_frequency(note.frequency_hz) if note.frequency_hz else None)
            if self._wait(note.duration_ms / 1000):
                break
        self._buzzer.stop()
