"""Camera, light and sensor as they are at one moment of a session: knocked, switched, smeared."""

import math
from collections.abc import Iterable
from dataclasses import replace

from models.synthetic.play.environment import STEADY, CameraShift, LightChange
from models.synthetic.play.timeline import CardState, TableState, TableView
from models.synthetic.play.trajectories import Pose
from models.synthetic.scenes.camera import SceneCamera
from models.synthetic.scenes.light import Light
from models.synthetic.scenes.sensor import Sensor


def aimed(camera: SceneCamera, aim: CameraShift) -> SceneCamera:
    """The camera after it was knocked."""
    if aim == STEADY:
        return camera
    x_mm, y_mm = camera.look_at_mm
    return replace(camera, look_at_mm=(x_mm + aim.x_mm, y_mm + aim.y_mm), roll_deg=camera.roll_deg + aim.turn_deg)


def lit(light: Light, lamps: Iterable[LightChange]) -> Light:
    """The light with changes of its direction and colour; how bright it is, :func:`exposed` sees to."""
    for lamp in lamps:
        x_mm, y_mm, height_mm = light.lamp_mm
        b, g, r = (channel * factor for channel, factor in zip(light.lamp_bgr, lamp.bgr, strict=True))
        light = replace(
            light, lamp_mm=(x_mm + lamp.moved_mm[0], y_mm + lamp.moved_mm[1], height_mm), lamp_bgr=(b, g, r)
        )
    return light


def exposed(sensor: Sensor, state: TableState, px_per_mm: float) -> Sensor:
    """The sensor while the camera swings and the light is another: a picture smeared, brighter or darker.

    Args:
        sensor: as it is at rest.
        state: the table, with swing and light.
        px_per_mm: of the camera.
    """
    gain = math.prod(lamp.gain for lamp in state.lamps)
    smear_px = math.hypot(state.swing.x_mm, state.swing.y_mm) * px_per_mm
    way_deg = math.degrees(math.atan2(state.swing.y_mm, state.swing.x_mm))
    return replace(sensor, exposure=sensor.exposure * gain, motion_px=smear_px, motion_deg=way_deg)


def in_picture(state: TableState, view: TableView) -> TableState:
    """The table as the knocked camera has it: poses in the millimetres of its picture, smeared while it swings."""
    if state.aim == STEADY and state.swing == STEADY:
        return state
    cards = tuple(_carded(card, state, view) for card in state.cards)
    arms = tuple(replace(arm, pose=_shown(arm.pose, state.aim, view)) for arm in state.arms)
    props = tuple(replace(prop, pose=_shown(prop.pose, state.aim, view)) for prop in state.props)
    return replace(state, cards=cards, arms=arms, props=props)


def _carded(card: CardState, state: TableState, view: TableView) -> CardState:
    smear = (card.smear_mm[0] - state.swing.x_mm, card.smear_mm[1] - state.swing.y_mm)
    return replace(card, pose=_shown(card.pose, state.aim, view), smear_mm=smear)


def _shown(pose: Pose, aim: CameraShift, view: TableView) -> Pose:
    """Where a table pose is in the picture: turned about the point that the camera looks at, which is the middle."""
    turn = math.radians(aim.turn_deg)
    x_mm, y_mm = pose.x_mm - view.width_mm / 2 - aim.x_mm, pose.y_mm - view.height_mm / 2 - aim.y_mm
    return Pose(
        view.width_mm / 2 + x_mm * math.cos(turn) - y_mm * math.sin(turn),
        view.height_mm / 2 + x_mm * math.sin(turn) + y_mm * math.cos(turn),
        pose.angle_deg + aim.turn_deg,
    )
