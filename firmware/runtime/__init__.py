"""A running appliance: eyes, buttons, referee, journal and display joined.

In: checked settings.
Out: matches refereed one after another, until it is stopped.
Known to: the commands. The loop runs by the clock; workers of devices, pruning and fault reports have their own threads.
"""
