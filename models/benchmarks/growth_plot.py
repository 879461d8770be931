"""The plots of ``growth.json``: ``python -m models.benchmarks.growth_plot RESULT PICTURE.svg``; needs Matplotlib."""

import sys
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Plot
from matplotlib.ticker import MaxNLocator

from models.benchmarks.figures import Figure
from models.benchmarks.growth import BEAM, DEALS, FULL, NEW, PLAYS, place_of
from models.benchmarks.plots import draw

PANELS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "cards on the table": ("the eyes", {FULL: "full look", NEW: "one new card beside them"}),
    "plays of the deal before": ("the referee", {PLAYS: ""}),
    "deal of the match": ("the referee", {DEALS: ""}),
    "hypotheses kept": ("the referee", {BEAM: ""}),
}
"""What grows, with what pays for it and the curves' names."""
WIDTH_IN, HEIGHT_IN = 9.0, 6.0


def plot(figures: Sequence[Figure]) -> Plot:
    """Four panels, one for each thing that grows, milliseconds upwards."""
    drawn = Plot(figsize=(WIDTH_IN, HEIGHT_IN), layout="constrained")
    panels = drawn.subplots(2, 2).flat
    for axes, (grows, (payer, curves)) in zip(panels, PANELS.items(), strict=True):
        _panel(axes, figures, curves)
        axes.set(xlabel=grows, ylabel=f"{payer}, ms a look", ylim=(0, None))
    return drawn


def _panel(axes: Axes, figures: Sequence[Figure], curves: Mapping[str, str]) -> None:
    for name, label in curves.items():
        points = [(place_of(one.name, name), one.value) for one in figures if one.name.startswith(name)]
        axes.plot(*zip(*points, strict=True), marker="o", label=label)
    if len(curves) > 1:
        axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(alpha=0.3)


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw it."""
    return draw(arguments, "models.benchmarks.growth_plot", __doc__, plot)


if __name__ == "__main__":
    sys.exit(main())
