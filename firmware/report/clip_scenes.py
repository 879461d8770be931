"""What a clip of a disputed play shows: the plays around it, and all that was said about it, one scene each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware.announce.clock import clock
from firmware.cards import Card
from firmware.errors import HakamError
from firmware.report.match_view import StopView
from firmware.report.pictures import PictureDrawing, drawn
from firmware.report.reading import final_reading
from firmware.report.record import AnnotatedPicture, SessionRecord
from firmware.report.stops import ReplayStop, replay_stops
from firmware.report.viewing import match_view
from firmware.report.words import PageWords

BEFORE, AFTER = 2, 1
"""Plays shown before and after the disputed one: what lay there, and what followed; a judgement."""
MOST_ABOUT = 6
"""Questions and corrections about it that are shown: of more the last."""


class NoPlayError(HakamError, LookupError):
    """The session has no play of that number."""


@dataclass(frozen=True, slots=True)
class ClipScene:
    """One thing that was told, as a clip shows it.

    Attributes:
        t_ms: when it was told.
        lines: what is written below the picture: what, what followed, the score.
        screen_png: the small display at that moment.
        picture: the evidence, if there is any.
        drawing: what to draw over it.
        disputed: it is the play that the clip is about, or something said about that.
    """

    t_ms: int
    lines: tuple[str, ...]
    screen_png: bytes
    picture: AnnotatedPicture | None
    drawing: PictureDrawing | None
    disputed: bool


def clip_scenes(record: SessionRecord, play: int) -> list[ClipScene]:
    """The scenes of a clip, by time.

    Args:
        record: the session.
        play: the number of the play from 1, as the report counts.

    Raises:
        NoPlayError: if there is none of that number.
    """
    words, reading = PageWords(record.language, record.seating), final_reading(record)
    view = match_view(record, reading, words, lambda pictures: [""] * len(pictures), lambda _screen: "")
    stops = replay_stops(record.moments, reading)
    told = view.anchors.get(f"play-{play}")
    if told is None:
        raise NoPlayError(f"there is no play {play} in this session, which has {view.plays}; its report numbers them")
    fact = next(one for one in reading.facts if one.play == play)
    about = [number for number, stop in enumerate(stops) if stop.fact is fact or number == told]
    shown = sorted({*range(max(0, told - BEFORE), min(len(stops), told + AFTER + 1)), *about[:1], *about[-MOST_ABOUT:]})
    return [_scene(stops[number], view.stops[number], words, number in about) for number in shown]


def _scene(stop: ReplayStop, view: StopView, words: PageWords, disputed: bool) -> ClipScene:
    drawing = drawn(stop.picture, stop.fact) if stop.picture else None
    lines = tuple(_lines(view, words))
    return ClipScene(view.t_ms, lines, stop.moment.screen_png, stop.picture, drawing, disputed)


def _lines(view: StopView, words: PageWords) -> Iterator[str]:
    """What it is, what followed, how it is read in the end, the score."""
    title = view.title
    number = f"{title.number}. " if title.player and title.number else ""
    cards = _names(title.cards, words)
    what = f"{number}{title.player}: {cards}" if title.player else f"{title.words} {cards}".strip()
    yield f"{clock(view.t_ms)}  {what}"
    yield from (badge.words for badge in view.badges)
    yield from (view.lines[0],) if view.lines and not view.badges else ()
    yield from (view.read_as,) if view.read_as else ()
    yield words("score_now", scores=words.scores(view.scores))


def _names(cards: Sequence[str], words: PageWords) -> str:
    return ", ".join(words.card(Card.parse(card)) for card in cards)
