"""One self-contained page about a session: every play with its picture, every point with its reason."""
