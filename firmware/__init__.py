"""The referee: the brain and the appliance round it.

In: signals: looks at the table, presses of buttons, the time.
Out: events, said, shown and remembered.
Known to: whoever runs it: the command line is the one door. ``vision`` and ``hardware`` share its words alone.
"""
