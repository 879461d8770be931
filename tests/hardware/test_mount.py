"""The printed parts: closed, small enough for the bed, and of the measures that the README states."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).parents[2] / "hardware"
README = (HERE / "README.md").read_text()
SOURCE = (HERE / "mount" / "measures.scad").read_text()
PARTS = sorted((HERE / "mount").glob("*.stl"))
PRINTED = {
    name: tuple(map(int, figures))
    for name, *figures in re.findall(r"^\| `(\w+)` \|[^|]+\|[^|]+\| (\d+) \| (\d+) % \| (\d+) \|$", README, re.M)
}
"""Of each part: walls, infill in percent, grams."""
STEPS = README.partition("### Order of assembly")[2].partition("## Height")[0]
SCREW = re.compile(r"(\d+)\s+(M[\d.]+\s+×\s+\d+)")
SEATS = 4
PETG = 1.27
"""Grams of a cubic centimetre."""
BED_MM = 200
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("colour", "<u2")])
"""Of a binary STL file, after 80 bytes of anything and the number of triangles."""


def screws(text):
    """How many of each kind a text names."""
    found = Counter()
    for count, kind in SCREW.findall(text):
        found[" ".join(kind.split())] += int(count)
    return found


def volume_cm3(part):
    first, second, third = np.moveaxis(corners_of(part).astype(float), 1, 0)
    return np.einsum("ij,ij->i", first, np.cross(second, third)).sum() / 6000


def corners_of(part):
    content = part.read_bytes()
    count = int.from_bytes(content[80:84], "little")
    assert len(content) == 84 + TRIANGLE.itemsize * count
    return np.frombuffer(content, TRIANGLE, offset=84)["corners"]


def edges_of(corners):
    """Each triangle's three edges, as pairs of the numbers of their ends, in the direction they are gone along."""
    _, numbers = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    ends = numbers.reshape(-1, 3)
    return np.stack([ends, np.roll(ends, -1, axis=1)], axis=-1).reshape(-1, 2)


def measure(name):
    """A measure that all parts share."""
    return _numbers_of(SOURCE, name)


def _numbers_of(source, name):
    """The number of a name in a source, or the numbers between its brackets."""
    words = re.search(rf"^{name} = ([^;]+);", source, re.M)[1]
    return tuple(float(number) for number in re.findall(r"[\d.]+", words))


def stated(words):
    """The numbers that stand in the README where ``words`` have ``#``."""
    pattern = r"([\d.]+)".join(map(re.escape, words.split("#")))
    found = re.search(pattern, " ".join(README.split()))
    assert found, words
    return tuple(map(float, found.groups()))


def test_all_parts_are_there():
    assert sorted(PRINTED) == [part.stem for part in PARTS]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.stem)
def test_every_part_is_a_closed_surface(part):
    edges = edges_of(corners_of(part))
    there, times = np.unique(edges, axis=0, return_counts=True)
    back, times_back = np.unique(edges[:, ::-1], axis=0, return_counts=True)
    assert (there == back).all()  # each edge is gone along once by each of its two triangles
    assert set(times) == set(times_back) == {1}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.stem)
def test_it_fills_space_and_its_outside_is_outside(part):
    assert volume_cm3(part) > 1.0


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.stem)
def test_it_lies_on_the_bed_and_has_the_size_that_is_stated(part):
    corners = corners_of(part).reshape(-1, 3)
    size = np.ptp(corners, axis=0)
    assert size.max() <= BED_MM
    assert corners[:, 2].min() == 0.0
    assert stated(f"| `{part.stem}` | # × # × # |") == tuple(np.round(size))
    assert part.stat().st_size < 300_000


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("pi_board", "pi_holes"), "the Pi's board is # × # mm, its holes are # × # mm apart"),
        (("camera_board", "camera_holes"), "Camera Module 2, 3 and 3 Wide: board # × # mm, holes # × # mm apart"),
        (("hq_board", "hq_holes"), "the HQ camera's: # × # mm, # × # mm apart"),
        (("tube",), "aluminium tube of # mm"),
        (("bed",), "a bed of # mm"),
    ],
)
def test_source_and_readme_state_the_same_measures(names, words):
    assert stated(words) == tuple(number for name in names for number in measure(name))


def test_the_lens_is_over_its_hole():
    """Of the camera board: the second pair of holes is beside the lens, as the drawing has it."""
    (inset,), (lens,) = measure("camera_inset"), measure("camera_lens")
    assert inset + measure("camera_holes")[1] == pytest.approx(lens, abs=0.2)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.stem)
def test_it_weighs_no_more_than_a_solid_one_and_no_less_than_its_infill(part):
    walls, infill, grams = PRINTED[part.stem]
    solid = PETG * volume_cm3(part)
    assert infill / 100 * solid < grams <= round(solid)
    assert walls >= 3


def test_all_parts_together_take_what_is_stated():
    many = {"seat": SEATS, "seat_floor": SEATS, "head_hq": 0}
    assert stated("all parts with four seats take # g") == (
        sum(grams * many.get(name, 1) for name, (_, _, grams) in PRINTED.items()),
    )


def test_the_steps_use_the_screws_that_are_listed_and_no_others():
    listed = screws(README.partition("* Screws")[2].partition("* Boards")[0])
    assert listed
    assert screws(STEPS) == listed


def test_the_steps_name_all_parts_and_are_those_of_the_picture():
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", STEPS, re.M)]
    assert numbers == list(range(1, len(numbers) + 1))
    named = set(re.findall(r"`(\w+)`", STEPS)) | {"elbow", "lid", "head_hq"}
    assert {part.stem for part in PARTS} <= named
    scene = (HERE / "mount" / "scene.scad").read_text()
    shown = {number for words in re.findall(r'step\("([^"]+)"', scene) for number in _numbers(words)}
    assert shown == set(numbers) - {5}  # which happens on the bench


def _numbers(words):
    """The numbers of ``1-3, 8``."""
    for part in words.split(", "):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def test_the_screws_of_the_holder_lie_under_the_board_with_their_heads_in_the_floor():
    case = (HERE / "mount" / "case.scad").read_text()
    inner, pi_at, holes = (_numbers_of(case, name) for name in ("inner", "pi_at", "holder_holes"))
    (x, y), board = pi_at, measure("pi_board")
    for side in (-1, 1):
        assert x < inner[0] / 2 + side * holes[0] / 2 < x + board[0]
        assert y < inner[1] / 2 + side * holes[1] / 2 < y + board[1]
    assert measure("m4_sunk")[1] < measure("wall")[0]
    assert "m4_sunk.x" in case
    assert holes == _numbers_of((HERE / "mount" / "arm.scad").read_text(), "holder_holes")
