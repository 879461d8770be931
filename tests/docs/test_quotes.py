"""Quoted lines of code stand in their files, and the site shows where."""

import pytest

from docs.tools.links import ROOT, pages
from docs.tools.quotes import Quote, QuoteError, numbered, quotes

QUOTING = [page for page in pages() if list(quotes((ROOT / page).read_text()))]


@pytest.mark.parametrize("page", QUOTING)
def test_each_quoted_line_is_there_exactly_once(page: str) -> None:
    assert all(quote.line() > 0 for quote in quotes((ROOT / page).read_text()))


def test_a_line_is_found_whatever_its_indentation_and_told_with_its_number() -> None:
    here = "tests/docs/test_quotes.py"
    text = f'```python title="{here}"\nhere = "tests/docs/test_quotes.py"\n```'
    at = Quote(here, 'here = "tests/docs/test_quotes.py"').line()
    assert (ROOT / here).read_text().splitlines()[at - 1].strip() == 'here = "tests/docs/test_quotes.py"'
    assert f'title="{here}, line {at}" linenums="{at}"' in numbered(text)


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("firmware/nowhere.py", "x = 1", "No such file"),
        ("firmware/cards.py", "nobody wrote this", "0 times"),
        ("firmware/cards.py", "", "times, not once"),
    ],
)
def test_what_is_not_there_exactly_once_is_refused(path: str, text: str, complaint: str) -> None:
    with pytest.raises(QuoteError, match=complaint):
        Quote(path, text).line()
