"""The camera of the Pi: settings that are found and kept, colours in order, a camera that stalls."""

import math
import sys
import threading
import time

import pytest

from hardware import camera as module
from hardware import exposure
from hardware.camera import SMALL, PiCamera, began_s
from hardware.ports import SIZE, CameraLost
from tests.support.picamera import Picamera2


def opened(library, settle_s=0.0):
    return PiCamera(open_camera=lambda number: library, settle_s=settle_s)


def test_blue_stays_blue():
    shot = opened(Picamera2(colour_bgr=(250, 10, 30))).shot(-math.inf, 1.0)
    assert tuple(shot.picture[0, 0]) == (250, 10, 30)


def test_there_is_a_small_grey_picture_without_padding():
    shot = opened(Picamera2(colour_bgr=(90, 90, 90))).shot(-math.inf, 1.0)
    assert (shot.picture.shape[1::-1], shot.grey.shape[::-1]) == (SIZE, SMALL)
    assert set(shot.grey.flat) == {90}


def test_the_whole_sensor_is_asked_for():
    library = Picamera2()
    opened(library)
    assert library.configuration["raw"]["size"] == (2304, 1296)


def test_the_time_of_a_picture_is_that_at_which_its_exposure_began():
    assert began_s({"SensorTimestamp": 5_000_000_000, "ExposureTime": 20_000}) == pytest.approx(4.98)
    assert began_s({"SensorTimestamp": 5_000_000_000}) == 5.0


def test_a_picture_from_the_buffers_is_given_back_and_a_newer_one_waited_for():
    library = Picamera2()
    camera = opened(library)
    asked_s = time.monotonic() + 0.02
    assert camera.shot(asked_s, 1.0).taken_s > asked_s
    assert library.released > 1


def test_every_request_is_given_back():
    library = Picamera2()
    camera = opened(library)
    for _ in range(3):
        camera.shot(-math.inf, 1.0)
    assert library.released == 3


def test_what_was_found_is_kept_with_the_same_brightness():
    library = Picamera2()
    opened(library).shot(-math.inf, 1.0)
    kept = library.set[-1]
    assert (kept["AeEnable"], kept["AwbEnable"], kept["AfMode"]) == (False, False, 0)
    assert kept["ExposureTime"] * kept["AnalogueGain"] == pytest.approx(12_345 * 2.0)
    assert (kept["ColourGains"], kept["LensPosition"]) == ((1.5, 1.7), 1.25)


def test_a_module_without_autofocus_is_not_asked_to_focus():
    library = Picamera2(autofocus=False)
    opened(library).shot(-math.inf, 1.0)
    assert not {"AfMode", "LensPosition"} & {name for controls in library.set for name in controls}


def test_nothing_is_kept_before_it_has_settled():
    library = Picamera2()
    opened(library, settle_s=60.0).shot(-math.inf, 1.0)
    assert [controls.get("AeEnable") for controls in library.set] == [True]


@pytest.mark.parametrize("grey", [5, 250])
def test_when_the_lamp_was_switched_all_is_found_anew(grey):
    library = Picamera2(colour_bgr=(grey, grey, grey))
    opened(library).shot(-math.inf, 1.0)
    assert [controls.get("AeEnable") for controls in library.set] == [True, False, True]


def test_what_burns_out_for_long_gets_less_light(monkeypatch):
    monkeypatch.setattr(exposure, "BURNT_S", 0.0)
    library = Picamera2(white_rows=20)
    camera = opened(library)
    for _ in range(10):
        camera.shot(-math.inf, 1.0)
    light = [kept["ExposureTime"] * kept["AnalogueGain"] for kept in library.set if "ExposureTime" in kept]
    assert light == pytest.approx([12_345 * 2.0 * exposure.LESS_LIGHT**step for step in range(exposure.MOST_STEPS + 1)])


def test_white_that_passes_takes_no_light():
    library = Picamera2(white_rows=20)
    camera = opened(library)
    for _ in range(3):
        camera.shot(-math.inf, 1.0)
    assert len([kept for kept in library.set if "ExposureTime" in kept]) == 1


def test_a_stalled_camera_is_told_within_the_wait():
    library = Picamera2()
    camera = opened(library)
    library.stalled = True
    with pytest.raises(CameraLost, match="no picture"):
        camera.shot(-math.inf, 0.1)


def test_it_is_cancelled_stopped_and_closed_in_this_order():
    library = Picamera2()
    camera = opened(library)
    camera.close()
    camera.close()
    assert library.steps == ["start", "cancel", "stop", "close"]


def test_a_camera_that_blocks_while_it_stops_is_left_alone(monkeypatch):
    library, stopped = Picamera2(), threading.Event()
    library.stop = lambda: stopped.wait(30.0)
    monkeypatch.setattr(module, "CLOSE_S", 0.01)
    opened(library).close()
    stopped.set()


def test_a_pi_without_a_camera_says_so():
    def missing(number):
        raise IndexError("list index out of range")

    with pytest.raises(CameraLost, match="camera 0 cannot be opened"):
        PiCamera(open_camera=missing)


def test_without_picamera2_it_says_so():
    if "picamera2" in sys.modules:
        pytest.skip("it is there")
    with pytest.raises(CameraLost, match="picamera2"):
        PiCamera()


def test_why_a_camera_cannot_be_opened_is_told_as_the_library_found_it():
    def failing(number):
        raise RuntimeError("Camera __init__ sequence did not complete.") from OSError("there is no dmaHeap device")

    with pytest.raises(CameraLost, match="cannot be opened: there is no dmaHeap device"):
        PiCamera(open_camera=failing)
