"""Write what a trained model is into ``models/model.toml``: one table per model, the other tables stay as they are."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

HEADER = (
    "# What the models are: checked by vision/store.py before use, written by models/training. See MODEL_CARD.md.\n"
)


def register(model: Path, name: str, facts: Mapping[str, Any]) -> None:
    """Describe ``model``, an ONNX file trained today, in the ``model.toml`` beside it.

    Args:
        model: the file, already written.
        name: its table, ``locate`` or ``identify``.
        facts: more entries; text, numbers, truth values, lists and tables of these.
    """
    registry = model.with_name("model.toml")
    tables = tomllib.loads(registry.read_text(encoding="utf-8")) if registry.exists() else {}
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    tables[name] = {"file": model.name, "sha256": digest, "trained": date.today().isoformat(), **facts}
    texts = [_table((key,), table) for key, table in sorted(tables.items())]
    registry.write_text(HEADER + "".join(texts), encoding="utf-8")


def _table(path: tuple[str, ...], table: Mapping[str, Any]) -> str:
    """One table in TOML, its plain entries before its tables."""
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    nested = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    lines = [f"\n[{'.'.join(path)}]", *(f"{_key(key)} = {_value(value)}" for key, value in plain.items())]
    return "\n".join(lines) + "\n" + "".join(_table((*path, _key(key)), value) for key, value in nested.items())


def _key(name: str) -> str:
    """A bare key where TOML allows it."""
    bare = name.replace("_", "").replace("-", "")
    return name if bare.isascii() and bare.isalnum() else json.dumps(name)


def _value(value: Any) -> str:
    """Text, numbers, truth values and lists are written alike in JSON and TOML."""
    return json.dumps(value, ensure_ascii=False)
