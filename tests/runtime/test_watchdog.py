"""What systemd is told, and when."""

import socket
import threading

import pytest

from firmware.runtime.restarts import MOST, SEEN, WEDGED, WITHIN_S, RestartBudget
from firmware.runtime.starting import MOST_S, more_time
from firmware.runtime.watchdog import EVERY_S, WEDGED_S, Watchdog, notify


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_is_told_through_its_socket(tmp_path, abstract):
    address = f"@hakam-test-{tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(address.replace("@", "\0", 1) if abstract else address)
        notify("READY=1", {"NOTIFY_SOCKET": address})
        assert wire.recv(64) == b"READY=1"


def test_without_systemd_nobody_is_told():
    notify("READY=1", {})


def watched(*steps):
    """What systemd is told in these steps, each a time, whether a picture was looked at, and since when it is lost."""
    told = []
    watchdog = Watchdog(told.append)
    for now_s, seen, lost_s in steps:
        watchdog.watch(now_s, seen=seen, lost_s=lost_s)
    return told


def test_it_is_ready_with_the_first_picture_and_fed_by_each_after_a_while():
    told = watched((1.0, False, None), (2.0, True, None), (2.1, True, None), (2.0 + EVERY_S, True, None))
    assert told == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_time_alone_feeds_nothing():
    assert watched((1.0, True, None), (60.0, False, None)) == ["READY=1", "WATCHDOG=1"]


def test_a_camera_that_was_never_there_starves_nobody():
    told = watched(*((float(second), False, 0.5) for second in range(1, 200)))
    assert told.count("WATCHDOG=1") > 90


def test_a_camera_that_is_lost_for_good_lets_the_watchdog_bite():
    steps = [(1.0, True, None), *((float(second), False, 1.0) for second in range(2, 200))]
    fed = watched(*steps).count("WATCHDOG=1")
    assert 1 < fed <= WEDGED_S / EVERY_S + 2


def wedged(folder, clock):
    """Whether a process that has seen pictures and then none for long is starved, and whether it has given up."""
    told = []
    budget = RestartBudget({"RUNTIME_DIRECTORY": str(folder)}, clock=lambda: clock[0])
    watchdog = Watchdog(told.append, budget)
    watchdog.watch(1.0, seen=True, lost_s=None)
    for second in range(2, 200):
        watchdog.watch(float(second), seen=False, lost_s=1.0)
    return told.count("WATCHDOG=1") < 50, watchdog


def test_restarts_have_a_budget_and_then_it_is_given_up_till_pictures_come(tmp_path):
    clock = [5000.0]
    for _ in range(MOST):
        starved, watchdog = wedged(tmp_path, clock)
        assert (starved, watchdog.given_up) == (True, False)
        clock[0] += 100.0
    starved, watchdog = wedged(tmp_path, clock)
    assert (starved, watchdog.given_up) == (False, True)
    assert {SEEN, WEDGED} <= {path.name for path in tmp_path.iterdir()}
    watchdog.watch(300.0, seen=True, lost_s=None)
    assert not watchdog.given_up
    clock[0] += WITHIN_S
    assert wedged(tmp_path, clock)[0]


@pytest.mark.parametrize("words", ["", "nonsense", "1e400\n", "9999999\n"])
def test_a_damaged_budget_is_an_empty_one(tmp_path, words):
    (tmp_path / "restarts").write_text(words)
    assert RestartBudget({"RUNTIME_DIRECTORY": str(tmp_path)}, clock=lambda: 50.0).spend()


def test_without_a_folder_each_restart_is_granted():
    assert all(RestartBudget({}).spend() for _ in range(10))


def test_systemd_is_asked_for_more_time_while_a_long_match_is_read_again():
    told, asked = [], threading.Semaphore(0)

    def wait(done, _seconds):
        asked.release()
        return done.is_set()

    with more_time(told.append, wait):
        assert asked.acquire(timeout=30.0) and asked.acquire(timeout=30.0)
    assert len(told) >= 2 and set(told) == {"EXTEND_TIMEOUT_USEC=20000000"}
    assert len(told) <= MOST_S
