"""What a broker is told of a table."""

import json
import re

import pytest

from firmware.announce.texts import LANGUAGES
from firmware.integrations.discovery import (
    TableTopics,
    availability_message,
    discovery_message,
    event_messages,
    state_message,
)
from firmware.integrations.publishing import KINDS, Publisher
from firmware.standing.message import read_standing
from firmware.storage.journal_errors import JournalError
from firmware.storage.live_reader import JournalPlace, KeptEvents, LiveReader
from tests.support.journals import NAMES, KeptTable, standing_text

TOPICS = TableTopics("table-3")


def payload(message):
    return json.loads(message.payload)


def state(scores=(12, 7), language="en", **more):
    return payload(state_message(TOPICS, read_standing(standing_text(scores, **more)), 3, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_assistant_makes_a_device_of_one_retained_message(language):
    message = discovery_message(TOPICS, "0.2.0", language, KINDS)
    told = payload(message)
    assert (message.topic, message.retained) == ("homeassistant/device/hakam_table-3/config", True)
    assert told["device"]["identifiers"] == ["hakam_table-3"]
    assert told["origin"]["name"] == "hakam"
    assert {part["platform"] for part in told["components"].values()} == {"sensor", "binary_sensor", "event"}
    ids = [part["unique_id"] for part in told["components"].values()]
    assert len(set(ids)) == len(ids)
    assert all(part["name"] for part in told["components"].values())


def test_every_value_that_a_template_names_is_in_the_state():
    parts = payload(discovery_message(TOPICS, "0.2.0", "en", KINDS))["components"].values()
    named = {name for part in parts for name in re.findall(r"value_json\.(\w+)", part.get("value_template", ""))}
    assert named <= set(state())
    assert {"scores", "turn", "fault", "question"} <= named


def test_the_state_is_told_in_words_and_kept_by_the_broker():
    assert state_message(TOPICS, read_standing(standing_text((1, 2))), 3, "en").retained
    told = state(names=("Amina", "Youssef"), winners=(1,), provisional=True, faults=("fault.too_dark", "missing.voice"))
    assert (told["scores"], told["sides"], told["turn"]) == ([12, 7], ["Amina", "Youssef"], "Amina")
    assert (told["winner"], told["provisional"], told["question"]) == ("Youssef", True, False)
    assert told["fault"] == "It is too dark to see the cards., No voice!"
    assert state(turn=None)["turn"] == ""
    assert state(faults=("thunder",))["fault"] == "thunder"


def test_each_event_is_a_message_with_an_id_that_stays():
    kept = KeptEvents(JournalPlace(3, 7), 90, ('{"kind":"TableAgrees"}', '{"kind":"DealOpened","deal":1,"dealer":0}'))
    first, second = event_messages(TOPICS, kept)
    assert (first.topic, first.retained) == ("hakam/table-3/event", False)
    assert payload(first) == {"event_type": "TableAgrees", "id": "3-7-0", "t_ms": 90}
    assert payload(second) == {"event_type": "DealOpened", "id": "3-7-1", "t_ms": 90, "deal": 1, "dealer": 0}
    assert {"TableAgrees", "DealOpened"} <= set(KINDS)


def test_topics_of_two_tables_never_meet():
    other = TableTopics("table-4", "cafe")
    ours = {TOPICS.state, TOPICS.event, TOPICS.availability, TOPICS.discovery}
    assert not ours & {other.state, other.event, other.availability, other.discovery}
    assert availability_message(TOPICS, online=False).payload == "offline"


class Told(list):
    """A broker that keeps what it is told."""

    def publish(self, message):
        self.append(message)

    def of(self, topic):
        return [payload(one) for one in self if one.topic == topic]


@pytest.fixture
def told():
    return Told()


def publisher(path, told):
    return Publisher(lambda: LiveReader(path), told, TOPICS, "0.2.0", "en")


def test_what_was_played_before_is_no_news_and_all_that_comes_is_told_once(tmp_path, told):
    table = KeptTable(tmp_path / "journal.db", NAMES[0]).play(0.3)
    before = len(table.events())
    telling = publisher(table.path, told)
    telling.greet()
    telling.look()
    assert told.of(TOPICS.event) == []
    assert len(told.of(TOPICS.state)) == 1
    for share in (0.6, 1.0):
        table.play(share)
        telling.look()
        telling.look()
    wanted = [(event["kind"], f"{session}-{place}") for session, place, event in table.events()[before:]]
    found = [(one["event_type"], one["id"].rpartition("-")[0]) for one in told.of(TOPICS.event)]
    assert found == wanted
    assert len({one["id"] for one in told.of(TOPICS.event)}) == len(wanted)
    assert [one["scores"] for one in told.of(TOPICS.state)][-1] == list(table.scores)
    telling.close()


def test_when_the_line_is_there_again_everything_that_is_kept_is_told_anew(tmp_path, told):
    table = KeptTable(tmp_path / "journal.db", NAMES[0]).play(0.3)
    telling = publisher(table.path, told)
    for _ in range(2):
        telling.greet()
        telling.look()
    assert [one.topic for one in told] == [TOPICS.discovery, TOPICS.availability, TOPICS.state] * 2
    telling.close()


def test_a_journal_that_is_not_there_yet_is_waited_for(tmp_path, told):
    telling = publisher(tmp_path / "journal.db", told)
    telling.greet()
    assert telling.look() > 1
    table = KeptTable(tmp_path / "journal.db", NAMES[0]).play(0.2)
    assert telling.look() < 1
    assert told.of(TOPICS.state)[0]["scores"] == list(table.scores)
    telling.close()
    with pytest.raises(JournalError):
        LiveReader(tmp_path / "nowhere.db")
