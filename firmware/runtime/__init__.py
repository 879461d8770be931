"""A running appliance: eyes, buttons, referee, journal and display joined.

In: checked settings.
Out: matches refereed one after another, until it is stopped.
Known to: the commands. The loop runs by the clock; other threads are those of devices, pruning and fault reports.
"""
