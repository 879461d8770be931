"""The units beside the referee's: a screen at HDMI, and messages to a broker."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.cli.parsing import parsed

HERE = Path(__file__).parents[2] / "systemd"
UNITS = ("hakam-kiosk", "hakam-mqtt")
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(not ANALYZE, reason="systemd-analyze is not here")


def unit(name):
    return (HERE / f"{name}.service").read_text()


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_finds_no_fault_in_a_unit(name, tmp_path):
    file = tmp_path / f"{name}.service"
    file.write_text(re.sub(r"^(ExecStart\w*=\+?)\S+", r"\1/bin/true", unit(name), flags=re.MULTILINE))
    done = subprocess.run([ANALYZE, "verify", str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_systemd
def test_the_messages_have_a_network_and_little_else():
    command = [ANALYZE, "security", "--offline=true", "--threshold=20", str(HERE / "hakam-mqtt.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_messages_are_started_with_options_that_there_are():
    (words,) = re.findall(r"^ExecStart=/opt/hakam/bin/hakam (.*)$", unit("hakam-mqtt"), re.MULTILINE)
    assert parsed(words.split()).command == "mqtt"


@pytest.mark.parametrize("name", UNITS)
def test_the_referee_comes_first_and_a_unit_cannot_take_his_memory(name):
    settings = dict(re.findall(r"^(\w+)=(.*)$", unit(name), re.MULTILINE))
    assert int(settings["Nice"]) >= 10
    assert int(settings["CPUWeight"]) <= 20
    assert settings["MemoryMax"].endswith("M")
    assert settings["User"] != "root"
