"""A running appliance: eyes, buttons, referee, journal and display joined.

In: checked settings.
Out: matches refereed one after another, until it is stopped.
Known to: the commands. Here alone are the clock and the threads of the appliance.
"""
