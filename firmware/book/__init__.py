"""The book of the café: who played whom, who won, who made what, evening by evening.

In: the games of any number of journals, as the rules' events.
Out: players, pairs and evenings; a page, a file for spreadsheets.
Known to: the commands and the page. It computes without files, clocks and arrays.
"""
