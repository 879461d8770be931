"""What the bench of whole sessions says: each session in a line, its mishaps in another, all together at the end."""

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence

from firmware.rules.ruleset import Ruleset
from models.benchmarks.figures import Figure, per_thousand, quantile, share
from models.benchmarks.game_length import deals_a_game
from models.benchmarks.intervals import bootstrap, wilson
from models.benchmarks.latency import Latency, told_words
from models.benchmarks.learning_trial import doubted_in_vain
from models.benchmarks.mistakes import blamed, nearest
from models.benchmarks.oracle_player import OracleResult
from models.benchmarks.score import Result
from models.benchmarks.trial import Trial
from models.synthetic.play.mishaps import Mishap

PLAYS = "plays"


def line(what: str, result: Result) -> str:
    """A session in one line, after what it is."""
    r = result
    plays = f"{r.right:3d} of {r.plays} right, by rank {r.rank_right}, missed {r.missed}, invented {r.invented}"
    return f"{what}  {plays}, questions {r.questions}, deals exact {r.deals_exact} of {r.deals}"


def mishap_line(mishaps: Iterable[Mishap]) -> str:
    """What went wrong at the table, with the second."""
    return "    " + ", ".join(f"{one.kind} {one.t_ms / 1000:.1f}" for one in mishaps)


def summary(trials: Sequence[Trial]) -> list[str]:
    """All sessions together."""
    total = sum((trial.result for trial in trials), Result())
    if not total.plays:
        return ["no session was played"]
    asked = total.questions / total.deals
    people = sum((trial.answered for trial in trials), OracleResult())
    words = [
        f"plays right           {total.right} of {total.plays} ({total.right_share:.2%})",
        f"seat and rank right   {total.rank_right} of {total.plays} ({total.rank_right / total.plays:.2%})",
        f"missed, invented      {total.missed}, {total.invented}",
        f"silent errors         {total.per_1000(total.silent):.2f} per 1,000 plays with no question on that very play, "
        f"{total.per_1000(total.unasked):.2f} with no question open at all, "
        f"{total.per_1000(total.unmarked):.2f} where the score was not marked either",
        f"questions             {total.questions}, {asked:.2f} a deal, {_a_game(asked, trials)}",
        f"when answered         {people.wrong} plays wrong ({total.per_1000(people.wrong):.2f} per 1,000), "
        f"{people.warned} where the table does not agree; "
        f"of {people.answered + people.neither} questions open at the end {people.answered} had the truth; "
        f"{people.exact} of {len(trials)} scores right",
        f"deals exact           {total.deals_exact} of {total.deals} ({total.deals_exact / total.deals:.0%})",
        f"deals doubted aloud   {sum(len(trial.doubted) for trial in trials)}, "
        f"{sum(map(doubted_in_vain, trials))} of them without a misread play",
        f"ms from open to told  {told_words([trial.latency for trial in trials])}",
        *_by_mishap(trials),
    ]
    took_ms = sorted(ms for trial in trials for ms in trial.took_ms)
    if took_ms:
        late = took_ms[int(0.95 * (len(took_ms) - 1))]
        median = statistics.median(took_ms)
        words.append(f"ms per frame          median {median:.1f}, p95 {late:.1f}, of {len(took_ms)} frames")
    return words


def by_group(names: Sequence[str], trials: Sequence[Trial]) -> list[str]:
    """A row for each group of sessions where there are several, with the interval of its plays.

    Args:
        names: the group of each trial: its deck, or its surface.
        trials: the sessions.
    """
    rows = []
    for group in dict.fromkeys(names) if len(set(names)) > 1 else ():
        total = sum((trial.result for name, trial in zip(names, trials, strict=False) if name == group), Result())
        if total.plays:
            low, high = wilson(total.rank_right / total.plays, total.plays)
            plays = f"seat and rank {total.rank_right} of {total.plays} ({low:.1%} to {high:.1%})"
            rows.append(f"{group:30s}{plays}, deals exact {total.deals_exact} of {total.deals}")
    return rows


def figures(trials: Sequence[Trial]) -> list[Figure]:
    """What the result file says of at least one session."""
    total = sum((trial.result for trial in trials), Result())
    people = sum((trial.answered for trial in trials), OracleResult())
    waits = sum((trial.latency for trial in trials), Latency())
    return [
        share("plays with the right seat and rank", total.rank_right, total.plays, target=0.995),
        share("plays with the right card", total.right, total.plays),
        share("deals with the exact score", total.deals_exact, total.deals, target=0.97),
        per_thousand("silent errors, no question open at the end", total.unasked, total.plays, unit=PLAYS, target=2),
        per_thousand("silent errors, none about that play", total.silent, total.plays, unit=PLAYS, target=2),
        _questions(trials, total),
        per_thousand("wrong plays when all is answered", people.wrong, total.plays, unit=PLAYS),
        share("right scores when all is answered", people.exact, len(trials)),
        *_waits(waits),
    ]


def _questions(trials: Sequence[Trial], total: Result) -> Figure:
    """Questions a game, with an interval over sessions; how many deals a game takes is taken as exact."""
    deals = deals_a_game([points for trial in trials for points in trial.points])
    asked = bootstrap(trials, lambda drawn: deals * _asked(drawn))
    return Figure(
        name=f"questions a game of {deals:.1f} such deals",
        value=deals * _asked(trials),
        n=total.deals,
        count=total.questions,
        interval=asked,
        method="bootstrap",
        aim="under",
        target=2,
    )


def _asked(trials: Sequence[Trial]) -> float:
    """Questions a deal."""
    return sum(one.result.questions for one in trials) / max(sum(one.result.deals for one in trials), 1)


def _waits(waits: Latency) -> list[Figure]:
    """How soon uncovered cards were told."""
    told = share("uncovered cards whose play was told", len(waits.waits_ms), waits.plays)
    if not waits.waits_ms:
        return [told]
    median = quantile("from open to told, median", waits.waits_ms, "ms", target=200)
    return [median, quantile("from open to told, 95th percentile", waits.waits_ms, "ms", share=0.95, target=400), told]


def _a_game(asked: float, trials: Sequence[Trial]) -> str:
    """How many questions there would be in a game with so many a deal, and how many deals it has."""
    deals = deals_a_game([points for trial in trials for points in trial.points])
    return f"{asked * deals:.1f} a game to {Ruleset().target} of {deals:.1f} such deals"


def _by_mishap(trials: Sequence[Trial]) -> list[str]:
    """For each kind how often it happened, to how many mistakes it is nearest, and to how many first ones."""
    happened = Counter(one.kind for trial in trials for one in trial.mishaps)
    if not happened:
        return []
    wrong: Counter[str] = sum((blamed(trial.mistakes, trial.mishaps) for trial in trials), Counter())
    first = Counter(nearest(trial.mistakes[0].t_ms, trial.mishaps) for trial in trials if trial.mistakes)
    kinds = sorted({*happened, *wrong}, key=lambda kind: (-first[kind], -wrong[kind], kind))
    rows = [f"  {kind:13} {happened[kind]:9d} {wrong[kind]:9d} {first[kind]:18d}" for kind in kinds]
    return ["nearest mishap   happened  mistakes  first of a session", *rows]
