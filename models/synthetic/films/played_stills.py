"""Pictures out of played deals with their truth: cards as they come to lie in a game, and hands that play and take."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from models.synthetic.cards.deck import Deck
from models.synthetic.films.film import Film
from models.synthetic.films.setting import random_setting, random_view
from models.synthetic.play.choreography import choreograph
from models.synthetic.play.random_game import play_game
from models.synthetic.play.table_habits import random_habits
from models.synthetic.play.timeline import Timeline
from models.synthetic.scenes.scene import Rendered
from models.synthetic.scenes.still import HAND_SEEDS
from models.synthetic.scenes.surface import Surface

BUSY = 0.7
"""Share of the pictures taken about a play: what happens then decides, and it is seen the shortest."""

BEFORE_MS, AFTER_MS = 700, 1500  # a reach to the table and back with what was taken


def played_stills(
    rng: Generator, decks: Sequence[Deck], surfaces: Sequence[Surface], size_px: tuple[int, int], count: int
) -> Iterator[Rendered]:
    """Pictures of one deal played by two to four people, with their truth.

    Hands are drawn from the training's seeds, not from those of the sessions that are measured on.

    Args:
        rng: of all chance.
        decks: to draw cards from.
        surfaces: to draw the table's from.
        size_px: width and height of the pictures, pixels.
        count: how many pictures.
    """
    script = play_game(rng, players := int(rng.integers(2, 5)), int(rng.integers(players)), deals=1)
    view = random_view(rng, size_px)
    timeline = choreograph(script, rng, habits=random_habits(rng, float(rng.uniform(0.8, 1.6))), view=view)
    deck, top = decks[int(rng.integers(len(decks)))], surfaces[int(rng.integers(len(surfaces)))]
    setting = random_setting(rng, view, deck, lambda _: top, size_px=size_px, seeds=range(HAND_SEEDS))
    film = Film(timeline, setting, int(rng.integers(2**31)))
    return (film.still(_moment_ms(rng, timeline)) for _ in range(count))


def _moment_ms(rng: Generator, timeline: Timeline) -> int:
    """A moment about some play, or any."""
    if rng.random() > BUSY:
        return int(rng.integers(timeline.end_ms))
    play = timeline.plays[int(rng.integers(len(timeline.plays)))]
    return max(0, play.t_ms + int(rng.integers(-BEFORE_MS, AFTER_MS)))
