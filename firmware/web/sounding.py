"""What a phone lets be heard: the café's own recorded words, else tones; classes and quiet hours are the house's."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from firmware.announce.say import sound
from firmware.announce.spoken import CLIPS, Spoken, SpokenSentence, spoken
from firmware.announce.texts import LANGUAGES
from firmware.events import Event
from firmware.presentation.hearing import Hearing, hearing_of
from firmware.settings.model import Settings, voices_path
from firmware.web.site import Site, site_of
from firmware.web.viewer import Viewer

LARGEST = 500_000
"""Bytes of a clip at most: six seconds of Ogg at the highest rate have 400,000."""
KEPT_S = 3600
"""So long a browser may keep a clip; one that is recorded anew is heard after that."""

Heard = dict[str, list[tuple[int, int]] | tuple[str, ...]]
"""``tones``: pairs of hertz (0: silence) and milliseconds; ``clips``: names of recorded words. Each may be missing."""


def heard(site: Site, viewer: Viewer, events: Sequence[Event], now: time) -> Heard:
    """What one entry of the journal lets a phone sound.

    Args:
        site: with the settings, the match and the clips.
        viewer: whose phone it is; guests hear nothing.
        events: of the entry.
        now: the local time of the day.
    """
    hearing = phone_hearing(site.settings)
    tones = [(tone.frequency_hz, tone.duration_ms) for tone in hearing.tones_of(sound(events))]
    words = heard_words(site, viewer, _sentence(site, events), now)
    is_heard = viewer.is_let_in and not hearing.is_quiet(now)
    return ({"tones": tones} if tones and is_heard else {}) | words


def heard_words(site: Site, viewer: Viewer, sentence: SpokenSentence | None, now: time) -> Heard:
    """What of a sentence a phone may say.

    Args:
        site: with the settings and the clips.
        viewer: whose phone it is; guests hear nothing.
        sentence: what is to be said; ``None``: nothing.
        now: the local time of the day.
    """
    hearing = phone_hearing(site.settings)
    if not viewer.is_let_in or hearing.is_quiet(now):
        return {}
    clips = _recorded(site, viewer.language, hearing.clips_of(sentence))
    return {"clips": clips} if clips else {}


def phone_hearing(settings: Settings) -> Hearing:
    """What the house lets be heard; where it has no loudspeaker, whoever wants words on his own phone hears all."""
    house = hearing_of(settings)
    return house if house.spoken else replace(house, spoken=frozenset(Spoken))


def quiet_hours(settings: Settings) -> tuple[str, str] | None:
    """From when to when nothing is heard; ``None``: at no time."""
    return (settings.quiet_from, settings.quiet_until) if settings.quiet_from and settings.quiet_until else None


def has_words(site: Site, language: str) -> bool:
    """Whether any word was recorded in a language."""
    return any(_file(site, language, clip).is_file() for clip in CLIPS)


def _sentence(site: Site, events: Sequence[Event]) -> SpokenSentence | None:
    """What is to be said of some events, with the score as it is now."""
    match = site.match
    return spoken(events, match.scores, site.words("en").seating) if match else None


def _recorded(site: Site, language: str, clips: tuple[str, ...]) -> tuple[str, ...]:
    """A sentence of which each word was recorded; else nothing, for half a score would be another one."""
    return clips if all(_file(site, language, clip).is_file() for clip in clips) else ()


def _file(site: Site, language: str, clip: str) -> Path:
    return voices_path(site.settings) / language / f"{clip}.ogg"


async def clip(request: Request) -> Response:
    """A recorded word."""
    site, language, name = site_of(request), request.path_params["language"], request.path_params["clip"]
    if not site.viewer(request).is_let_in:
        raise HTTPException(403)
    if language not in LANGUAGES or name not in CLIPS:
        raise HTTPException(404)
    path = _file(site, language, name)
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise HTTPException(404)
    return FileResponse(path, media_type="audio/ogg", headers={"Cache-Control": f"private, max-age={KEPT_S}"})


def routes(_site: Site) -> list[Route]:
    """The address of the clips."""
    return [Route("/voice/{language}/{clip}.ogg", clip, methods=["GET"])]
