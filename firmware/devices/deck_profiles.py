"""Decks learned from play, kept from evening to evening: one file each, the newest few.

A profile holds what the network said of the cards, which another network says otherwise: it is read by its own alone.
"""

import io
import logging
import zipfile
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path

import numpy as np

from firmware.bounded.bounds import PROFILE_BYTES
from firmware.bounded.file import read_bounded
from firmware.cards import ES40, Rank
from firmware.errors import HakamError
from firmware.storage.atomic_file import write_atomic
from vision.learned_deck import LearnedCard

LOG = logging.getLogger(__name__)
ENDING = ".npz"
KEPT = 8
"""Profiles that are kept, the newest: a café has two or three decks, each some 200 kB; a judgement."""
HEADS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
"""What reads the head of an array, by the version of its form."""
DESCRIPTION = 128
"""Numbers of a description."""

Deals = Sequence[Sequence[LearnedCard]]
"""The cards of some deals, as they looked and what the game took them for."""


class AnotherNetworkError(Exception):
    """A profile was made by another network than the one that reads now."""


class DeckProfiles:
    """A folder of profiles."""

    def __init__(self, folder: Path, network: str) -> None:
        """Use ``folder``, which need not exist before a profile is kept.

        Args:
            folder: where they lie.
            network: SHA-256 of the classifier's file, by which cards are described now.
        """
        self._folder, self._network = folder, network

    def __iter__(self) -> Iterator[tuple[str, Deals]]:
        """Names and deals of all that can be read, the newest first."""
        for file in self._files():
            try:
                yield file.stem, _unpacked(file, self._network)
            except AnotherNetworkError:
                LOG.warning(
                    "the deck learned in %s was described by the network of another release, which this one cannot "
                    "compare: it is learned anew when it is played with, and that file may be removed",
                    file,
                )
            except Exception as fault:  # zipfile and NumPy raise of whatever stumbles over damage
                LOG.warning("%s is no profile of a deck and is left out: %s", file, fault)

    def new_name(self) -> str:
        """The name of a profile that is not there yet."""
        numbers = [int(file.stem) for file in self._files()]
        return str(max(numbers, default=0) + 1)

    def keep(self, name: str, deals: Deals) -> None:
        """Write a profile, and drop the oldest beyond :data:`KEPT`; a disk that is full costs only that."""
        try:
            write_atomic(self._folder / f"{name}{ENDING}", _packed(deals, self._network))
        except (HakamError, OSError) as fault:
            LOG.warning("what was learned of the deck could not be kept: %s", fault)
        for old in self._files()[KEPT:]:
            old.unlink(missing_ok=True)

    def drop(self, name: str) -> None:
        """Remove a profile, if it is there: the network knows that deck after all."""
        (self._folder / f"{name}{ENDING}").unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        try:
            named = [file for file in self._folder.iterdir() if file.suffix == ENDING and file.stem.isdecimal()]
            found = [file for file in named if file.stat().st_size <= PROFILE_BYTES]
            return sorted(found, key=lambda file: (file.stat().st_mtime_ns, file.stem), reverse=True)
        except OSError:
            return []


def _packed(deals: Deals, network: str) -> bytes:
    cards = [card for deal in deals for card in deal]
    content = io.BytesIO()
    np.savez_compressed(
        content,
        network=network,
        descriptions=np.concatenate([card.descriptions for card in cards]),
        looks=[len(card.descriptions) for card in cards],
        ranks=[card.rank_seen or 0 for card in cards],
        chances=np.stack([card.chances for card in cards]),
        clear=[card.clear for card in cards],
        seen=np.stack([np.zeros(len(card.chances)) if card.seen is None else card.seen for card in cards]),
        cards=[len(deal) for deal in deals],
    )
    return content.getvalue()


def _unpacked(file: Path, network: str) -> Deals:
    content = io.BytesIO(read_bounded(file, PROFILE_BYTES))
    _check_sizes(content)
    with np.load(content, allow_pickle=False) as table:
        if "network" not in table or str(table["network"]) != network:
            raise AnotherNetworkError
        looks = np.split(table["descriptions"], np.cumsum(table["looks"])[:-1])
        rows = zip(looks, table["ranks"], table["chances"], table["clear"], table["seen"], strict=True)
        cards = [
            LearnedCard(descriptions, Rank(rank) if rank else None, row, bool(clear), seen if seen.any() else None)
            for descriptions, rank, row, clear, seen in rows
        ]
        ends = np.cumsum(table["cards"])
    if not all(map(_is_card, cards)):
        raise ValueError("a card has other numbers than those that are kept")
    return [cards[end - count : end] for end, count in zip(ends, np.diff(ends, prepend=0), strict=True)]


def _check_sizes(content: io.BytesIO) -> None:
    """Refuse a table that unpacks to more than any, or an array that is larger by its head than what lies there.

    NumPy takes the memory of an array before it reads it.

    Raises:
        ValueError: if there is one.
    """
    with zipfile.ZipFile(content) as packed:
        entries = packed.infolist()
        if sum(entry.file_size for entry in entries) > PROFILE_BYTES:
            raise ValueError("it unpacks to more than any profile")
        for entry in entries:
            with packed.open(entry) as one:
                version = np.lib.format.read_magic(one)
                shape, _, kind = HEADS[version](one)
                if prod(shape) * kind.itemsize > entry.file_size:
                    raise ValueError(f"{entry.filename} is cut off")
    content.seek(0)


def _is_card(card: LearnedCard) -> bool:
    looks, chances = card.descriptions, card.chances
    plain = looks.dtype == np.float32 and chances.dtype == np.float64
    if card.seen is not None and not (card.seen.shape == chances.shape and (card.seen > 0).all()):
        return False
    return plain and looks.shape[1:] == (DESCRIPTION,) and len(looks) > 0 and chances.shape == (len(ES40.cards),)
