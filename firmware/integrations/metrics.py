"""How a match stands in Prometheus' text format; names of players are in no label."""

from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from firmware.standing.message import NOTHING, MatchStanding

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""Of the text format: prometheus.io/docs/instrumenting/exposition_formats."""


def metrics_text(match: MatchStanding | None, session: int = 0, *, lost: bool = False) -> bytes:
    """How a match stands, for Prometheus.

    Args:
        match: the newest one; ``None``: nobody knows any.
        session: its number.
        lost: the journal cannot be read, so that what is told may be old.
    """
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Standing(match, session, lost=lost))
    return bytes(generate_latest(registry))


class _Standing(Collector):
    def __init__(self, match: MatchStanding | None, session: int, *, lost: bool) -> None:
        self._match, self._session, self._lost = match, session, lost

    def collect(self) -> Iterator[Metric]:
        yield _gauge("hakam_journal_lost", "1 while the journal cannot be read", int(self._lost))
        if self._match:
            yield from _of_a_match(self._match, self._session)


def _of_a_match(match: MatchStanding, session: int) -> Iterator[Metric]:
    yield InfoMetricFamily("hakam_rules", "What is played", {"rules": match.rules})
    values = {
        "hakam_session": ("Number of the session", session),
        "hakam_match_seconds": ("Time since the session began", match.t_ms / 1000),
        "hakam_players": ("Seats at the table", match.players),
        "hakam_target_points": ("Points that win", match.target),
        "hakam_deal": ("Which deal is played", match.deal),
        "hakam_batch": ("Which batch of the deal is played", match.batch),
        "hakam_plays": ("Plays that were told in this match", match.told),
        "hakam_table_cards": ("Cards that lie open by the rules", len(match.table)),
        "hakam_doubtful_cards": ("Cards whose rank is not sure", sum(card.doubtful for card in match.cards)),
        "hakam_question_open": ("1 while the referee asks something", int(match.question != NOTHING)),
        "hakam_disagreement": ("1 while table and game do not agree", int(match.disagreement != NOTHING)),
        "hakam_score_provisional": ("1 while the score may still change", int(match.provisional)),
        "hakam_match_over": ("1 once somebody has won", int(bool(match.winners))),
    }
    for name, (words, value) in values.items():
        yield _gauge(name, words, value)
    yield _family("hakam_score_points", "Points of each side, from 0", "side", enumerate(match.scores))
    yield _family("hakam_fault", "What is wrong, by its name", "fault", ((fault, 1) for fault in match.faults))


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(name, words, value)


def _family(name: str, words: str, label: str, values: Iterable[tuple[object, float]]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=[label])
    for key, value in values:
        family.add_metric([str(key)], value)
    return family
