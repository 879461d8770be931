"""Recording the clips of a language, one after the other, with somebody who speaks them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from firmware.announce.spoken import clip_words
from firmware.announce.texts import text
from firmware.storage.atomic_file import write_atomic
from firmware.storage.outputs import OutputKind
from firmware.voices.checking import ClipCheck, checked
from firmware.voices.clips import ClipLibrary, encoded
from firmware.voices.sound import RATE_HZ, Samples, as_pcm, from_pcm, levelled, trimmed

OGG = OutputKind("sound in an Ogg file", b"OggS")  # RFC 3533, section 6
AGAIN, END = "r", "q"
"""What is typed to record a clip once more, and to leave."""


@dataclass(frozen=True, slots=True)
class Studio:
    """What recording needs.

    Attributes:
        library: whose clips are recorded.
        language: of the clips, and of what is asked.
        ask: shows a line, and gives what was typed; raises ``EOFError`` where nobody answers.
        say: shows a line.
        record: records until the function that it gets comes back; one channel, 16 bits a sample, 24,000 a second.
        play: plays a sound like that.
    """

    library: ClipLibrary
    language: str
    ask: Callable[[str], str]
    say: Callable[[str], object]
    record: Callable[[Callable[[], object]], bytes]
    play: Callable[[bytes], object]

    def session(self, clips: Iterable[str]) -> list[Path]:
        """Record clips until all are there or somebody leaves; give the files that were written.

        Raises:
            HakamError: if nothing can be recorded or played, or a file cannot be written.
        """
        written: list[Path] = []
        try:
            for clip in clips:
                path = self._clip(clip)
                if path is None:
                    break
                written.append(path)
        except EOFError:
            pass
        return written

    def _clip(self, clip: str) -> Path | None:
        """Record one clip until it is kept; ``None``: somebody leaves."""
        while True:
            self.ask(told("say", self.language, words=clip_words(clip, self.language)))
            samples = from_pcm(self.record(lambda: self.ask(told("stop", self.language))))
            check = checked(samples)
            if check.fault:
                self.say(told("again", self.language, fault=fault_told(check, self.language)))
                continue
            self.play(as_pcm(levelled(trimmed(samples))))
            answer = self.ask(told("keep", self.language, **measured(check))).strip().lower()
            if answer == END:
                return None
            if answer != AGAIN:
                return self._kept(clip, trimmed(samples))

    def _kept(self, clip: str, samples: Samples) -> Path:
        path = self.library.file(clip)
        write_atomic(path, encoded(samples, RATE_HZ), OGG)
        self.library.forget(clip)
        self.say(told("kept", self.language, file=path))
        return path


def told(key: str, language: str, **values: object) -> str:
    """A text of ``[voices]`` with its placeholders filled.

    Args:
        key: the name of the text there.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
        **values: what its placeholders stand for.
    """
    return text("voices", key, language).format(**values)


def measured(check: ClipCheck) -> dict[str, str]:
    """Length and loudness as they are told."""
    return {"seconds": f"{check.seconds:.1f}", "loudness": f"{check.loudness_db:.0f}"}


def fault_told(check: ClipCheck, language: str) -> str:
    """What is wrong with a clip, in words."""
    return told(check.fault, language, **measured(check))
