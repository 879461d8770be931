"""Names and places: no two types share a name, and only the words everybody shares lie loose in ``firmware``."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ("firmware", "vision", "models", "hardware")
WORDS = {"__init__", "cards", "signals", "events", "errors", "referee"}


def alias(node):
    """The name that an assignment of a module gives to a type: one written in capitals and small letters, or ``""``."""
    named = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    name = named.id if isinstance(named, ast.Name) else ""
    return name if re.fullmatch(r"[A-Z]\w*[a-z]\w*", name) else ""


@cache
def types():
    """The modules of every class, nested ones too, and of every alias of a type, under its bare name."""
    homes = defaultdict(list)
    for package in SHIPPED:
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            named = [(node.name, node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
            for name, node in named + [(alias(node), node) for node in tree.body if alias(node)]:
                homes[name].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return homes


def test_no_two_types_share_a_name():
    shared = {name: homes for name, homes in types().items() if len(homes) > 1}
    assert not shared, f"these names are taken already; give the newer type a name of its own: {shared}"


def test_only_the_shared_words_lie_loose_in_firmware():
    assert {path.stem for path in (ROOT / "firmware").glob("*.py")} <= WORDS


def test_every_package_of_firmware_says_what_it_is():
    silent = [
        str(init.relative_to(ROOT))
        for init in sorted((ROOT / "firmware").rglob("__init__.py"))
        if not ast.get_docstring(ast.parse(init.read_text(encoding="utf-8")))
    ]
    assert not silent


BESIDE_PACKAGES = {"benchmarks", "browser", "docs", "pi", "sessions", "support", "synthetic", "systemd", "training"}


def test_each_folder_of_tests_is_named_for_its_package():
    packages = {path.name for path in (ROOT / "firmware").iterdir() if (path / "__init__.py").exists()}
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert folders <= packages | set(SHIPPED) | BESIDE_PACKAGES


def test_tests_share_by_support_alone_and_find_it_without_changing_the_path():
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    sharing = re.compile(r"^\s*(from|import) tests\.(?!support\b)|^\s*sys\.path", re.MULTILINE)
    assert [str(path) for path, text in texts.items() if sharing.search(text)] == []
