"""Kept beams on the disk: one file a deal, of plain arrays."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from models.training.judgement.beams import KeptBeam
from models.training.judgement.traced import weight_names


def write_beams(folder: Path, deal: int, beams: Iterable[KeptBeam]) -> None:
    """Write the beams of a deal to ``DEAL.npz``.

    Args:
        folder: where to; it is made.
        deal: the seed of the deal.
        beams: all of it; a deal without rivals has none.

    Raises:
        OSError: if it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = list(beams)
    arrays = {"names": np.array(weight_names()), "made": np.array([(one.made, one.over) for one in kept])}
    for number, one in enumerate(kept):
        arrays |= {f"features{number}": one.features, f"rest{number}": one.rest, f"true{number}": one.true}
    unfinished = folder / f"{deal}.part.npz"
    np.savez_compressed(unfinished, allow_pickle=False, **arrays)
    unfinished.replace(beams_path(folder, deal))


def beams_path(folder: Path, deal: int) -> Path:
    """Where the beams of a deal are; it is there when they are all written."""
    return folder / f"{deal}.npz"


def read_beams(folder: Path) -> list[KeptBeam]:
    """All beams of a folder, by the seeds of their deals; weights that are new since then count as never met.

    Raises:
        OSError: if one cannot be read.
        ValueError: if one was kept with a weight that is fitted no more: what it had made would be lost.
    """
    return [beam for path in sorted(folder.glob("*[0-9].npz")) for beam in _read(path)]


def _read(path: Path) -> Sequence[KeptBeam]:
    with np.load(path, allow_pickle=False) as arrays:
        columns = {str(name): number for number, name in enumerate(arrays["names"])}
        if gone := columns.keys() - weight_names():
            raise ValueError(f"{path} was kept with {', '.join(sorted(gone))}: collect it anew")
        chosen = [columns.get(name, -1) for name in weight_names()]
        return [
            KeptBeam(
                int(path.stem),
                np.pad(arrays[f"features{number}"], ((0, 0), (0, 1)))[:, chosen],
                arrays[f"rest{number}"],
                arrays[f"true{number}"],
                bool(made),
                bool(over),
            )
            for number, (made, over) in enumerate(arrays["made"].reshape(-1, 2))
        ]
