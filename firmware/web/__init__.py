"""The page: score, table and questions in browsers on the local network, and what phones may say.

In: the journal, which is only read, and requests.
Out: pages, streams of events, and inputs for the referee.
Known to: the commands. A process of its own, which nothing waits for; it computes without arrays and opens no device.
"""
