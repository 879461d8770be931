"""``hakam doctor``: looks at the machine, the program and each device, and says what to do."""

import argparse
from dataclasses import asdict
from pathlib import Path

from firmware.announce.sentences import in_language
from firmware.care.acceptance.board import run_acceptance
from firmware.care.bundle import BUNDLE, Material, described, write_bundle
from firmware.care.device_checks import all_checks
from firmware.care.doctor import Health, examine
from firmware.care.reporting import new_report_path, service_log, writable_stick
from firmware.presentation.json_lines import print_line
from firmware.settings.model import journal_path, load_settings
from firmware.storage.codec import line
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.outputs import check_file


def doctor(asked: argparse.Namespace) -> int:
    """Print what was found; 1 if anything is bad, unless a report of it was asked for and is written.

    With ``--acceptance``: 1 if any point failed.

    Raises:
        HakamError: if the settings are wrong, or the report cannot be written.
    """
    settings = load_settings(asked.config)
    language = asked.lang or settings.language
    evidence = EvidenceBuffer(settings.picture_width_px, settings.picture_quality_percent)
    journal, camera = journal_path(settings, asked.journal), asked.camera or settings.camera
    checks = all_checks(settings, journal, camera, evidence)
    if asked.acceptance:
        return run_acceptance(settings, journal.parent, camera, checks, json=asked.json)
    path = None if asked.bundle is None else _report_path(asked.bundle)
    if path:
        check_file(path, BUNDLE)
    found = []
    for finding in examine(checks):
        found.append(finding)
        print_line(line(asdict(finding)) if asked.json else described(finding, language))
    if path is None:
        return int(any(one.state is Health.BAD for one in found))
    write_bundle(path, journal, Material(settings, tuple(found), service_log(), evidence.kept))
    print_line(line({"report": str(path)}) if asked.json else in_language(f"report written: {path}", language))
    return 0


def _report_path(place: str | tuple[()]) -> Path:
    """The file for the report: in the place that was named, else on a stick, else here."""
    named = Path(place) if place else writable_stick() or Path()
    return new_report_path(named) if named.is_dir() else named
