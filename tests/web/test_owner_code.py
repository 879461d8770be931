"""The owner's code: one for each device, and nobody else's."""

import stat

import pytest

from firmware.web.owner_code import NAME, OWNER_DIGITS, owner_code, spoken


def test_it_is_made_once_and_kept_where_nobody_else_reads_it(tmp_path):
    code = owner_code(tmp_path)
    assert len(code) == OWNER_DIGITS and code.isdecimal()
    assert owner_code(tmp_path) == code
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_another_device_has_another(tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    assert len({owner_code(folder) for folder in folders}) == len(folders)


def test_in_the_place_of_a_file_without_one_nobody_else_reads_it_either(tmp_path):
    (tmp_path / NAME).touch(0o644)
    code = owner_code(tmp_path)
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    assert owner_code(tmp_path) == code


def test_one_that_somebody_has_written_himself_counts(tmp_path):
    (tmp_path / NAME).write_text("1234 5678\n")
    assert owner_code(tmp_path) == "12345678"


def test_a_link_that_leads_elsewhere_is_not_written(tmp_path):
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match=NAME):
        owner_code(tmp_path)
    assert not (tmp_path / "elsewhere").exists()


def test_it_is_said_in_two_halves():
    assert spoken("12345678") == "1234 5678"
