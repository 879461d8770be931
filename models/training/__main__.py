"""Train, measure and ship both models, side by side on two cores: ``make train``."""

import argparse
import subprocess
import sys
from pathlib import Path

MODELS = ("models.training.locate", "models.training.identify")


def main() -> None:
    """Run both trainings; ends with 1 if one of them fails, after the other has ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    chosen = parser.parse_args()
    options = ["--decks", str(chosen.decks), "--surfaces", str(chosen.surfaces)]
    runs = [subprocess.Popen([sys.executable, "-m", name, *options]) for name in MODELS]
    codes = [run.wait() for run in runs]
    sys.exit(int(any(codes)))


if __name__ == "__main__":
    main()
