from msgspec.structs import fields

from docs.tools.settings import descriptions, settings_page
from firmware.settings.model import Settings


def test_each_setting_has_one_row_with_its_range():
    rows = settings_page().splitlines()[-len(fields(Settings)) :]
    assert [row.split("|")[1].strip() for row in rows] == [f"`{one.name}`" for one in fields(Settings)]
    assert "| `debounce_ms` | ms | `25` | a whole number from 5 to 50 | a contact counts once" in settings_page()


def test_no_row_has_a_cell_too_many():
    assert {row.count("|") for row in settings_page().splitlines() if row.startswith("|")} == {7}


def test_numbers_say_their_unit():
    units = {one.name: one.unit for one in descriptions(Settings)}
    assert (units["ask_ms"], units["evidence_mb"], units["picture_quality_percent"], units["players"]) == (
        "ms", "MB", "%", "",
    )  # fmt: skip
