"""The chapter of the rules on announcements (D)."""

from collections.abc import Iterator

from firmware.rulebook.wording import listed, points
from firmware.rules import options
from firmware.rules.match import Match
from firmware.rules.ruleset import Ruleset


def announcing(match: Match) -> Iterator[str]:
    """Announcements: what, when, how they are paid, what untruth costs."""
    rules = match.ruleset
    yield from _combinations(match)
    when, shown = _WHEN[rules.decl_batches], _SHOWN[rules.decl_mode]
    yield f"They are announced {when}, before one's own first card. {shown}"  # D3, V8
    yield "If only one side has announced, it is paid once nobody else can announce any more."  # D5
    pool = _POOL[rules.decl_pool]
    yield f"If several have, the best takes {pool}: any tringa before any ronda, then the higher rank."  # D7, V9
    if rules.ace_high:
        yield "An ace ranks highest."  # V4
    yield _TIE[rules.decl_tie]
    if rules.decl_mode is options.DeclMode.HIDDEN:
        yield from _untruths(rules)
    pair, triple = rules.concealed
    yield f"{_CONCEALED[rules.concealed_mode]}: {pair} for a ronda, {triple} for a tringa."  # D13, D14


def _combinations(match: Match) -> Iterator[str]:
    rules = match.ruleset
    which = f" (only {listed(rules.decl_ranks)})" if rules.decl_ranks else ""  # V7
    yield f"Ronda: two cards of a rank{which} in hand, {points(rules.ronda)}."  # D1
    yield f"Tringa: three cards of a rank, {points(rules.tringa)}."  # D2
    if rules.rank_values:
        yield f"By its rank a ronda is worth {listed(f'{value} ({rank})' for rank, value in rules.rank_values)}."  # V7
    if max(match.pattern) > 3:
        yield "Two rondas in one hand are announced together; four of a kind are two rondas and no tringa."  # V2


def _untruths(rules: Ruleset) -> Iterator[str]:
    certain = "as soon as it is certain" if rules.award_on is options.AwardOn.EARLIEST else "once the winner lies open"
    seen = "all cards seen" if rules.evidence is options.Evidence.SEEN else "the announcers' own cards"
    yield f"A contest is paid {certain}, by {seen}."  # D8, D9
    yield (
        f"An announcement that its cards prove false is taken back, and the others have {rules.ronda} "
        f"({rules.tringa} for a tringa)."  # D15
    )
    yield (
        "It may be challenged before it is proven: false, it falls at once; true, the challenger has lost the match."
    )  # D18
    if rules.unproven_win is options.UnprovenWin.HELD:
        yield "An announcement that would win the match waits until all opponents accept it or the cards prove it."


_WHEN = {options.DeclBatches.EVERY: "in every batch", options.DeclBatches.FIRST: "in the first batch of a deal"}
_SHOWN = {
    options.DeclMode.HIDDEN: "The rank is not said, and nobody has to speak the truth.",  # D3, D6
    options.DeclMode.SHOWN: "The cards are shown.",
}
_POOL = {options.DeclPool.SUM: "the points of all", options.DeclPool.BEST: "its own points"}
_TIE = {
    options.DeclTie.SPLIT: "Equal best ones of opponents share the points, halves are lost.",  # D10, D11
    options.DeclTie.FIRST: "Of equal best ones the one nearer to the dealer's right takes them.",  # V9
    options.DeclTie.EACH: "Equal best ones are paid to each side.",  # V9
}
_CONCEALED = {
    options.ConcealedMode.CLAIM: (
        "An opponent may claim what was not announced and is shown later, until the next batch"
    ),
    options.ConcealedMode.AUTO: "What was not announced and is shown later is paid to the opponents",
}
