"""Whether a layout or a play is legal where a match stands, and the sentence that says why not."""

from firmware.cards import Card
from firmware.rules.errors import IllegalLayoutError, IllegalPlayError
from firmware.rules.layout import layout_fault
from firmware.rules.match import Match
from firmware.rules.notation.position import format_position
from firmware.rules.notation.tokens import format_cards
from firmware.rules.play import Play
from firmware.rules.position import Position


def check_play(match: Match, position: Position, play: Play) -> None:
    """Let a play pass that the rules allow at ``position``.

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        play: who plays which card.

    Raises:
        IllegalPlayError: if they do not.
    """
    if play.seat != position.turn:
        reason = "nobody is to play" if position.turn is None else "it is another player's turn"
    elif play.card.rank not in match.pack.ranks:
        reason = f"the pack {match.pack.name} has no such rank"  # G1
    elif not match.allows(position.seen, play.card):
        reason = "this card, or four of its rank, were already played in this deal"  # G1
    else:
        return
    where = format_position(match, position)
    raise IllegalPlayError(f"seat {play.seat} cannot play {play.card}: {reason} (position: {where})")


def check_layout(match: Match, position: Position, layout: tuple[Card, ...]) -> None:
    """Let cards pass with which a deal may be opened at ``position`` (L1).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        layout: the cards, in dealing order.

    Raises:
        IllegalLayoutError: if none can be opened there, or not with these.
    """
    expected = match.ruleset.table_cards
    if not position.awaiting_layout:
        where = format_position(match, position)
        raise IllegalLayoutError(f"no deal can be opened before this one is over (position: {where})")
    if len(layout) != expected:
        raise IllegalLayoutError(f"{len(layout)} cards were laid out, but a deal opens with {expected}")  # B1, V2
    if any(card.rank not in match.pack.ranks for card in layout):
        raise IllegalLayoutError(f"{format_cards(layout)} holds a card that is not in the pack {match.pack.name}")
    if (fault := layout_fault(layout, match.pack)) is not None:
        back = layout[fault.place]
        raise IllegalLayoutError(  # L1
            f"{format_cards(layout)} cannot open a deal: it has a {fault.problem}, so {back} goes back"
        )
