"""One still picture by a path tracer (Mitsuba 3): cards on a table in a room with a lamp and a window."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import mitsuba as mi
import numpy as np

from firmware.signals import Face
from models.benchmarks.traced.card_sheet import sheet
from models.benchmarks.traced.limbs import TracedArm, Triangles
from models.benchmarks.traced.table_tops import SIZE_MM, TracedTop
from models.benchmarks.traced.view import UNIT_MM, Lamp, Points, Room, View, to_world
from models.synthetic.scenes.placed import PlacedCard
from vision.frame import Floats
from vision.window import Window

mi.set_variant("llvm_ad_rgb")

PAPER = 0.92
"""How much of the light white card throws back."""
BOUNCES = 5
"""From table to wall to table and back. A judgement."""


@dataclass(frozen=True, slots=True, eq=False)
class TracedScene:
    """What is traced.

    Attributes:
        view: the camera.
        top: the table.
        room: the light.
        cards: what lies there, the lowest first.
        arms: over them.
        prints: the cards' finish once it is loaded, which takes as long as to trace a window: of one deck in one state.
    """

    view: View
    top: TracedTop
    room: Room
    cards: Sequence[PlacedCard]
    arms: Sequence[TracedArm] = ()
    prints: dict[Face, Any] = field(default_factory=dict)


def traced(scene: TracedScene, *, samples: int, seed: int, window: Window | None = None) -> Floats:
    """The light that comes to the camera, (H, W, 3) float32, red first.

    Args:
        scene: what it sees.
        samples: paths a pixel.
        seed: of the paths.
        window: the part of the picture to trace; without, all of it.
    """
    parts = {f"card {place}": _card(one, scene.prints) for place, one in enumerate(scene.cards)}
    for place, arm in enumerate(scene.arms):
        parts[f"skin {place}"] = _limb(arm.skin, {"type": "roughplastic", "alpha": 0.4}, arm.person.skin)
        parts[f"sleeve {place}"] = _limb(arm.sleeve, {"type": "diffuse"}, arm.person.cloth)
    still = _still(scene.view, samples, window or Window(0, 0, *scene.view.size_px))
    loaded: Any = mi.load_dict({"type": "scene", **still, **_room(scene.room), "top": _top(scene.top), **parts})
    return np.array(mi.render(loaded, seed=seed), np.float32)


def white_level(light: Floats) -> float:
    """How much light a white card throws back, or else the brightest twentieth of a picture."""
    return max(float(np.percentile(light.mean(axis=2), 95)), 1e-6)


def _still(view: View, samples: int, window: Window) -> dict[str, Any]:
    eye, ahead, up = view.axes()
    film = {
        "type": "hdrfilm",
        "width": view.size_px[0],
        "height": view.size_px[1],
        "crop_offset_x": window.left,
        "crop_offset_y": window.top,
        "crop_width": window.right - window.left,
        "crop_height": window.bottom - window.top,
        "rfilter": {"type": "gaussian"},
    }
    placed = mi.ScalarTransform4f().look_at(origin=eye.tolist(), target=(eye + ahead).tolist(), up=up.tolist())
    return {
        "integrator": {"type": "path", "max_depth": BOUNCES},
        "sensor": {
            "type": "perspective",
            "fov": view.fov_deg,
            "fov_axis": "x",
            "to_world": placed,
            "film": film,
            "sampler": {"type": "independent", "sample_count": samples},
        },
    }


def _room(room: Room) -> dict[str, Any]:
    wall = {"type": "diffuse", "reflectance": _rgb(room.walls)}
    move, turn = mi.ScalarTransform4f().translate, mi.ScalarTransform4f().rotate
    box = {
        "type": "cube",
        "to_world": move([0, 0, 8]) @ mi.ScalarTransform4f().scale([20, 20, 16]),
        "flip_normals": True,
        "bsdf": wall,
    }
    lamp = {
        "type": "sphere",
        "center": to_world(np.array([room.lamp.place_mm]))[0].tolist(),
        "radius": room.lamp.radius_mm / UNIT_MM,
        "emitter": {"type": "area", "radiance": _rgb(tuple(one * _strength(room.lamp) for one in room.lamp.colour))},
    }
    window = {
        "type": "rectangle",
        "to_world": move([-19.5, 3, 9]) @ turn([0, 1, 0], 90) @ mi.ScalarTransform4f().scale([5, 6, 1]),
        "emitter": {"type": "area", "radiance": _rgb((0.6 * room.window, 0.8 * room.window, room.window))},
    }
    return {"box": box, "lamp": lamp, "window": window}


def _strength(lamp: Lamp) -> float:
    """Radiance that lights the table as brightly from any height and by any size of the lamp."""
    return 8.0 * (lamp.place_mm[2] / 1000) ** 2 / (lamp.radius_mm / 100) ** 2


def _top(top: TracedTop) -> dict[str, Any]:
    size = np.array(SIZE_MM) / 2 / UNIT_MM
    bitmap = {"type": "bitmap", "bitmap": mi.Bitmap(top.albedo), "raw": True, "to_uv": _upright()}
    return {"type": "rectangle", "to_world": mi.ScalarTransform4f().scale([*size, 1]), "bsdf": _finish(top, bitmap)}


def _upright() -> Any:
    """A picture's first row is up."""
    return mi.ScalarTransform3f().translate([0, 1]) @ mi.ScalarTransform3f().scale([1, -1])


