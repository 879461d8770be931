"""What a command says that could not do what it was asked for, and where the code has such sentences."""

import ast


def written(node, value):
    """A sentence of the code with ``value`` in the place of each of its values; ``None`` for what is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else value for part in node.values)
    return None


def sentence(result):
    """What a failure says: one line on standard error, none on standard output."""
    status, out, err = result
    assert (status, out) == (1, "")
    assert err.startswith("hakam: ")
    assert len(err.splitlines()) == 1
    return err
