"""The choices that rules leave: each value of an option of :class:`firmware.rules.ruleset.Ruleset`."""

from enum import StrEnum


class ChainPoints(StrEnum):
    """Who keeps which points of a caida that was answered (rule K8, conflict X12)."""

    LITERAL = "literal"
    """K8: the 1 stays, the 5 only where no 10 follows, the 10 scores."""
    LAST = "last"
    """K8b: the last step alone scores, and one mesa travels with the packet."""
    ALL = "all"
    """K8c: every step scores."""


class ChainStart(StrEnum):
    """What the third card of a rank may answer (rule K2b, conflict X11)."""

    CAIDA = "caida"
    ANY = "any"


class MesaException(StrEnum):
    """Which cards empty the table for nothing (rules M3, M3b)."""

    VERY_LAST_CARD = "very_last_card"
    NONE = "none"
    LAST_BATCH = "last_batch"


class Evidence(StrEnum):
    """What makes it clear which announcement is best (rule D8, conflict X18)."""

    OWN = "own"
    """D8: the claimants' own cards."""
    SEEN = "seen"
    """D8b: every card seen in the deal."""


class AwardOn(StrEnum):
    """When a contest of announcements is paid (rule D9, conflict X19)."""

    SHOWN = "shown"
    """D9: once the winning combination lies shown."""
    EARLIEST = "earliest"
    """D9b: once it is certain."""


class ConcealedMode(StrEnum):
    """Who notices what was concealed (rule D14)."""

    CLAIM = "claim"
    AUTO = "auto"
    """D14b: the referee, for every opponent."""


class DeclBatches(StrEnum):
    """In which batches may be announced (V8, conflict X17)."""

    EVERY = "every"
    FIRST = "first"


class DeclMode(StrEnum):
    """Whether announced cards are shown (V8)."""

    HIDDEN = "hidden"
    SHOWN = "shown"


class DeclPool(StrEnum):
    """What the best announcement takes (D7; V9, conflict X20)."""

    SUM = "sum"
    BEST = "best"


class DeclTie(StrEnum):
    """Who gets it where the best are equal (D10; V9, conflict X21)."""

    SPLIT = "split"
    FIRST = "first"
    EACH = "each"


class Count(StrEnum):
    """What captured cards are worth at the end of a deal (E2, E3; V11, conflict X36)."""

    EXCESS = "excess"
    """E2, E3: one for each above the neutral share."""
    PER_CARD = "per_card"
    PIP_SUM = "pip_sum"
    """The printed ranks, 244 in a pack; only cards whose faces were noted can count."""
    NONE = "none"


class LastCard(StrEnum):
    """What the very last card of a deal brings (conflict X33)."""

    NONE = "none"
    DEALER_DUTY = "dealer_duty"
    """V1: the dealer must capture with it."""
    WIKIPEDIA = "wikipedia"
    """V12: one card left on the table has a price."""


class ChainPayer(StrEnum):
    """Who pays for a caida and its answers in card transfer (V3, V5b)."""

    VICTIM = "victim"
    """The player whose card was captured."""
    EACH = "each"
    """Every opponent; where there is one, the same."""


class Win(StrEnum):
    """When a match is won (W1, W5, conflict X30)."""

    AT_ONCE = "at_once"
    END_OF_DEAL = "end_of_deal"


class Scoring(StrEnum):
    """What points are (V3)."""

    CHIPS = "chips"
    TRANSFER = "transfer"
    """V3: captured cards of the other side; points are scored at the count alone."""


class UnprovenWin(StrEnum):
    """What happens where an announcement wins the match before it is proven (D5, D18; part 9: ACCEPT)."""

    AT_ONCE = "at_once"
    """D5: it wins."""
    HELD = "held"
    """It wins once all opponents accept it or the cards prove it; until then it may be challenged."""


class FirstRound(StrEnum):
    """What wins the first round (V17, conflict X40)."""

    POINTS = "points"
    CARDS = "cards"
    """V17: the first player who owns an even share of the cards."""


class PartnerSignals(StrEnum):
    """Whether partners may make signs to each other (V20); a text for the players, nothing is judged by it."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class PackLabel(StrEnum):
    """What is printed on the cards (V21)."""

    ES40 = "es40"
    FR52 = "fr52"
    IT40 = "it40"
    ES48 = "es48"
    """Mark Steere's game alone (ST1)."""
