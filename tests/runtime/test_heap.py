"""What is free goes back to the system."""

import ctypes
import sys
from pathlib import Path

import pytest

from firmware.runtime.heap import give_back_free_memory

HOLE = 4096
"""Bytes of a block: the smallest that lets a page go."""
BLOCKS = 4000


def resident_mb():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's heap")
def test_holes_between_what_lives_are_given_back():
    libc = ctypes.CDLL(None)
    libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    blocks = [libc.malloc(4 * HOLE) for _ in range(BLOCKS)]
    for block in blocks:
        ctypes.memset(block, 1, 4 * HOLE)
    for block in blocks[::2]:
        libc.free(block)
    before_mb = resident_mb()
    assert give_back_free_memory()
    assert resident_mb() < before_mb - 15
    for block in blocks[1::2]:
        libc.free(block)
