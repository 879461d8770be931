"""Pages that stand alone: a session with every play, its picture and every point with its reason; the book.

In: the moments of a session, with their pictures; the book.
Out: HTML, the view of a match as JSON, lines for spreadsheets.
Known to: ``presentation`` and the packages above it.
"""
