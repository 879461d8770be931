"""Stand-ins for a body: they keep what they were given, so that it can be looked at afterwards."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from firmware.announce.tones import Tone


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

    def close(self) -> None:
        """Nothing to give back."""


class FakeBuzzer:
    """Keeps every pattern it was to play.

    Attributes:
        played: all of them, the first first.
    """

    def __init__(self) -> None:
        """Begin in silence."""
        self.played: list[tuple[Tone, ...]] = []

    def play(self, tones: Sequence[Tone]) -> None:
        """Keep the pattern."""
        self.played.append(tuple(tones))

    def close(self) -> None:
        """Nothing to give back."""


class PictureDisplay:
    """Writes each picture that differs from the one before as a numbered PNG: ``0001.png``, ``0002.png`` ...

    Attributes:
        paths: the files written, the first first.
    """

    def __init__(self, folder: Path, *, zoom: int = 1) -> None:
        """Write into ``folder``, made if it is not there; each pixel becomes ``zoom`` by ``zoom`` pixels.

        Raises:
            OSError: if the folder cannot be made.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.paths: list[Path] = []
        self._folder, self._zoom = folder, zoom
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
        picture.resize(size, Image.Resampling.NEAREST).save(path, optimize=True)
        self.paths.append(path)

    def close(self) -> None:
        """Nothing to give back: every file is complete as soon as it is there."""
