"""What to move, light or turn so that the cards are read well: from what single pictures of a table with cards tell."""

from firmware.cards import Card
from firmware.care.picture_measures import SPREAD, CutEdges, PictureMeasures
from hardware.brightness import BEST, GLARING

LEAST_PX, MOST_PX = 85.0, 170.0
"""Long side of a card, pixels: below, covered cards are missed (of cards of 52 px 2 in 100 more than of 75); above,
less than 70 cm of the table are in a picture of 1280."""
ASKEW = 0.25
"""From one edge of the picture to the other cards may grow by this much: a camera that leans by some ten degrees."""
BLURRED = 0.6
"""Share of the sharpest picture so far below which the lens was sharper before."""
UNSHARP = 0.015
"""Blur as a share of a card's long side from which names are lost: of 35 in eight pictures of the bundled game, at 163
and at 101 px a card, all are left at 0.012, 34 at 0.015, 30 at 0.022, 22 or 23 at 0.026."""
ROOM_MM = 20.0
"""Between a card and the edge of the picture when the camera was moved as told. A judgement: players are not exact."""
TURNED_DEG = 10.0
"""A place of 16:9 that is turned by so much fits a picture of 16:9 only if its cards are 1.3 times smaller."""
UNSEEN = frozenset(("dark", "glare", "no_cards"))
"""Where one of these is to be mended, nothing else in the picture can be believed."""

Advice = tuple[str, dict[str, int]]
"""The name of a text of ``[calibrate]``, and its words."""


class PlayedCards:
    """Which cards were played since all was well for the first time.

    Attributes:
        cards: in their order.
    """

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self.cards: list[Card] = []
        self._known = frozenset[Card]()

    def see(self, named: frozenset[Card]) -> None:
        """Take note of a look: cards that were not there at first have been played."""
        self._known = self._known or named
        self.cards += sorted(named - self._known - {*self.cards}, key=str)


def aiming_advice(seen: PictureMeasures) -> Advice:
    """What to do first while only the camera is at stake: with few cards on the table nobody knows it to be well."""
    name, words = advice(seen)
    if abs(seen.turned_deg) > TURNED_DEG and name not in UNSEEN:
        return "turn_right" if seen.turned_deg > 0 else "turn_left", {"degrees": round(abs(seen.turned_deg) / 5) * 5}
    return ("spread", {"count": SPREAD}) if name == "good" and seen.cards < SPREAD else (name, words)


def advice(seen: PictureMeasures, sharpest: float = 0.0) -> Advice:
    """What to do first; ``good``: nothing.

    Args:
        seen: the newest picture.
        sharpest: the most edges of any picture so far; nil: pictures are not compared.
    """
    if seen.grey < BEST.dark:
        return "dark", {}
    if seen.grey > BEST.bright or seen.glare > GLARING:
        return "glare", {}
    if seen.card_px is None or seen.height_m is None:
        return "no_cards", {}
    return _to_move(seen, seen.card_px, seen.height_m) or _to_turn(seen, sharpest)


def _to_move(seen: PictureMeasures, card_px: float, height_m: float) -> Advice | None:
    """Whether the camera is too high, too low or too far to one side, and by how much."""
    if (seen.cut.left and seen.cut.right) or (seen.cut.top and seen.cut.bottom):
        return _to_widen(seen, card_px, height_m)
    if card_px < LEAST_PX:
        return "lower", {"cm": _cm(height_m * (1 - card_px / (1.1 * LEAST_PX)))}
    if card_px > MOST_PX:
        return "raise", {"cm": _cm(height_m * (1.1 * card_px / MOST_PX - 1))}
    return _to_shift(seen.cut)


def _to_widen(seen: PictureMeasures, card_px: float, height_m: float) -> Advice:
    """Cards are cut off at opposite edges: more of the table is to be seen, unless cards would be too small then."""
    cut, across_mm = seen.cut, seen.table_mm
    wider = (across_mm + max(cut.left + cut.right, (cut.top + cut.bottom) * seen.ratio) + 2 * ROOM_MM) / across_mm
    return ("closer", {}) if card_px / wider < LEAST_PX else ("raise", {"cm": _cm(height_m * (wider - 1))})


def _to_shift(cut: CutEdges) -> Advice | None:
    """Towards which edge, and how far: where most is cut off."""
    edge, most_mm = max(cut._asdict().items(), key=lambda one: float(one[1]))
    return (f"cut_{edge}", {"cm": round((most_mm + ROOM_MM) / 10)}) if most_mm else None


def _to_turn(seen: PictureMeasures, sharpest: float) -> Advice:
    """Whether camera or lens are to be turned."""
    if max(map(abs, seen.growth)) > ASKEW:
        return _nearest(seen.growth), {}
    if seen.edges < BLURRED * sharpest:
        return "blurred", {}
    return ("unsharp", {}) if seen.blur > UNSHARP else ("good", {})


def _nearest(growth: tuple[float, float]) -> str:
    """Which edge of the picture the camera is too near to."""
    across, down = growth
    if abs(across) > abs(down):
        return "right_near" if across > 0 else "left_near"
    return "bottom_near" if down > 0 else "top_near"


def _cm(metres: float) -> int:
    return max(round(metres * 20) * 5, 5)
