"""The chapters of the rules, sentence by sentence; each sentence has the number of its rule behind it in the code."""

from collections.abc import Iterator
from itertools import pairwise

from firmware.cards import Pack
from firmware.rulebook.wording import either, listed, number, points
from firmware.rules import options
from firmware.rules.match import Match
from firmware.rules.rounds import even_share

PACKS = {
    options.PackLabel.ES40: "40 Spanish cards: 1 to 7, 10, 11 and 12 in four suits",
    options.PackLabel.FR52: "a French pack without 8, 9 and 10; J, Q and K are 10, 11 and 12",
    options.PackLabel.IT40: "40 Italian cards; fante, cavallo and re are 10, 11 and 12",
}


def game(match: Match) -> Iterator[str]:
    """Players, pack, dealing (G, B, L)."""
    rules = match.ruleset
    yield f"{'Two packs of ' if rules.packs == 2 else ''}{PACKS[rules.pack]}."  # G1, G6, V13, V21
    yield "Suits never matter, only ranks."  # G2
    yield either(
        match.players == 4,
        "Partners sit opposite each other and share what they capture.",  # G3
        "Everyone plays for himself.",
    )
    yield "Everything goes to the right; whoever sits there of the dealer begins, and deals next."  # G4, G7
    yield f"Hands, batch by batch: {listed(match.pattern)} cards each; a new batch when all hands are empty."  # B1, B2
    if rules.table_cards:
        yield (
            "With the first batch four cards are laid open. Two of a rank, or four neighbours, may not lie there: "
            "the second of the pair, or the last card, goes back and is replaced."  # L1 to L4
        )
    else:
        yield "No cards are laid open before the first play."  # V2
    if rules.four_kind_redeal and match.players == 4:
        yield "Four of a kind in the first hand may go back for four other cards."  # V16
    if match.players == 4:
        yield f"Signs between partners are {rules.partner_signals}."  # V20


def play(match: Match) -> Iterator[str]:
    """Captures (C)."""
    rules = match.ruleset
    yield "In turn everyone plays one card. It captures the open card of its rank; without one it stays."  # C1, C4
    yield either(
        rules.run_sweep,
        f"With it goes every card that continues upwards without a gap{_neighbours(match.pack)}.",  # C2, C3
        "Nothing else goes with it.",  # V10
    )
    yield either(
        rules.must_capture,
        "Who can capture must; the referee tells when it was not done.",  # V15
        "Nobody has to play a card that would capture.",  # C5
    )


def _neighbours(pack: Pack) -> str:
    """The ranks of a pack that follow each other though their numbers do not (C3)."""
    pairs = [f"{low.value} and {high.value}" for low, high in pairwise(pack.ranks) if high != low + 1]
    return f"; {', '.join(pairs)} are neighbours" if pairs else ""


def caida(match: Match) -> Iterator[str]:
    """Caida, b'khamsa, b'achra (K)."""
    rules = match.ruleset
    yield f"Caida: to capture, with its equal, the card that was just played: {points(rules.caida[0])}."  # K1
    if not rules.caida_across_redeal:
        yield "Not with the first card of a batch."  # K4
    what = "a caida" if rules.chain_start is options.ChainStart.CAIDA else "any capture"
    if match.chain_steps > 1:
        yield (
            f"B'khamsa: the next player answers {what} with the third card of the rank and takes all of it: "
            f"{points(rules.caida[1])}."  # K5, K7, K2b
        )
    if match.chain_steps > 2:
        yield f"B'achra: the next answers with the fourth card: {points(rules.caida[2])}."
    if match.chain_steps > 1:
        literal = rules.chain_points is options.ChainPoints.LITERAL and match.chain_steps < 3
        yield _CHAIN_POINTS[options.ChainPoints.ALL if literal else rules.chain_points]


_CHAIN_POINTS = {
    options.ChainPoints.LITERAL: (
        "The caida's point stays; the five counts only if the fourth card does not follow."  # K6, K8
    ),
    options.ChainPoints.LAST: "Only the last of them scores.",  # K8b
    options.ChainPoints.ALL: "All of them score.",  # K8c
}


def mesa(match: Match) -> Iterator[str]:
    """Mesa (M)."""
    yield "Mesa: a capture that empties the table: 1 point more."  # M1, M2
    exceptions = {
        options.MesaException.VERY_LAST_CARD: "Not with the very last card of the deal.",  # M3
        options.MesaException.LAST_BATCH: "Not in the last batch of the deal.",  # M3b
        options.MesaException.NONE: "Also with the very last card of the deal.",
    }
    yield exceptions[match.ruleset.mesa_exception]


def ending(match: Match) -> Iterator[str]:
    """The end of a deal (E; V1, V3, V11, V12)."""
    yield "What lies on the table after the last card goes to the last who captured."  # E1
    if match.ruleset.last_card is not options.LastCard.NONE:
        yield _LAST_CARD[match.ruleset.last_card]
    yield _COUNT[match.ruleset.count].format(neutral=match.neutral)
    if match.ruleset.scoring is options.Scoring.TRANSFER:
        yield "Until then points are paid in captured cards; what cannot be paid waits, and lapses at the count."  # V3


_LAST_CARD = {
    options.LastCard.DEALER_DUTY: (
        "The dealer must capture with the last card of the deal: with a 12 his side has 5 points; "
        "without a capture, or with a 1, the others have 5."  # V1
    ),
    options.LastCard.WIKIPEDIA: (
        "If exactly one card is left it brings the last captor 5 points, the dealer only if it is a 12; "
        "if it is an ace and the dealer's, every other player has 5."  # V12
    ),
}
_COUNT = {
    options.Count.EXCESS: "Each captured card above {neutral} is 1 point.",  # E2, E3
    options.Count.PER_CARD: "Each captured card is 1 point.",  # V11
    options.Count.PIP_SUM: "Captured cards count what is printed on them.",  # V11
    options.Count.NONE: "Captured cards are worth nothing by themselves.",
}


def winning(match: Match) -> Iterator[str]:
    """The end of the match (S, W; V17)."""
    rules = match.ruleset
    yield either(
        rules.win is options.Win.AT_ONCE,
        f"The first at {rules.target} points wins at once.",  # W1
        f"Who has {rules.target} points at the end of a deal wins; of several, by cards, announcements, plays.",  # W5
    )
    if rules.match_rounds > 1:
        yield f"That is one round; a match has {number(rules.match_rounds)}, and most rounds win it."  # V17
    if rules.first_round is options.FirstRound.CARDS:
        share = even_share(match)
        yield f"The first player who captured {share} cards himself wins the first round, whatever the points."  # V17
