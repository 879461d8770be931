"""Hypothesis strategies of files that strangers could send: valid ones, changed at random."""

from hypothesis import strategies as st

from models.benchmarks.fuzzing.targets import TARGETS
from models.benchmarks.fuzzing.worker import made_input

SEED = 7


def changed_files(target):
    """Files for a reader of the bench; what hypothesis shrinks is the number of the change."""
    return st.integers(0, 10**9).map(lambda number: made_input(target, SEED, number))


def any_file():
    """The name of a reader, and a file for it."""
    quick = [name for name in TARGETS if name not in ("journal", "video", "export")]
    return st.sampled_from(quick).flatmap(lambda name: st.tuples(st.just(name), changed_files(name)))
