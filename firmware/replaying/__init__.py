"""Sessions refereed again, from pictures or from the journal.

In: a recording, a session of the journal or an exported one.
Out: the same moments as a live table gives.
Known to: the commands.
"""
