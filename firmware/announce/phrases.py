"""Events in words."""

from firmware.announce.seating import Seating
from firmware.announce.shaping import length
from firmware.announce.texts import variants
from firmware.announce.words import Wording
from firmware.events import (
    DeckCompared,
    Doubt,
    Event,
    PointsExplained,
    ReadingCorrected,
    SayingTakenBack,
    TableDisagrees,
)
from firmware.rules.events import BatchDealt

TWO = Seating()


def phrase(event: Event, language: str, *, seating: Seating = TWO, width: int | None = None) -> str:
    """Say what happened, or what is asked, in one short text.

    Args:
        event: what the referee says.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
        seating: who sits there.
        width: characters there is room for: the fullest variant that fits is chosen, and the shortest one if none does.

    Raises:
        UnknownLanguage: if it is another language.
        MissingText: if the language has nothing for it.
    """
    words = Wording(language, seating).words(event)
    filled = [variant.format_map(words) for variant in variants("event", text_key(event), language)]
    return next((line for line in filled if width is None or length(line) <= width), filled[-1])


def text_key(event: Event) -> str:
    """The place of an event in the table of texts: its tag, and where it has several texts which of them."""
    kind = _kind(event)
    return f"{event.tag}_{kind}" if kind else event.tag


def _kind(event: Event) -> str:
    match event:
        case BatchDealt():
            kind = "last" if event.last else ""
        case Doubt():
            kind = _question(event)
        case PointsExplained():
            kind = "nobody" if event.seat is None else "said" if event.card is None else ""
        case TableDisagrees():
            kind = _disagreement_kind(event)
        case DeckCompared():
            kind = "" if event.fits else "other"
        case _:
            kind = _correction(event)
    return kind


def _question(event: Doubt) -> str:
    about = "nobody" if event.seat is None else "seats" if event.seats else "after" if event.after else ""
    return "_".join(filter(None, (about, "" if event.deal is None else "before")))


def _disagreement_kind(event: TableDisagrees) -> str:
    if event.played_on:
        return "played_on"
    if event.doubted_deal is not None:
        return "deal"
    return "put_back" if not event.take else "take" if not event.put_back else ""


def _correction(event: Event) -> str:
    """What kind of correction it is: a saying that counts again, or a deal that is not laid out after all."""
    if isinstance(event, SayingTakenBack):
        return "back" if event.back else ""
    unmade = type(event) is ReadingCorrected and event.was is None and event.now is None
    return "none" if unmade else ""
