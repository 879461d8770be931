"""The page of the architecture tells how things are: where a card goes, and which package knows which."""

import re
import tomllib

import pytest

from docs.tools.links import ROOT
from docs.tools.quotes import quotes

PAGE = (ROOT / "docs/architecture.md").read_text()
STATIONS = list(quotes(PAGE))
MOST_FILES = 15


def test_a_card_goes_from_the_camera_to_the_buzzer_in_few_files() -> None:
    files = [station.path for station in STATIONS]
    assert (files[0], files[-1]) == ("hardware/camera_watch.py", "hardware/buzzer.py")
    assert len(set(files)) == len(files) <= MOST_FILES


@pytest.mark.parametrize("station", STATIONS, ids=lambda station: station.path)
def test_what_a_station_quotes_happens_there(station) -> None:
    assert (ROOT / station.path).read_text().splitlines()[station.line() - 1].strip() == station.text.splitlines()[0]


def test_each_station_has_a_heading_with_its_number() -> None:
    assert re.findall(r"^### (\d+)\. ", PAGE, re.MULTILINE) == [str(number) for number in range(1, len(STATIONS) + 1)]


def test_the_layers_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["type"] == "layers")
    kept = [name.removeprefix("firmware.") for layer in layers for name in layer.split(" | ")]
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ", PAGE.partition("## Which package")[2], re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert told[: len(kept)] == kept
