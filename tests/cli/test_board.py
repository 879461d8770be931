"""``hakam board``."""

import json

import pytest

from firmware.cli.main import main
from tests.support.journals import NAMES, KeptTable


@pytest.fixture
def places(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return [f"{n}={KeptTable(tmp_path / f'{n}.db', name).play(1.0).path}" for n, name in enumerate(NAMES[:2])]


def test_all_tables_are_listed_also_those_that_cannot_be_asked(places, tmp_path, capsys):
    assert main(["board", *places, "5=nowhere.db"]) == 0
    head, columns, *rows = capsys.readouterr().out.splitlines()
    assert head == f"3 tables in {tmp_path / 'hakam' / 'board.db'}"
    assert columns.split()[:4] == ["table", "games", "plays", "score"]
    assert [row.split()[0] for row in rows] == ["0", "1", "5"]
    assert "cut off: nowhere.db: there is no journal yet" in rows[2]
    assert main(["board", "--json", "--db", str(tmp_path / "hakam" / "board.db")]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["table"] for one in found] == ["0", "1"]
    assert all(one["plays"] >= 36 and one["lost"] == "" for one in found)


def test_it_is_built_anew(places, capsys):
    assert main(["board", *places]) == 0
    first = capsys.readouterr().out
    assert main(["board", *places, "--rebuild", "--lang", "fr"]) == 0
    assert "est refait" in capsys.readouterr().err
    assert main(["board", *places]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("3",), 2, "'3' is no table: TABLE=PLACE is expected"),
        (("A=x.db",), 2, "'A=x.db' is no table"),
        (("A=x.db",), 2, "TABLE of at most 32 small letters, digits, - and _"),
        (("3=a.db", "3=b.db"), 1, "the table 3 is named twice"),
    ],
)
def test_what_cannot_be_is_told(places, capsys, arguments, status, told):
    try:
        ended = main(["board", *arguments])
    except SystemExit as over:
        ended = over.code
    assert ended == status
    assert told in capsys.readouterr().err
