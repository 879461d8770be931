"""Everything that outlives the program: the journal, exported sessions, evidence, checkpoints.

In: signals, events and pictures, in the order in which they came.
Out: the same, exactly, after a power cut, an update or on another machine.
Known to: the runtime, the replaying, the care and the commands. It knows no hypothesis.
"""
