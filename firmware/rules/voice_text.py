"""What players said, as clauses of a position, ``says A ronda shown 5 7``; see :mod:`firmware.rules.notation`."""

from collections.abc import Iterator, Sequence

from firmware.cards import Rank
from firmware.rules.errors import NotationError
from firmware.rules.notation import SEATS, parse_number
from firmware.rules.voice import SILENT, Kind, Voice

_MARKS = ("paid", "of", "shown", "passed")


def format_voices(keyword: str, voices: Sequence[Voice]) -> Iterator[str]:
    """A clause for each player of whom there is anything to tell."""
    for seat, voice in enumerate(voices):
        if voice != SILENT:
            yield " ".join([keyword, SEATS[seat], *_words(voice)])


def _words(voice: Voice) -> Iterator[str]:
    yield "open" if voice.open else str(voice.said or "nothing")
    if voice.said and voice.claim is not voice.said:
        yield "half" if voice.claim else "false"
    if voice.paid:
        yield f"paid {voice.paid}"
    for mark, ranks in (("of", voice.named), ("shown", voice.shown), ("passed", voice.passed)):
        yield from [mark, *(str(rank.value) for rank in ranks)] if ranks else ()


def parse_voice(words: Sequence[str]) -> Voice:
    """Read the words behind the letter of the player.

    Raises:
        NotationError: if they are none.
    """
    said, *rest = words or [""]
    if said not in ("open", "nothing", *Kind):
        raise NotationError(f"{said!r} cannot be said: open, nothing, {', '.join(Kind)} are expected")
    kind = Kind(said) if said in tuple(Kind) else None
    claim, rest = _claim(kind, rest)
    parts = _parts(rest)
    return Voice(
        open=said == "open",
        said=kind,
        claim=claim,
        named=_ranks(parts.get("of", [])),
        shown=_ranks(parts.get("shown", [])),
        paid=parse_number(" ".join(parts.get("paid", ["0"]))),
        passed=_ranks(parts.get("passed", [])),
    )


def _claim(kind: Kind | None, words: list[str]) -> tuple[Kind | None, list[str]]:
    """What stands of the announcement, and the words behind that."""
    if words[:1] == ["false"]:
        return None, words[1:]
    return (Kind.RONDA, words[1:]) if words[:1] == ["half"] else (kind, words)


def _parts(words: Sequence[str]) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {}
    for word in words:
        if word in _MARKS:
            parts[word] = []
        elif not parts:
            raise NotationError(f"{word!r} is not understood: false, half, paid, of, shown or passed are expected")
        else:
            parts[list(parts)[-1]].append(word)
    return parts


def _ranks(words: Sequence[str]) -> tuple[Rank, ...]:
    try:
        return tuple(Rank(int(word)) for word in words)
    except ValueError:
        raise NotationError(f"{' '.join(words)!r} are no ranks: 1 to 7 and 10 to 12 are expected") from None
