"""Train, measure and ship all models on two cores: ``make train``."""

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SIDE_BY_SIDE = (("models.training.corners", "models.training.locate"), ("models.training.identify",))
"""One row per core. The detector is measured with the second look, so that is trained before it."""


def run(names: tuple[str, ...], options: list[str]) -> int:
    """Run trainings one after the other; the first code that is not 0, or 0."""
    for name in names:
        code = subprocess.run([sys.executable, "-m", name, *options], check=False).returncode
        if code:
            return code
    return 0


def main() -> None:
    """Run all trainings; ends with 1 if one of them fails, after the other row has ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    chosen = parser.parse_args()
    options = ["--decks", str(chosen.decks), "--surfaces", str(chosen.surfaces)]
    with ThreadPoolExecutor(len(SIDE_BY_SIDE)) as rows:
        codes = list(rows.map(lambda names: run(names, options), SIDE_BY_SIDE))
    sys.exit(int(any(codes)))


if __name__ == "__main__":
    main()
