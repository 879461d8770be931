"""What the documentation takes from the code when it is built, so that it cannot rot.

In: pages of Markdown, files of the repository, the program itself.
Out: line numbers of quoted code, pages of the API, of settings and of commands, links that hold on the site.
Known to: ``mkdocs`` and the tests.
"""
