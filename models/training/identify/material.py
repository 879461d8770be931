"""What the classifier is trained on: decks with their weights, backs, surfaces and strangers."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from models.synthetic.cards.deck import SUIT_LETTERS, deck_names, load_deck
from models.synthetic.cards.flat_faces import flat_deck
from models.synthetic.cards.flat_hand import KEPT_FROM
from models.synthetic.cards.makers import MOROCCAN_FROM
from models.synthetic.cards.own_deck import drawn_deck, own_deck
from models.training.identify.backs import draw_any_back
from models.training.identify.crops import CropMaker
from models.training.identify.faces import FACE_PX, AnyPicture, FaceSet, face_set
from models.training.identify.hybrids import hybrid_deck
from models.training.identify.indices import indexed_deck
from models.training.identify.strangers import STRANGERS

FAMILY_SHARES = {
    "spanish": 0.15,
    "drawn": 0.15,
    "flat": 0.16,
    "hybrid": 0.11,
    "italian": 0.18,
    "photographed": 0.06,
    "french": 0.12,
    "indexed": 0.07,
}
"""How often each family is drawn, whatever the number of its decks.

Ronda is played with Spanish cards, and 24 of the 33 decks are French.
"""
HYBRIDS, INDEXED, FLAT, BACKS = 160, 300, 400, 300
DRAWN = (("castilian", 1, 40), ("cadiz", 1, 60), ("cadiz", MOROCCAN_FROM + 1, 110))
"""Invented makers: pattern, first seed and how many; more of the pattern of which no pictures exist.

How many is a judgement: as many as are drawn in some minutes. All faces take 5.5 GB.
"""
NEVER_LEARNED = {"castilian": (501, 502), "cadiz": (501, 502, MOROCCAN_FROM + 501, MOROCCAN_FROM + 502)}
NEVER_LEARNED_FLAT = tuple(range(KEPT_FROM + 1, KEPT_FROM + 9))
"""Invented makers of each pattern that are only measured on."""
SURFACE_PX = 320
"""Surfaces are kept at this long side: a crop shows a few centimetres of table."""


def gather(folder: Path, leave_out: Sequence[str] = ()) -> list[FaceSet]:
    """The decks in ``folder`` except those named in ``leave_out``."""
    return [face_set(load_deck(folder / name)) for name in deck_names(folder) if name not in leave_out]


def surfaces_in(folder: Path) -> list[AnyPicture]:
    """The pictures of ``folder``, small: (S, S, 3) uint8 BGR with sides of :data:`SURFACE_PX`."""
    pictures = [cv2.imread(str(path)) for path in sorted(folder.glob("*.jpg"))]
    sized: list[AnyPicture] = [
        cv2.resize(p, (SURFACE_PX, SURFACE_PX), interpolation=cv2.INTER_AREA) for p in pictures if p is not None
    ]
    plain: list[AnyPicture] = [np.full_like(sized[0], grey) for grey in (245, 225, 120, 30)]
    return [*sized, *plain]


def drawn_decks(leave_out: Sequence[str] = ()) -> list[FaceSet]:
    """Our own deck and those of invented makers, except the patterns in ``leave_out``, at the size of faces."""
    drawn = [(style, first + k) for style, first, count in DRAWN if style not in leave_out for k in range(count)]
    makers = [drawn_deck(style, seed, FACE_PX[1]) for style, seed in drawn]
    own = [] if "castilian" in leave_out else [own_deck(FACE_PX[1])]
    return [face_set(deck) for deck in (*own, *makers)]


def never_learned(styles: Sequence[str]) -> list[FaceSet]:
    """The invented makers of some patterns that no course learns from."""
    return [face_set(drawn_deck(style, seed, FACE_PX[1])) for style in styles for seed in NEVER_LEARNED[style]]


def left_out(folder: Path, leave_out: Sequence[str]) -> list[FaceSet]:
    """The decks in ``leave_out``; of a pattern two makers that no course learns from."""
    makers = never_learned([style for style in NEVER_LEARNED if style in leave_out])
    flat = NEVER_LEARNED_FLAT if "cadiz" in leave_out else ()
    more = [face_set(flat_deck(seed, FACE_PX[1])) for seed in flat]
    return [*(deck for deck in gather(folder) if deck.name in leave_out), *makers, *more]


def weighted(families: dict[str, list[FaceSet]]) -> list[tuple[FaceSet, float]]:
    """Each deck with the weight that gives its family its share."""
    return [(deck, FAMILY_SHARES[family] / len(decks)) for family, decks in families.items() for deck in decks]


def material(
    folder: Path,
    surfaces: Path,
    *,
    leave_out: Sequence[str] = (),
    seed: int = 1,
    photographed: Sequence[FaceSet] = (),
) -> CropMaker:
    """All material except the decks, and the drawn patterns (``castilian``, ``cadiz``), in ``leave_out``.

    Args:
        folder: of the decks' folders.
        surfaces: folder of pictures of tables.
        leave_out: names of decks and of drawn patterns.
        seed: of hybrids and backs.
        photographed: real packs; the rest makes up for their share where there is none.
    """
    rng = np.random.default_rng(seed)
    decks, drawn = gather(folder, leave_out), drawn_decks(leave_out)
    families = {family: [deck for deck in decks if deck.family == family] for family in SUIT_LETTERS}
    flat = [] if "cadiz" in leave_out else [face_set(flat_deck(k + 1, FACE_PX[1])) for k in range(FLAT)]
    sources = [*families["spanish"], *families["italian"], *photographed, *drawn, *flat]
    hybrids = [FaceSet(f"hybrid-{k}", "spanish", hybrid_deck(sources, families["french"], rng)) for k in range(HYBRIDS)]
    french = [indexed_deck(families["french"], sources, rng) for _ in range(INDEXED if families["french"] else 0)]
    indexed = [FaceSet(f"indexed-{k}", "french", faces) for k, faces in enumerate(french)]
    backs = [draw_any_back(rng) for _ in range(BACKS)]
    more = {"drawn": drawn, "flat": flat, "hybrid": hybrids, "photographed": list(photographed), "indexed": indexed}
    mixed = weighted({**families, **more})
    return CropMaker(mixed, backs, surfaces_in(surfaces), STRANGERS)
