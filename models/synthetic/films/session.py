"""Make a played session: ``python -m models.synthetic.films.session out/session --players 2 --deals 1``.

``--demo`` makes the bundled demo: ``python -m models.synthetic.films.session models/demo --demo``.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware.errors import HakamError
from models.synthetic.cards.deck import Deck, load_deck
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.films.recipe import Recipe, make_session
from models.synthetic.films.session_folder import write_session, write_video
from models.synthetic.films.setting import SURFACES
from models.synthetic.play.mishaps import CAFE, CALM, only
from models.synthetic.play.random_game import MOST_DEALS

DEMO_SEED = 17  # of the first 24 the shortest with both caidas and a mesa in it


def main(arguments: Sequence[str] | None = None) -> int:
    """Make a session as the command line says; 0 if it is done, 1 if not."""
    asked = _parser().parse_args(arguments)
    try:
        recipe = demo_recipe() if asked.demo else _recipe(asked)
        write = write_video if asked.video or asked.demo else write_session
        write(make_session(recipe), asked.folder)
    except (HakamError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def demo_recipe() -> Recipe:
    """One deal of two players with our own deck: the bundled demo."""
    return Recipe(own_deck(), DEMO_SEED, players=2, dealer=1, deals=1, surface="light", fps=4.0, clean=True)


def _recipe(asked: argparse.Namespace) -> Recipe:
    width, height = (int(side) for side in asked.size.split("x"))
    return Recipe(
        _deck(asked.deck),
        asked.seed,
        asked.players,
        asked.dealer,
        asked.deals,
        asked.surface,
        (width, height),
        asked.fps,
        not asked.irregular,
        asked.pace,
        asked.clean,
        mishaps=only(asked.only) if asked.only else CAFE if asked.mishaps else CALM,
    )


def _deck(name: str) -> Deck:
    return own_deck() if name == "own" else load_deck(Path(name))


def _size(text: str) -> str:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) >= 160 and int(height) >= 90):
        raise argparse.ArgumentTypeError(f"{text!r} is no size: 160x90 or larger is expected, such as 1280x720")
    return text


def _parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog="python -m models.synthetic.films.session",
        description="Play a random legal game on a drawn table and film it: pictures, session.json and truth.json.",
        epilog="example: python -m models.synthetic.films.session out/four --players 4 --deals 2 --seed 3",
    )
    words.add_argument("folder", type=Path, help="where to write; made if it is not there")
    words.add_argument("--demo", action="store_true", help="the bundled demo; the other options do not count")
    words.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    words.add_argument("--dealer", type=int, choices=range(4), default=0, help="seat of the first dealer, from 0")
    words.add_argument("--deals", type=int, default=MOST_DEALS, help="at most so many; without, until a side has won")
    words.add_argument("--deck", default="own", help="a folder of card pictures, or own (default)")
    words.add_argument("--surface", choices=sorted(SURFACES), default="wood")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--size", type=_size, default="1280x720", help="of the pictures (default 1280x720)")
    words.add_argument("--fps", type=float, default=10.0, help="pictures a second, 4 to 30 (default 10)")
    words.add_argument("--irregular", action="store_true", help="pictures come at irregular times")
    words.add_argument("--pace", type=float, default=1.0, help="1 is a relaxed table, 2 twice as fast")
    words.add_argument("--clean", action="store_true", help="no noise, nothing lying about: compresses well")
    words.add_argument("--mishaps", action="store_true", help="with all that goes wrong on an evening at a café")
    words.add_argument("--only", metavar="KIND[=RATE],...", help="with these kinds of mishap alone")
    words.add_argument("--video", action="store_true", help="one video.mp4 with frames.csv instead of single pictures")
    return words


if __name__ == "__main__":
    sys.exit(main())
