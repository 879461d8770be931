"""Which announcements take which points (D5 to D12, part 5 of the rule book)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from firmware.cards import Rank
from firmware.rules.claims import ClaimReading, is_shown, joint_readings, options
from firmware.rules.match import Match
from firmware.rules.options import AwardOn, DeclPool, DeclTie, Evidence
from firmware.rules.position import Position
from firmware.rules.voice import Announcement, AnnouncingState

SidePoints = tuple[int, ...]


class LiveClaim(NamedTuple):
    """A claim that stands: whose it is, and all that it can be."""

    seat: int
    voice: AnnouncingState
    ways: tuple[ClaimReading, ...]


def ways(match: Match, position: Position, voice: AnnouncingState, left: int) -> tuple[ClaimReading, ...]:
    """All that a claim can still be by the evidence that counts (D8, D8b); nothing: it is proven false.

    Args:
        match: the rules and what follows from them.
        position: where the match stands, of which the cards seen in the deal are taken.
        voice: who claims what, and the ranks shown.
        left: cards in the hand.
    """
    possible = options(voice, left, match.pack, match.ruleset)
    if match.ruleset.evidence is Evidence.OWN:
        return possible
    shown = Counter(voice.shown)
    supply = {rank: match.copies - position.seen.count(rank) + shown[rank] for rank in match.pack.ranks}
    return tuple(way for way in possible if all(max(need, shown[rank]) <= supply[rank] for rank, need in way))


def live_claims(match: Match, position: Position) -> list[LiveClaim]:
    """The claims of this batch that were not proven false."""
    return [
        LiveClaim(seat, voice, ways(match, position, voice, position.hands[seat]))
        for seat, voice in enumerate(position.voices)
        if voice.claim
    ]


def resolved(match: Match, position: Position) -> SidePoints | None:
    """Points of each side for the announcements of this batch; ``None`` while that is not clear."""
    values = [0] * match.sides
    claiming, waiting = set(), set()
    for side, voice in zip(match.side_of, position.voices, strict=True):
        if voice.claim:
            claiming.add(side)
            values[side] = _together(match, values[side], _value(match, voice))
        elif voice.open:
            waiting.add(side)
    if len(claiming) > 1:
        return None if waiting else _contested(match, position, live_claims(match, position))
    return None if claiming and not waiting <= claiming else tuple(values)  # D5: all opponents' windows are closed


def _together(match: Match, points: int, more: int) -> int:
    """What announcements of one side that nobody contests are worth: their sum (D5, D12), or the highest alone (V9)."""
    return points + more if match.ruleset.decl_pool is DeclPool.SUM else max(points, more)


def _contested(match: Match, position: Position, claims: Sequence[LiveClaim]) -> SidePoints | None:
    """D9: every reading gives the same award, and the winner is known by kind or lies shown."""
    by_kind = len({match.side_of[claim.seat] for claim in claims if claim.voice.claim is Announcement.TRINGA}) == 1
    if not by_kind and match.ruleset.award_on is AwardOn.SHOWN and not any(map(_shown, claims)):
        return None  # nothing to be seen yet: the usual case, without counting
    plain = match.ruleset.evidence is Evidence.OWN  # by what else was seen a claim may be impossible
    award = (plain and _plain_award(match, claims)) or _only_award(match, position, claims)
    if award and (by_kind or match.ruleset.award_on is AwardOn.EARLIEST or _winners_shown(match, claims, award)):
        return award
    return None


def _plain_award(match: Match, claims: Sequence[LiveClaim]) -> SidePoints | None:
    """The award where one side beats the others whatever anybody holds: no counting is needed."""
    least, most = [-1] * match.sides, [-1] * match.sides
    for claim in claims:
        side = match.side_of[claim.seat]
        strengths = [_strength(match, claim.voice, way) for way in claim.ways]
        least[side], most[side] = max(least[side], min(strengths)), max(most[side], *strengths)
    values = [_value(match, claim.voice) for claim in claims]
    summed = match.ruleset.decl_pool is DeclPool.SUM
    if not summed and len(set(values)) > 1:
        return None
    pool = sum(values) if summed else values[0]
    for side in range(match.sides):
        if least[side] > max(most[:side] + most[side + 1 :]):
            return tuple(pool if one == side else 0 for one in range(match.sides))
    return None


def _only_award(match: Match, position: Position, claims: Sequence[LiveClaim]) -> SidePoints | None:
    """The award that every reading of all claims gives, if it is one."""
    awards: set[SidePoints] = set()
    for ways in joint_readings([(claim.voice, claim.ways) for claim in claims], _supply(match, position, claims)):
        awards.add(_award(match, position, claims, ways))
        if len(awards) > 1:
            return None
    return awards.pop() if awards else None  # none: by counting somebody lies, which is not the referee's to say (O4)


def _supply(match: Match, position: Position, claims: Sequence[LiveClaim]) -> dict[Rank, int]:
    """How many cards of each rank the claims can be made of (D8; D8b)."""
    if match.ruleset.evidence is Evidence.OWN:
        return dict.fromkeys(match.pack.ranks, match.copies)
    own = [rank for claim in claims for rank in claim.voice.shown]
    return {rank: match.copies - position.seen.count(rank) + own.count(rank) for rank in match.pack.ranks}


def _award(match: Match, position: Position, claims: Sequence[LiveClaim], ways: Sequence[ClaimReading]) -> SidePoints:
    """D7, D10, D11: the best combination takes the points of all."""
    strengths = [_strength(match, claim.voice, way) for claim, way in zip(claims, ways, strict=True)]
    best = [claim for claim, strength in zip(claims, strengths, strict=True) if strength == max(strengths)]
    if match.ruleset.decl_pool is DeclPool.SUM:
        pool = sum(_value(match, claim.voice) for claim in claims)
    else:
        pool = _value(match, best[0].voice)  # V9
    winners = _first(match, position, best) if match.ruleset.decl_tie is DeclTie.FIRST else best
    sides = {match.side_of[claim.seat] for claim in winners}
    share = pool if match.ruleset.decl_tie is DeclTie.EACH else pool // len(sides)  # D10, D11; V9
    return tuple(share if side in sides else 0 for side in range(match.sides))


def _first(match: Match, position: Position, best: Sequence[LiveClaim]) -> list[LiveClaim]:
    """V9: the one nearest to the dealer's right."""
    return [min(best, key=lambda claim: (claim.seat - position.dealer - 1) % match.players)]


