"""What systemd is told, and when."""

import socket

import pytest

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
