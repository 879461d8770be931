"""One self-contained page about a session: every play with its picture, every point with its reason.

In: the moments of a session, with their pictures.
Out: one page of HTML.
Known to: ``presentation`` and the packages above it.
"""
