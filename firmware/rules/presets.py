"""Named rule sets (part 7 of the rule book); ``steere`` is another game, see :mod:`firmware.rules.steere`."""

from dataclasses import replace

from firmware.errors import quoted, suggestion
from firmware.rules import options
from firmware.rules.errors import RulesetError
from firmware.rules.ruleset import Ruleset

PAGAT = Ruleset()

GAMESITE = Ruleset(
    decl_batches=options.DeclBatches.FIRST,  # V8
    decl_mode=options.DeclMode.SHOWN,  # V8
    decl_pool=options.DeclPool.BEST,  # V9
    decl_tie=options.DeclTie.FIRST,  # V9
    chain_len=3,  # V18
    chain_points=options.ChainPoints.ALL,  # K8c
    mesa_exception=options.MesaException.NONE,  # V19
    win=options.Win.END_OF_DEAL,  # W5
)

WIKIPEDIA = Ruleset(
    first_hand=4,  # X1
    tringa=3,  # V11
    decl_pool=options.DeclPool.BEST,  # V9
    decl_tie=options.DeclTie.EACH,  # V9
    mesa_exception=options.MesaException.NONE,  # V19
    last_card=options.LastCard.WIKIPEDIA,  # V12
    count=options.Count.PER_CARD,  # V11
    first_round=options.FirstRound.CARDS,  # V17
    match_rounds=3,  # V17
    four_kind_redeal=True,  # V16
    must_capture=True,  # V15
)

PRESETS: dict[str, Ruleset] = {
    "pagat": PAGAT,
    "pagat-advanced": Ruleset(last_card=options.LastCard.DEALER_DUTY),  # V1
    "pagat-notable": Ruleset(table_cards=0),  # V2
    "pagat-transfer": Ruleset(scoring=options.Scoring.TRANSFER),  # V3
    "pagat-acehigh": Ruleset(ace_high=True),  # V4
    "pagat-1615": Ruleset(caida=(1, 6, 15)),  # V5
    "pagat-pen5": Ruleset(concealed=(5, 5)),  # V6
    "pagat-25": Ruleset(target=25),  # V13
    "gamesite": GAMESITE,
    "gamesite-high": replace(GAMESITE, ronda=5, tringa=20),  # V7
    "gamesite-kings": replace(GAMESITE, decl_ranks=(12,)),  # V7
    "maghreb": replace(GAMESITE, run_sweep=False),  # V10
    "quick": Ruleset(target=21),  # V13
    "short": Ruleset(target=31),  # V13
    "long": Ruleset(target=51, packs=2),  # V13
    "six": Ruleset(hand_pattern=(6,)),  # V14
    "wikipedia-it": WIKIPEDIA,
    "cafe": Ruleset(
        table_cards=0, last_card=options.LastCard.DEALER_DUTY, chain_len=3, chain_points=options.ChainPoints.LAST
    ),  # what most public programs play
}


STEERE = "steere"
"""Mark Steere's Ronda: told by ``hakam rules``, scored by ``hakam score``; another game, so no :class:`Ruleset`."""


def preset(name: str) -> Ruleset:
    """The rule set of that name.

    Raises:
        RulesetError: if there is none.
    """
    if name == STEERE:
        raise RulesetError("steere is Mark Steere's Ronda, another game: `hakam rules steere`, `hakam score`")
    if name not in PRESETS:
        raise RulesetError(f"there are no rules {quoted(name)}; {suggestion(name, PRESETS)}")
    return PRESETS[name]
