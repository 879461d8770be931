"""Rules in words for players, made from the rule set itself: what is told here is what is played.

In: a rule set and a number of players.
Out: chapters of sentences, wrapped for a terminal.
Known to: the commands.
"""
