"""Cross references of docstrings: ``:class:`~a.b.C``` becomes a link to the page that tells of it."""

import re
from typing import Any

from griffe import Extension, Object

_ROLE = re.compile(r":(?:class|func|meth|mod|data|attr|exc|obj):`(~?)([\w.]+)`")

_DOOR = re.compile(r"^(In|Out|Known to): ", re.MULTILINE)
"""What a package's docstring says of its borders: a list on its page."""


class RoleLinks(Extension):  # type: ignore[misc, unused-ignore] # griffe is there for the site alone
    """An extension of griffe that turns roles into links; where a target has no page its name stays."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the roles of an object's docstring."""
        if obj.docstring is not None:
            obj.docstring.value = _DOOR.sub(r"\n- **\1**: ", linked(obj.docstring.value, obj))


def linked(text: str, scope: Object) -> str:
    """A docstring whose roles are links, a name looked up from the scope in which it stands."""
    return _ROLE.sub(lambda role: _link(role[1], role[2], scope), text)


def _link(short: str, name: str, scope: Object) -> str:
    shown = name.rpartition(".")[2] if short else name
    return f'<autoref identifier="{_full(name, scope)}" optional><code>{shown}</code></autoref>'


def _full(name: str, scope: Object) -> str:
    try:
        return str(scope.resolve(name))
    except Exception:  # griffe's own errors differ by version; a name that it does not know is taken as it stands
        return name
