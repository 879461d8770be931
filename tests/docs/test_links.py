"""Links hold on the site, where pages lie elsewhere than in the repository."""

import pytest

from docs.tools.links import for_site

CASES = [
    ("README.md", "[a](docs/guide/index.md)", "[a](guide/index.md)"),
    ("README.md", "![a](docs/images/table.jpg)", "![a](images/table.jpg)"),
    ("README.md", "[`rules/`](firmware/rules/)", "`rules/`"),
    ("hardware/README.md", "![a](wiring.png)", "![a](wiring.png)"),
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
