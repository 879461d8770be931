"""What a docstring says of arguments names arguments that there are: the reference is made of it."""

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import pytest

from docs.tools.links import ROOT
from docs.tools.reference import ROOTS

FILES = sorted(path for root in ROOTS for path in (ROOT / root).rglob("*.py"))
SECTION = re.compile(r"^Args:\n((?:    .*(?:\n|$)|\n)*)", re.MULTILINE)
ENTRY = re.compile(r"^    (\S[^:\n]*): ", re.MULTILINE)

Owner = ast.FunctionDef | ast.ClassDef


def owners(path: Path) -> Iterator[Owner]:
    yield from (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, Owner))


def told(owner: Owner) -> list[str]:
    """The arguments that a docstring tells of."""
    section = SECTION.search(cleandoc(ast.get_docstring(owner) or ""))
    return [name.strip("*") for name in ENTRY.findall(section[1])] if section else []


def taken(owner: Owner) -> set[str]:
    """The arguments that a function takes, or a class when it is made."""
    if isinstance(owner, ast.ClassDef):
        inits = [node for node in owner.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
        fields = {
            one.target.id for one in owner.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        }
        return taken(inits[0]) if inits else fields
    arguments = owner.args
    several = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {one.arg for one in several if one}


@pytest.mark.parametrize("root", ROOTS)
def test_docstrings_tell_of_arguments_that_there_are(root: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{owner.lineno} tells of {name}"
        for path in FILES
        if path.relative_to(ROOT).parts[0] == root
        for owner in owners(path)
        for name in told(owner)
        if name not in taken(owner)
    ]
    assert wrong == []


ADD = """
def add(a, *b):
    '''Add.

    Args:
        a: the first.
        *b: the others,
            if there are any.
    '''
"""
THING = """
class Thing:
    '''A thing.

    Args:
        size: how large it is.
    '''

    def __init__(self, length): ...
"""


@pytest.mark.parametrize(
    ("source", "names", "arguments"),
    [
        (ADD, ["a", "b"], {"a", "b"}),
        (THING, ["size"], {"self", "length"}),
        ("def f(a):\n    'Add.'", [], {"a"}),
    ],
    ids=["a function", "a class that tells of another argument", "nothing told"],
)
def test_what_is_told_and_what_is_taken(source: str, names: list[str], arguments: set[str]) -> None:
    owner = ast.parse(source).body[0]
    assert isinstance(owner, Owner)
    assert (told(owner), taken(owner)) == (names, arguments)
