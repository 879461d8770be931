"""Every benchmark: ``make bench`` and ``make bench-...``.

In: seeds, and decks that no training has seen.
Out: figures with their intervals, printed and written as result files.
Known to: nobody.
"""
