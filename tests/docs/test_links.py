"""Links hold on the site, on the page of an index and in a folder of pages, where others lie than in the repository."""

import re

import pytest

from docs.tools.links import ROOT, for_folder, for_index, for_site, targets

CASES = [
    ("README.md", "[a](docs/guide/index.md)", "[a](guide/index.md)"),
    ("README.md", "![a](docs/images/table.jpg)", "![a](images/table.jpg)"),
    ("README.md", "[`rules/`](firmware/rules/)", "`rules/`"),
    ("hardware/README.md", "![a](header.svg)", "![a](header.svg)"),
    ("docs/guide/on-a-pi.md", "[a](../../hardware/README.md#wiring)", "[a](../hardware/index.md#wiring)"),
    ("docs/limits.md", "[a](../models/MODEL_CARD.md)", "[a](model-card.md)"),
    ("docs/limits.md", "[a](benchmarks.md), [b](#here)", "[a](benchmarks.md), [b](#here)"),
    ("docs/guide/buttons.md", "[a](../../systemd/hakam.toml)", "[a](../reference/settings.md)"),
    ("docs/how-to/command.md", "[a](../../firmware/cli/arguments.py)", "[a](../reference/commands.md)"),
    ("docs/limits.md", "[a](https://example.org/x.md)", "[a](https://example.org/x.md)"),
    ("docs/limits.md", "```\n[a](../README.md)\n```", "```\n[a](../README.md)\n```"),
]


@pytest.mark.parametrize(("page", "written", "shown"), CASES)
def test_a_link_is_led_to_its_place_on_the_site(page: str, written: str, shown: str) -> None:
    assert for_site(page, written) == shown


REPOSITORY = "https://example.org/hakam"
ALONE = [
    ("[a](docs/guide/index.md#b)", f"[a]({REPOSITORY}/blob/HEAD/docs/guide/index.md#b)", "a"),
    ("![a](docs/images/table.jpg)", f"![a]({REPOSITORY}/raw/HEAD/docs/images/table.jpg)", "a"),
    ("[a](https://example.org/x.md)", "[a](https://example.org/x.md)", "[a](https://example.org/x.md)"),
]


@pytest.mark.parametrize(("written", "absolute", "words"), ALONE)
def test_a_link_of_a_page_alone_is_absolute_or_words(written: str, absolute: str, words: str) -> None:
    assert for_index("README.md", written, REPOSITORY) == absolute
    assert for_index("README.md", written, "") == words


def test_every_absolute_link_of_the_readme_leads_to_what_is_in_the_repository() -> None:
    page = for_index("README.md", (ROOT / "README.md").read_text(), REPOSITORY)
    paths = re.findall(re.escape(REPOSITORY) + r"/(?:blob|raw)/HEAD/([^)#]+)", page)
    assert len(paths) == len(list(targets("README.md")))
    assert all((ROOT / path).exists() for path in paths)


@pytest.mark.parametrize(
    ("page", "written", "shown"),
    [
        ("README.md", "[a](docs/limits.md#b), [c](firmware/)", "[a](docs/limits.md#b), c"),
        ("docs/guide/on-a-pi.md", "[a](../limits.md)", "[a](../limits.md)"),
        ("docs/guide/on-a-pi.md", "[a](buttons.md)", "a"),
    ],
)
def test_a_link_in_a_folder_of_pages_leads_to_what_is_there(page: str, written: str, shown: str) -> None:
    assert for_folder(page, written, {"README.md", "docs/limits.md"}) == shown
