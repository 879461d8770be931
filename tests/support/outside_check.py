"""What only real programs can show: a broker of MQTT, and pages of ten tables. ``make outside-check`` runs it.

It needs Debian's ``mosquitto`` and free ports on this machine; it is no test, for it waits and opens connections.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from firmware.integrations.discovery import TableTopics
from firmware.league.gathering import gather, totals
from firmware.league.sources import PageSource
from firmware.league.store import BoardStore
from tests.support.journals import NAMES, KeptTable

TABLES, STEPS, WAIT_S = 10, 10, 30.0
TOPICS = TableTopics("table-3")


def free_port():
    with closing(socket.socket()) as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]


def until(found, what):
    """Wait until something is so; tell how long that took."""
    began = time.monotonic()
    while not found():
        if time.monotonic() - began > WAIT_S:
            raise SystemExit(f"FAILED: {what} within {WAIT_S:g} s")
        time.sleep(0.02)
    return time.monotonic() - began


class Listener:
    """Somebody at the broker who hears everything."""

    def __init__(self, port):
        self.heard, self.lock = [], threading.Lock()
        self.client = paho.Client(CallbackAPIVersion.VERSION2)
        self.client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self.client.on_message = self._hear
        self.client.reconnect_delay_set(1, 1)
        self.client.connect_async("127.0.0.1", port)
        self.client.loop_start()

    def _hear(self, _client, _data, message):
        with self.lock:
            self.heard.append((message.topic, message.payload.decode(), message.retain))

    def of(self, topic):
        with self.lock:
            return [payload for one, payload, _ in self.heard if one == topic]


def run(*command, **how):
    return subprocess.Popen([sys.executable, "-m", "firmware.cli.main", *command], **how)


def broker(folder, port):
    program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        sys.exit("outside-check needs Debian's mosquitto: sudo apt-get install mosquitto")
    (folder / "broker.conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    return subprocess.Popen([program, "-c", folder / "broker.conf"], stderr=subprocess.DEVNULL)


def check_mqtt(folder):
    """A broker hears every event once, how the match stands, and that a process was killed."""
    port, told = free_port(), []
    table = KeptTable(folder / "journal.db", NAMES[0]).play(0.3)
    before = len(table.events())
    (folder / "hakam.toml").write_text(f'table = "{TOPICS.table}"\nmqtt_host = "127.0.0.1"\nmqtt_port = {port}\n')
    command = ("mqtt", "--config", str(folder / "hakam.toml"), "--journal", str(table.path))
    with ExitStack() as stack:
        stack.callback(lambda: told and told[-1].kill())
        told.append(broker(folder, port))
        listener = Listener(port)
        stack.callback(listener.client.loop_stop)
        process = run(*command, stdout=subprocess.DEVNULL)
        stack.callback(process.kill)
        until(lambda: listener.of(TOPICS.state), "a retained state")
        late = []
        for step in range(1, STEPS + 1):
            table.play(0.3 + 0.5 * step / STEPS)
            late.append(until(lambda: _state(listener) == list(table.scores), "the state after a play"))
        told[-1].kill()
        told[-1].wait()
        table.play(0.9)  # while the line is cut
        time.sleep(1.0)
        told.append(broker(folder, port))
        back = until(lambda: _state(listener) == list(table.scores), "the state after the broker was away")
        table.play(1.0)
        wanted = [f"{session}-{place}" for session, place, _ in table.events()[before:]]
        until(lambda: len(_ids(listener)) >= len(wanted), "all events")
        process.send_signal(signal.SIGKILL)
        dead = until(lambda: listener.of(TOPICS.availability)[-1] == "offline", "the last will")
        found = Counter(_ids(listener).values())
        assert found == Counter(wanted), (found - Counter(wanted), Counter(wanted) - found)
        parts = json.loads(listener.of(TOPICS.discovery)[0])["components"]
    twice = len(listener.of(TOPICS.event)) - len(_ids(listener))
    print(f"mqtt: {len(wanted)} events heard, each id once ({twice} told twice), {len(parts)} entities announced")
    print(f"mqtt: state {1000 * sorted(late)[len(late) // 2]:.0f} ms after it was written (median of {len(late)})")
    print(
        f"mqtt: {back:.1f} s after a broker's restart the state is right; a killed process is offline in {dead:.1f} s"
    )


def _state(listener):
    states = listener.of(TOPICS.state)
    return json.loads(states[-1])["scores"] if states else None


def _ids(listener):
    """The entries of all events that were heard, by their ids."""
    told = map(json.loads, listener.of(TOPICS.event))
    return {one["id"]: one["id"].rpartition("-")[0] for one in told}


def check_board(folder):
    """A board reads the pages of ten tables, of which one is cut off and comes back."""
    tables, ports = {}, {}
    for n in range(TABLES):
        tables[f"t{n}"] = KeptTable(folder / f"{n}.db", NAMES[n % len(NAMES)]).play(0.5)
        ports[f"t{n}"] = free_port()

    def page(name):
        command = ("serve", "--host", "127.0.0.1", "--port", str(ports[name]), "--journal", str(tables[name].path))
        process = run(*command, stdout=subprocess.DEVNULL)
        stack.callback(process.kill)
        until(lambda: _open(ports[name]), f"the page of {name}")
        return process

    with ExitStack() as stack:
        pages = {name: page(name) for name in tables}
        sources = {name: PageSource(f"http://127.0.0.1:{port}/") for name, port in ports.items()}
        store = stack.enter_context(BoardStore(folder / "board.db"))
        assert gather(store, sources) == {}
        pages["t4"].kill()
        pages["t4"].wait()
        for name, table in tables.items():
            table.play(1.0 if name != "t4" else 0.7)
        lost = gather(store, sources)
        assert list(lost) == ["t4"], lost
        page("t4")
        tables["t4"].play(1.0)
        began = time.monotonic()
        assert gather(store, sources) == {}
        took = time.monotonic() - began
        assert gather(store, sources) == {}
        count = 0
        for name, table in tables.items():
            rows = store._file.execute("SELECT session, place, events FROM moment WHERE table_name = ?", (name,))
            found = [(session, place, event) for session, place, events in rows for event in json.loads(events)]
            assert found == table.events(), name
            count += len(found)
        plays = sum(one.plays for one in totals(store, {}))
    print(f"board: {TABLES} pages, one cut off and back: {count} events, each once, {plays} plays, as in the journals")
    print(f"board: a round of ten pages takes {took:.2f} s")


def _open(port):
    with closing(socket.socket()) as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


if __name__ == "__main__":
    for check in (check_mqtt, check_board):
        with tempfile.TemporaryDirectory() as place:
            check(Path(place))
