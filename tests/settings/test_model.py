import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import asdict

from docs.tools.settings import descriptions
from firmware.settings.errors import BadSettingsError
from firmware.settings.fields import faults
from firmware.settings.kinds import DisplayChoice
from firmware.settings.model import Settings, journal_path, load_settings
from hardware import display

NOWHERE = {"XDG_CONFIG_HOME": "/nowhere", "XDG_DATA_HOME": "/data"}


def write(path, text):
    path.write_text(text)
    return str(path)


def test_without_a_file_the_defaults_hold():
    assert load_settings(environment=NOWHERE) == Settings()


def test_every_default_is_in_its_own_range_and_says_what_it_does():
    assert faults({name: value for name, value in asdict(Settings()).items() if value is not None}, Settings) == {}
    assert all(one.meaning and one.effect for one in descriptions(Settings))


def test_the_option_comes_before_the_environment_and_that_before_the_users_file(tmp_path):
    (tmp_path / "hakam").mkdir()
    write(tmp_path / "hakam" / "hakam.toml", 'language = "fr"')
    environment = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert load_settings(environment=environment).language == "fr"
    environment["HAKAM_CONFIG"] = write(tmp_path / "environment.toml", 'language = "es"')
    assert load_settings(environment=environment).language == "es"
    assert load_settings(write(tmp_path / "option.toml", 'language = "ary"'), environment).language == "ary"


def test_all_values_are_taken_over(tmp_path):
    text = 'language = "ary"\nplayers = 4\ndealer = 2\nrules = "quick"\njournal = "j.db"\npicture_width_px = 800\n'
    settings = load_settings(write(tmp_path / "a.toml", text), NOWHERE)
    assert settings == Settings("ary", 4, 2, None, "quick", "j.db", picture_width_px=800)


def test_all_faults_are_told_at_once(tmp_path):
    text = 'language = "klingon"\nplayers = 5\ncolour = "red"\npicture_width_px = 7.5\nrules = 3\njournal = ""'
    with pytest.raises(BadSettingsError) as caught:
        load_settings(write(tmp_path / "a.toml", text), NOWHERE)
    lines = str(caught.value).splitlines()
    for name, line in zip(
        ("language", "players", "colour", "picture_width_px", "rules", "journal"), lines, strict=True
    ):
        assert line.startswith(f"{tmp_path / 'a.toml'}: {name}: ")
    assert "5 is not a whole number from 2 to 4 (more seats make smaller hands" in lines[1]


def test_wrong_values_hide_no_conflicts_among_the_others(tmp_path):
    text = 'players = 9\ndealer = 3\nrules = "belote"\nbuzzer_pin = 25\nseat_pins = [1]\nseat_led_pins = [24, 5, 6, 7]'
    with pytest.raises(BadSettingsError) as caught:
        load_settings(write(tmp_path / "a.toml", text), NOWHERE)
    told = [line.partition(": ")[2].partition(": ")[0] for line in str(caught.value).splitlines()]
    assert sorted(told) == ["buzzer_pin", "players", "rules", "seat_led_pins", "seat_pins"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("first_dealer = 3", "first_dealer: 3 is not one of 2 players, who are 1 to 2"),
        ("dealer = 2", "dealer: 2 is not a seat of 2 players, whose seats are 0 to 1"),
        ("dealer = 1\nfirst_dealer = 2", "first_dealer: dealer says the same: leave one of them out"),
    ],
)
def test_a_dealer_is_one_of_the_players(tmp_path, text, fault):
    with pytest.raises(BadSettingsError, match=fault):
        load_settings(write(tmp_path / "a.toml", text), NOWHERE)


@pytest.mark.parametrize(("text", "seat"), [("first_dealer = 2", 1), ("dealer = 1", 1), ("dealer = 0", 0), ("", None)])
def test_a_first_dealer_counts_from_1_and_what_was_set_before_from_0(tmp_path, text, seat):
    assert load_settings(write(tmp_path / "a.toml", text), NOWHERE).dealer_seat == seat


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('names = ["Amina", "Youssef", "Omar"]', "names: 3 names are too many for 2 players"),
        ('names = ["Amina", "Amina"]', "names: Amina is named twice"),
        ('names = ["2"]', "is not a list, each a name of at most 16 Latin or Arabic letters"),
        ('names = [""]', "is not a list, each a name"),
        ('names = ["\\u001b[31mAmina"]', "is not a list, each a name"),
        ('names = "Amina"', "is not a list, each a name"),
    ],
)
def test_names_that_cannot_be_are_told(tmp_path, text, fault):
    with pytest.raises(BadSettingsError, match=re.escape(fault)):
        load_settings(write(tmp_path / "a.toml", text), NOWHERE)


