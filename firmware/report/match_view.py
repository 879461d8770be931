"""One match as the replay in a browser takes it: the form of its JSON, which programs may read too.

Times are milliseconds since the session began, places millimetres of the table frame, sides and stops counted from 0,
players' numbers from 1; cards are written as in :class:`firmware.cards.Card`. Fields that hold nothing are left out.
"""

import msgspec

FORMAT = 1  # raise it with every change of what a field means
CardOutline = tuple[tuple[int, int], ...]


class CardOnTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of the drawn table.

    Attributes:
        card: its face.
        corners: clockwise from its own upper left; empty where it was never seen.
        mark: ``new``, ``gone`` (taken by this play), ``asked`` (in doubt), or empty.
    """

    card: str
    corners: CardOutline = ()
    mark: str = ""


class CardShare(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a card may have been, with its probability, 0 to 1; without a face: no card at all."""

    share: float
    card: str = ""


class PointsBadge(msgspec.Struct, frozen=True, omit_defaults=True):
    """Points with their reason.

    Attributes:
        words: how many and what for.
        why: the reason in a sentence.
        side: whose.
        state: ``pending``, ``lost``, or empty where they count.
    """

    words: str
    why: str
    side: int
    state: str = ""


class StopTitle(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a stop is about.

    Attributes:
        words: in a sentence, where nobody played.
        number: of the play from 1, as it is counted in the end; 0: nobody played, or it was taken back.
        player: who played.
        side: his side.
        cards: what was played, or laid.
        chances: what it may have been.
        change: the card before and the card now.
    """

    words: str = ""
    number: int = 0
    player: str = ""
    side: int = 0
    cards: tuple[str, ...] = ()
    chances: tuple[CardShare, ...] = ()
    change: tuple[str, ...] = ()


class StopNote(msgspec.Struct, frozen=True):
    """What else was said about the same play, when, and at which stop."""

    t_ms: int
    words: str
    stop: int


class PictureLabel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that was seen in a picture: its face, how sure that is, its middle, whether the play is about it."""

    card: str
    sure: float
    x: int
    y: int
    marked: bool = False


class StopPicture(msgspec.Struct, frozen=True, omit_defaults=True):
    """The picture that proves a stop.

    Attributes:
        source: its address, which may hold it whole.
        width, height: its size on the table.
        outlines: paths of SVG of the cards of each kind: ``marked``, ``plain``, ``back``.
        labels: what was read.
        misread: a sentence, where this one picture shows another card.
    """

    source: str
    width: int
    height: int
    outlines: tuple[tuple[str, str], ...] = ()
    labels: tuple[PictureLabel, ...] = ()
    misread: str = ""


class StopView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was told, as players heard it.

    Attributes:
        t_ms: when it was told.
        kind: ``layout``, ``play``, ``said``, ``question``, ``answer``, ``correction``, ``fault`` or ``news``.
        anchor: where links to it lead.
        deal, batch, batches: from 1.
        title: what it is about.
        lines: what followed from it.
        badges: the points that it brought, or may bring.
        scores: of each side, after it.
        table: the cards that lay there.
        hands, piles: how many cards each player held, and each side had taken.
        screen: which of the screens players saw.
        took: cards were captured.
        open: the score may still change.
        disputed: there is a reason to look again.
        play: the number of the play from 1 that it tells or is about; 0: none.
        read_as: how it is read in the end, where that is otherwise.
        notes: what was said about it at other times.
        picture: the evidence.
    """

    t_ms: int
    kind: str
    anchor: str
    deal: int
    batch: int
    batches: int
    title: StopTitle
    scores: tuple[int, ...]
    screen: int
    lines: tuple[str, ...] = ()
    badges: tuple[PointsBadge, ...] = ()
    table: tuple[CardOnTable, ...] = ()
    hands: tuple[int, ...] = ()
    piles: tuple[int, ...] = ()
    took: bool = False
    open: bool = False
    disputed: bool = False
    play: int = 0
    read_as: str = ""
    notes: tuple[StopNote, ...] = ()
    picture: StopPicture | None = None


class SideView(msgspec.Struct, frozen=True):
    """A side: what it is called, and its score at the end."""

    name: str
    score: int


class DealView(msgspec.Struct, frozen=True):
    """A deal: its number, who dealt, its first stop, how many of its stops are worth another look, its last scores."""

    deal: int
    dealer: str
    stop: int
    disputes: int
    scores: tuple[int, ...]


class MatchView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match.

    Attributes:
        format: of this JSON, :data:`FORMAT`.
        language: of its texts.
        end_ms: when it ended.
        plays: how many, as it is read in the end.
        sides: who plays.
        field: what the drawn table shows: left, top, width and height.
        deals: with their first stops.
        stops: by time.
        screens: addresses of the small display's screens, which hold them whole.
        anchors: the stop at which each fact of the final reading is told.
        winner: the side that has won.
    """

    format: int
    language: str
    end_ms: int
    plays: int
    sides: tuple[SideView, ...]
    field: tuple[int, int, int, int]
    deals: tuple[DealView, ...]
    stops: tuple[StopView, ...]
    screens: tuple[str, ...]
    anchors: dict[str, int]
    winner: int | None = None
