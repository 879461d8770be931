"""The decks of the bench of enrolment: their names, and how each is made."""

from pathlib import Path

from models.synthetic.cards.deck import Deck, load_deck
from models.synthetic.cards.own_deck import drawn_deck
from models.synthetic.cards.photographed import photographed_deck
from models.synthetic.cards.worn import in_other_inks, worn
from vision.locate import Locator

PACKS = ("brown-wood", "grey-worn", "light-wood", "red-dots-worn", "squared-paper", "stone", "white-desk")
MAKERS = ("cadiz-7001", "cadiz-7002", "cadiz-7003", "cadiz-7004", "cadiz-7005", "castilian-7001")
WORN = (
    "italian-napoletane-florixc",
    "italian-piacentine-cuperativa",
    "italian-siciliane-cuperativa",
    "italian-bergamasche-cuperativa",
    "italian-trevisane-cuperativa",
    "spanish-castilian-1878",
    "spanish-castilian-basquetteur",
)
UNSEEN = tuple([f"photo:{name}" for name in PACKS] + list(MAKERS) + [f"worn:{name}" for name in WORN])
"""Seven real packs, six invented makers, seven known decks as nobody has seen them."""
LATIN = (*WORN, "italian-napoletane-cuperativa", "italian-piacentine-florixc")
"""All decks of other people that have Spanish and Italian suits."""
FURTHER = (
    *(f"{kind}:{name}:e{seed}" for kind in ("worn", "inked") for name in LATIN for seed in (1, 2)),
    *(f"cadiz-{seed}" for seed in range(8101, 8121)),
    *(f"castilian-{seed}" for seed in range(8101, 8111)),
    *(f"worn:cadiz-{seed}:e" for seed in range(8201, 8211)),
    *(f"inked:{style}-{seed}:e" for style in ("cadiz", "castilian") for seed in range(8301, 8309)),
    *(f"photo:{name}" for name in PACKS),
)
"""Ninety-nine more, shown by another seed; a fault that one of them showed was mended since."""


def unseen_deck(name: str, shared: Path, detector: Locator) -> Deck:
    """A deck by its name: ``photo:PACK``, ``worn:DECK``, ``inked:DECK:SEED``, or of an invented maker, ``cadiz-7001``.

    Args:
        name: the deck's; behind ``worn:`` and ``inked:`` either a folder of pictures or an invented maker.
        shared: the folder with ``decks`` and ``photos``.
        detector: finds the cards in photographs.

    Raises:
        HakamError: if that deck does not exist.
    """
    kind, _, rest = name.partition(":")
    if kind == "photo":
        return photographed_deck(shared / "photos" / "napoletane" / rest, detector)
    if kind in ("worn", "inked"):
        known, _, seed = rest.partition(":")
        folder = shared / "decks" / known
        deck = load_deck(folder) if folder.is_dir() else unseen_deck(known, shared, detector)
        return worn(deck, seed) if kind == "worn" else in_other_inks(deck, seed)
    style, _, seed = name.partition("-")
    return drawn_deck(style, int(seed))
