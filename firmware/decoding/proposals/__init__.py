"""Moves of the beam search: further hypotheses beside those it has.

In: a hypothesis and the tracks that it does not explain well.
Out: other hypotheses that might, unweighed.
Known to: the beam search and the smoothing alone.
"""
