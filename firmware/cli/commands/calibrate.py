"""``hakam calibrate``: says how to move camera and lamp until the cards are read well, then has five cards played."""

import argparse
import time
from contextlib import ExitStack
from pathlib import Path

from firmware.announce.texts import text
from firmware.care.calibrating import TO_PLAY, Laid, Sighting, advice, sighted
from firmware.care.calibration_sheet import sheet_pdf
from firmware.devices.eyes import eyes_for
from firmware.devices.factory import camera_for, is_pi
from firmware.devices.prompt import Prompt
from firmware.settings.model import Settings, load_settings
from firmware.storage.atomic_file import write_atomic
from hardware.ports import PICTURE_S, Camera, Shot
from vision.pipeline import Eyes


def calibrate(asked: argparse.Namespace) -> None:
    """Go on until five cards were played and read; or write the sheet that is asked for.

    Raises:
        HakamError: if there is no camera, or it is lost; a recording that ends ends this too; or if the sheet cannot
            be written.
    """
    settings = load_settings(asked.config)
    language = asked.lang or settings.language
    if asked.sheet:
        write_atomic(Path(asked.sheet), sheet_pdf(language))
        print(f"{asked.sheet}: {text('sheet', 'measure', language)}")
        return
    with ExitStack() as stack:
        camera = camera_for(asked.camera or settings.camera, pi=is_pi())()
        stack.callback(camera.close)
        _Calibration(settings, language, eyes_for(settings, asked.deck), stack).run(camera)


class _Calibration:
    """What was seen so far, and where it is shown."""

    def __init__(self, settings: Settings, language: str, eyes: Eyes, stack: ExitStack) -> None:
        self._language, self._eyes, self._height_mm = language, eyes, settings.card_height_mm
        self._prompt = Prompt(settings, stack)
        self._sharpest, self._laid = 0.0, Laid()

    def run(self, camera: Camera) -> None:
        while len(self._laid.played) < TO_PLAY:
            self._look(camera.shot(time.monotonic(), PICTURE_S))
        self._prompt.say(text("calibrate", "done", self._language))

    def _look(self, shot: Shot) -> None:
        seen = sighted(shot.picture, self._eyes.read(shot.picture).cards, self._height_mm)
        self._sharpest = max(self._sharpest, seen.edges)
        name, words = advice(seen, self._sharpest)
        if name == "good":
            self._laid.see(seen.named)
        words |= {"count": len(self._laid.played), "of": TO_PLAY}
        self._prompt.say(text("calibrate", name, self._language).format_map(words), _measures(seen))


def _measures(seen: Sighting) -> str:
    """In figures what was measured."""
    card = (
        f"cards {seen.card_px:.0f} px, camera about {seen.height_m:.2f} m high, "
        if seen.card_px and seen.height_m
        else ""
    )
    return f"[{card}light {seen.grey:.0f}, glare {100 * seen.glare:.1f} %, edges {seen.edges:.0f}]"
