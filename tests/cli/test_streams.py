"""However closed, full or narrow the streams of a process are: it ends with a sentence, never with a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
LATIN = {"PYTHONIOENCODING": "latin-1"}


def started(arguments, **how):
    """A process of its own; its status, output and errors, each as bytes."""
    environment = os.environ | how.pop("environment", {})
    command = [sys.executable, "-m", "hakam", *map(str, arguments)]
    done = subprocess.run(
        command, env=environment, check=False, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how
    )
    return done.returncode, done.stdout, done.stderr


def test_a_closed_output_is_told():
    status, _, err = started(["rules", "cafe"], stdout=None, preexec_fn=lambda: os.close(1))
    assert (status, err.decode()) == (
        1,
        "hakam: standard output is closed, so nothing can be told; to hear nothing, write > /dev/null\n",
    )


def test_where_all_is_closed_the_status_alone_tells(kept):
    def close_all():
        os.closerange(0, 3)

    assert started(["sessions", "--journal", kept], stdout=None, stderr=None, preexec_fn=close_all)[0] == 1


def test_a_closed_input_is_an_empty_one():
    status, _, err = started(["score", "-"], preexec_fn=lambda: os.close(0))
    assert status in (0, 1)
    assert b"Traceback" not in err


@pytest.mark.parametrize("arguments", [("rules", "cafe"), ("replay", "1"), ("sessions", "--json")])
def test_a_full_output_is_told(kept, arguments):
    with Path("/dev/full").open("wb") as full:
        status, _, err = started(arguments, stdout=full, environment={"HAKAM_JOURNAL": str(kept)})
    assert status == 1
    assert err.decode() == "hakam: the output cannot be used (No space left on device); choose another place\n"


def test_a_reader_that_has_gone_is_no_fault_to_tell():
    reading, writing = os.pipe()
    os.close(reading)
    status, _, err = started(["rules", "cafe"], stdout=writing)
    os.close(writing)
    assert (status, err) == (1, b"")


@pytest.mark.parametrize("environment", [C_LOCALE, LATIN], ids=["C", "latin-1"])
@pytest.mark.parametrize(
    "arguments", [("replay", "1", "--lang", "fr"), ("sessions",), ("rules", "cafe"), ("correct", "1")]
)
def test_signs_that_the_locale_lacks_become_plainer_ones(kept, environment, arguments):
    status, out, err = started(arguments, environment={**environment, "HAKAM_JOURNAL": str(kept)})
    assert (status, err) == (0, b"")
    assert b"?" not in out.replace(b"? ", b"")


def test_letters_keep_what_the_locale_has(kept):
    environment = {**C_LOCALE, "HAKAM_JOURNAL": str(kept)}
    assert b"0 - 0" in started(["sessions"], environment=environment)[1]


def test_json_is_utf_8_in_every_locale(kept, tmp_path):
    for environment in (C_LOCALE, LATIN):
        path = tmp_path / "café – é.db"
        path.write_bytes(kept.read_bytes())
        status, out, _ = started(["sessions", "--json", "--journal", path], environment=environment)
        assert (status, json.loads(out.decode())["session"]) == (0, 1)


INTERRUPTED_WHILE_LOADING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
class Interrupt:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.argv = ["hakam", {command!r}, "x", "--from", "x"][: 5 if {command!r} == "enrol" else 3]
import hakam.__main__
sys.exit(hakam.__main__.main())
"""


@pytest.mark.parametrize("command", ["replay", "read", "enrol"])
@pytest.mark.parametrize("module", ["firmware.cli.main", "firmware.cli.arguments", "numpy", "cv2", "onnxruntime"])
def test_ctrl_c_while_the_program_is_loaded_is_quiet(command, module):
    script = INTERRUPTED_WHILE_LOADING.format(module=module, command=command)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")
