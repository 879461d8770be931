"""Plots of result files: SVG pictures, the same on every run; needs Matplotlib."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure as Plot

from models.benchmarks.figures import Figure
from models.benchmarks.results import read

REPRODUCIBLE = {"svg.hashsalt": "benchmarks", "svg.fonttype": "none", "font.family": "sans-serif"}


def draw(
    arguments: Sequence[str] | None, module: str, words: str | None, plot: Callable[[Sequence[Figure]], Plot]
) -> int:
    """Draw what the command line says: a result file, and the picture that is made of it.

    Args:
        arguments: the command line; ``None``: that of the process.
        module: what is run.
        words: what it does.
        plot: draws the figures of a result file.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=words)
    parser.add_argument("result", type=Path, help="the result file")
    parser.add_argument("picture", type=Path, help="the picture, an SVG")
    asked = parser.parse_args(arguments)
    with mpl.rc_context(REPRODUCIBLE):
        plot(read(asked.result).figures).savefig(asked.picture, metadata={"Date": None})
    return 0
