"""The points of the acceptance about the machine: the doctor, its speed, its heat."""

import pytest

from firmware.care.acceptance import machine
from firmware.care.acceptance.verdict import Verdict
from firmware.care.doctor import Finding, Health
from tests.support.acceptance import Somebody, passed


def finding(what, state=Health.WELL):
    return Finding(what, state, f"{what} is {state}")


@pytest.mark.parametrize(
    ("state", "pi", "verdict"),
    [
        (Health.WELL, True, Verdict.PASS),
        (Health.WELL, False, Verdict.SKIPPED),
        (Health.DOUBTFUL, True, Verdict.FAIL),
        (Health.BAD, False, Verdict.FAIL),
    ],
)
def test_the_doctor_must_be_content(state, pi, verdict):
    assert machine.check_health([finding("disk"), finding("camera", state)], pi=pi).verdict is verdict


@pytest.mark.parametrize(
    ("look_s", "glance_s", "well"), [(0.099, 0.033, True), (0.101, 0.001, False), (0.01, 0.034, False)]
)
def test_looks_and_glances_must_be_quick(time, look_s, glance_s, well):
    result = machine.check_speed(lambda: time.sleep(look_s), lambda: time.sleep(glance_s), time)
    assert passed(result) is well


@pytest.mark.parametrize(
    ("hot_s", "bits", "well", "said"),
    [
        (999, 0, True, "temperature is ok"),
        (999, None, True, "temperature is ok"),
        (60, 0, False, "temperature is bad"),
        (999, 0x10000, False, "under-voltage since the start"),
        (999, 0x4, False, "throttled now"),
    ],
)
def test_three_minutes_of_work_may_neither_heat_nor_throttle_it(time, hot_s, bits, well, said):
    def power():  # hot for ten seconds, then cool again
        yield finding("temperature", Health.BAD if hot_s <= time.monotonic() - 100.0 < hot_s + 10 else Health.WELL)

    result = machine.check_heat(lambda: time.sleep(0.1), power, lambda: bits, Somebody(), time)
    assert passed(result) is well
    assert said in result.words
    assert time.monotonic() - 100.0 >= machine.LOAD_S


def test_a_machine_without_a_thermometer_is_skipped(time):
    assert machine.check_heat(lambda: None, lambda: (), lambda: None, Somebody(), time).verdict is Verdict.SKIPPED
