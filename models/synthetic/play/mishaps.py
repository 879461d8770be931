"""What goes wrong at a real table: how often each kind happens, and what the truth tells of it."""

from dataclasses import dataclass, fields

from firmware.cards import Card
from firmware.errors import HakamError


class MishapUnknownError(HakamError, ValueError):
    """A kind of mishap was asked for by a name that none has."""


@dataclass(frozen=True, slots=True)
class Mishaps:
    """One rate for each kind, a probability of 0 to 1 per occasion; the names of the fields are the kinds of the truth.

    They change what happens on the table, never the plays, seats, order and scores.

    Attributes:
        slap: per capture of a lying card: the capturing card is slapped on its match and both are drawn away at once.
        unread: per capture of a lying card: the capturing card stays under the palm from first to last.
        hurried: per play: it is laid within 0.4 s of the one before, whose hand is still there.
        turned, pushed, straightened: per play: before it somebody turns a lying card by 30 to 180 degrees, pushes one
            by 40 to 120 mm, or tidies two to four into a row.
        half_covered: per play that captures nothing: it is put half over another card.
        sleeve: per play: from it on an arm in a wide sleeve lies across the middle of the table for ten seconds.
        handfuls: per capture that takes two cards or more: each card is fetched by itself, seconds apart.
        taken_back: per play: the player first lays another card of his hand, and takes it back after up to 2 s.
        wrong_player: per play: first somebody else lays a card out of turn, and takes it back after 1 to 3 s.
        forgotten: per capture: all its cards are left lying for 4 to 10 s.
        run_left: per capture that takes two cards or more: the equal card is taken, the others 4 to 10 s later.
        too_many: per capture: a card too many is swept up, and put back near its place 3 to 8 s later.
        put_back: per capture: the same, but it is put back at once.
        counting: per deal: when it is over the piles are spread out and counted.
        bumped: per deal: somebody knocks against the camera, which then sees the table shifted and turned for good.
        lamp: per deal: the light changes, for good or for some seconds.
        thing: per deal: a phone, a glass or a packet is put on the table, and later moved or taken away.
        pointing: per play: before it a spectator's arm points at a card and touches nothing.
    """

    slap: float = 0.0
    unread: float = 0.0
    hurried: float = 0.0
    turned: float = 0.0
    pushed: float = 0.0
    straightened: float = 0.0
    half_covered: float = 0.0
    sleeve: float = 0.0
    handfuls: float = 0.0
    taken_back: float = 0.0
    wrong_player: float = 0.0
    forgotten: float = 0.0
    run_left: float = 0.0
    too_many: float = 0.0
    put_back: float = 0.0
    counting: float = 0.0
    bumped: float = 0.0
    lamp: float = 0.0
    thing: float = 0.0
    pointing: float = 0.0


KINDS = tuple(field.name for field in fields(Mishaps))
"""The names of all kinds, as the truth has them."""

CALM = Mishaps()
"""Nothing goes wrong, and no chance is drawn for it."""

CAFE = Mishaps(
    slap=0.06,  # of the thirteen or so captures of a deal not quite one: some players slap, most do not
    unread=0.02,  # one in four deals
    hurried=0.02,  # two plays of three deals: the quick player does not wait for the slow one's arm
    turned=0.008,  # once in three or four deals somebody turns a card to see it better
    pushed=0.012,  # two in five deals: a card makes room
    straightened=0.006,  # once in five deals somebody likes order
    half_covered=0.015,  # of the 23 plays that capture nothing: once in three deals
    sleeve=0.006,  # once in five deals somebody leans over
    handfuls=0.08,  # of some three captures of a run in a deal
    taken_back=0.01,  # two plays of five deals are thought better of
    wrong_player=0.006,  # once in five deals somebody does not know whose turn it is
    forgotten=0.03,  # two captures of five deals: the talk is better than the game
    run_left=0.04,  # one run of eight deals
    too_many=0.02,  # once in four deals, noticed late
    put_back=0.03,  # two in five deals, noticed at once
    counting=0.6,  # cards are worth points, so most deals end with a count (rule E2)
    bumped=0.12,  # once in eight deals: half an evening
    lamp=0.12,  # as often: a door, a screen, a lamp that is switched on at dusk
    thing=0.35,  # once in three deals a glass is brought or a phone laid down
    pointing=0.012,  # two in five deals: somebody always watches
)
"""An evening at a real table: six or seven mishaps in a deal. No statistics are known: the words beside each rate say
what it claims."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """One that happened.

    Attributes:
        t_ms: when what is wrong can first be seen.
        kind: one of :data:`KINDS`.
        seat: who did it; ``None``: nobody who plays.
        cards: those it happened to.
    """

    t_ms: int
    kind: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()


def only(wishes: str) -> Mishaps:
    """No kinds but these, separated by commas; each at every occasion, or at a rate: ``slap,pushed=0.1``.

    Raises:
        MishapUnknownError: if the kind does not exist, or the rate is not one.
    """
    return Mishaps(**dict(_wish(wish) for wish in wishes.split(",")))


def _wish(text: str) -> tuple[str, float]:
    kind, _, rate = text.partition("=")
    if kind not in KINDS:
        raise MishapUnknownError(f"there is no mishap {kind!r}; known are {', '.join(KINDS)}")
    try:
        share = float(rate or 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise MishapUnknownError(f"{text!r}: a rate from 0 to 1 is expected, such as {kind}=0.1")
    return kind, share
