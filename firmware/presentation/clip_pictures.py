"""The pictures of a clip: the table with what was seen drawn on it, and below it the small display and a few words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

import cv2
from PIL import Image, ImageDraw

from firmware.announce.lettering import clipped, draw_text, wrapped
from firmware.announce.texts import text
from firmware.report.clip_scenes import ClipScene
from firmware.report.pictures import PictureDrawing
from vision.frame import Frame

WIDTH_PX, BAND_PX = 640, 128
"""Of the picture, and of the band below it: as wide as the film of a phone that holds itself upright."""
SCREEN_PX = (224, 112)
TEXT_PX, LINE_PX, MOST_TEXT_LINES = 17, 24, 5
PAPER, INK, MARK, PLAIN = (20, 19, 15), (247, 245, 240), (255, 206, 58), (255, 255, 255)
SCENE_MS, DISPUTED_MS = 1500, 3500
"""How long a kept picture is shown, and one of the disputed play: as long as it takes to read two lines and look."""
LEAD_MS, REST_MS = 1500, 1500
"""What a clip of a film shows before its first scene and after its last."""
LONGEST_MS = 30_000
"""Of a clip of a film; what is longer is cut off at its beginning, a judgement."""


@dataclass(frozen=True, slots=True)
class ClipPicture:
    """One picture of a clip, RGB, and how long it is shown."""

    picture: Image.Image
    shown_ms: int


def kept_pictures(scenes: Iterable[ClipScene], language: str) -> Iterator[ClipPicture]:
    """One picture for each scene, of the evidence that was kept; a scene without any is told in words."""
    height_px = WIDTH_PX * 9 // 16
    for scene in scenes:
        table = _evidence(scene) if scene.picture else _wordless(text("clip", "no_picture", language), height_px)
        height_px = table.height
        yield ClipPicture(_composed(table, scene), DISPUTED_MS if scene.disputed else SCENE_MS)


def span_of(scenes: Sequence[ClipScene]) -> tuple[int, int]:
    """From when to when a film is shown, milliseconds of the session: the whole dispute, or the end of a long one."""
    end_ms = max(scene.t_ms for scene in scenes) + REST_MS
    return max(0, scenes[0].t_ms - LEAD_MS, end_ms - LONGEST_MS), end_ms


def filmed_pictures(frames: Iterable[Frame], scenes: Sequence[ClipScene], rate_hz: int) -> Iterator[ClipPicture]:
    """The pictures of a film while the scenes happened, each under the words of the last scene.

    Args:
        frames: of the film, by time.
        scenes: by time.
        rate_hz: pictures a second.
    """
    begin_ms, end_ms = span_of(scenes)
    due_ms, step_ms = float(begin_ms), 1000 / rate_hz
    for frame in frames:
        if frame.t_ms > end_ms:
            return
        if frame.t_ms < due_ms:
            continue
        shown = 1 + int((frame.t_ms - due_ms) // step_ms)
        due_ms += shown * step_ms
        past = [scene for scene in scenes if scene.t_ms <= frame.t_ms]
        table = Image.fromarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2RGB))
        yield ClipPicture(_composed(_wide(table), past[-1] if past else scenes[0]), round(shown * step_ms))


def _wide(picture: Image.Image) -> Image.Image:
    """As wide as a clip is, and of an even height, as films are."""
    half = round(picture.height * WIDTH_PX / picture.width / 2)
    return picture.resize((WIDTH_PX, 2 * half), Image.Resampling.LANCZOS)


def _wordless(words: str, height_px: int) -> Image.Image:
    picture = Image.new("RGB", (WIDTH_PX, height_px), PAPER)
    _write(picture, (24, height_px // 2), wrapped(words, WIDTH_PX - 48, TEXT_PX))
    return picture


def _evidence(scene: ClipScene) -> Image.Image:
    assert scene.picture  # only such are drawn
    assert scene.drawing
    with Image.open(BytesIO(scene.picture.picture.jpeg)) as opened:
        table = _wide(opened.convert("RGB"))
    _draw_seen(ImageDraw.Draw(table), scene, WIDTH_PX / scene.drawing.width_mm)
    return table


def _draw_seen(pen: ImageDraw.ImageDraw, scene: ClipScene, px_per_mm: float) -> None:
    """The outlines of all cards that were seen; those of the play in another colour."""
    assert scene.picture
    assert scene.drawing
    marked = _marked(scene.drawing)
    for seen in scene.picture.cards:
        corners = [(x * px_per_mm, y * px_per_mm) for x, y in seen.corners]
        here = seen.centre in marked
        pen.polygon(corners, outline=MARK if here else PLAIN, width=4 if here else 1)


def _marked(drawing: PictureDrawing) -> set[tuple[float, float]]:
    return {(label.x, label.y) for label in drawing.labels if label.marked}


def _composed(table: Image.Image, scene: ClipScene) -> Image.Image:
    picture = Image.new("RGB", (WIDTH_PX, table.height + BAND_PX), PAPER)
    picture.paste(table, (0, 0))
    with Image.open(BytesIO(scene.screen_png)) as screen:
        picture.paste(screen.convert("RGB").resize(SCREEN_PX, Image.Resampling.NEAREST), (8, table.height + 8))
    room = WIDTH_PX - SCREEN_PX[0] - 32
    lines = [line for told in scene.lines for line in wrapped(told, room, TEXT_PX)][:MOST_TEXT_LINES]
    _write(picture, (SCREEN_PX[0] + 20, table.height + 24), [clipped(line, room, TEXT_PX) for line in lines])
    if scene.disputed:
        ImageDraw.Draw(picture).rectangle((0, table.height, WIDTH_PX, table.height + 2), fill=MARK)
    return picture


def _write(picture: Image.Image, at: tuple[int, int], lines: Iterable[str]) -> None:
    """Write lines, the baseline of the first one at a row."""
    mask = Image.new("1", picture.size)
    for number, line in enumerate(lines):
        draw_text(mask, (at[0], at[1] + number * LINE_PX), line, size=TEXT_PX)
    picture.paste(INK, (0, 0, *picture.size), mask)
