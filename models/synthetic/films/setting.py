"""The café of a session: surface, lamp, camera, people's hands and the wear of the cards, drawn from a seed."""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from firmware.errors import HakamError
from models.synthetic.cards.deck import Deck
from models.synthetic.films.film import FilmSetting
from models.synthetic.play.timeline import TableView
from models.synthetic.scenes.backdrop import Table
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.clutter import PlacedProp, make_prop
from models.synthetic.scenes.light import Light
from models.synthetic.scenes.sensor import Sensor
from models.synthetic.scenes.surface import KINDS, Surface, draw_surface

UNSEEN = range(1_000_000, 1_001_000)  # seeds of surfaces and hands: the training draws with small ones
GRIPS = ("press", "press", "pinch", "gather", "flat")  # how people hold cards, commonest twice
WHITE, LIGHT = 232.0, 186.0  # mean grey values of a white table top and of a light one under full light


class SurfaceUnknownError(HakamError, ValueError):
    """A surface was asked for by a name that none has."""


def _levelled(kind: str, level: float) -> Callable[[int], Surface]:
    """A surface of that kind brought to a mean grey value, nearly without colour."""

    def draw(seed: int) -> Surface:
        surface = draw_surface(kind, seed)
        shift = level + np.random.default_rng(seed).normal(0, 5, 3) - surface.picture.mean((0, 1))
        picture = np.clip(surface.picture + shift, 0, 255).astype(np.uint8)
        return Surface(f"{surface.name}-{round(level)}", picture, surface.mm_per_px, surface.gloss)

    return draw


def _kind(kind: str) -> Callable[[int], Surface]:
    return lambda seed: draw_surface(kind, seed)


SURFACES: dict[str, Callable[[int], Surface]] = {
    **{kind: _kind(kind) for kind in KINDS},
    "light": _levelled("laminate", LIGHT),
    "white": _levelled("plain", WHITE),
}


def session_surface(name: str) -> Callable[[int], Surface]:
    """One of :data:`SURFACES`: draws the table top from a seed.

    Raises:
        SurfaceUnknownError: if there is none of that name.
    """
    if name not in SURFACES:
        raise SurfaceUnknownError(f"there is no surface {name!r}; known are {', '.join(SURFACES)}")
    return SURFACES[name]


def random_view(rng: Generator, size_px: tuple[int, int]) -> TableView:
    """What the camera sees: 68 to 90 cm across, so that at 1280 px a card's long side has 135 to 180 px."""
    width = float(rng.uniform(680, 900))
    return TableView(width, width * size_px[1] / size_px[0])


def random_setting(
    rng: Generator,
    view: TableView,
    deck: Deck,
    surface: Callable[[int], Surface],
    *,
    size_px: tuple[int, int],
    clean: bool = False,
    seeds: range = UNSEEN,
) -> FilmSetting:
    """A café table under a fixed camera that looks nearly straight down.

    Args:
        rng: the session's chance.
        view: what the camera sees.
        deck: the cards.
        surface: draws the table top from a seed, such as those of :data:`SURFACES`.
        size_px: width and height of the pictures.
        seeds: what surfaces and hands are drawn from; the default is of no training.
        clean: no noise and nothing lying about: pictures that compress well.
    """
    middle = (view.width_mm / 2, view.height_mm / 2)
    table = Table(surface(_any(rng, seeds)), float(rng.choice((0, 90)) + rng.normal(0, 8)))
    people = [(str(rng.choice(GRIPS)), _any(rng, seeds), float(rng.uniform(0.88, 1.05))) for _ in range(4)]
    wear = 1 - np.abs(rng.normal(0, (0.05, 0.03, 0.02)))
    return FilmSetting(
        deck,
        table,
        _camera(rng, view, size_px),
        _light(rng, middle),
        Sensor() if clean else _sensor(rng),
        () if clean else _props(rng, view),
        tuple(people),
        gloss=float(rng.uniform(0, 0.5)),
        curl_mm=float(rng.uniform(0.4, 1.4)),
        tint_bgr=(float(wear[0]), float(wear[1]), float(wear[2])),
    )


def _any(rng: Generator, seeds: range) -> int:
    return int(rng.integers(seeds.start, seeds.stop))


def _camera(rng: Generator, view: TableView, size_px: tuple[int, int]) -> SceneCamera:
    return SceneCamera(
        size_px,
        (view.width_mm / 2, view.height_mm / 2),
        size_px[0] / view.width_mm,
        distance_mm=view.width_mm * float(rng.uniform(0.95, 1.3)),
        tilt_deg=float(abs(rng.normal(0, 2.5))),
        tilt_towards_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 1.5)),
        barrel=float(rng.uniform(0, 0.03)) if rng.random() < 0.3 else 0.0,
    )


def _light(rng: Generator, middle: tuple[float, float]) -> Light:
    warmth = float(rng.normal(0.04, 0.05))
    x, y = rng.normal(middle, 300)
    return Light(
        (float(x), float(y), float(rng.uniform(600, 1400))),
        (1.0 - 2 * warmth, 1.0 - 0.5 * warmth, 1.0 + warmth),
        float(rng.uniform(0.35, 0.8)),
        lamp_size_mm=float(rng.uniform(30, 120)),
        glare=float(rng.uniform(0, 0.5)),
        vignette=float(rng.uniform(0, 0.25)),
    )


def _sensor(rng: Generator) -> Sensor:
    return Sensor(
        exposure=float(np.exp(rng.normal(0.03, 0.1))),
        gamma=float(np.exp(rng.normal(0, 0.08))),
        saturation=float(np.clip(rng.normal(1, 0.1), 0.6, 1.3)),
        defocus_px=float(rng.uniform(0.2, 0.8)),
        noise=float(rng.uniform(0.8, 4.0)),
        grain_px=int(rng.choice((1, 1, 2))),
        jpeg=int(rng.integers(70, 96)),
    )


def _props(rng: Generator, view: TableView) -> tuple[PlacedProp, ...]:
    """Now and then a glass or an ashtray in a corner, where nobody plays."""
    if rng.random() > 0.4:
        return ()
    x = float(rng.choice((20.0, view.width_mm - 20.0)))
    y = float(rng.choice((15.0, view.height_mm - 15.0)))
    kind = str(rng.choice(("glass", "cup", "ashtray", "coin")))
    return (PlacedProp(make_prop(kind, int(rng.integers(24))), (x, y), float(rng.uniform(-180, 180))),)
