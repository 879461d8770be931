"""An evening that is recorded with drawn cards: how many deals, which deck lies there, what people put right."""

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.cards import Card
from models.synthetic.cards.deck import Deck
from models.synthetic.cards.own_deck import drawn_deck, own_deck
from models.synthetic.films.recipe import Recipe, Session, make_session
from models.synthetic.films.session_folder import truth_of, write_video
from models.synthetic.play.timeline import Timeline
from models.synthetic.scenes.enrolment import shown_deck
from models.synthetic.scenes.surface import draw_surface

FPS, PACE, SIZE_PX = 4.0, 1.5, (960, 540)
"""Few pictures, small ones and a lively table: an evening of ten deals takes minutes of one core."""
KITCHEN_SEED = 991  # of the table on which a deck is shown to be enrolled
MAKER = 901  # of the decks that nobody has shown: no training draws one with this seed
TABLE, ENROLMENT = "table", "shown"
WAIT_MS, BACK_MS = 2500, 9000
"""So long after a play somebody puts it right, wrongly, and so long after it that is put right."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One recording, and how it is read.

    Attributes:
        name: of its folder.
        seed: of all chance.
        deals: the most deals to play.
        deck: which one lies there: ``own``, or a style of drawn decks.
        enrolled: whether our own deck is enrolled, and is the one that ``--deck`` names.
        corrected: people put plays right in the middle, and afterwards.
    """

    name: str
    seed: int
    deals: int
    deck: str = "own"
    enrolled: bool = False
    corrected: bool = False


def deck_of(evening: Evening) -> Deck:
    """The cards that lie there."""
    return own_deck() if evening.deck == "own" else drawn_deck(evening.deck, MAKER)


def session_of(evening: Evening) -> Session:
    """The evening, of which no picture is drawn yet."""
    recipe = Recipe(
        deck_of(evening), evening.seed, deals=evening.deals, surface="wood", size_px=SIZE_PX, fps=FPS, pace=PACE
    )
    return make_session(recipe)


def record(evening: Evening, folder: Path) -> Session:
    """Film the evening into ``folder``, if it is not there yet."""
    session, table = session_of(evening), folder / TABLE
    if not (table / "frames.csv").exists():
        write_video(session, table)
    if evening.corrected:
        _press(table / "session.json", live_inputs(session.timeline))
    return session


def show_deck(folder: Path) -> list[Path]:
    """Pictures of our own deck as somebody shows it to be enrolled."""
    deck, surface = own_deck(), draw_surface("wood", KITCHEN_SEED)
    shown = shown_deck(np.random.default_rng(zlib.crc32(deck.name.encode())), deck, surface)
    paths = [folder / ENROLMENT / f"{number}.png" for number in range(len(shown))]
    (folder / ENROLMENT).mkdir(parents=True, exist_ok=True)
    for path, one in zip(paths, shown, strict=True):
        cv2.imwrite(str(path), one.picture)
    return paths


def _press(path: Path, inputs: list[dict[str, object]]) -> None:
    words = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(words | {"inputs": inputs}) + "\n", encoding="utf-8")


def live_inputs(timeline: Timeline) -> list[dict[str, object]]:
    """What is pressed at the table: an announcement, and corrections that are wrong; most are taken back."""
    plays, caida = timeline.plays, caidas(timeline)[0]
    pressed, later = [*_announced(timeline)], caida + 4
    for number, words, back in (
        (2, f"seat 2 {1 - plays[1].seat}", f"seat 2 {plays[1].seat}"),
        (caida, f"card {caida} {plays[caida].card}", f"card {caida} {plays[caida - 1].card}"),
        (later, f"remove {later}", f"insert {later} {plays[later - 1].seat} {plays[later - 1].card}"),
    ):
        pressed += [
            (plays[number - 1].t_ms + after_ms, None, said) for after_ms, said in ((WAIT_MS, words), (BACK_MS, back))
        ]
    swapped_ms = plays[max(swap(timeline)) - 1].t_ms + WAIT_MS
    pressed += [(swapped_ms, None, words) for words in swap_words(timeline)]
    return [
        {"t_ms": t_ms, "seat": seat, "input": words} for t_ms, seat, words in sorted(pressed, key=lambda one: one[0])
    ]


def announced(evening: Evening, timeline: Timeline) -> dict[str, Any]:
    """What was played, with the point (D1, D5) of the ronda that is announced where people press."""
    truth = truth_of(timeline)
    if not evening.corrected:
        return truth
    seat = next(_rondas(timeline))[1]
    deals = [deal | {"scores": _with_point(deal["scores"], seat)} for deal in truth["deals"]]
    return truth | {"deals": deals, "scores": _with_point(truth["scores"], seat)}


def _with_point(scores: Sequence[int], seat: int) -> list[int]:
    return [score + (side == seat % len(scores)) for side, score in enumerate(scores)]


def afterwards(timeline: Timeline) -> list[str]:
    """What is put right with ``hakam correct``: the swapped cards, and a play that is dropped and comes back."""
    number, last = len(timeline.plays), timeline.plays[-1]
    return [*swap_words(timeline, right=True), f"remove {number}", f"insert {number} {last.seat + 1} {last.card}"]


def caidas(timeline: Timeline) -> list[int]:
    """The plays, from 1, that take the card that was just played."""
    pairs = zip(timeline.plays, timeline.plays[1:], strict=False)
    return [n for n, (before, now) in enumerate(pairs, 2) if before.card in now.took]


def swap(timeline: Timeline) -> tuple[int, int]:
    """Two plays of the last deal whose cards are swapped by a wrong correction."""
    deal_begins = timeline.deals[-1].batches_ms[0]
    first = next(n for n, play in enumerate(timeline.plays, 1) if play.t_ms > deal_begins)
    card = timeline.plays[first - 1].card
    return first, next(n for n in range(first + 1, first + 9) if timeline.plays[n - 1].card.rank != card.rank)


def swap_words(timeline: Timeline, *, right: bool = False) -> list[str]:
    """The corrections that give these two plays each other's cards, or their own again."""
    plays = swap(timeline)
    cards = [timeline.plays[number - 1].card for number in plays]
    return [f"card {n} {card}" for n, card in zip(plays, cards if right else cards[::-1], strict=True)]


def _announced(timeline: Timeline) -> Iterator[tuple[int, int | None, str]]:
    """The first ronda that was dealt, announced, taken back and announced after all."""
    t_ms, seat = next(_rondas(timeline))
    for later_ms, words in ((200, "ronda"), (500, "undo"), (800, "redo")):
        yield t_ms + later_ms, seat if words == "ronda" else None, words


def _rondas(timeline: Timeline) -> Iterator[tuple[int, int]]:
    for deal, seen in zip(timeline.script.deals, timeline.deals, strict=True):
        for t_ms, hands in zip(seen.batches_ms, deal.hands, strict=False):
            yield from ((t_ms, seat) for seat, hand in enumerate(hands) if _is_ronda(hand))


def _is_ronda(hand: tuple[Card, ...]) -> bool:
    return len({card.rank for card in hand}) == 2
