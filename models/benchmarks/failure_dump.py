"""What the referee was shown of a session that it misread: kept as an exported session, with the truth beside it."""

import json
from pathlib import Path

from firmware.referee import MatchSetup
from firmware.storage.export import write_export
from firmware.storage.journal import SessionHeader
from firmware.storage.moment import SETUPS
from models.benchmarks.trial import Trial
from models.synthetic.films.session_folder import truth_of
from models.synthetic.play.timeline import Timeline

NO_DATE = "1970-01-01T00:00:00+00:00"  # a drawn session has none, and the same session gives the same bytes


def dump_failure(folder: Path, name: str, timeline: Timeline, trial: Trial) -> None:
    """Write ``NAME.jsonl.gz``, which ``hakam replay`` plays again, and ``NAME.truth.json``.

    Args:
        folder: where to; it is made.
        name: of both files.
        timeline: the session, with its truth.
        trial: what the referee made of it.

    Raises:
        JournalError: if the session cannot be written.
        OSError: if the folder or the truth cannot be.
    """
    folder.mkdir(parents=True, exist_ok=True)
    script = timeline.script
    setup = MatchSetup(script.players, script.dealer, script.rules)
    header = SessionHeader(NO_DATE, f"drawn session {name}", SETUPS.text(setup))
    write_export(folder / f"{name}.jsonl.gz", header, trial.entries, trial.outcome)
    truth = json.dumps(truth_of(timeline), indent=1)
    (folder / f"{name}.truth.json").write_text(truth + "\n", encoding="utf-8")
