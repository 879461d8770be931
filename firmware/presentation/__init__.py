"""Everything that people and programs are given: display, sound, terminal, lines of JSON.

In: the referee's events with his scoreboard.
Out: pictures, tones and lines, each handed to the sinks that want it.
Known to: the runtime, the replaying and the commands.
"""
