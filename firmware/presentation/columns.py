"""Tables of text that fit the terminal."""

from collections.abc import Sequence
from textwrap import fill


def fitted(rows: Sequence[Sequence[str]], width: int | None) -> str:
    """Rows in columns; where these are too wide, a block of lines for each row: the head of a column, then the cell.

    Args:
        rows: the heads of the columns first.
        width: columns of the terminal; ``None``: as many as are wanted.
    """
    table = aligned(rows)
    if width is None or max(map(len, table.splitlines())) <= width:
        return table
    heads, *cells = rows
    return "\n\n".join(_block(heads, row, width) for row in cells)


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows in columns, each as wide as its longest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines)


def _block(heads: Sequence[str], row: Sequence[str], width: int) -> str:
    named = zip(heads, row, strict=True)
    return "\n".join(fill(f"{head}: {cell}", width, subsequent_indent="  ") for head, cell in named)
