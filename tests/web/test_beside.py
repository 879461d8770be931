"""A page beside another program: it says its address again when that asks, and ends with it."""

import os
import subprocess
import sys

from firmware.cli.page_process import WITH_PARENT


def test_it_says_where_it_is_as_often_as_it_is_asked_and_ends_with_the_pipe(tmp_path):
    words = ["serve", "--journal", str(tmp_path / "journal.db"), "--host", "127.0.0.1", "--port", "0", "--lang", "en"]
    beside = {**os.environ, WITH_PARENT: "1", "PYTHONUNBUFFERED": "1"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": beside}
    with subprocess.Popen([sys.executable, "-m", "hakam", *words], **pipes) as page:
        where = page.stdout.readline().removeprefix("The page: ").strip()
        assert page.stdout.readline().startswith("The owner’s code: ")
        for _ in range(2):
            page.stdin.write("\n")
            page.stdin.flush()
            assert page.stdout.readline() == f"The page stays open at {where}; Ctrl-C ends it\n"
        page.stdin.close()
        assert page.wait(20) == 0
