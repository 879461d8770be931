"""The root of the error tree."""


class HakamError(Exception):
    """Base of every error of this program; each child is also a built-in error, so either can be caught.

    The message is one sentence that says what is wrong and, where a person can mend it, what to do.
    """
