"""Takes down a session for its report: what was said at each moment, how things stood, where the cards lay."""

from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from firmware.presentation.presenter import Presentation
from firmware.referee import Referee
from firmware.report.about import facts_told, understood
from firmware.report.ledger import booked
from firmware.report.places import OutlinedCard, PlaceMemory
from firmware.report.record import LookMemory, ReportedMoment, ToldFact
from firmware.storage.moment import Moment

GLASS, LIT = (6, 10, 18), (170, 224, 255)  # the light blue of the common modules on their black glass


class ReportRecorder:
    """Takes down what a report needs.

    Attributes:
        moments: the moments at which the referee said something.
        end_ms: the last moment of all.
    """

    def __init__(self, referee: Referee) -> None:
        """Nothing heard yet of what ``referee`` judges."""
        self.moments: list[ReportedMoment] = []
        self.end_ms = 0
        self._referee, self._history = referee, referee.history
        self._scores = referee.scoreboard.scores
        self._looks, self._places = LookMemory(), PlaceMemory()

    def __call__(self, moment: Moment, presentation: Presentation) -> None:
        """Listen to a moment, right after the referee has heard its signal."""
        self._looks.remember(moment.signal)
        self.end_ms = moment.t_ms
        if moment.events or moment.board.scores != self._scores:
            self.moments.append(self._reported(moment, presentation))
            self._scores = moment.board.scores

    def _reported(self, moment: Moment, presentation: Presentation) -> ReportedMoment:
        before, self._history = self._history, self._referee.history
        about = facts_told(moment.events, before, self._history)
        told = tuple(understood(key, self._history) if key else None for key in about)
        return ReportedMoment(
            t_ms=moment.t_ms,
            events=moment.events,
            lines=presentation.lines,
            about=about,
            told=told,
            board=moment.board,
            lying=self._lying(moment, told),
            booked=booked(self._history),
            screen_png=_png(presentation.picture),
            pictures=tuple(map(self._looks.annotated, moment.pictures)),
        )

    def _lying(self, moment: Moment, told: Iterable[ToldFact | None]) -> tuple[OutlinedCard, ...]:
        concerned = (card for fact in told if fact for card in fact.cards)
        cards = dict.fromkeys((*moment.board.table, *concerned))
        return self._places.located(cards, self._referee.places, self._looks.last)


def _png(picture: Image.Image) -> bytes:
    """The screen in the colours of its glass, one bit a pixel."""
    tinted = Image.new("P", picture.size)
    tinted.putpalette([*GLASS, *LIT])
    tinted.paste(1, (0, 0, *picture.size), picture)
    out = BytesIO()
    tinted.save(out, "PNG", bits=1, optimize=True)
    return out.getvalue()