def test_names_are_those_of_the_players_in_their_order(tmp_path):
    assert load_settings(write(tmp_path / "a.toml", 'names = ["Amina", "Élo\'d"]'), NOWHERE).names == ("Amina", "Élo'd")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("seat_pins = [17, 27, 22]", "is not a list of 4, each a whole number from 4 to 27"),
        ("seat_pins = [17, 27, 22, 2]", "[17, 27, 22, 2] is not a list of 4, each a whole number from 4 to 27"),
        ("seat_pins = [17, 17, 22, 23]", "_pins: pin 17 is named twice"),
        ("seat_pins = [17, 27, 22, 24]", "referee_pins: pin 24 is also in seat_pins"),
        ("referee_pins = 4", "is not a list of 2, each a whole number from 4 to 27"),
        ("buzzer_pin = 25", "buzzer_pin: pin 25 is also in referee_pins"),
        ("seat_led_pins = [12, 16, 20, 22]", "seat_led_pins: pin 22 is also in seat_pins"),
        ("referee_led_pins = [18, 26]", "referee_led_pins: pin 18 is also in buzzer_pin"),
        (
            "seat_led_pins = [12, 16, 20, 21]\nreferee_led_pins = [19, 21]",
            "referee_led_pins: pin 21 is also in seat_led",
        ),
        ("seat_led_pins = [12, 16]", "is not a list of 4, each a whole number from 4 to 27"),
        ('display = "ssd1322"\nseat_pins = [5, 27, 22, 23]', "seat_pins: pin 5 is also in display = ssd1322"),
        ('quiet_from = "22:30"', "quiet_from and quiet_until need each other"),
        ('quiet_from = "22.30"', "'22.30' is not a time such as 22:30"),
        ('tones = ["point", "beep"]', "is not a list of point, big_point, question, fault, win"),
        ('spoken = ["points", "all"]', "is not a list of win, points, question"),
        ('display_opposite = "halves"', "display_opposite: halves needs a display of 256 columns: ssd1322"),
        ('display = "ssd1322"\ndisplay_opposite = "second"', "display_opposite: second needs displays on the I2C bus"),
        (
            'display_opposite = "second"\ndisplay_second_address = 60',
            "second needs another address than display_address",
        ),
        ('display = "ssd1322"\nbuzzer_pin = 11', "buzzer_pin: pin 11 is also in display = ssd1322"),
        ("referee_led_pins = [19, 19]", "_pins: pin 19 is named twice"),
        ('display = "vga"', "'vga' is not one of auto, "),
        ("display_upside_down = 1", "1 is not one of true, false"),
    ],
)
def test_wiring_that_cannot_be_is_told(tmp_path, text, fault):
    with pytest.raises(BadSettingsError, match=re.escape(fault)):
        load_settings(write(tmp_path / "a.toml", text), NOWHERE)


def test_pins_are_taken_over(tmp_path):
    settings = load_settings(write(tmp_path / "a.toml", "seat_pins = [5, 6, 13, 19]"), NOWHERE)
    assert settings.seat_pins == (5, 6, 13, 19)


def test_the_chips_are_those_that_can_be_driven():
    assert set(get_args(DisplayChoice)) == {"auto", "terminal", "none", *display.CHIPS}


@pytest.mark.parametrize("text", ["language = ", "[", "language = 'en'\nlanguage = 'fr'"])
def test_a_file_that_is_no_toml_is_one_sentence(tmp_path, text):
    with pytest.raises(BadSettingsError, match="cannot be read"):
        load_settings(write(tmp_path / "a.toml", text), NOWHERE)


def test_a_named_file_must_be_there(tmp_path):
    with pytest.raises(BadSettingsError, match="cannot be read"):
        load_settings(str(tmp_path / "missing.toml"), NOWHERE)


def test_the_journal_lies_where_the_nearest_voice_says():
    settings = Settings(journal="/settings.db")
    environment = {**NOWHERE, "HAKAM_JOURNAL": "/environment.db"}
    assert journal_path(settings, "/option.db", environment) == Path("/option.db")
    assert journal_path(settings, None, environment) == Path("/environment.db")
    assert journal_path(settings, None, NOWHERE) == Path("/settings.db")
    assert journal_path(Settings(), None, NOWHERE) == Path("/data/hakam/journal.db")
    assert journal_path(Settings(), None, {}) == Path.home() / ".local/share/hakam/journal.db"
