"""One picture of a table with the truth about it.

In: a deck and a seed.
Out: a rendered still and what lies in it.
Known to: films, benchmarks and the training.
"""
