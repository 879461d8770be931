"""The wiring as a drawing: ``python -m docs.tools.wiring_drawing > hardware/wiring.svg``.

The header stands upright in the middle. A wire leaves a pin in its row, or between two rows where it goes past the pins
of the other side; in a lane of its own it goes up or down to the row of its contact. So no two wires lie on each other.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from docs.tools.wiring import FITTED, HEADER, GroundGroup, Part, WireEnd, displays, groups
from firmware.settings.model import Settings

WIDTH, HEIGHT = 1180, 975
TOP, PITCH, BETWEEN = 110, 40, 18
"""The first row of the header, from row to row, and from a row to the wires that pass below it."""
BOARD = (390, 650)
"""The header's left and right edge."""
PINS = (502, 538)
"""The columns of the odd and the even pins."""
LANE, GAP = 11, 12
"""Between two lanes, and between an edge and the nearest lane."""
PART_WIDE, TITLE, ROW = 210, 38, 25
"""A part's width, the height of its title, and of each of its contacts."""
LEFT, RIGHT, RAILS = 20, 860, 1070
"""Where the parts of the left and of the right begin, and where those of the right end."""
STYLE = """text{font:13px 'DejaVu Sans',Verdana,sans-serif;fill:#212121}.n{font-weight:bold;font-size:15px}
.s{font-size:11px;fill:#616161}.b{fill:#fff;font-size:12px}.f{fill:#a5d6a7;font-size:12px}.m{text-anchor:middle}
.e{text-anchor:end}.h{fill:none;stroke:#fff;stroke-width:5}.w{fill:none;stroke-width:2.5;stroke-linejoin:round}"""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire as it is drawn: straight from point to point.

    Attributes:
        name: what it joins, in words.
        points: its corners.
        colour: as CSS has it.
        dashed: it is there only where lamps are fitted.
    """

    name: str
    points: tuple[Point, ...]
    colour: str
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part at its place.

    Attributes:
        part: the part.
        x: its left edge.
        y: its upper edge.
        outputs: how many wires leave on its right side.
    """

    part: Part
    x: float
    y: float
    outputs: int = 0

    @property
    def height(self) -> float:
        """From its upper to its lower edge."""
        return TITLE + ROW * max(len(self.part.ends), self.outputs)

    def row(self, at: int) -> float:
        """The height of a contact."""
        return self.y + TITLE + ROW * at + ROW / 2 - 4


def placed(settings: Settings) -> list[PlacedPart]:
    """All parts at their places: displays on the left, what is pressed and sounds on the right."""
    left = _stacked(LEFT, 75, 60, ((part, 0) for part in displays()))
    right = [each for group in groups(settings) for each in _with_outputs(group)]
    return [*left, *_stacked(RIGHT, 20, 9, right)]


def wires(settings: Settings) -> list[Wire]:
    """All wires: from the header to the parts, and from the lever connectors on."""
    there = placed(settings)
    sides = ([one for one in there if one.x == LEFT], [one for one in there if one.x == RIGHT])
    found = [wire for left, some in zip((True, False), sides, strict=True) for wire in _to_parts(some, left=left)]
    for group in groups(settings):
        found += _grounds(group, {one.part: one for one in there})
    return found


