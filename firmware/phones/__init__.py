"""What phones say to the referee: messages through a socket beside the journal, which nobody waits for.

In: what the page was told by those whom it let in.
Out: messages, in the order in which they came.
Known to: the page, which sends them, and the runtime, which takes them.
"""
