"""What is shown: the state of the match, and what is doubtful about it."""

from dataclasses import dataclass

from firmware.cards import Card
from firmware.events import ChallengeOpened, Doubt, TableDisagrees


@dataclass(frozen=True, slots=True)
class TimedPlay:
    """A play of the leading hypothesis: when the card came to lie still, who played it and which it was."""

    t_ms: int
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """What the display shows.

    Attributes:
        scores: points of each side.
        turn: seat to play; ``None`` before a layout and after the end.
        table: cards that lie open by the rules.
        winners: the sides that have won.
        winning: sides that will have won once the table is still and no doubt hangs on it.
        question: the doubt to be answered now, in a pause of the game also one about an earlier deal.
        provisional: the score may still change: a question is open, or something told is not beyond question,
            or table and game do not agree, or the deal before was not seen whole, or a win was revoked.
        open_challenge: a challenge of which the players have to say whether it was right.
        disagreement: where the table is not as the game has it.
        held: the side whose win waits for its opponents to accept it.
    """

    scores: tuple[int, ...]
    turn: int | None
    dealer: int
    deal: int
    batch: int
    batches: int
    table: tuple[Card, ...]
    winners: tuple[int, ...]
    question: Doubt | None = None
    winning: tuple[int, ...] = ()
    provisional: bool = False
    open_challenge: ChallengeOpened | None = None
    disagreement: TableDisagrees | None = None
    held: int | None = None
