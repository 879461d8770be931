"""Care for the appliance: what is well, what to do, what to send.

In: the machine, its devices, its journal.
Out: findings in sentences, a sheet to print, a report of a fault.
Known to: the runtime and the commands.
"""
