"""Files that a stranger may have made: how large, deep and many their parts may be, and reading within that.

In: the path of a file.
Out: its bytes, or an error before memory is taken and without waiting.
Known to: everybody who reads a file of people or of the network.
"""
