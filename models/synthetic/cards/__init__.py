"""Decks of our own drawing, and decks cut out of scans.

In: a seed, or a folder of scans.
Out: one picture a card, with its name.
Known to: scenes, films and the training.
"""
