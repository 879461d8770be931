"""Announcements paid, taken back and exposed (steps E1, E4 and E5 of part 5 of the rule book).

Each function takes a position and gives the next, and adds to the events what happened.
"""

from firmware.cards import Rank
from firmware.rules.claims import options
from firmware.rules.concealed import claimable, penalty
from firmware.rules.contest import SidePoints, resolved, ways
from firmware.rules.events import AnnouncementFalse, GameEvent, PointsScored, PointsTakenBack, Reason
from firmware.rules.match import Match
from firmware.rules.options import ConcealedMode, Evidence
from firmware.rules.position import Position
from firmware.rules.scoring import award, review, unbook, with_item
from firmware.rules.voice import Announcement, AnnouncingState

FINES = {Announcement.RONDA: 1, Announcement.TRINGA: 5, Announcement.DOUBLE: 2}
"""What a false announcement costs, whatever a true one is worth: D15 names the points, V7 changes only the worth."""


def close_window(match: Match, position: Position, seat: int, events: list[GameEvent]) -> Position:
    """Close a player's window (D4): his first card means nothing; a lone announcement may be paid by it (D5).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        seat: who has played or declined.
        events: what it causes is added to these.
    """
    return pay(match, with_voice(position, seat, position.voices[seat].closed()), events)


def pay(match: Match, position: Position, events: list[GameEvent]) -> Position:
    """Score what is clear by now and was not paid, and take back what was paid too much.

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        events: what it causes is added to these.
    """
    if not any(position.awarded) and not _claimed(position):
        return position
    due = resolved(match, position)
    return position if due is None or due == position.awarded else _settle(match, position, due, events)


def _settle(match: Match, position: Position, due: SidePoints, events: list[GameEvent]) -> Position:
    position = _take_back(match, position, due, events)
    missing = enumerate(want - has for want, has in zip(due, position.awarded, strict=True))
    gains = tuple(PointsScored(side, points, Reason.ANNOUNCEMENT, None) for side, points in missing if points)
    return award(match, position._replace(awarded=due), gains, events)  # W4: together


def _take_back(match: Match, position: Position, due: SidePoints, events: list[GameEvent]) -> Position:
    """S3: what a side was paid above ``due``."""
    for side, (has, want) in enumerate(zip(position.awarded, due, strict=True)):
        if has > want:
            events.append(PointsTakenBack(side, has - want, Reason.ANNOUNCEMENT, None))
            position = unbook(match, position, side, has - want)
    return position._replace(awarded=tuple(map(min, position.awarded, due)))


def judge(match: Match, position: Position, seat: int, events: list[GameEvent]) -> Position:
    """Judge what the card just shown proves (E4, E5).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        seat: who has just played.
        events: what it causes is added to these.
    """
    while position.voices[seat].claim and not ways(match, position, position.voices[seat], position.hands[seat]):
        position = falsify(match, position, seat, position.voices[seat].shown, events)
        if position.turn is None:
            return position
    if position.voices[seat].claim or (match.ruleset.evidence is Evidence.SEEN and _claimed(position)):
        position = pay(match, position, events)
    if position.turn is not None and match.ruleset.concealed_mode is ConcealedMode.AUTO:
        position = _pay_concealed(match, position, seat, events)  # D14b
    return review(match, position, events) if position.held else position


def _claimed(position: Position) -> bool:
    for voice in position.voices:  # noqa: SIM110 - asked at every card; any() takes twice the time
        if voice.claim:
            return True
    return False


def can_be(match: Match, voice: AnnouncingState, left: int) -> bool:
    """Whether a live claim can still be true by the claimant's own cards.

    Args:
        match: the rules and what follows from them.
        voice: who claims what, and the ranks shown.
        left: cards in the hand.
    """
    return bool(options(voice, left, match.pack, match.ruleset))


def falsify(match: Match, position: Position, seat: int, shown: tuple[Rank, ...], events: list[GameEvent]) -> Position:
    """Let a claim fall, of a double one half (D15, D16, V2): take back, penalty, then what others get now.

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        seat: who claimed it.
        shown: the ranks that prove it false.
        events: what it causes is added to these.
    """
    voice = position.voices[seat]
    left = position.hands[seat] - (len(shown) - len(voice.shown))
    half = voice._replace(claim=Announcement.RONDA, shown=shown)
    stays = voice.claim is Announcement.DOUBLE and bool(ways(match, position, half, left))
    false = Announcement.TRINGA if voice.claim is Announcement.TRINGA else Announcement.RONDA
    if voice.claim is Announcement.DOUBLE and not stays:
        false = Announcement.DOUBLE
    events.append(AnnouncementFalse(seat, false))
    position = with_voice(position, seat, voice._replace(claim=Announcement.RONDA if stays else None))
    due = resolved(match, position)
    position = _take_back(match, position, due or (0,) * match.sides, events)
    fine = FINES[false]
    others = [side for side in range(match.sides) if side != match.side_of[seat]]
    fines = tuple(PointsScored(side, fine, Reason.FALSE_ANNOUNCEMENT, seat) for side in others)
    position = award(match, position, fines, events)
    return position if position.turn is None or due is None else _settle(match, position, due, events)


def with_voice(position: Position, seat: int, voice: AnnouncingState) -> Position:
    """The position with another voice of a player.

    Args:
        position: where the match stands.
        seat: of the player.
        voice: the new one.
    """
    return position._replace(voices=with_item(position.voices, seat, voice))


def _pay_concealed(match: Match, position: Position, seat: int, events: list[GameEvent]) -> Position:
    """D14b: the referee claims by itself, for every opponent."""
    points = claimable(match, position, seat)
    if not points:
        return position
    sides = [side for side in range(match.sides) if side != match.side_of[seat]]
    gains = tuple(PointsScored(side, points, Reason.CONCEALED, seat) for side in sides)
    return award(match, paid(match, position, seat), gains, events)


def paid(match: Match, position: Position, seat: int) -> Position:
    """The position after what the player concealed so far was paid: once for each combination (D14).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        seat: who concealed it.
    """
    voices = position.before or position.voices
    voices = with_item(voices, seat, voices[seat]._replace(paid=penalty(match, voices[seat])))
    return position._replace(before=voices) if position.before else position._replace(voices=voices)
