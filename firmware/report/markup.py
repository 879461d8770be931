"""The few words of HTML and SVG that the report is written in; every text is escaped on its way in."""

import base64
from html import escape

EMPTY = frozenset(("img", "input", "circle", "line", "path", "polygon", "polyline", "rect", "use"))


class Markup(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


Part = Markup | str


def tag(name: str, *inner: Part, **attributes: object) -> Markup:
    """One element; ``class_`` is ``class``, an underscore within a name is a hyphen, ``None`` leaves it out."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{said}/>" if name in EMPTY else f"<{name}{said}>{join(*inner)}</{name}>")


def join(*parts: Part) -> Markup:
    """The parts one after the other."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts))


def data_uri(kind: str, content: bytes) -> str:
    """The address of a picture that is in the page itself; ``kind`` is ``png`` or ``jpeg``."""
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
