"""What a player showed and did not announce (D13, D14, D19)."""

from collections import Counter

from firmware.rules.match import Match
from firmware.rules.options import DeclBatches
from firmware.rules.position import Position
from firmware.rules.voice import Announcement, AnnouncingState


def may_announce(match: Match, batch: int) -> bool:
    """Whether announcements belong to that batch at all (D3; V8)."""
    return batch == 1 or match.ruleset.decl_batches is DeclBatches.EVERY


def claimable(match: Match, position: Position, seat: int) -> int:
    """Points that an opponent can still claim from the player at ``seat`` (D14).

    Between two batches, until the first card of the next, it is the batch before that counts.

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        seat: who may have concealed something.
    """
    batch = position.batch - 1 if position.before else position.batch
    if not may_announce(match, batch):
        return 0
    voice = (position.before or position.voices)[seat]
    return max(0, penalty(match, voice) - voice.paid)


def penalty(match: Match, voice: AnnouncingState) -> int:
    """What the combinations cost that were shown and not announced (D13; V6)."""
    if voice.said is Announcement.TRINGA and voice.claim is None:
        return 0  # D19: a false tringa and nothing more
    for_ronda, for_tringa = match.ruleset.concealed
    counts = Counter(voice.shown)
    tringas = sum(count == 3 for count in counts.values())
    allowed = match.ruleset.decl_ranks
    rondas = sum(count // 2 for rank, count in counts.items() if count != 3 and (not allowed or rank in allowed))
    announced = {Announcement.RONDA: 1, Announcement.DOUBLE: 2}.get(voice.said, 0) if voice.said else 0
    if voice.said is Announcement.TRINGA:  # so far perhaps two of the three that were announced
        tringas, rondas = tringas - (tringas > 0), rondas - (tringas == 0)
    return tringas * for_tringa + max(0, rondas - announced) * for_ronda
