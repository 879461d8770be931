"""The address that phones are told: of several networks the right one, and none where nobody can tell."""

import socket

import pytest

from firmware.web.addresses import Interface, best_address, default_metrics, interfaces
from firmware.web.guard import is_local
from firmware.web.server import phone_address

WIRED = Interface("eth0", "192.168.1.20", metric=100)
WIFI = Interface("wlan0", "192.168.1.21", wireless=True, metric=600)
HOTSPOT = Interface("wlan0", "10.42.0.1", wireless=True)
CAMERA = Interface("usb0", "10.55.0.1")
DOCKER = Interface("docker0", "172.17.0.1", device=False)
LOST = Interface("wlan0", "169.254.7.7", wireless=True)
PUBLIC = Interface("eth0", "8.8.4.4", metric=50)


@pytest.mark.parametrize(
    ("found", "own_wifi", "address"),
    [
        ([], False, ""),
        ([WIRED], False, "192.168.1.20"),
        ([WIFI], False, "192.168.1.21"),
        ([WIFI, WIRED], False, "192.168.1.20"),  # both lead everywhere: as the machine itself goes
        ([DOCKER, WIFI], False, "192.168.1.21"),
        ([DOCKER], False, ""),
        ([CAMERA, WIFI], False, "192.168.1.21"),
        ([CAMERA], False, "10.55.0.1"),  # one cable and no router
        ([CAMERA, Interface("eth0", "10.1.1.1")], False, ""),  # two cables: nobody can tell
        ([LOST], False, ""),
        ([LOST, WIRED], False, "192.168.1.20"),
        ([PUBLIC], False, ""),
        ([PUBLIC, HOTSPOT], False, "10.42.0.1"),
        ([HOTSPOT], True, "10.42.0.1"),
        ([HOTSPOT, WIRED], True, "10.42.0.1"),  # phones join the Wi-Fi that it has opened
        ([HOTSPOT, DOCKER], True, "10.42.0.1"),
        ([WIFI], True, ""),  # it says that it has opened one, and has not
        ([WIRED], True, ""),
    ],
)
def test_it_is_that_by_which_phones_come(found, own_wifi, address):
    assert best_address(found, own_wifi=own_wifi) == address
    assert best_address(found[::-1], own_wifi=own_wifi) == address


ROUTES = """Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
wlan0	00000000	0101A8C0	0003	0	0	600	00000000	0	0	0
eth0	00000000	0101A8C0	0003	0	0	100	00000000	0	0	0
eth0	00000000	0201A8C0	0003	0	0	900	00000000	0	0	0
tun0	00000000	00000000	0001	0	0	50	00000080	0	0	0
eth0	0001A8C0	00000000	0001	0	0	100	00FFFFFF	0	0	0
"""


def test_the_ways_that_lead_everywhere_are_those_without_a_mask():
    assert default_metrics(ROUTES) == {"wlan0": 600, "eth0": 100}
    assert default_metrics("") == {}


def test_this_machine_has_no_address_that_is_its_own_alone():
    assert all(one.address.count(".") == 3 and not one.address.startswith("127.") for one in interfaces())


@pytest.mark.parametrize(("host", "address"), [("127.0.0.1", ""), ("0.0.0.0", None)])
def test_a_phone_is_never_told_an_address_that_leads_to_itself(tmp_path, host, address):
    with socket.socket() as bound:
        bound.bind((host, 0))
        told = phone_address(bound, tmp_path / "hotspot")
        assert told in ("", told if address is None else address)
        assert "127.0.0.1" not in told
        assert told == "" or is_local(told.split("/")[2].partition(":")[0])
        (tmp_path / "hotspot").write_text("Hakam\nletters\n")
        assert address is None or phone_address(bound, tmp_path / "hotspot") == ""
