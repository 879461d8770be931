"""How sure the referee was, and how often right: ``python -m models.benchmarks.reliability_plot RESULT PICTURE.svg``.

The result file is one of :mod:`models.benchmarks.games`; needs Matplotlib.
"""

import sys
from collections.abc import Sequence

from matplotlib.figure import Figure as Plot
from matplotlib.ticker import PercentFormatter

from models.benchmarks.figures import Figure
from models.benchmarks.games import points
from models.benchmarks.plots import draw

SIDE_IN = 4.5


def plot(figures: Sequence[Figure]) -> Plot:
    """The reliability diagram: to the right how sure it was, upwards how often right, with the intervals of 95 %."""
    drawn = Plot(figsize=(SIDE_IN, SIDE_IN), layout="constrained")
    axes = drawn.subplots()
    axes.plot([0, 1], [0, 1], color="grey", linewidth=1, linestyle="dashed", label="sure as often as right")
    for sure, right, (low, high) in points(figures):
        axes.errorbar(sure, right, yerr=[[right - low], [high - right]], marker="o", color="C0", capsize=2)
    axes.set(xlabel="how sure it was of the deal when it told a play", ylabel="how often it was right")
    axes.set(xlim=(0, 1.02), ylim=(0, 1.02), aspect="equal")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(PercentFormatter(1.0))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="upper left")
    return drawn


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw it."""
    return draw(arguments, "models.benchmarks.reliability_plot", __doc__, plot)


if __name__ == "__main__":
    sys.exit(main())
