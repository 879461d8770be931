"""Fit the reader's weights: keep beams of witnessed deals, fit, choose how far to stray on other deals, write the file.

``collect`` keeps beams, ``fit`` fits them and says what came of it, ``--write`` puts the weights into their file (with
``--l2`` these, whatever was chosen); ``ablate`` says what each feature is worth to the weights as they are.
"""

import argparse
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from firmware.decoding import weights
from models.synthetic.films.witnessed import Split, seed_of, witnessed_match
from models.training.judgement.beams import Reals, kept_beams
from models.training.judgement.fit import JudgementScore, chosen, fitted, loss_by_deal, scored
from models.training.judgement.store import beams_path, read_beams, write_beams
from models.training.judgement.traced import traced_weights, weight_names

STRAYS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001)
"""How much straying costs: all are tried, and the deals for tuning choose."""
FPS = 10.0
"""As the matches of ``make bench-games``, in which nobody looks more often either."""


def collect(asked: argparse.Namespace) -> None:
    """Keep the beams of the first deal of each match, except of those that are there."""
    until_s, folder = time.monotonic() + 60 * asked.minutes, asked.folder / asked.split
    for number in range(asked.skip, asked.skip + asked.deals):
        seed = seed_of(asked.split, number, "")
        if beams_path(folder, seed).exists():
            continue
        if time.monotonic() > until_s:
            return
        witnessed = witnessed_match(seed, deals=1, fps=FPS)
        with traced_weights():
            beams = list(kept_beams(witnessed))
        write_beams(folder, witnessed.seed, beams)
        missed = f"{sum(beam.made for beam in beams)} without the truth" if beams else "nothing read"
        wrong = ", wrong in the end" if beams and not beams[-1].true[0] else ""
        print(f"{asked.split} {number}, seed {seed}: {len(beams)} beams, {missed}{wrong}", flush=True)


def fit(asked: argparse.Namespace) -> None:
    """Fit, choose, tell, and write."""
    kept = (read_beams(asked.folder / split) for split in (Split.FIT, Split.TUNE))
    train, tune = ([beam for beam in beams if beam.tells] for beams in kept)
    start = np.array([getattr(weights, name) for name in weight_names()])
    print("before    ", _words(scored(train, start)), "| tune", _words(scored(tune, start)))
    held = [number for number, name in enumerate(weight_names()) if asked.only and name not in asked.only]
    tries = [start, *(fitted(train, start, l2, held) for l2 in STRAYS)]
    for l2, now in zip(STRAYS, tries[1:], strict=True):
        print(f"l2 {l2:<7g}", _words(scored(train, now)), "| tune", _words(scored(tune, now)))
    taken = chosen(tries, tune) if asked.l2 is None else 1 + STRAYS.index(asked.l2)
    gain = loss_by_deal(tune, start) - loss_by_deal(tune, tries[taken])
    print(
        f"gain on tune {gain.mean():.4f}, standard error {gain.std(ddof=1) / len(gain) ** 0.5:.4f}, {len(gain)} deals"
    )
    print("taken:", "the weights before" if not taken else f"l2 {STRAYS[taken - 1]:g}")
    for name, before, after in zip(weight_names(), start, tries[taken], strict=True):
        print(f"{name:20} {before:7.2f} {after:7.2f}")
    if asked.write and taken:
        write_weights(Path(weights.__file__), tries[taken])


def ablate(asked: argparse.Namespace) -> None:
    """Tell what each weight is worth: the loss on tuning deals without it, and in how many beams it tells any apart."""
    tune = [beam for beam in read_beams(asked.folder / Split.TUNE) if beam.tells]
    now = np.array([getattr(weights, name) for name in weight_names()])
    whole = scored(tune, now)
    for number, name in enumerate(weight_names()):
        without = scored(tune, np.where(np.arange(len(now)) == number, 0.0, now))
        apart = sum(bool(np.ptp(beam.features[:, number])) for beam in tune)
        worth = f"loss {without.loss - whole.loss:+.3f}, right {without.right - whole.right:+.1%}"
        print(f"{name:20} {worth}, tells hypotheses apart in {apart} of {whole.beams} beams")


def _words(score: JudgementScore) -> str:
    return f"{score.beams} beams, loss {score.loss:.4f}, right {score.right:.2%}, calibration {score.error:.4f}"


def write_weights(path: Path, now: Reals) -> None:
    """Put weights into their file, and raise its version.

    Args:
        path: the file.
        now: the weights, in the order of :func:`~models.training.judgement.traced.weight_names`.

    Raises:
        OSError: if it cannot be written.
    """
    text = path.read_text(encoding="utf-8")
    for name, value in zip(weight_names(), now, strict=True):
        text = re.sub(rf"^{name} = .*$", f"{name} = {value:.2f}", text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^VERSION = \d+$", f"VERSION = {weights.VERSION + 1}", text, count=1, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Collect or fit; 0 if it was done."""
    parser = argparse.ArgumentParser(prog="python -m models.training.judgement", description=__doc__)
    parser.add_argument("what", choices=("collect", "fit", "ablate"))
    parser.add_argument("--folder", type=Path, default=Path("out/judgement"), help="of the beams (default %(default)s)")
    parser.add_argument("--split", type=Split, choices=list(Split), default=Split.FIT, help="collect: which deals")
    parser.add_argument("--deals", type=int, default=1000, help="collect: how many (default %(default)s)")
    parser.add_argument("--skip", type=int, default=0, help="collect: leave out so many of the first")
    parser.add_argument("--minutes", type=float, default=1e6, help="collect: begin no more after so long")
    parser.add_argument("--write", action="store_true", help="fit: write the weights if they do better on tuning deals")
    parser.add_argument("--l2", type=float, choices=STRAYS, help="fit: take this one, whatever the tuning deals choose")
    parser.add_argument("--only", nargs="+", choices=weight_names(), help="fit: these weights; all others stay")
    asked = parser.parse_args(arguments)
    {"collect": collect, "fit": fit, "ablate": ablate}[asked.what](asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
