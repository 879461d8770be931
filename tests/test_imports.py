"""No module of the program imports itself by way of others, and none reads a file as code."""

import ast
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
SHIPPED = ("firmware", "vision", "hardware", "hakam")
READS_CODE = {"allow_pickle", "eval", "exec", "compile", "Unpickler", "literal_eval", "run_path"}
"""Names by which Python or NumPy makes code, or any object, of what it reads; imports are held by a contract."""
ROOTS = ("firmware", "vision", "models", "hardware")


def cycles(graph):
    """The strongly connected components of more than one module, by the algorithm of Kosaraju and Sharir."""
    order, seen = [], set()
    for module in sorted(graph.modules):
        _visit(module, graph.find_modules_directly_imported_by, seen, order.append)
    found, seen = [], set()
    for module in reversed(order):
        component = []
        _visit(module, graph.find_modules_that_directly_import, seen, component.append)
        if len(component) > 1:
            found.append(sorted(component))
    return found


def _visit(start, neighbours, seen, leave):
    """Walk depth first from ``start``, telling each new module as it is left."""
    trail = [] if start in seen else [(start, iter(sorted(neighbours(start))))]
    seen.add(start)
    while trail:
        module, onward = trail[-1]
        step = next((other for other in onward if other not in seen), None)
        if step is None:
            leave(module)
            trail.pop()
        else:
            seen.add(step)
            trail.append((step, iter(sorted(neighbours(step)))))


def graph_of(*imports):
    graph = grimp.ImportGraph()
    for importer, imported in imports:
        for module in (importer, imported):
            graph.add_module(module)
        graph.add_import(importer=importer, imported=imported)
    return graph


GRAPHS = [
    ("a line", [("a", "b"), ("b", "c")], []),
    ("a diamond", [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")], []),
    ("two by each other", [("a", "b"), ("b", "a")], [["a", "b"]]),
    ("three round a fourth", [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], [["a", "b", "c"]]),
    ("two of their own", [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "c")], [["a", "b"], ["c", "d"]]),
]


@pytest.mark.parametrize(("imports", "found"), [case[1:] for case in GRAPHS], ids=[case[0] for case in GRAPHS])
def test_cycles_are_found_where_they_are(imports, found):
    assert sorted(cycles(graph_of(*imports))) == found


def test_no_module_imports_itself_by_way_of_others():
    assert cycles(grimp.build_graph(*ROOTS, cache_dir=None)) == []


def test_nothing_that_is_read_can_become_code():
    found = set()
    for path in (path for package in SHIPPED for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg in READS_CODE and ast.unparse(node.value) != "False":
                found.add(f"{path.name}: {ast.unparse(node)}")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = ast.unparse(node.func)
                found |= (
                    {f"{path.name}: {name}"}
                    if name.rpartition(".")[2] in READS_CODE and name != "re.compile"
                    else set()
                )
    assert not found
