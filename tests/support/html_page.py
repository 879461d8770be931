"""A page taken apart: its elements, its text, the rows of its tables."""

from html.parser import HTMLParser

EMPTY = ("meta", "input", "img", "link")


class Page(HTMLParser):
    """The elements of a page and its text; complains about elements left open."""

    def __init__(self, html):
        super().__init__()
        self.seen, self.open, self.words, self._tables = [], [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)
        if tag == "table":
            self._tables.append((dict(attrs)["class"], []))
        elif tag == "tr":
            self._tables[-1][1].append([])
        elif tag in ("td", "th"):
            self._tables[-1][1][-1].append("")

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"script", "style"} & {*self.open}:
            self.words.append(data)
        if {"td", "th"} & {*self.open}:
            self._tables[-1][1][-1][-1] += data

    def all(self, tag, **wanted):
        return [found for name, found in self.seen if name == tag and wanted.items() <= found.items()]

    def rows(self, name):
        """The rows of a table below its heading, each cell as text."""
        found = next((rows for table, rows in self._tables if table == name), [])
        return [[" ".join(cell.split()) for cell in row] for row in found[1:]]

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())
