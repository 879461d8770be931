"""The rules of Ronda: a game is a fold over plays, and rule numbers (K7, M3) are those of the rule book.

In: plays and sayings.
Out: a position, and the events of the game.
Known to: everybody above the words. Pure: no clock, file, thread or chance.
"""
