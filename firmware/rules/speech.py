"""What players say: announcements, "nothing", claims and challenges (part 3 of the rule book)."""

from collections import Counter

from firmware.rules import events as game
from firmware.rules.claims import is_proven
from firmware.rules.concealed import claimable, may_announce
from firmware.rules.match import Match
from firmware.rules.options import DeclMode
from firmware.rules.play import Accept, Announce, Challenge, Claim, Decline, Redeal, Saying
from firmware.rules.position import Position
from firmware.rules.rounds import win
from firmware.rules.scoring import award, review
from firmware.rules.verdict import can_be, close_window, falsify, paid, pay, with_voice
from firmware.rules.voice import Announcement

_LEAST_HAND = {Announcement.RONDA: 2, Announcement.TRINGA: 3, Announcement.DOUBLE: 4}


def say(match: Match, position: Position, said: Saying, events: list[game.GameEvent]) -> Position:
    """The position after something was said.

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        said: what is legal there.
        events: what it causes is added to these.
    """
    match said:
        case Announce():
            return _announce(match, position, said, events)
        case Decline():
            return _decline(match, position, said, events)
        case Claim():
            return _claim(match, position, said, events)
        case Challenge():
            return _challenge(match, position, said, events)
        case Accept():
            return _accept(match, position, said, events)
    events.append(game.HandRedealt(said.seat))  # V16: nobody has seen the four cards, so nothing else changes
    return position


def saying_fault(match: Match, position: Position, said: Saying) -> str | None:
    """Why this cannot be said now; ``None`` if it can.

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        said: what a player wants to say.
    """
    seats = (said.seat, said.against) if isinstance(said, Claim | Challenge) else (said.seat,)
    if not all(0 <= seat < match.players for seat in seats):
        return "there is no such player"
    if position.winners or not position.deal:
        return "no match is being played"  # D17
    return _timing_fault(match, position, said)


def _timing_fault(match: Match, position: Position, said: Saying) -> str | None:
    match said:
        case Claim():
            return None  # D14: refused without penalty, not forbidden
        case Challenge():
            return _challenge_fault(match, position, said)
        case Accept():
            return _accept_fault(match, position, said)
        case Redeal():
            return _redeal_fault(match, position, said)
    return _window_fault(match, position, said)


def _announce(match: Match, position: Position, said: Announce, events: list[game.GameEvent]) -> Position:
    """D1, D2: someone announces."""
    events.append(game.Announced(said.seat, said.kind, said.ranks))
    voice = position.voices[said.seat].announcing(said.kind, tuple(sorted(said.ranks, reverse=True)))
    return pay(match, with_voice(position, said.seat, voice), events)


def _decline(match: Match, position: Position, said: Decline, events: list[game.GameEvent]) -> Position:
    """D4: someone has nothing."""
    events.append(game.NothingAnnounced(said.seat))
    return close_window(match, position, said.seat, events)


def _claim(match: Match, position: Position, said: Claim, events: list[game.GameEvent]) -> Position:
    """D14: an opponent claims what was concealed; a wrong claim is refused and costs nothing."""
    points = claimable(match, position, said.against)
    side = match.side_of[said.seat]
    if not points or side == match.side_of[said.against]:
        events.append(game.ClaimRefused(said.seat, said.against))
        return position
    position = paid(match, position, said.against)
    return award(match, position, (game.PointsScored(side, points, game.Reason.CONCEALED, said.against),), events)


def _challenge(match: Match, position: Position, said: Challenge, events: list[game.GameEvent]) -> Position:
    """D18: false, and it falls at once; true, and the challenger's opponents have won."""
    voice, left = position.voices[said.against], position.hands[said.against]
    whole = said.hand if len(said.hand) > left or not voice.shown else (*voice.shown, *said.hand)
    true = can_be(match, voice._replace(shown=whole), 0)
    events.append(game.Challenged(said.seat, said.against, said.hand, true))
    if not true:
        return review(match, falsify(match, position, said.against, whole, events), events)
    return win(match, position, tuple(side for side in range(match.sides) if side != match.side_of[said.seat]), events)


def _accept(match: Match, position: Position, said: Accept, events: list[game.GameEvent]) -> Position:
    """Part 9: an opponent accepts; once all have, the win stands."""
    assert position.held is not None  # see _accept_fault
    held = position.held._replace(accepted=tuple(sorted({*position.held.accepted, match.side_of[said.seat]})))
    if len(held.accepted) < match.sides - 1:
        return position._replace(held=held)
    return win(match, position, (held.side,), events)


def _window_fault(match: Match, position: Position, said: Announce | Decline) -> str | None:
    if position.turn is None:
        return "no hand is being played"
    if not may_announce(match, position.batch):
        return "only the first hand of a deal has announcements"  # V8
    if not position.voices[said.seat].open:
        return "the time for it is over: he has announced, declined or played"  # D4
    return _kind_fault(match, position, said) if isinstance(said, Announce) else None


def _kind_fault(match: Match, position: Position, said: Announce) -> str | None:
    wanted = {Announcement.DOUBLE: 2}.get(said.kind, 1) if match.ruleset.decl_mode is DeclMode.SHOWN else 0
    if len(said.ranks) != wanted:
        return f"{wanted} ranks are shown with a {said.kind} by these rules, not {len(said.ranks)}"  # D3; V8
    if any(rank not in match.pack.ranks for rank in said.ranks):
        return f"the pack {match.pack.name} has no such rank"
    counting = match.ruleset.decl_ranks or tuple(match.pack.ranks)
    if said.kind is not Announcement.TRINGA and any(rank not in counting for rank in said.ranks):
        return "a ronda of that rank does not count by these rules"  # V7
    if position.hands[said.seat] < _LEAST_HAND[said.kind]:
        return f"a hand of {position.hands[said.seat]} cannot hold a {said.kind}"
    return None


def _accept_fault(match: Match, position: Position, said: Accept) -> str | None:
    if position.held is None:
        return "no win waits to be accepted"
    return "nobody accepts his own win" if match.side_of[said.seat] == position.held.side else None


def _redeal_fault(match: Match, position: Position, said: Redeal) -> str | None:
    if not match.ruleset.four_kind_redeal or match.players != 4:
        return "four of a kind do not go back by these rules"  # V16: in the partnership game
    if position.turn is None or position.batch != 1 or position.hands[said.seat] != match.pattern[0]:
        return "only a first hand of which no card was played goes back"  # V16
    return None


def _challenge_fault(match: Match, position: Position, said: Challenge) -> str | None:
    if match.side_of[said.seat] == match.side_of[said.against]:
        return "nobody challenges his own side"
    voice, left = position.voices[said.against], position.hands[said.against]
    if position.turn is None or not voice.claim:
        return "nothing that he announced stands"
    if is_proven(voice, left, match.pack, match.ruleset):
        return "what he announced is proven"  # D18
    unplayed = Counter(said.hand)
    unplayed.subtract(voice.shown if len(said.hand) == left + len(voice.shown) else ())
    if sum(unplayed.values()) != left or min(unplayed.values(), default=0) < 0:
        return f"{len(said.hand)} cards were shown, but he has {left} left and has played {len(voice.shown)}"
    return None
