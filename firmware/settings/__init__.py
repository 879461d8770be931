"""What the owner of a table may set.

In: a TOML file, options of the command line, names of rules.
Out: checked values, or all faults at once.
Known to: the runtime, the care and the commands.
"""
