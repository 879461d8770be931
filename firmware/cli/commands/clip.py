"""``hakam clip``: a disputed play of a kept session as a film that can be shown around."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from firmware.announce.texts import text
from firmware.presentation.clip_file import CLIP, RATE_HZ, NoFilmError, check_clip_name, write_clip
from firmware.presentation.clip_pictures import ClipPicture, filmed_pictures, kept_pictures
from firmware.presentation.progress import with_progress
from firmware.replaying.sources import FilmSource, SessionSource, open_replay_source
from firmware.replaying.taken_down import take_down
from firmware.report.clip_scenes import ClipScene, clip_scenes
from firmware.settings.model import journal_path, load_settings
from firmware.storage.outputs import check_file
from vision.sources import open_source


def clip(asked: argparse.Namespace) -> None:
    """Write the clip.

    Raises:
        HakamError: if the session or its play is not there, no picture of it is, or the file cannot be written.
    """
    settings = load_settings(asked.config)
    language = asked.lang or settings.language
    path = Path(asked.file or f"play-{asked.play}.mp4")
    ending = check_clip_name(path)
    check_file(path, CLIP)  # told before the session is gone through
    scenes = clip_scenes(take_down(_kept(asked, journal_path(settings, asked.journal)), language), asked.play)
    pictures = _filmed(asked.film, scenes, RATE_HZ[ending], language) if asked.film else _proven(scenes, language)
    size = write_clip(path, pictures)
    told = {"seconds": f"{size.shown_ms / 1000:.0f}", "size": f"{size.bytes / 1e6:.1f}"}
    print(text("clip", "written", language).format(file=path, count=size.pictures, **told))


def _kept(asked: argparse.Namespace, journal: Path) -> SessionSource:
    source = open_replay_source(asked.session, journal)
    if isinstance(source, FilmSource):
        name = asked.session
        raise NoFilmError(
            f"{name} is a recording: replay it, then name the session that comes of it, with --film {name}"
        )
    return source


def _proven(scenes: list[ClipScene], language: str) -> Iterator[ClipPicture]:
    if not any(scene.picture for scene in scenes):
        raise NoFilmError("no picture of that play was kept; name its recording with --film")
    return kept_pictures(scenes, language)


def _filmed(film: str, scenes: list[ClipScene], rate_hz: int, language: str) -> Iterator[ClipPicture]:
    source = open_source(Path(film))
    frames = with_progress(source, source.count, text("progress", "frames", language))
    return filmed_pictures(frames, scenes, rate_hz)
