"""The trained models that lie in the package ``models``: found by name, checked, opened."""

import hashlib
import os
import tomllib
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import onnxruntime

from firmware.errors import HakamError

FOUR = 4  # cores, as every Pi since the third has
AS_ASKED = 1
"""How an arena grows (``ArenaExtendStrategy`` of onnxruntime): by what is asked for, not by the next power of two."""


class ModelError(HakamError, OSError):
    """A model's file is missing, was changed or cannot be opened."""


def load_model(name: str, folder: Traversable | None = None, threads: int = 0) -> onnxruntime.InferenceSession:
    """Open a model of ``model.toml``.

    Args:
        name: the table's name there, ``"locate"`` or ``"identify"``.
        folder: where ``model.toml`` and the ONNX files lie; the installed package ``models`` if none is given.
        threads: cores one run may use; zero: :func:`spare_cores`. On ARM the results then differ by rounding.

    Raises:
        ModelError: if the entry or the file is missing, its SHA-256 differs, or it is not a model.
    """
    place = folder if folder is not None else files("models")
    entry = describe(name, place)
    file = place / str(entry["file"])
    try:
        content = file.read_bytes()
    except OSError:
        raise ModelError(f"the model file {entry['file']} is missing: install hakam again or run make train") from None
    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
        raise ModelError(f"the model file {entry['file']} is not the one model.toml describes: install hakam again")
    with as_file(file) as path:
        return _open(path, threads or spare_cores())


def spare_cores() -> int:
    """Two of four cores, which halves a run of the detector (4.9 to 2.3 ms here); of fewer one.

    Camera, display and referee want the rest.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 2 if cores >= FOUR else 1


def describe(name: str, folder: Traversable | None = None) -> dict[str, Any]:
    """The table of a model in ``model.toml``: at least ``file`` and ``sha256``.

    Raises:
        ModelError: if the table is missing, or ``model.toml`` cannot be read.
    """
    place = folder if folder is not None else files("models")
    try:
        entry = tomllib.loads((place / "model.toml").read_text(encoding="utf-8")).get(name)
    except (OSError, ValueError):
        raise ModelError("models/model.toml is missing or unreadable: install hakam again") from None
    if not isinstance(entry, dict) or not {"file", "sha256"} <= entry.keys():
        raise ModelError(f"models/model.toml describes no model {name!r}: install hakam again or run make train")
    return entry


def _open(file: Path, threads: int) -> onnxruntime.InferenceSession:
    """Make a session of a model's file; one that is made of bytes keeps these, too: 10 MB of the shipped models."""
    _share_arena()
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # a block for each size of window takes 24 MB more, in the same time
    options.log_severity_level = 3  # errors only; warnings on stderr mix with progress bars
    try:
        return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors share no class below Exception
        raise ModelError(f"the model file {file.name} cannot be opened by onnxruntime: {error}") from None


@cache
def _share_arena() -> None:
    """Let all networks take their memory from one arena: they run one after the other, and none needs it alone.

    Three arenas that double took 10 MB more, for the same pictures in the same time.
    """
    memory = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    onnxruntime.create_and_register_allocator(memory, onnxruntime.OrtArenaCfg({"arena_extend_strategy": AS_ASKED}))


@cache
def giving_back() -> onnxruntime.RunOptions:
    """Options of a run after which the arena gives back what is free, for pictures that are seldom so large.

    The two looks of 960 px that a match begins with, until the scale is known, would keep 16 MB for the whole evening.
    """
    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options
