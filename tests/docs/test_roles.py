"""What a docstring refers to is there."""

import ast
import re

import pytest

from docs.tools.links import ROOT
from docs.tools.reference import ROOTS

ROLE = re.compile(r":(?:class|func|meth|mod|data|attr|exc):`~?((?:firmware|vision|hardware|models)\.[\w.]+)`")
FILES = sorted(path for root in ROOTS for path in (ROOT / root).rglob("*.py"))
TARGETS = sorted({name for path in FILES for name in ROLE.findall(path.read_text())})


@pytest.mark.parametrize("name", TARGETS)
def test_a_name_that_a_docstring_refers_to_is_there(name: str) -> None:
    assert is_there(name)


def is_there(name: str) -> bool:
    """Whether a dotted name is a module, or can be reached from one; it is looked for in the source."""
    for end in range(name.count(".") + 1, 0, -1):
        parts = name.split(".")
        module, rest = ".".join(parts[:end]), parts[end:]
        path = ROOT / module.replace(".", "/")
        if path.with_suffix(".py").is_file() or (path / "__init__.py").is_file():
            return reaches(module, rest)
    return False


def reaches(module: str, names: list[str]) -> bool:
    path = ROOT / module.replace(".", "/")
    source = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
    body: list[ast.stmt] = ast.parse(source.read_text()).body
    for name in names:
        found = next((node for node in body if name in defined(node)), None)
        if found is None:
            return False
        body = found.body if isinstance(found, ast.ClassDef) else []
    return True


def defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a module or a class gives."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name, *(sorted(set_on_self(node)) if name == "__init__" else ())]
        case ast.Assign(targets=targets):
            return [one.id for one in targets if isinstance(one, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.ImportFrom(names=names):
            return [one.asname or one.name for one in names]
        case _:
            return []


def set_on_self(method: ast.stmt) -> set[str]:
    """The attributes that a method gives its object."""
    stored = (one for one in ast.walk(method) if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store))
    return {one.attr for one in stored if isinstance(one.value, ast.Name) and one.value.id == "self"}
