"""How a match stands, for those who look on: score, table, last plays, question and faults in one message.

In: the referee.
Out: one message, small enough to be written with each entry of the journal, and the same read back.
Known to: the devices, the runtime and the replaying, which write it, and the page and the board, which read it.
"""
