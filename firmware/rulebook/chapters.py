"""The chapters of the rules, sentence by sentence; each sentence has the number of its rule behind it in the code."""

from collections.abc import Iterator
from itertools import pairwise

from firmware.cards import Pack
from firmware.rulebook.wording import RuleWords
from firmware.rules import options
from firmware.rules.match import Match
from firmware.rules.rounds import even_share


def game(match: Match, say: RuleWords) -> Iterator[str]:
    """Players, pack, dealing (G, B, L)."""
    rules, partners = match.ruleset, match.players == 4
    yield say("two_packs" if rules.packs == 2 else "one_pack", pack=say(f"pack_{rules.pack}"))  # G1, G6, V13, V21
    yield say("suits")  # G2
    yield say("partners" if partners else "alone")  # G3
    yield say("right")  # G4, G7
    yield say("hands", pattern=say.listed(match.pattern))  # B1, B2
    yield say("layout" if rules.table_cards else "no_layout")  # L1 to L4; V2
    if rules.four_kind_redeal and partners:
        yield say("four_kind")  # V16
    if partners:
        yield say(f"signals_{rules.partner_signals}")  # V20


def play(match: Match, say: RuleWords) -> Iterator[str]:
    """Captures (C)."""
    rules = match.ruleset
    yield say("capture")  # C1, C4
    yield say("run", neighbours=_neighbours(match.pack, say)) if rules.run_sweep else say("no_run")  # C2, C3; V10
    yield say("must" if rules.must_capture else "need_not")  # V15; C5


def _neighbours(pack: Pack, say: RuleWords) -> str:
    """The ranks of a pack that follow each other though their numbers do not (C3)."""
    pairs = [say.listed((low.value, high.value)) for low, high in pairwise(pack.ranks) if high != low + 1]
    return say("neighbours", pairs=", ".join(pairs)) if pairs else ""


def caida(match: Match, say: RuleWords) -> Iterator[str]:
    """Caida, b'khamsa, b'achra (K)."""
    rules = match.ruleset
    yield say("caida", points=say.points(rules.caida[0]))  # K1
    if not rules.caida_across_redeal:
        yield say("not_across")  # K4
    if match.chain_steps > 1:
        what = say(f"answers_{rules.chain_start}")
        yield say("bkhamsa", what=what, points=say.points(rules.caida[1]))  # K5, K7, K2b
    if match.chain_steps > 2:
        yield say("bachra", points=say.points(rules.caida[2]))
    if match.chain_steps > 1:
        literal = rules.chain_points is options.ChainPoints.LITERAL and match.chain_steps < 3
        yield say(f"chain_{options.ChainPoints.ALL if literal else rules.chain_points}")  # K6, K8, K8b, K8c


def mesa(match: Match, say: RuleWords) -> Iterator[str]:
    """Mesa (M)."""
    yield say("mesa")  # M1, M2
    yield say(f"mesa_{match.ruleset.mesa_exception}")  # M3, M3b


def ending(match: Match, say: RuleWords) -> Iterator[str]:
    """The end of a deal (E; V1, V3, V11, V12)."""
    rules = match.ruleset
    yield say("rest")  # E1
    if rules.last_card is not options.LastCard.NONE:
        yield say(f"last_{rules.last_card}")  # V1, V12
    yield say(f"count_{rules.count}", neutral=match.neutral)  # E2, E3, V11
    if rules.scoring is options.Scoring.TRANSFER:
        yield say("transfer")  # V3


def winning(match: Match, say: RuleWords) -> Iterator[str]:
    """The end of the match (S, W; V17)."""
    rules = match.ruleset
    yield say(f"{rules.win}", target=rules.target)  # W1, W5
    if rules.match_rounds > 1:
        yield say("rounds", count=say.number(rules.match_rounds))  # V17
    if rules.first_round is options.FirstRound.CARDS:
        yield say("first_cards", share=even_share(match))  # V17
