"""The chapter of the rules on announcements (D)."""

from collections.abc import Iterator

from firmware.rulebook.wording import RuleWords
from firmware.rules import options
from firmware.rules.match import Match
from firmware.rules.ruleset import Ruleset


def announcing(match: Match, say: RuleWords) -> Iterator[str]:
    """Announcements: what, when, how they are paid, what untruth costs."""
    rules = match.ruleset
    yield from _combinations(match, say)
    yield f"{say(f'announced_{rules.decl_batches}')} {say(f'mode_{rules.decl_mode}')}"  # D3, D6, V8
    yield say("single")  # D5
    yield say(f"pool_{rules.decl_pool}")  # D7, V9
    if rules.ace_high:
        yield say("ace_high")  # V4
    yield say(f"tie_{rules.decl_tie}")  # D10, D11, V9
    if rules.decl_mode is options.DeclMode.HIDDEN:
        yield from _untruths(rules, say)
    pair, triple = rules.concealed
    yield say(f"concealed_{rules.concealed_mode}", pair=pair, triple=triple)  # D13, D14


def _combinations(match: Match, say: RuleWords) -> Iterator[str]:
    rules = match.ruleset
    which = say("only", ranks=say.listed(rules.decl_ranks)) if rules.decl_ranks else ""  # V7
    yield say("ronda", which=which, points=say.points(rules.ronda))  # D1
    yield say("tringa", points=say.points(rules.tringa))  # D2
    if rules.rank_values:
        yield say("by_rank", values=say.listed(f"{value} ({rank})" for rank, value in rules.rank_values))  # V7
    if max(match.pattern) > 3:
        yield say("double")  # V2


def _untruths(rules: Ruleset, say: RuleWords) -> Iterator[str]:
    when = "certain" if rules.award_on is options.AwardOn.EARLIEST else "open"
    yield say(f"paid_{when}_{rules.evidence}")  # D8, D9
    yield say("taken_back", ronda=rules.ronda, tringa=rules.tringa)  # D15
    yield say("challenged")  # D18
    if rules.unproven_win is options.UnprovenWin.HELD:
        yield say("held")
