"""Films of one deck, looked at once and kept with all that the network saw, so that they are read as often as wanted.

The names are worked out anew at each reading from what the network said, so what learns the deck, compares readings and
asks questions may change, and the network be made to misname cards on purpose; the pictures are filmed once.
"""

import hashlib
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from firmware.signals import TableObservation
from firmware.storage.atomic_file import write_atomic
from firmware.storage.codec import Vocabulary
from models.benchmarks.results import ROOT
from models.synthetic.films.recipe import Session
from vision.frame import Floats, Frame
from vision.identify import Appearance, Identifier
from vision.pipeline import Eyes
from vision.sightings import Sighting

LOOKS = Vocabulary((TableObservation,))
SEEING = (
    "calibrate corners grid identify known_cards locate motion occluders pipeline quads rectify shapes suppress view"
)
"""Modules of the eyes that have a part in what the network sees of a film."""


@dataclass(frozen=True, slots=True, eq=False)
class DeckFilm:
    """What the eyes saw of a film.

    Attributes:
        times_ms: of all frames.
        looks: those at which something had changed, as the network alone names them.
        sightings: each at its last, by its number, without crops.
        turned: (128,) float32 descriptions of the sightings at rest, the other end up, by their numbers.
    """

    times_ms: tuple[int, ...]
    looks: tuple[TableObservation, ...]
    sightings: Mapping[int, Sighting]
    turned: Mapping[int, Floats]


def look_at(session: Session, identifier: Identifier) -> DeckFilm:
    """Film a session, and look at it with the network alone."""
    eyes, looks = Eyes(identifier), list[TableObservation]()
    sightings, turned = dict[int, Sighting](), dict[int, Floats]()
    for t_ms, picture in session.frames():
        look = eyes.observe(Frame(t_ms, picture))
        if look is None:
            continue
        looks.append(look)
        for number in (card.sighting for card in look.cards):
            seen = eyes.sightings.get(number)
            if seen is None:
                continue
            if number not in turned and seen.crop is not None:
                other_end = np.ascontiguousarray(seen.crop[None, ::-1, ::-1])
                turned[number] = identifier.classify(other_end).descriptions[0]
            sightings[number] = _without_crop(seen)
    return DeckFilm(session.times_ms, tuple(looks), sightings, turned)


def _without_crop(seen: Sighting) -> Sighting:
    return Sighting(seen.since_ms, seen.until_ms, seen.centre, seen.appearance, seen.still, None)


def load_or_film(path: Path, film: Callable[[], DeckFilm]) -> DeckFilm:
    """What is kept at ``path``; if nothing is, it is filmed and kept there.

    Raises:
        CodecError, OSError, ValueError: if what is kept cannot be read, or nothing be written.
    """
    if path.exists():
        return _unpacked(path.read_bytes())
    seen = film()
    write_atomic(path, _packed(seen))
    return seen


@cache
def eyes_fingerprint(identify: Path | None = None) -> str:
    """A mark of all that what is seen of a film depends on: the networks, and the code that uses them.

    Args:
        identify: another classifier (.onnx) than the one that ships.
    """
    mark = hashlib.sha256(identify.read_bytes() if identify else b"")
    code = (ROOT / "vision" / f"{name}.py" for name in SEEING.split())
    for path in sorted([*code, *ROOT.glob("models/*.onnx"), ROOT / "models" / "model.toml"]):
        mark.update(path.read_bytes())
    return mark.hexdigest()[:12]


def _packed(film: DeckFilm) -> bytes:
    content, seen = io.BytesIO(), film.sightings.values()
    np.savez_compressed(
        content,
        times_ms=film.times_ms,
        looks=np.frombuffer("\n".join(map(LOOKS.text, film.looks)).encode(), np.uint8),
        numbers=list(film.sightings),
        since_ms=[one.since_ms for one in seen],
        until_ms=[one.until_ms for one in seen],
        centres=[one.centre for one in seen],
        still=[one.still for one in seen],
        chances=np.stack([one.appearance.chances for one in seen]),
        descriptions=np.stack([one.appearance.description for one in seen]),
        turned_numbers=list(film.turned),
        turned=np.stack(list(film.turned.values())),
    )
    return content.getvalue()


def _unpacked(content: bytes) -> DeckFilm:
    with np.load(io.BytesIO(content), allow_pickle=False) as table:
        looks = tuple(map(LOOKS.parse, table["looks"].tobytes().decode().splitlines()))
        columns = zip(
            *(table[name].tolist() for name in ("numbers", "since_ms", "until_ms", "centres", "still")),
            table["chances"],
            table["descriptions"],
            strict=True,
        )
        sightings = {
            number: Sighting(since, until, (x, y), Appearance(chances, description), still, None)
            for number, since, until, (x, y), still, chances, description in columns
        }
        turned = dict(zip(table["turned_numbers"].tolist(), table["turned"], strict=True))
        return DeckFilm(tuple(table["times_ms"].tolist()), looks, sightings, turned)
