"""A native reader finds every text of his language, and where it is shown."""

import tomllib

import pytest

from docs.tools.text_pages import SHOWN, page
from firmware.announce.texts import FIRST, FOLDER, LANGUAGES, keys, variants

SECTIONS = tuple(tomllib.loads((FOLDER / f"{FIRST}.toml").read_text(encoding="utf-8")))


def test_of_every_section_it_is_said_where_it_is_shown():
    assert set(SHOWN) == set(SECTIONS)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != FIRST])
def test_every_text_stands_in_the_page_of_its_language(language):
    told = page(language)
    for section in SECTIONS:
        for key in keys(section, language):
            row = next(
                line for line in told.partition(f"## {section}\n")[2].splitlines() if line.startswith(f"| `{key}` ")
            )
            assert all(one.split("{")[0] in row for one in variants(section, key, language)), key
