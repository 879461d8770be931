"""``make pi-vm``: a whole emulated Pi is installed with ``systemd/install.sh`` and referees a deal.

A machine for arm64 boots Debian 13 with systemd; the unit runs as it is shipped, hardened and without any right, but
for its patience. libcamera's virtual camera plays the bundled deal to picamera2, so slowly that emulated eyes keep up.
Then two buttons are pressed electrically, the process hangs, the power is cut; and in the end all is taken away again.
Needs what ``make pi-check`` needs, Debian's ``arch-test``, ``qemu-system-arm``, ``device-tree-compiler``, ``dpkg-dev``,
``swig``, ``gcc-aarch64-linux-gnu`` and ``libc6-dev-arm64-cross``, 4 GB of memory, 8 GB below ``out/pi``, and half an
hour of a machine that does nothing else.
"""

import argparse
import base64
import json
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from board import Machine
from machine import HOME, disk
from tools import CheckError

from firmware.buttons.meanings import TOGETHER
from firmware.cards import Card
from firmware.errors import HakamError
from firmware.referee import Referee
from firmware.replaying.replay import play_back
from firmware.replaying.sources import demo_folder
from firmware.signals import ButtonPress
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS

STAYS_S = 7.0
"""How long a picture stays: an emulated look takes some three seconds, and after a hand two are taken."""
EVERY, SINCE = 4, 3
"""Every fourth picture of the bundled deal, from the fourth: of those tried, a choice in which no hurried card is left
out, so that the referee reads all 36 plays where a look takes up to four seconds (tried without emulation)."""
INSTALL_S, START_S = 3600, 900


def main(arguments: list[str] | None = None) -> int:
    """Prove it all, and print what was proven; 1 if something was not."""
    parser = argparse.ArgumentParser(prog="pi-vm", description=__doc__)
    parser.parse_args(arguments)
    began_s = time.monotonic()
    try:
        for line in _proofs(disk(STAYS_S, EVERY, SINCE)):
            print(f"{time.monotonic() - began_s:5.0f} s  {line}", flush=True)
    except (HakamError, CheckError, OSError) as fault:
        print(f"FAILED: {fault}", file=sys.stderr)
        return 1
    print(f"pi-vm passed in {time.monotonic() - began_s:.0f} s")
    return 0


def _proofs(image: Path) -> Iterator[str]:
    machine = Machine(image)
    try:
        machine.ready()
        yield "booted: kernel {kernel}, systemd {systemd}".format(**machine.ask("hello"))
        yield from _installed(machine)
        yield from _watches(machine)
        yield from _pressed(machine)
        yield from _hangs(machine)
        yield from _ends(machine)
        machine.cut()
        machine = Machine(image)
        machine.ready()
        yield from _after_the_cut(machine)
        yield from _taken_away(machine)
    except (HakamError, CheckError) as fault:
        raise CheckError(f"{fault}\n{machine.ask('log')}") from fault
    finally:
        machine.cut()


def _installed(machine: Machine) -> Iterator[str]:
    done = machine.ask("install", wait_s=INSTALL_S)
    _hold(done["rc"] == 0, f"install.sh ended with {done['rc']}: {done['said']}")
    yield f"install.sh: ended well after {done['s']} s"
    _until(lambda: _unit(machine)["ActiveState"] == "active", START_S, "the unit did not become active")
    process, safe = machine.ask("process"), machine.ask("security")
    _hold(process["Uid"] != "0" and int(process["CapEff"], 16) == 0, f"it has rights: {process}")
    _hold(process["NoNewPrivs"] == "1" and process["Seccomp"] == "2", f"it is not confined: {process}")
    _hold(safe["rc"] == 0 and not safe["verify"].strip(), f"systemd-analyze verify: {safe['verify']}")
    yield f"the unit runs as user {process['Uid']} without any capability; {safe['exposure'].strip('→ ')}"
    again = machine.ask("install", wait_s=INSTALL_S)
    _hold(again["rc"] == 0, f"install.sh, run again, ended with {again['rc']}: {again['said']}")
    yield f"install.sh: run again, ended well after {again['s']} s"


def _watches(machine: Machine) -> Iterator[str]:
    machine.ask("play")
    _until(lambda: machine.ask("film") >= 30, 40 * 60, "the camera does not go on")

    def well() -> bool:
        plays = _judged(machine)[0]
        return len(plays) >= 3 and plays == _whole()[0][: len(plays)]

    _until(well, 600, lambda: f"read {_judged(machine)[0]}, not {_whole()[0]}")
    yield f"the virtual camera plays: {len(_judged(machine)[0])} plays read, all rightly"


