"""Several tables on one board: what their journals say, gathered in one database that can be built anew at any time.

In: journals of other tables, as files or by their pages.
Out: totals of each table.
Known to: the commands.
"""
