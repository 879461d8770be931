"""A session on the disk, in the format that ``hakam replay`` reads, with the truth beside it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from firmware.errors import HakamError
from models.synthetic.films.recipe import Session
from models.synthetic.play.mishaps import Mishap
from models.synthetic.play.timeline import Timeline, TrueDeal, TruePlay

CODEC = "mp4v"  # the one that opencv-python's wheels encode at 90 ms a picture and decode everywhere; they lack avc1
IDLE_MS = 2000  # while nothing moves, one picture in this time is enough
RESTING = 2  # pictures of a table that has just come to rest


class SessionNotWrittenError(HakamError, OSError):
    """The pictures of a session could not be written."""


def setup_of(timeline: Timeline) -> dict[str, Any]:
    """The contents of ``session.json``."""
    script = timeline.script
    return {"players": script.players, "dealer": script.dealer, "rules": script.rules, "deck": None, "inputs": []}


def truth_of(timeline: Timeline) -> dict[str, Any]:
    """The contents of ``truth.json``: plays with the time the card was let go, deals, the result, mishaps."""
    winners = timeline.script.winners
    return {
        "plays": [_play(play) for play in timeline.plays],
        "deals": [_deal(deal) for deal in timeline.deals],
        "scores": list(timeline.deals[-1].scores),
        "winner": winners[0] if winners else None,
        "end_ms": timeline.end_ms,
        "mishaps": [_mishap(one) for one in timeline.mishaps],
    }


def _mishap(one: Mishap) -> dict[str, Any]:
    return {"t_ms": one.t_ms, "kind": one.kind, "seat": one.seat, "cards": [str(card) for card in one.cards]}


def _play(play: TruePlay) -> dict[str, Any]:
    return {"t_ms": play.t_ms, "seat": play.seat, "card": str(play.card), "took": [str(card) for card in play.took]}


def _deal(deal: TrueDeal) -> dict[str, Any]:
    return {
        "dealer": deal.dealer,
        "layout": [str(card) for _, card in deal.layout],
        "layout_ms": [t_ms for t_ms, _ in deal.layout],
        "batches_ms": list(deal.batches_ms),
        "end_ms": deal.end_ms,
        "scores": list(deal.scores),
    }


def write_session(session: Session, folder: Path, *, quality: int = 88) -> None:
    """Write ``frames/<t_ms>.jpg``, ``session.json`` and ``truth.json``.

    Args:
        session: what is written; its film is drawn once.
        folder: where to; it is made.
        quality: of the JPEG files, 0 to 100.

    Raises:
        SessionNotWrittenError: if a picture cannot be written.
    """
    frames = folder / "frames"
    frames.mkdir(parents=True, exist_ok=True)
    digits = len(str(session.times_ms[-1]))
    for t_ms, picture in session.frames():
        path = frames / f"{t_ms:0{digits}d}.jpg"
        if not cv2.imwrite(str(path), picture, (cv2.IMWRITE_JPEG_QUALITY, quality)):
            raise SessionNotWrittenError(f"{path} cannot be written; is there room on the disk?")
    write_words(session.timeline, folder)


def write_words(timeline: Timeline, folder: Path) -> None:
    """Write ``session.json`` and ``truth.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "session.json").write_text(json.dumps(setup_of(timeline)) + "\n", encoding="utf-8")
    (folder / "truth.json").write_text(json.dumps(truth_of(timeline), indent=1) + "\n", encoding="utf-8")


def write_video(session: Session, folder: Path) -> None:
    """Write ``video.mp4``, ``frames.csv``, ``session.json`` and ``truth.json``; a still table is filmed seldom.

    Raises:
        SessionNotWrittenError: if the video cannot be written.
    """
    write_words(session.timeline, folder)
    times = list(eventful(session.timeline, session.times_ms))
    path = folder / "video.mp4"
    fourcc = cv2.VideoWriter.fourcc(*CODEC)
    writer = cv2.VideoWriter(str(path), fourcc, session.recipe.fps, session.recipe.size_px)
    if not writer.isOpened():
        raise SessionNotWrittenError(f"{path} cannot be written as {CODEC} video by this OpenCV")
    for t_ms in times:
        writer.write(session.film.frame(t_ms))
    writer.release()
    (folder / "frames.csv").write_text("t_ms\n" + "".join(f"{t_ms}\n" for t_ms in times), encoding="utf-8")


def eventful(timeline: Timeline, times_ms: tuple[int, ...]) -> Iterator[int]:
    """The times at which something moves or has just come to rest, and a few in between."""
    rest, last = 0, -IDLE_MS
    for t_ms in times_ms:
        rest = rest + 1 if timeline.at(t_ms).still else 0
        if rest <= RESTING or t_ms - last >= IDLE_MS:
            last = t_ms
            yield t_ms
