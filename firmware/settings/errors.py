"""What is raised when a person wrote values that cannot be."""

from firmware.errors import HakamError


class BadValuesError(HakamError, ValueError):
    """A file with values that cannot be; the message has one line for each fault."""


class BadSettingsError(BadValuesError):
    """The settings cannot be read or hold values that cannot be; one line for each fault.

    Attributes:
        language: the one that they ask for all the same; empty where that cannot be read either.
    """

    def __init__(self, message: str, language: str = "") -> None:
        """Say what is wrong, to whoever reads ``language``."""
        super().__init__(message)
        self.language = language
