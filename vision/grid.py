"""How the detector's maps are laid out: the one thing that its training and its use must agree on."""

STRIDE = 8
"""Side of a cell of the maps, pixels of the network's picture; the smallest card (60 px long) is 5 cells wide."""

BINS = 4
"""Maps per kind of direction: bin k holds cards whose long axis lies about k * 45 degrees. Two cards crossing in one
place then have different maps, and half a turn of a rectangle never averages two answers."""

UNIT_PX = 64.0
"""Corner offsets are learned in units of this many pixels: about half a diagonal of a common card, so near 1."""

MULTIPLE = 32
"""Sides of the network's picture are multiples of this: its coarsest step."""
