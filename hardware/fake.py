"""Stand-ins for devices: they keep what they were given, so that it can be looked at afterwards."""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from hardware.ports import CameraLost, CameraOver, ContactListener, Note, Shot, SpeakerLost

SIGNATURE = "a screen of Hakam"


class FakeDisplay:
    """Keeps every picture it was to show.

    Attributes:
        pictures: all of them, the first first.
    """

    def __init__(self) -> None:
        """Begin with no picture."""
        self.pictures: list[Image.Image] = []

    def show(self, picture: Image.Image) -> None:
        """Keep a copy."""
        self.pictures.append(picture.copy())

    def keep(self) -> None:
        """Do nothing: pictures stay."""

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""


class FakeBuzzer:
    """Keeps every pattern it was to play.

    Attributes:
        played: all of them, the first first.
    """

    def __init__(self) -> None:
        """Begin in silence."""
        self.played: list[tuple[Note, ...]] = []

    def play(self, tones: Sequence[Note]) -> None:
        """Keep the pattern."""
        self.played.append(tuple(tones))

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""


class FakeSpeaker:
    """Keeps every sound it was to play.

    Attributes:
        played: all of them with their samples a second, the first first.
        fault: why it cannot play; empty: it can.
    """

    def __init__(self) -> None:
        """Begin in silence."""
        self.played: list[tuple[bytes, int]] = []
        self.fault = ""

    def play(self, pcm: bytes, rate_hz: int) -> None:
        """Keep the sound.

        Raises:
            SpeakerLost: while there is a fault.
        """
        self.check()
        self.played.append((pcm, rate_hz))

    def check(self) -> None:
        """Tell of a fault.

        Raises:
            SpeakerLost: while there is one.
        """
        if self.fault:
            raise SpeakerLost(self.fault)

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""


class FakeButtons:
    """Buttons that a program presses.

    Attributes:
        down: those that are down now.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with all of them up."""
        self.down: dict[str, None] = {}
        self._clock = clock
        self._heard: ContactListener | None = None

    def listen(self, heard: ContactListener) -> None:
        """Tell ``heard`` of every press and release from now on."""
        self._heard = heard

    @property
    def held(self) -> tuple[str, ...]:
        """The buttons that are down now."""
        return tuple(self.down)

    def press(self, name: str) -> None:
        """Close a contact."""
        self.down[name] = None
        self._tell(name, pressed=True)

    def release(self, name: str) -> None:
        """Open it again."""
        self.down.pop(name, None)
        self._tell(name, pressed=False)

    def close(self) -> None:
        """Stop telling anybody."""
        self._heard = None

    def _tell(self, name: str, *, pressed: bool) -> None:
        if self._heard:
            self._heard(name, pressed, self._clock())


class FakeLamps:
    """Lamps that only know whether they are lit.

    Attributes:
        lit: the buttons whose lamps are lit now.
    """

    def __init__(self, names: Iterable[str]) -> None:
        """Begin with a dark lamp in each of these buttons."""
        self.lit: frozenset[str] = frozenset()
        self._names = frozenset(names)

    def show(self, lit: Collection[str]) -> None:
        """Light the lamps of these buttons and no other."""
        self.lit = self._names.intersection(lit)

    def close(self) -> None:
        """Put all out."""
        self.lit = self._names = frozenset()


class FakeCamera:
    """Takes given pictures one after the other, as fast as it is asked.

    Attributes:
        lost: while it is, no picture comes.
        closed: how often it was closed.
    """

    def __init__(self, pictures: Iterable[NDArray[np.uint8]], *, clock: Callable[[], float] = time.monotonic) -> None:
        """Take ``pictures``, each (H, W, 3) uint8, blue first."""
        self.lost, self.closed = False, 0
        self._pictures, self._clock = iter(pictures), clock

    def shot(self, after_s: float, wait_s: float) -> Shot:
        """The next picture.

        Raises:
            CameraLost: while it is lost, and once it is closed; it does not wait for that.
            CameraOver: after the last picture.
        """
        if self.lost or self.closed:
            raise CameraLost(f"the camera gave no picture for {wait_s:g} s")
        picture = next(self._pictures, None)
        if picture is None:
            raise CameraOver("the pictures are over")
        return Shot(max(self._clock(), np.nextafter(after_s, np.inf)), picture)

    def close(self) -> None:
        """Count how often this is called."""
        self.closed += 1


class PictureDisplay:
    """Writes each picture that differs from the one before as a numbered PNG: ``0001.png``, ``0002.png`` ...

    Attributes:
        paths: the files written, the first first.
    """

    def __init__(
        self, folder: Path, *, zoom: int = 1, write: Callable[[Path, bytes], object] = Path.write_bytes
    ) -> None:
        """Write into ``folder``, made if it is not there.

        Args:
            folder: of the files.
            zoom: each pixel becomes so many by so many.
            write: writes a file.

        Raises:
            OSError: if the folder cannot be made.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.paths: list[Path] = []
        self._folder, self._zoom, self._write = folder, zoom, write
        self._last = b""

    def show(self, picture: Image.Image) -> None:
        """Write the picture, unless it is the one already shown.

        Raises:
            OSError: if it cannot be written.
        """
        if picture.tobytes() == self._last:
            return
        self._last = picture.tobytes()
        path = self._folder / f"{len(self.paths) + 1:04d}.png"
        size = (picture.width * self._zoom, picture.height * self._zoom)
        content = BytesIO()
        picture.resize(size, Image.Resampling.NEAREST).save(content, "PNG", optimize=True, pnginfo=_signed())
        self._write(path, content.getvalue())
        self.paths.append(path)

    def close(self) -> None:
        """Do nothing: every file is complete as soon as it is there."""


def _signed() -> PngInfo:
    """A word in the file by which one of these pictures is known."""
    signature = PngInfo()
    signature.add_text("Software", SIGNATURE)  # a key of PNG's own, chapter 11.3.3.2
    return signature