def _finish(top: TracedTop, bitmap: dict[str, Any]) -> dict[str, Any]:
    if top.metal:
        return {
            "type": "roughconductor",
            "alpha_u": 0.12,
            "alpha_v": 0.35,
            "material": "none",
            "specular_reflectance": bitmap,
        }
    if top.roughness >= 1:
        return {"type": "diffuse", "reflectance": bitmap}
    return {"type": "roughplastic", "alpha": top.roughness, "diffuse_reflectance": bitmap, "nonlinear": True}


def _card(card: PlacedCard, prints: dict[Face, Any]) -> Any:
    """A bent sheet with rounded corners, a little above what it lies on."""
    if card.face not in prints:
        prints[card.face] = mi.load_dict({"type": "twosided", "bsdf": _printed(card)})
    points, places, faces = sheet(card)
    return _mesh((points, faces), prints[card.face], places)


def _printed(card: PlacedCard) -> dict[str, Any]:
    face = np.ascontiguousarray(card.picture[..., 2::-1]).astype(np.float32) / 255
    colours = face**2.2 * np.array(card.tint_bgr[::-1], np.float32) * PAPER
    bitmap = {"type": "bitmap", "bitmap": mi.Bitmap(colours), "raw": True, "to_uv": _upright()}
    return {"type": "roughplastic", "alpha": 0.5 - 0.4 * card.gloss, "diffuse_reflectance": bitmap}


def _limb(surface: tuple[Points, Triangles], finish: dict[str, Any], colour: tuple[float, float, float]) -> Any:
    key = "reflectance" if finish["type"] == "diffuse" else "diffuse_reflectance"
    return _mesh(surface, mi.load_dict({"type": "twosided", "bsdf": {**finish, key: _rgb(colour)}}))


def _mesh(surface: tuple[Points, Triangles], bsdf: Any, places: Points | None = None) -> Any:
    """Triangles with their finish; without places on a picture they are rounded."""
    points, faces = surface
    props = mi.Properties()
    props["mesh_bsdf"] = bsdf
    mesh: Any = mi.Mesh(
        "mesh",
        len(points),
        len(faces),
        has_vertex_normals=places is None,
        has_vertex_texcoords=places is not None,
        props=props,
    )
    params: Any = mi.traverse(mesh)
    params["vertex_positions"] = to_world(points).ravel().astype(np.float32)
    if places is not None:
        params["vertex_texcoords"] = places.ravel().astype(np.float32)
    params["faces"] = faces.ravel().astype(np.uint32)
    params.update()
    return mesh


def _rgb(colour: tuple[float, ...]) -> dict[str, Any]:
    return {"type": "rgb", "value": list(colour)}
