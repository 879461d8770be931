"""``hakam voices``: the words that are said aloud: list them, hear them, record them."""

import argparse
from collections.abc import Iterable, Sequence
from functools import partial

from firmware.announce.spoken import CLIPS, clip_words
from firmware.settings.model import load_settings, voices_path
from firmware.storage.codec import line
from firmware.voices.checking import checked
from firmware.voices.clips import ClipLibrary, ClipState, has_synthesiser, synthesised
from firmware.voices.sound import RATE_HZ, as_pcm
from firmware.voices.studio import Studio, fault_told, measured, told
from hardware.speaker import ProgramSpeaker, record

WIDEST = max(map(len, CLIPS))


def voices(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if such a clip does not exist, nothing is played or recorded, or a file cannot be read or written.
    """
    settings = load_settings(asked.config)
    language = asked.lang or settings.language
    folder = voices_path(settings)
    library = ClipLibrary(folder, language, synthesised if has_synthesiser() else None)
    if asked.play:
        _play(as_pcm(library.sentence(asked.play)))
    elif asked.record is not None:
        _record(library, language, asked.record)
    elif asked.json:
        for clip in CLIPS:
            print(line(_object(library, language, clip)))
    else:
        _list(library, language, str(folder / language))


def _list(library: ClipLibrary, language: str, folder: str) -> None:
    recorded = sum(library.state(clip) == ClipState.RECORDED for clip in CLIPS)
    print(told("head", language, recorded=recorded, count=len(CLIPS), folder=folder))
    for clip in CLIPS:
        print(f"{clip:{WIDEST}}  {_state(library, language, clip)}: {clip_words(clip, language)}")


def _state(library: ClipLibrary, language: str, clip: str) -> str:
    state = library.state(clip)
    if state != ClipState.RECORDED:
        return told(state, language)
    check = checked(library.samples(clip))
    good = told("recorded", language, **measured(check))
    return f"{good}, {fault_told(check, language)}" if check.fault else good


def _object(library: ClipLibrary, language: str, clip: str) -> dict[str, object]:
    """A clip for other programs."""
    state = library.state(clip)
    found: dict[str, object] = {"clip": clip, "words": clip_words(clip, language), "state": state.value}
    if state == ClipState.RECORDED:
        check = checked(library.samples(clip))
        found |= {"file": str(library.file(clip)), "seconds": round(check.seconds, 2)}
        found |= {"loudness_db": round(check.loudness_db, 1), "fault": check.fault}
    return found


def _play(pcm: bytes) -> None:
    speaker = ProgramSpeaker()
    try:
        speaker.play(pcm, RATE_HZ)
        speaker.finish()
    finally:
        speaker.close()


def _record(library: ClipLibrary, language: str, clips: Sequence[str]) -> None:
    """Record the clips that are named, else all that are not recorded yet."""
    wanted: Iterable[str] = clips or [clip for clip in CLIPS if library.state(clip) != ClipState.RECORDED]
    for clip in clips:
        library.file(clip)  # told before anybody speaks
    taken = partial(record, rate_hz=RATE_HZ)
    Studio(library, language, lambda words: input(f"{words} "), print, taken, _play).session(wanted)
