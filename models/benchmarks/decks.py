"""The decks that benchmarks play: those that the shipped networks learned from, and makers that none has seen."""

from pathlib import Path

from models.synthetic.cards.deck import Deck, load_deck
from models.synthetic.cards.flat_faces import flat_deck
from models.synthetic.cards.own_deck import HEIGHT_PX, drawn_deck, own_deck

KNOWN = ("spanish-castilian-1878", "spanish-castilian-basquetteur", "own")
"""The classifier learned from these: what is measured on them tells nothing of an unknown deck."""
NEVER_SEEN = ("castilian-501", "castilian-502", "cadiz-501", "cadiz-502")
"""Invented makers that no network has seen; what the shipped networks are measured on."""
MOROCCAN = ("cadiz-1501", "cadiz-1502")
"""Two more of them, as Moroccan packs are drawn."""
UNKNOWN = (*NEVER_SEEN, *MOROCCAN)


def deck_named(name: str, folder: Path) -> Deck:
    """A deck of the folder, our own, or one of an invented maker: ``castilian-501``, ``flat-501``.

    Raises:
        HakamError: if no deck has that name.
    """
    style, _, seed = name.partition("-")
    if name == "own":
        return own_deck()
    if style == "flat" and seed.isdigit():
        return flat_deck(int(seed), HEIGHT_PX)
    return drawn_deck(style, int(seed)) if seed.isdigit() else load_deck(folder / name)


def kind_of_decks(names: tuple[str, ...]) -> str:
    """In words, what the networks know of some decks."""
    if set(names) <= set(KNOWN):
        return "decks that the classifier learned from"
    return "decks that no network has seen" if set(names) <= set(UNKNOWN) else "decks of the caller's choice"
