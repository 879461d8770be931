"""Hypotheses about the game, weighed against what is tracked.

In: tracks of cards and hands, and what players said.
Out: a beam of hypotheses, the likeliest first, each of them a whole legal game.
Known to: ``dialogue`` and the referee. Pure: no clock, file, thread or chance.
"""
