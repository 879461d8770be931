"""The English of the docstrings: each stands alone, and says what it takes and what it raises."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ("firmware", "vision", "models", "hardware")
LEANING = re.compile(r"(…|\.\.\.|The same\b)")
NO_NOUN = re.compile(r"\b(is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|one\b)\w", re.IGNORECASE)
MANY_ARGUMENTS = 3


def shipped():
    return [path for package in SHIPPED for path in sorted((ROOT / package).rglob("*.py"))]


def package_of(path):
    """The package that a module is checked with: ``firmware.rules``, ``models.synthetic``, ``vision`` ..."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[: 2 if parts[0] in ("firmware", "models") and len(parts) > 2 else 1])


def public(name):
    return not name.startswith("_") or name == "__init__"


def documented(tree):
    """Every public module, class and function of a module, outermost first; what stands in a function is its own."""
    yield tree
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.ClassDef) and public(node.name):
            yield node
            waiting.extend(node.body)
        elif isinstance(node, ast.FunctionDef) and public(node.name):
            yield node
        elif isinstance(node, (ast.If, ast.Try)):
            waiting.extend(node.body)


def arguments(function):
    """How many arguments a caller writes."""
    taken = function.args
    named = [one.arg for one in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg) if one]
    return len([name for name in named if name not in ("self", "cls")])


def own_nodes(function):
    """The nodes of a function without those of functions inside it."""
    waiting = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))


def raises(function):
    """Whether a function itself raises something new; handing on what it caught does not count."""
    return any(isinstance(node, ast.Raise) and node.exc is not None for node in own_nodes(function))


def overloaded(function):
    return any("overload" in ast.unparse(decorator) for decorator in function.decorator_list)


def faults(node):
    """The rules that a docstring breaks."""
    text = ast.get_docstring(node)
    if text is None:
        return
    if LEANING.match(text):
        yield "stands alone"
    if NO_NOUN.search(text):
        yield "not a"
    if isinstance(node, ast.FunctionDef) and not overloaded(node):
        if arguments(node) >= MANY_ARGUMENTS and "Args:" not in text:
            yield "Args"
        if raises(node) and "Raises:" not in text:
            yield "Raises"


@cache
def found():
    """Every broken rule as (package, rule, place)."""
    return [
        (package_of(path), rule, f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}")
        for path in shipped()
        for node in documented(ast.parse(path.read_text(encoding="utf-8")))
        for rule in faults(node)
    ]


PACKAGES = sorted({package_of(path) for path in shipped()})
RULES = {
    "stands alone": "a docstring opens with its subject, not with '…', '...' or 'The same'",
    "not a": "write 'is not a' instead of 'is no'",
    "Args": "a public function with three and more arguments has 'Args:'",
    "Raises": "a public function that raises has 'Raises:'",
}


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_of_a_package_break_no_rule(package):
    told = [f"{place}: {RULES[rule]}" for owner, rule, place in found() if owner == package]
    assert not told, "\n".join(told)


@pytest.mark.parametrize(
    ("source", "broken"),
    [
        ('def f(a, b, c):\n    """Adds."""', ["Args"]),
        ('def f(self, b, c):\n    """Adds."""', []),
        ('def f(a, b, *, c):\n    """Adds.\n\n    Args:\n        a: one\n    """', []),
        ('def f():\n    """Fails."""\n    raise ValueError("no")', ["Raises"]),
        ('def f():\n    """Hands on."""\n    try:\n        g()\n    except OSError:\n        raise', []),
        ('def f():\n    """Makes."""\n    def g():\n        raise ValueError', []),
        ('class C:\n    """… of a thing."""', ["stands alone"]),
        ('class C:\n    """The same, but small."""', ["stands alone"]),
        ('class C:\n    """This is no thing."""', ["not a"]),
        ('class C:\n    """It is no longer there."""', []),
        ('def _f(a, b, c):\n    """Adds."""', []),
    ],
)
def test_checker_knows_each_fault(source, broken):
    assert [rule for node in documented(ast.parse(source)) for rule in faults(node)] == broken
