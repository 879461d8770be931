"""The command line.

In: arguments.
Out: one of the other packages at work, and an exit status.
Known to: nobody.
"""
