"""The language in which a command tells what went wrong: sentences are made in English, and told in the reader's."""

import argparse
import logging
from collections.abc import Sequence
from importlib import import_module

from firmware.announce.sentences import in_language
from firmware.announce.texts import FIRST, LANGUAGES
from firmware.settings.errors import BadSettingsError


def language_of(arguments: Sequence[str] | None) -> str:
    """What ``--lang`` says, else the settings, be they wrong otherwise; where neither can be read, the first one."""
    words = argparse.ArgumentParser(add_help=False)
    words.add_argument("--lang", nargs="?")
    words.add_argument("--config", nargs="?")
    asked, _ = words.parse_known_args(arguments)
    try:
        return asked.lang if asked.lang in LANGUAGES else _of_settings(asked.config)
    except BadSettingsError as fault:
        return fault.language or FIRST


def told(sentences: str, arguments: Sequence[str] | None) -> str:
    """Sentences of the program in the language that the command line asks for."""
    return in_language(sentences, language_of(arguments))


def _of_settings(config: str | None) -> str:
    language: str = import_module("firmware.settings.model").load_settings(config).language  # not for --help
    return language


class Parser(argparse.ArgumentParser):
    """Reads the command line; what is wrong with a value is told in the language that the line asks for.

    Attributes:
        line: the whole command line; ``None``: that of the process.
    """

    line: Sequence[str] | None = None

    def error(self, message: str) -> None:  # type: ignore[override]  # it does not return, as argparse's own
        """Tell it with the usage, and end with 2."""
        super().error(told(message, self.line))


class ToldFormatter(logging.Formatter):
    """Warnings as they are told on the terminal."""

    def __init__(self, line: Sequence[str] | None) -> None:
        """Speak as the command line ``line`` asks for."""
        super().__init__("hakam: %(message)s")
        self._line = line

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - its name in logging
        """The whole line."""
        record.message = told(record.message, self._line)
        return super().formatMessage(record)
