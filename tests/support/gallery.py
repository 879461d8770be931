"""One example of every screen: the pictures of the README, and what the tests compare the screens with.

``python -m tests.support.gallery FOLDER`` writes each as a one-bit PNG, ``--sheet FILE`` all of them on one page.
"""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from firmware.announce.layout import HEIGHT, WIDTH
from firmware.announce.screens import screen
from firmware.announce.texts import fault_text
from firmware.announce.view import Highlight, Question, ScreenView

TWO = ScreenView((12, 7), players=2, turn=0, dealer=1, deal=2, batch=3, batches=6)
THREE = ScreenView((18, 9, 24), players=3, turn=2, dealer=0, deal=3, batch=2, batches=4)
FOUR = ScreenView((31, 28), players=4, turn=3, dealer=2, deal=4, batch=1, batches=3)
NAMES = ("Amina", "Youssef", "Rachid")

EXAMPLES: Mapping[str, tuple[ScreenView, str]] = {
    "score_two": (TWO, "en"),
    "score_three": (THREE, "es"),
    "score_four": (FOUR, "ary"),
    "score_names": (replace(THREE, names=NAMES, last=Highlight("Youssef: 7")), "fr"),
    "score_start": (replace(TWO, scores=(0, 0), deal=1, batch=1, last=Highlight("Table : 4 6 2 12")), "fr"),
    "score_provisional": (replace(TWO, scores=(40, 36), provisional=True, last=Highlight("2 takes 7 10 11")), "en"),
    "score_three_provisional": (replace(THREE, scores=(38, 40, 24), provisional=True), "fr"),
    "caida": (replace(TWO, scores=(12, 8), last=Highlight("caida", 1, seat=1)), "en"),
    "bkhamsa": (replace(FOUR, scores=(36, 28), last=Highlight("b'khamsa", 5, seat=2)), "fr"),
    "bachra": (replace(FOUR, scores=(31, 38), last=Highlight("b'achra", 10, seat=3)), "ary"),
    "mesa": (replace(THREE, names=NAMES, last=Highlight("missa", 1, seat=0)), "ary"),
    "bkhamsa_mesa": (replace(FOUR, scores=(37, 28), last=Highlight("b'khamsa + mesa", 6, seat=2)), "en"),
    "cards": (replace(FOUR, scores=(34, 28), last=Highlight("cartas", 3, side=0)), "es"),
    "question_rank": (replace(TWO, question=Question("What did 2 play?", "7", "10")), "en"),
    "question_nothing": (replace(TWO, question=Question("L3ba dyal 2?", "12", "walo")), "ary"),
    "question_three": (replace(THREE, question=Question("¿Jugada de 1?", "5", "6")), "es"),
    "won_two": (replace(TWO, scores=(41, 33), winners=(0,)), "en"),
    "won_three": (replace(THREE, scores=(18, 41, 39), winners=(1,), names=NAMES), "ary"),
    "won_four": (replace(FOUR, scores=(35, 42), winners=(1,)), "es"),
    "waiting": (replace(TWO, awaiting_layout=True), "fr"),
    "waiting_recording": (replace(TWO, awaiting_layout=True, recording=True), "en"),
    "score_recording": (replace(THREE, names=NAMES, last=Highlight("Youssef: 7"), recording=True), "fr"),
    "waiting_darija": (replace(THREE, awaiting_layout=True), "ary"),
    "fault_moved": (replace(TWO, fault=fault_text("camera_moved", "en")), "en"),
    "fault_lost": (replace(TWO, fault=fault_text("camera_lost", "fr")), "fr"),
    "score_arabic": (replace(TWO, last=Highlight("\u200fAmina دا 7 10 11")), "ary-Arab"),
    "score_arabic_names": (replace(THREE, names=("Amina", "أمينة", "يوسف")), "ary-Arab"),
    "caida_arabic": (replace(TWO, scores=(12, 8), last=Highlight("كايدة", 1, seat=1)), "ary-Arab"),
    "bkhamsa_arabic": (replace(FOUR, scores=(37, 28), last=Highlight("بخمسة + ميسة", 6, seat=2)), "ary-Arab"),
    "question_arabic": (replace(TWO, question=Question("اللعبة ديال Amina؟", "7", "والو")), "ary-Arab"),
    "won_arabic": (replace(THREE, scores=(18, 41, 39), winners=(1,), names=("Amina", "أمينة", "يوسف")), "ary-Arab"),
    "waiting_arabic": (replace(TWO, awaiting_layout=True), "ary-Arab"),
    "fault_arabic": (replace(TWO, fault=fault_text("cannot_start", "ary-Arab")), "ary-Arab"),
    "cards_italian": (replace(FOUR, scores=(34, 28), last=Highlight("carte", 3, side=0)), "it"),
    "fault_dark": (replace(TWO, fault=fault_text("too_dark", "ary")), "ary"),
}
GLASS, LIT, PAGE = (6, 10, 18), (170, 224, 255), (38, 40, 46)  # a light blue module on a dark page, by eye
FAINT = 165  # of 255, how bright the line between two lit pixels is
ZOOM, MARGIN, ACROSS = 3, 18, 4


def drawn() -> dict[str, Image.Image]:
    """Draw every example, by name."""
    return {name: screen(view, language) for name, (view, language) in EXAMPLES.items()}


def lit(picture: Image.Image, zoom: int = ZOOM) -> Image.Image:
    """A screen as the glass shows it: enlarged, light blue, a fainter line between pixels."""
    size = (WIDTH * zoom, HEIGHT * zoom)
    pixel = Image.new("L", (zoom, zoom), FAINT)
    pixel.paste(255, (0, 0, zoom - 1, zoom - 1))
    grid = Image.new("L", size)
    for x in range(0, size[0], zoom):
        grid.paste(pixel, (x, 0))
    for y in range(zoom, size[1], zoom):
        grid.paste(grid.crop((0, 0, size[0], zoom)), (0, y))
    mask = ImageChops.multiply(grid, picture.convert("L").resize(size, Image.Resampling.NEAREST))
    return Image.composite(Image.new("RGB", size, LIT), Image.new("RGB", size, GLASS), mask)


def sheet(pictures: list[Image.Image], across: int = ACROSS) -> Image.Image:
    """All screens on one page, row by row."""
    down = -(-len(pictures) // across)
    step = (WIDTH * ZOOM + MARGIN, HEIGHT * ZOOM + MARGIN)
    page = Image.new("RGB", (across * step[0] + MARGIN, down * step[1] + MARGIN), PAGE)
    pen = ImageDraw.Draw(page)
    for i, picture in enumerate(pictures):
        x, y = MARGIN + i % across * step[0], MARGIN + i // across * step[1]
        pen.rounded_rectangle((x - 6, y - 6, x + WIDTH * ZOOM + 5, y + HEIGHT * ZOOM + 5), radius=6, fill=GLASS)
        page.paste(lit(picture), (x, y))
    return page


def main(arguments: list[str] | None = None) -> None:
    """Write the examples."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.gallery", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="where the one-bit PNGs go")
    parser.add_argument("--sheet", type=Path, help="one page with all of them")
    asked = parser.parse_args(arguments)
    pictures = drawn()
    if asked.folder:
        asked.folder.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures.items():
            picture.save(asked.folder / f"{name}.png", optimize=True)
    if asked.sheet:
        sheet(list(pictures.values())).save(asked.sheet, optimize=True)


if __name__ == "__main__":
    main()
