"""Random cameras, lights and sensors: the ranges in which a detector has to cope."""

import math

import numpy as np
from numpy.random import Generator

from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.light import Light, Shade
from models.synthetic.scenes.sensor import Sensor

LONG_SIDE_PX = (60.0, 420.0)  # of a card, per REFERENCE_PX of the picture's longer side
REFERENCE_PX = 640.0
STRONG_TILT = 0.3  # share of pictures taken aslant, up to 40 degrees


def random_camera(rng: Generator, size: tuple[int, int], card_height_mm: float) -> SceneCamera:
    """A camera over the origin; a card's long side is log-uniform in :data:`LONG_SIDE_PX`.

    Args:
        rng: of all chance.
        size: width and height of the picture, pixels.
        card_height_mm: long side of a card.
    """
    low, high = np.log(LONG_SIDE_PX)
    long_px = math.exp(rng.uniform(low, high)) * max(size) / REFERENCE_PX
    tilt = rng.uniform(12, 40) if rng.random() < STRONG_TILT else abs(rng.normal(0, 5))
    px_per_mm = long_px / card_height_mm
    nearest_mm = 1.1 * max(size) / px_per_mm  # a field of view of about 50 degrees at most
    return SceneCamera(
        size,
        (0.0, 0.0),
        px_per_mm,
        distance_mm=float(max(rng.uniform(350, 1100), nearest_mm)),
        tilt_deg=float(min(tilt, 40)),
        tilt_towards_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(0, 360)),
        barrel=float(rng.uniform(0, 0.08)) if rng.random() < 0.4 else 0.0,
    )


def random_tint(rng: Generator) -> tuple[float, float, float]:
    """Colour factors for a table: mostly near 1, sometimes another colour altogether."""
    spread = 0.3 if rng.random() < 0.1 else 0.06
    blue, green, red = np.clip(rng.normal(rng.uniform(0.75, 1.15), spread, 3), 0.15, 1.5)
    return (float(blue), float(green), float(red))


def random_light(rng: Generator, view_mm: tuple[float, float]) -> Light:
    """A lamp, warm or cool, near or far, with shade edges over the table in a third of the pictures."""
    span = max(view_mm)
    warmth = rng.normal(0.04, 0.07)
    x, y = rng.normal(0, 0.6 * span + 100, 2)
    shades = tuple(_shade(rng, span) for _ in range(int(rng.choice((0, 0, 0, 0, 1, 1, 2)))))
    return Light(
        (float(x), float(y), float(rng.uniform(350, 1500))),
        (1.0 - 2 * warmth, 1.0 - 0.5 * warmth, 1.0 + warmth),
        float(rng.uniform(0.15, 0.85)),
        lamp_size_mm=float(rng.uniform(15, 130)),
        glare=float(rng.uniform(0, 1)) if rng.random() < 0.55 else 0.0,
        vignette=float(rng.uniform(0, 0.35)),
        shades=shades,
    )


def _shade(rng: Generator, span: float) -> Shade:
    x, y = rng.uniform(-0.4, 0.4, 2) * span
    width = math.inf if rng.random() < 0.6 else float(rng.uniform(0.05, 0.4) * span)
    soft = float(rng.choice((3.0, 15.0, 60.0)) * rng.uniform(0.5, 1.5))
    return Shade((float(x), float(y)), float(rng.uniform(0, 360)), width, soft, float(rng.uniform(0.2, 0.85)))


def random_sensor(rng: Generator, camera: SceneCamera, light: Light, albedo: float) -> Sensor:
    """Faults of a camera: blur up to 1/25 of a card, exposure, colour, noise, JPEG.

    Args:
        rng: of all chance.
        camera: what the table is seen with.
        light: what the table is lit with.
        albedo: mean brightness of the table, 0 to 1.
    """
    blurred = rng.random()
    card_px = camera.px_per_mm * 95
    grain_px = int(rng.choice((1, 1, 2, 3)))
    metered = light.gain_at(camera.look_at_mm) ** -0.85  # exposure control makes up for most of the darkness,
    metered *= float(np.clip((0.5 / albedo) ** 0.5, 0.75, 1.3))  # and is led astray by dark and by white tables
    return Sensor(
        exposure=float(metered * np.exp(rng.normal(0.03, 0.25))),
        balance_bgr=tuple(float(value) for value in np.exp(rng.normal(0, 0.06, 3))),  # type: ignore[arg-type]
        gamma=float(np.exp(rng.normal(0, 0.18))),
        haze=float(rng.uniform(0, 0.35)) if rng.random() < 0.2 else 0.0,
        saturation=float(np.clip(rng.normal(1, 0.2), 0, 1.5)) if rng.random() < 0.6 else 1.0,
        defocus_px=float(rng.uniform(0.3, 0.6 + card_px / 60)) if blurred < 0.45 else 0.0,
        motion_px=float(rng.uniform(1, 2 + card_px / 25)) if blurred > 0.88 else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        noise=float(rng.gamma(1.5, 2.2)) / grain_px**0.7,
        grain_px=grain_px,
        jpeg=int(rng.integers(25, 96)) if rng.random() < 0.75 else None,
    )
