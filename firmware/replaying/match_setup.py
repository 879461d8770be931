"""Who plays what: the options come first, then what the recording says, then the settings of the house."""

from firmware.errors import HakamError
from firmware.referee import MatchSetup, Pace
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from firmware.settings.house_rules import rules_text
from firmware.settings.model import Settings
from firmware.settings.names import names_fault
from firmware.settings.session_file import SessionFile


class SetupError(HakamError, ValueError):
    """A table that cannot be: a dealer without a seat, a name without a player."""


def match_setup(options: SessionFile, recorded: SessionFile, settings: Settings) -> MatchSetup:
    """Put together what is said in three places.

    Args:
        options: what the command line says; it comes first.
        recorded: what the recording says.
        settings: what the house says.

    Raises:
        SetupError: if the dealer has no seat, or a name no player.
        RulesetError: if the rules are not known, or not for so many players.
    """
    players = _first(options.players, recorded.players, settings.players)
    dealer = _first(options.dealer, recorded.dealer, settings.dealer_seat, players - 1)
    rules = rules_text(options.rules or recorded.rules or settings.rules)
    if dealer >= players:
        raise SetupError(f"player {dealer + 1} cannot deal: the players are 1 to {players}")
    Match.of(parse_rules(rules), players)
    pace = Pace(settings.patience_ms, settings.ask_ms, settings.grace_ms, settings.accept_ms)
    return MatchSetup(players, dealer, rules, pace, _names(options.names or recorded.names, settings, players))


def refuse_options(options: SessionFile) -> None:
    """A kept session is played again as it was played: of its table only the names can be said otherwise.

    Raises:
        SetupError: if an option says who plays what.
    """
    if options != SessionFile(names=options.names):
        raise SetupError("a session of the journal has its own players, dealer, rules, deck: leave those options out")


def _names(named: tuple[str, ...], settings: Settings, players: int) -> tuple[str, ...]:
    """Those of this match, else those of the house, as many of them as play."""
    if fault := names_fault(named, players):
        raise SetupError(f"{fault}; name each player once, Player 1 first")
    return named or settings.names[:players]


def _first(*values: int | None) -> int:
    return next(value for value in values if value is not None)
