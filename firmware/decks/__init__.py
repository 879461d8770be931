"""The decks that were shown once and are known by their own pictures.

In: looks at the cards of a deck, and answers about the doubtful ones.
Out: a deck file, and whoever names cards by it.
Known to: the runtime and the commands.
"""