def _winners_shown(match: Match, claims: Sequence[LiveClaim], award: SidePoints) -> bool:
    """D9 (b): some claim of each winning side lies shown and beats or ties all that other sides can have."""
    return all(
        any(match.side_of[one.seat] == side and _shown(one) and _beats(match, one, claims) for one in claims)
        for side, points in enumerate(award)
        if points
    )


def _beats(match: Match, one: LiveClaim, claims: Iterable[LiveClaim]) -> bool:
    side = match.side_of[one.seat]
    others = (claim for claim in claims if match.side_of[claim.seat] != side)
    worst = min(_strength(match, one.voice, way) for way in one.ways if is_shown(way, one.voice))
    return all(worst >= _strength(match, other.voice, way) for other in others for way in other.ways)


def _shown(claim: LiveClaim) -> bool:
    return any(is_shown(way, claim.voice) for way in claim.ways)


def _strength(match: Match, voice: AnnouncingState, way: ClaimReading) -> int:
    """D7: any tringa beats any ronda, then the higher rank; V2: a double counts by its higher pair."""
    above = len(match.pack.ranks) + 1 if voice.claim is Announcement.TRINGA else 0
    return above + max(_height(match, rank) for rank, _ in way)


def _height(match: Match, rank: Rank) -> int:
    high = match.ruleset.ace_high and rank is Rank.ONE  # V4
    return len(match.pack.ranks) if high else match.pack.step(rank)


def _value(match: Match, voice: AnnouncingState) -> int:
    """D1, D2; V2: two rondas together are two; V7: by rank, where the cards are shown."""
    if match.ruleset.rank_values and voice.named and voice.claim is not Announcement.TRINGA:
        values = dict(match.ruleset.rank_values)
        return sum(values.get(rank, match.ruleset.ronda) for rank in voice.named)
    return worth(match, voice.claim)


def worth(match: Match, kind: Announcement | None) -> int:
    """Points of an announcement of that kind."""
    rules = match.ruleset
    return {
        None: 0,
        Announcement.RONDA: rules.ronda,
        Announcement.TRINGA: rules.tringa,
        Announcement.DOUBLE: 2 * rules.ronda,
    }[kind]