def drawing(settings: Settings = FITTED) -> str:
    """The whole drawing as SVG."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
    lines = [f'{head} aria-label="All wires from the header of a Raspberry Pi"><style>{STYLE}</style>']
    lines += ['<rect width="100%" height="100%" fill="#fff"/>', *_header()]
    lines += [line for wire in wires(settings) for line in _wire(wire)]
    lines += [line for one in placed(settings) for line in _part(one)]
    lines += [*_pins({end.pin: end.colour for one in placed(settings) for end in one.part.ends}), *_notes(), "</svg>"]
    return "\n".join(lines) + "\n"


def _with_outputs(group: GroundGroup) -> Iterator[tuple[Part, int]]:
    yield group.ground, len(group.parts)
    yield from ((part, 1) for part in group.parts)


def _stacked(x: float, y: float, gap: float, parts: Iterable[tuple[Part, int]]) -> list[PlacedPart]:
    found = list[PlacedPart]()
    for part, outputs in parts:
        found.append(PlacedPart(part, x, y, outputs))
        y += found[-1].height + gap
    return found


def pin_at(pin: int) -> Point:
    """The middle of a pin."""
    return PINS[(pin + 1) % 2], TOP + PITCH * ((pin - 1) // 2)


def _to_parts(some: list[PlacedPart], *, left: bool) -> list[Wire]:
    """The wires of one side: each has its lane, those that go one way sorted so that they do not cross."""
    ends = [(end, one, one.row(at)) for one in some for at, end in enumerate(one.part.ends)]
    up = sorted((each for each in ends if each[2] < _start(each[0], left)), key=lambda each: each[0].pin)
    down = sorted((each for each in ends if each[2] >= _start(each[0], left)), key=lambda each: -each[0].pin)
    edge, away = (BOARD[0], -1) if left else (BOARD[1], 1)
    lanes = (edge + away * (GAP + LANE * at) for at in range(len(ends)))
    return [_routed(*each, lane, left=left) for each, lane in zip((*up, *down), lanes, strict=True)]


def _start(end: WireEnd, left: bool) -> float:
    """The height at which a wire leaves the header: between two rows where it goes past the other pin."""
    return pin_at(end.pin)[1] + (0 if (end.pin % 2 == 1) == left else BETWEEN)


def _routed(end: WireEnd, one: PlacedPart, y: float, lane: float, *, left: bool) -> Wire:
    (x, row), start = pin_at(end.pin), _start(end, left)
    slant = ((x + (-BETWEEN if left else BETWEEN), start),) if start != row else ()
    side = one.x + PART_WIDE if left else one.x
    points = ((x, row), *slant, (lane, start), (lane, y), (side, y))
    return Wire(f"pin {end.pin}, {HEADER[end.pin]}: {one.part.name}, {end.contact}", points, end.colour, end.lamp)


def _grounds(group: GroundGroup, there: dict[Part, PlacedPart]) -> Iterator[Wire]:
    """From a lever connector to its parts; the nearest part has the lowest clamp and the innermost lane."""
    source, count = there[group.ground], len(group.parts)
    for at, part in enumerate(group.parts):
        lane, y = RAILS + GAP + LANE * at, source.row(count - 1 - at)
        to = there[part].row(0)
        points = ((RAILS, y), (lane, y), (lane, to), (RAILS, to))
        yield Wire(f"{group.ground.name}: {part.name}, GND", points, "#111111")


def _wire(wire: Wire) -> Iterator[str]:
    corners = " ".join(f"{x:g},{y:g}" for x, y in wire.points)
    dashes = ' stroke-dasharray="7 3"' if wire.dashed else ""
    yield f'<polyline class="h" points="{corners}"/>'
    yield f'<polyline class="w" stroke="{wire.colour}"{dashes} points="{corners}"><title>{wire.name}</title></polyline>'
    if wire.dashed:
        x, y = wire.points[-1]
        yield f'<rect x="{x - 44:g}" y="{y - 7:g}" width="38" height="14" fill="#fff" stroke="#111"/>'
        yield f'<text x="{x - 25:g}" y="{y + 4:g}" class="m s">180 Ω</text>'


def _part(one: PlacedPart) -> Iterator[str]:
    box = f'x="{one.x:g}" y="{one.y:g}" width="{PART_WIDE}" height="{one.height:g}"'
    fill = "#ffe0b2" if one.outputs > 1 else "#f5f5f5"
    yield f'<rect {box} rx="6" fill="{fill}" stroke="#424242"/>'
    yield f'<text x="{one.x + 10:g}" y="{one.y + 18:g}" class="n">{one.part.name}</text>'
    yield f'<text x="{one.x + 10:g}" y="{one.y + 32:g}" class="s">{one.part.kind}</text>'
    left = one.x == LEFT
    for at, end in enumerate(one.part.ends):
        x, side = (one.x + PART_WIDE - 10, "e") if left else (one.x + 10, "")
        yield f'<text x="{x:g}" y="{one.row(at) + 5:g}" class="{side}">{end.contact} · {end.pin}</text>'
    for at in range(one.outputs):
        yield f'<text x="{RAILS - 10}" y="{one.row(at) + 5:g}" class="e">GND</text>'


def _header() -> Iterator[str]:
    left, right = BOARD
    high = TOP + PITCH * 19
    yield f'<rect x="{left}" y="{TOP - 70}" width="{right - left}" height="{high - TOP + 140}" rx="8" fill="#1b5e20"/>'
    yield f'<rect x="{PINS[0] - 18}" y="{TOP - 18}" width="72" height="{high - TOP + 36}" fill="#263238"/>'
    for y, words in ((TOP - 50, "this end: microSD card"), (high + 40, "this end: USB and network sockets")):
        yield f'<text x="{(left + right) / 2:g}" y="{y}" class="m b">{words}</text>'
    yield f'<text x="{(left + right) / 2:g}" y="{TOP - 32}" class="m b">pin 1 is the square one</text>'
    yield f'<text x="{(left + right) / 2:g}" y="{high + 58}" class="m b">seen from above</text>'


def _pins(used: dict[int, str]) -> Iterator[str]:
    for pin, name in HEADER.items():
        x, y = pin_at(pin)
        fill, odd = used.get(pin, "#9e9e9e"), pin % 2
        corner = 2 if pin == 1 else 13
        yield f'<rect x="{x - 13:g}" y="{y - 13:g}" width="26" height="26" rx="{corner}" fill="{fill}" stroke="#fff"/>'
        yield f'<text x="{x:g}" y="{y + 4:g}" class="m b">{pin}</text>'
        at, side = (BOARD[0] + 12, "") if odd else (BOARD[1] - 12, "e ")
        yield f'<text x="{at}" y="{y - 5:g}" class="{side}{"b" if pin in used else "f"}">{name}</text>'


def _notes() -> Iterator[str]:
    notes = (
        "The number behind each contact is its pin.",
        "Dashed: lamps, where the buttons have them;",
        "an LED's other leg joins its button's GND wire.",
        "Nothing here goes to 5V (pins 2 and 4).",
        "Free grounds: 6 (beside 4: a fan), 30, 34, 39.",
    )
    for at, words in enumerate(notes):
        yield f'<text x="{LEFT}" y="{770 + 24 * at}">{words}</text>'


if __name__ == "__main__":
    print(drawing(), end="")
