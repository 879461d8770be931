"""Supply and heat, as the firmware or the kernel of a board tells of them."""

import pytest

from hardware.board import TOO_HOT, UNDER_VOLTAGE, Board, throttled


@pytest.mark.parametrize(
    ("bits", "trouble"),
    [(0x0, ""), (0x50005, UNDER_VOLTAGE), (0x50000, ""), (0x4, TOO_HOT), (0x8, TOO_HOT), (0x2, ""), (0xE0008, TOO_HOT)],
)
def test_what_is_wrong_now_counts_and_not_what_once_was(bits, trouble):
    board = Board(lambda: bits)
    board.read()
    assert board.trouble == trouble


def test_it_heals_by_itself():
    bits = iter((0x1, 0x10000))
    board = Board(lambda: next(bits))
    board.read()
    assert board.trouble == UNDER_VOLTAGE
    board.read()
    assert board.trouble == ""


@pytest.mark.parametrize(
    ("alarm", "milli_c", "trouble"),
    [("0", "45000", ""), ("1", "45000", UNDER_VOLTAGE), ("0", "80000", TOO_HOT), ("?", "?", ""), (None, None, "")],
)
def test_without_the_firmware_the_kernel_is_asked(tmp_path, alarm, milli_c, trouble):
    chips, zone = tmp_path / "hwmon", tmp_path / "thermal" / "thermal_zone0"
    if alarm is not None:
        for number, name in enumerate(("cpu_thermal", "rpi_volt")):
            (chips / f"hwmon{number}").mkdir(parents=True)
            (chips / f"hwmon{number}" / "name").write_text(f"{name}\n")
        (chips / "hwmon1" / "in0_lcrit_alarm").write_text(f"{alarm}\n")
        zone.mkdir(parents=True)
        (zone / "temp").write_text(f"{milli_c}\n")
    board = Board(lambda: None, tmp_path)
    board.read()
    assert board.trouble == trouble


def test_another_machine_has_no_such_firmware(tmp_path):
    assert throttled(tmp_path / "vcio") is None
    (tmp_path / "vcio").write_bytes(b"a file")
    assert throttled(tmp_path / "vcio") is None
