"""Named rule sets (part 7 of the rule book); those that need announcements' options come with them."""

from firmware.rules.errors import RulesetError
from firmware.rules.ruleset import Ruleset

PAGAT = Ruleset()

PRESETS: dict[str, Ruleset] = {
    "pagat": PAGAT,
    "pagat-notable": Ruleset(table_cards=0),  # V2
    "pagat-1615": Ruleset(caida=(1, 6, 15)),  # V5
    "pagat-25": Ruleset(target=25),  # V13
    "quick": Ruleset(target=21),  # V13
    "short": Ruleset(target=31),  # V13
}


def preset(name: str) -> Ruleset:
    """The rule set of that name.

    Raises:
        RulesetError: if there is none.
    """
    if name not in PRESETS:
        raise RulesetError(f"there are no rules {name!r}; known are {', '.join(PRESETS)}")
    return PRESETS[name]
