"""Calibration with a camera: advice picture by picture, until all is well and five cards were played."""

import time
from collections.abc import Sequence
from contextlib import ExitStack

from firmware.announce.texts import text
from firmware.care.aim_state import TO_PLAY
from firmware.care.aiming import ShowAiming, aiming_picture
from firmware.care.camera_advice import PlayedCards, advice
from firmware.care.picture_measures import PictureMeasures, measured
from firmware.decks.store import eyes_for
from firmware.devices.factory import camera_for, is_pi
from firmware.devices.prompt import Prompt
from firmware.settings.model import Settings
from hardware.ports import PICTURE_S, Camera, Shot
from vision.pipeline import Eyes


def calibrate_camera(
    settings: Settings, camera: str, language: str, deck: str | None = None, shows: Sequence[ShowAiming] = ()
) -> None:
    """Go on until five cards were played and read.

    Args:
        settings: which devices there are, and how large the cards.
        camera: name of the camera.
        language: of the advice.
        deck: an enrolled one; ``None``: that of the settings.
        shows: get the picture with outlines and advice.

    Raises:
        HakamError: if the camera is missing or lost; a recording that ends ends this too.
    """
    with ExitStack() as stack:
        opened = camera_for(camera, pi=is_pi())()
        stack.callback(opened.close)
        Calibration(settings, language, eyes_for(settings, deck), stack, shows).run(opened)


class Calibration:
    """What was seen so far, and where it is shown."""

    def __init__(
        self, settings: Settings, language: str, eyes: Eyes, stack: ExitStack, shows: Sequence[ShowAiming] = ()
    ) -> None:
        """Begin with nothing seen.

        Args:
            settings: which display there is, and how large the cards.
            language: of the advice.
            eyes: read the cards.
            stack: closes the display.
            shows: get the picture with outlines and advice.
        """
        self._shows = shows
        self._language, self._eyes, self._height_mm = language, eyes, settings.card_height_mm
        self._prompt = Prompt(settings, stack)
        self._sharpest, self._played = 0.0, PlayedCards()

    def run(self, camera: Camera) -> None:
        """Look through ``camera`` until five cards were played."""
        while len(self._played.cards) < TO_PLAY:
            self._look(camera.shot(time.monotonic(), PICTURE_S))
        self._prompt.say(text("calibrate", "done", self._language))

    def _look(self, shot: Shot) -> None:
        cards = self._eyes.read(shot.picture).cards
        seen = measured(shot.picture, cards, self._height_mm)
        self._sharpest = max(self._sharpest, seen.edges)
        name, words = advice(seen, self._sharpest)
        if name == "good":
            self._played.see(seen.named)
        words |= {"count": len(self._played.cards), "of": TO_PLAY}
        said = text("calibrate", name, self._language).format_map(words)
        self._prompt.say(said, _measures(seen))
        for show in self._shows:
            show(aiming_picture(shot.picture, cards, said, name))


def _measures(seen: PictureMeasures) -> str:
    """What was measured, in figures."""
    card = (
        f"cards {seen.card_px:.0f} px, camera about {seen.height_m:.2f} m high, "
        if seen.card_px and seen.height_m
        else ""
    )
    return f"[{card}light {seen.grey:.0f}, glare {100 * seen.glare:.1f} %, edges {seen.edges:.0f}]"
