"""A stock of stills that is drawn by other processes while the network learns from it."""

import multiprocessing
import os
import queue
from collections.abc import Callable, Iterator
from types import TracebackType

import cv2
import numpy as np

from models.training.locate.augment import StillSample

SampleMaker = Callable[[np.random.Generator], Iterator[StillSample]]
CAPACITY = 6000  # stills of 640x384 kept: 5 GB with their hand masks


def _work(make: SampleMaker, seed: int, shelf: "multiprocessing.Queue[StillSample]") -> None:
    """Draw for ever; ends with the parent (daemon)."""
    cv2.setNumThreads(1)
    os.nice(10)  # where cores are few the learning goes first: a still is looked at many times
    for sample in make(np.random.default_rng(seed)):
        shelf.put(sample)


class SampleBuffer:
    """Stills to learn from: new ones replace the oldest. Use as a context manager; leaving stops the drawing."""

    def __init__(self, make: SampleMaker, seed: int, workers: int = 1, capacity: int = CAPACITY) -> None:
        """Start drawing.

        Args:
            make: draws stills without end; must be picklable.
            seed: of the first worker; the others follow.
            workers: drawing processes.
            capacity: stills kept.
        """
        context = multiprocessing.get_context("spawn")
        self._shelf: multiprocessing.Queue[StillSample] = context.Queue(maxsize=64)
        self._samples: list[StillSample] = []
        self._capacity = capacity
        self.drawn = 0
        self._workers = [
            context.Process(target=_work, args=(make, seed + index, self._shelf), daemon=True)
            for index in range(workers)
        ]

    def __enter__(self) -> "SampleBuffer":
        """Start the drawing processes."""
        for worker in self._workers:
            worker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop them."""
        for worker in self._workers:
            worker.terminate()

    def wait_for(self, count: int) -> None:
        """Block until ``count`` stills are there.

        Raises:
            RuntimeError: if a drawing process died.
        """
        while len(self._samples) < count:
            try:
                self._keep(self._shelf.get(timeout=30))
            except queue.Empty:
                if not all(worker.is_alive() for worker in self._workers):
                    raise RuntimeError("a process that draws stills has died; its error stands above") from None

    def refresh(self) -> None:
        """Take in what was drawn meanwhile."""
        while True:
            try:
                self._keep(self._shelf.get_nowait())
            except queue.Empty:
                return

    def pick(self, rng: np.random.Generator) -> StillSample:
        """One still by chance."""
        return self._samples[int(rng.integers(len(self._samples)))]

    def _keep(self, sample: StillSample) -> None:
        """Add, in the place of the oldest when full."""
        if len(self._samples) < self._capacity:
            self._samples.append(sample)
        else:
            self._samples[self.drawn % self._capacity] = sample
        self.drawn += 1
