"""The rules of Ronda: a game is a fold over plays; rule numbers (K7, M3 ...) are those of the rule book.

In: a ruleset, plays and sayings.
Out: positions, and the events that the plays caused; :mod:`firmware.rules.notation` has them as text.
Known to: everybody but the eyes and the devices. Pure: no clock, file, thread or chance.
"""
