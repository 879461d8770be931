"""What the shipped networks make of given inputs: ``python tests/pi/outputs.py INPUTS.npz OUTPUTS.npz COPY.onnx``.

The copy is that of ``eight_bits.py``. Run on this machine and on an emulated Pi; with ``--draw`` the inputs are drawn
first (on this machine alone: drawing takes the training's own code).
"""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession

from vision.store import load_model

NETWORKS = ("locate", "corners", "identify")
VIEWS = 12
READ = 0.05
"""Corners are read where the heat is above 0.45 (vision/locate.py); elsewhere they mean nothing."""


def draw(file: Path) -> None:
    """Write a table with cards, large, and pieces of it, as inputs of the three networks."""
    import cv2

    from vision.sources import load_picture

    table = cv2.resize(load_picture(Path(__file__).parents[2] / "docs" / "table.jpg"), (640, 384))
    rng = np.random.default_rng(9)
    corners = rng.integers(0, (384 - 192, 640 - 192), (VIEWS, 2))
    pieces = [table[y : y + 192, x : x + 128] for y, x in corners]
    np.savez(
        file,
        locate=np.moveaxis(table.astype(np.float32) / 127.5 - 1, 2, 0)[None],
        corners=np.stack([cv2.resize(piece, (96, 128)) for piece in pieces]),
        identify=np.stack(pieces),
    )


def outputs(inputs: dict[str, NDArray[np.generic]], eight_bits: str) -> dict[str, NDArray[np.generic]]:
    """All outputs of each network, by its name and theirs; and the last bytes of the one in int8, as ``bytes``."""
    found = {}
    for name in NETWORKS:
        session = load_model(name)
        results = session.run(None, {session.get_inputs()[0].name: inputs[name]})
        found |= {f"{name} {node.name}": result for node, result in zip(session.get_outputs(), results, strict=True)}
    heat, corners = found["locate heat"], found["locate corners"]
    read = np.repeat(heat > READ, corners.shape[1] // heat.shape[1], axis=1)
    session = InferenceSession(eight_bits, providers=["CPUExecutionProvider"])
    (last,) = session.run(["bytes"], {session.get_inputs()[0].name: inputs["identify"]})
    return {**found, "locate corners": np.where(read, corners, 0), "bytes": last}


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:3])
    if "--draw" in sys.argv:
        draw(source)
    with np.load(source) as given:
        np.savez(target, **outputs(dict(given), sys.argv[3]))
