"""Played games filmed: pictures at any moment, with the truth.

In: a timeline, a deck and a seed.
Out: a film, or a session folder as ``hakam replay`` reads it.
Known to: benchmarks and the training.
"""
