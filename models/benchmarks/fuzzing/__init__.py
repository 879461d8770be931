"""Files as a stranger could send them: valid ones changed at random, and each reader of the program held to its limits.

In: a seed.
Out: how many inputs each reader took, and every one at which a limit was passed.
Known to: nobody but its tests.
"""