def _pressed(machine: Machine) -> Iterator[str]:
    """Both of the referee's buttons, long: whatever may be asked just then, they do not answer it."""
    before = _judged(machine)[2]
    machine.press("a", "b", for_s=1.5)
    _until(lambda: len(_judged(machine)[2]) > len(before), 120, "no press arrived")
    _hold(_judged(machine)[2] == [*before, TOGETHER], f"pressed together long, and read {_judged(machine)[2]}")
    yield f"two buttons pressed electrically, long: {TOGETHER}"


def _hangs(machine: Machine) -> Iterator[str]:
    before, restarts = _judged(machine), int(_unit(machine)["NRestarts"])
    machine.ask("hang")
    began_s = time.monotonic()
    _until(lambda: int(_unit(machine)["NRestarts"]) > restarts, 400, "the watchdog did not bite")
    _until(lambda: _unit(machine)["ActiveState"] == "active", START_S, "it did not start again")
    after = _judged(machine)
    _hold(after[0][: len(before[0])] == before[0] and after[1] == before[1], f"before {before}, after {after}")
    yield f"hung; back by its watchdog after {time.monotonic() - began_s:.0f} s, score and plays as before"


def _ends(machine: Machine) -> Iterator[str]:
    count = len(list(range(SINCE, _pictures(), EVERY)))
    _until(lambda: machine.ask("film") >= count, 3600, "the film does not end")
    _until(lambda: _judged(machine)[:2] == _whole(), 300, lambda: f"read {_judged(machine)[:2]}, not {_whole()}")
    plays, points = _whole()
    peak_mb = int(_unit(machine)["MemoryPeak"]) / 1e6
    yield f"the deal is over: {len(plays)} plays and {points} points, as in truth; {peak_mb:.0f} MB with the film"
    machine.ask("sync")


def _after_the_cut(machine: Machine) -> Iterator[str]:
    _until(lambda: _unit(machine)["ActiveState"] == "active", START_S, "it did not start by itself")
    _hold(_judged(machine)[:2] == _whole(), f"after the power cut: {_judged(machine)}")
    yield "power cut: it started by itself, with the same plays and points"


def _taken_away(machine: Machine) -> Iterator[str]:
    done = machine.ask("install", "--uninstall")
    gone = ("/opt/hakam", "/etc/systemd/system/hakam.service", "/usr/local/bin/hakam")
    _hold(done["rc"] == 0 and not any(machine.ask("there", path) for path in gone), f"not all is gone: {done}")
    _hold(machine.ask("there", "/var/lib/hakam/journal.db"), "the sessions are gone too")
    yield "install.sh --uninstall: all is gone but sessions and settings"


def _judged(machine: Machine) -> tuple[list[tuple[int, int]], tuple[int, ...], list[str]]:
    """Plays, points and presses of the machine's newest session, told anew here; its answers must be the same.

    A play is its seat and rank: all that Ronda asks for.
    """
    copy = HOME / "journal.db"
    copy.write_bytes(zlib.decompress(base64.b64decode(machine.ask("journal"))))
    with Journal(copy, create=False) as journal:
        newest = journal.sessions()[-1]
        referee, entries = Referee(SETUPS.parse(newest.header.setup)), list(journal.entries(newest.number))
    for _ in play_back(entries, referee):
        pass
    presses = [one.signal.input for one in entries if isinstance(one.signal, ButtonPress)]
    return [(one.seat, one.card.rank) for one in referee.plays], tuple(referee.scoreboard.scores), presses


def _whole() -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """All plays and the points of the bundled deal, by its truth."""
    truth = json.loads((demo_folder() / "truth.json").read_text())
    return [(play["seat"], Card.parse(play["card"]).rank) for play in truth["plays"]], tuple(truth["scores"])


def _pictures() -> int:
    return len((demo_folder() / "frames.csv").read_text().split()) - 1


def _unit(machine: Machine) -> dict[str, str]:
    return dict(machine.ask("unit"))


def _hold(true: bool, fault: str) -> None:
    if not true:
        raise CheckError(fault)


def _until(true: Callable[[], bool], wait_s: float, fault: str | Callable[[], str], every_s: float = 30.0) -> None:
    """Ask now and then: each answer costs the emulated machine time that its eyes need."""
    until_s = time.monotonic() + wait_s
    while not true():
        if time.monotonic() > until_s:
            raise CheckError(fault if isinstance(fault, str) else fault())
        time.sleep(every_s)


if __name__ == "__main__":
    sys.exit(main())
