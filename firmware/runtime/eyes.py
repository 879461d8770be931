"""The eyes that the settings and the command line ask for."""

from firmware.decks.store import DeckShelf
from firmware.settings.model import Settings, decks_path
from vision.enrolled import DeckClassifier
from vision.identify import Identifier
from vision.pipeline import Eyes


def eyes_for(settings: Settings, deck: str | None = None) -> Eyes:
    """Eyes that read the enrolled ``deck``, else the one of the settings, else any deck as it is seen.

    Raises:
        DeckError: if it is not enrolled.
        ModelError: if a shipped model is missing.
    """
    name = deck or settings.deck
    shown = DeckShelf(decks_path(settings)).load(name) if name else None
    classifier = DeckClassifier(Identifier.load(), shown) if shown else None
    return Eyes(classifier, card_height_mm=settings.card_height_mm)
