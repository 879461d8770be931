"""The printed parts: closed, small enough for the bed, and of the measures that the README states."""

import re
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).parents[2] / "hardware"
README = (HERE / "README.md").read_text()
SOURCE = (HERE / "mount" / "measures.scad").read_text()
PARTS = sorted((HERE / "mount").glob("*.stl"))
BED_MM = 200
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("colour", "<u2")])
"""Of a binary STL file, after 80 bytes of anything and the number of triangles."""


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
    """A measure of the source: a number, or the numbers between brackets."""
    words = re.search(rf"^{name} = ([^;]+);", SOURCE, re.M)[1]
    return tuple(float(number) for number in re.findall(r"[\d.]+", words))


def stated(words):
    """The numbers that stand in the README where ``words`` have ``#``."""
    pattern = r"([\d.]+)".join(map(re.escape, words.split("#")))
    found = re.search(pattern, " ".join(README.split()))
    assert found, words
    return tuple(map(float, found.groups()))


def test_all_parts_are_there():
    listed = re.findall(r"^\| `(\w+)` \| [^|]+\| [^|]+ \|$", README, re.M)
    assert sorted(listed) == [part.stem for part in PARTS]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.stem)
def test_every_part_is_a_closed_surface(part):
    edges = edges_of(corners_of(part))
    there, times = np.unique(edges, axis=0, return_counts=True)
    back, times_back = np.unique(edges[:, ::-1], axis=0, return_counts=True)
    assert (there == back).all()  # each edge is gone along once by each of its two triangles
    assert set(times) == set(times_back) == {1}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.stem)
def test_it_fills_space_and_its_outside_is_outside(part):
    first, second, third = np.moveaxis(corners_of(part).astype(float), 1, 0)
    assert np.einsum("ij,ij->i", first, np.cross(second, third)).sum() / 6 > 1000.0  # cubic millimetres


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
