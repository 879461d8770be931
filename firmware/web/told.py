"""A play in one line, as the page tells it wherever it is spoken of."""

from collections.abc import Sequence

from firmware.announce.clock import clock
from firmware.events import Event
from firmware.rules.events import Announced, CardPlayed, CardsCaptured, LayoutDealt, PacketTakenOver
from firmware.standing.message import StandingPlay, events_of
from firmware.web.viewer import SiteWords

MAIN = (PacketTakenOver, CardsCaptured, CardPlayed, LayoutDealt, Announced)
"""The events that tell a play in one line, the fullest first; any other one does where there is none of these."""


def play_in_words(events: Sequence[Event], words: SiteWords) -> str:
    """What happened, in one sentence."""
    told = next((one for kind in MAIN for one in events if isinstance(one, kind)), events[0] if events else None)
    return words.event(told) if told else words.web("said_nothing")


def told_play(play: StandingPlay, words: SiteWords) -> str:
    """When a play was told, and in which words."""
    return f"{clock(play.t_ms)} {play_in_words(events_of(play.events), words)}"
