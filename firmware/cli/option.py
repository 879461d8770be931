"""What a command takes: its arguments, and those that all or several take."""

from typing import Any, NamedTuple

from firmware.announce.texts import LANGUAGES
from firmware.cli.values import filled_value, port_value, positive_value


class Option(NamedTuple):
    """One argument, as argparse's ``add_argument`` takes it."""

    names: tuple[str, ...]
    how: dict[str, Any]


class Command(NamedTuple):
    """One command.

    Attributes:
        name: as it is called; the function of that name does it, in a module of :mod:`firmware.cli.commands` of that
            name too.
        does: what it does, after "hakam NAME: ".
        example: a call.
        options: its arguments; of those in a tuple only one may be given.
        notes: what else its help says, in lines that are printed as they are.
        apart: pairs of arguments of which one makes the other meaningless; those that exclude each other all round
            stand in a tuple among ``options``.
        needs: arguments that mean nothing without the second one.
    """

    name: str
    does: str
    example: str
    options: tuple[Option | tuple[Option, ...], ...]
    notes: str = ""
    apart: tuple[tuple[str, str], ...] = ()
    needs: tuple[tuple[str, str], ...] = ()

    @property
    def arguments(self) -> tuple[Option, ...]:
        """All of them, those of which only one may be given too."""
        groups = ((one,) if isinstance(one, Option) else one for one in (*COMMON, *self.options))
        return tuple(option for group in groups for option in group)


def option(*names: str, **how: Any) -> Option:
    """An argument by its names, as argparse takes it."""
    return Option(names, how)


def flag(name: str, words: str) -> Option:
    """An argument that is given or not, and what the help says of it."""
    return Option((name,), {"action": "store_true", "help": words})


def json_flag(words: str) -> Option:
    """The argument ``--json``, and what it writes."""
    return flag("--json", words)


CONFIG = option("--config", metavar="FILE", help="settings, instead of HAKAM_CONFIG or the user's hakam.toml")
LANGUAGE = option("--lang", choices=LANGUAGES, help="language of what is said and shown")
COMMON = (CONFIG, LANGUAGE)
"""Of every command; what follows, of several."""
JOURNAL = option("--journal", metavar="PATH", help="the journal, instead of HAKAM_JOURNAL or the user's own")
PORT = (
    option("--port", metavar="PORT", type=port_value, help="without it the first free one of 8080 to 8089"),
    option("--host", metavar="HOST", type=filled_value, help="address of this machine; without it all it has"),
    option("--for", dest="seconds", metavar="SECONDS", type=positive_value, help="end after so long"),
)
