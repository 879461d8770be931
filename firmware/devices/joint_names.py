"""The cards of some deals named together, by all that is known of them.

Of each card there is one in a deal; it looks the same in all deals; the network that takes it for another one does so
each time; and the ranks explain which cards went together and which lay beside each other
(:mod:`firmware.devices.capture_evidence`). Names are changed a little at a time and weighed by that, at first in search
of the likeliest (simulated annealing: Kirkpatrick, Gelatt and Vecchi, 1983), then so that each comes up as often as it
is probable (Markov chain Monte Carlo: Hastings, 1970; for data association: Oh, Russell and Sastry, 2009).
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from firmware.devices.laid_cards import LaidCard
from firmware.devices.name_likelihood import NO_CARD, PLACES, NameLikelihood
from firmware.rules.ruleset import Ruleset
from vision.joint import Doubles
from vision.learned_deck import LearnedDeck

CHAINS, COOLING, COUNTED = 4, 900, 100
"""Chains, and for each card the steps of one while it is cooled down and while names are counted."""
HOT = 3.0
"""Temperature of the beginning: cards of two deals that look alike keep together then. Of two films with three cards in
ten misnamed (73 and 117 cards) the best of three chains was at -374 and -358 in the end; from 6 with 300 steps at -396
and -362."""
DOUBT = 3.0
"""Temperature at which chains that end in different names are weighed: likelihoods that are so near say little, so what
they disagree about is doubtful. A judgement."""
ANY, NONE = 0.4, 0.05
"""Share of the trials in which a card is called any other, and none; else what the network holds possible."""
EVERYWHERE = 0.5
"""Share of the trials in which a card is named in all deals at once."""


def deck_named_together(deals: Sequence[Sequence[LaidCard]], ruleset: Ruleset) -> LearnedDeck | None:
    """The deck that some deals were played with; ``None``: no card of it was seen.

    Args:
        deals: the cards of each, in the order in which they came to lie.
        ruleset: what they were played by.
    """
    cards = [card for deal in deals for card in deal]
    chances = named_together(deals, ruleset)[:, :PLACES] if cards else np.zeros((0, PLACES))
    known = [
        (card.looks.descriptions, row / row.sum()) for card, row in zip(cards, chances, strict=True) if row.sum() > 0.5
    ]
    if not known:
        return None
    labels = [np.repeat(row[None], len(looks), axis=0) for looks, row in known]
    return LearnedDeck(np.concatenate([looks for looks, _ in known]), np.concatenate(labels))


def named_together(deals: Sequence[Sequence[LaidCard]], ruleset: Ruleset) -> Doubles:
    """Probabilities (cards, 41) of each card of the pack for each card that lay there, the last column of none.

    Args:
        deals: the cards of each, in the order in which they came to lie.
        ruleset: what they were played by.
    """
    likelihood = NameLikelihood(deals, ruleset)
    chains = [_Chain(likelihood, seed) for seed in range(CHAINS)]
    for chain in chains:
        chain.run()
    best = max(chain.best for chain in chains)
    return np.average(
        [chain.chances for chain in chains], 0, [math.exp((chain.best - best) / DOUBT) for chain in chains]
    )


class _Chain:
    """Names that are changed a little at a time.

    Attributes:
        best: log-likelihood of the likeliest ones that were met.
    """

    def __init__(self, likelihood: NameLikelihood, seed: int) -> None:
        self._likelihood, self._rng = likelihood, np.random.default_rng(seed)
        self._names = likelihood.once_each()
        self._groups = {
            name: frozenset(number for number, one in enumerate(self._names) if one == name)
            for name in (NO_CARD, *range(PLACES))
        }
        self._courses = [likelihood.course(home, self._names) for home in sorted(set(likelihood.homes))]
        self._now = self.best = sum(self._courses) + sum(likelihood.seen(*one) for one in self._groups.items())
        self._likest = [likelihood.likest(number) for number in range(len(self._names))]
        self._counts = np.zeros((len(self._names), PLACES + 1))
        root = np.sqrt(likelihood.opinions)
        self._tried = np.empty((len(self._names), PLACES + 1))
        self._tried[:, :PLACES] = (1 - NONE) * ((1 - ANY) * root / root.sum(axis=1, keepdims=True) + ANY / PLACES)
        self._tried[:, NO_CARD] = NONE
        self._steps = self._tried.cumsum(axis=1)

    def run(self) -> None:
        """Cool down, and count."""
        cooling, counted = (len(self._names) * steps for steps in (COOLING, COUNTED))
        for step in range(cooling):
            self._step(HOT ** (1 - step / cooling))
        for _ in range(counted):
            self._step(1.0)
            self._counts[np.arange(len(self._names)), self._names] += 1

    @property
    def chances(self) -> Doubles:
        """How often (cards, 41) each name came up."""
        return np.asarray(self._counts / self._counts.sum(axis=1, keepdims=True), np.float64)

    def _step(self, temperature: float) -> None:
        """Try other names; they are kept if they are likelier, and else by chance."""
        changes, log_odds = self._proposed()
        if not changes:
            return
        before = [self._names[number] for number in changes]
        groups, seen = self._regrouped(changes)
        self._rename(changes)
        courses = {
            home: self._likelihood.course(home, self._names)
            for home in {self._likelihood.homes[one] for one in changes}
        }
        gain = seen + sum(told - self._courses[home] for home, told in courses.items())
        if self._rng.random() >= math.exp(min(gain / temperature + (log_odds if temperature == 1.0 else 0.0), 0.0)):
            self._rename(dict(zip(changes, before, strict=True)))
            return
        self._groups |= groups
        for home, told in courses.items():
            self._courses[home] = told
        self._now += gain
        self.best = max(self.best, self._now)

    def _rename(self, names: Mapping[int, int]) -> None:
        for number, name in names.items():
            self._names[number] = name

    def _proposed(self) -> tuple[dict[int, int], float]:
        """Other names of some cards, and the log of how much rather one would go back.

        Whoever has a name in the same deal gets the old one for it.
        """
        number = int(self._rng.random() * len(self._names))
        before, name = self._names[number], self._drawn(number)
        if name == before:
            return {}, 0.0
        everywhere = self._likest[number] if self._rng.random() < EVERYWHERE else ()
        changes: dict[int, int] = {}
        for one in (number, *(other for other in everywhere if self._names[other] == before)):
            changes |= dict.fromkeys(self._holders(one, name), before) | {one: name}
        there, back = self._tried[number, name], self._tried[number, before]
        for holder in self._holders(number, name):
            there, back = there + self._tried[holder, before], back + self._tried[holder, name]
        return changes, math.log(back / there)

    def _drawn(self, number: int) -> int:
        """A name that is tried for a card."""
        name = int(self._steps[number].searchsorted(self._rng.random()))
        return name if name < PLACES else NO_CARD

    def _holders(self, number: int, name: int) -> list[int]:
        """Which other card of the same deal has that name; of those that are none it does not matter."""
        homes = self._likelihood.homes
        return [] if name == NO_CARD else [one for one in self._groups[name] if homes[one] == homes[number]]

    def _regrouped(self, changes: Mapping[int, int]) -> tuple[dict[int, frozenset[int]], float]:
        """The cards of each name that is given or taken, and how much likelier they are by their looks."""
        moved = frozenset(changes)
        names = {*changes.values(), *(self._names[number] for number in moved)}
        given = {name: frozenset(one for one, to in changes.items() if to == name) for name in names}
        groups = {name: (self._groups[name] - moved) | given[name] for name in names}
        seen = self._likelihood.seen
        return groups, sum(seen(name, group) - seen(name, self._groups[name]) for name, group in groups.items())
