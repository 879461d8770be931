"""What phones say to the referee: messages through a socket beside the journal, which nobody waits for.

In: what the page was told by those whom it let in; what somebody at the device wants of the page.
Out: messages, in the order in which they came.
Known to: the page and the runtime, each of which sends some and takes the others.
"""
