"""Rules in words for players, made from the ruleset itself: what is told here is what is played.

In: a ruleset.
Out: chapters of sentences, and the lists of presets and options.
Known to: the commands.
"""
