"""What a broker is told of a table: topics and messages, for Home Assistant and whoever else listens.

Home Assistant finds the device by one retained message (device discovery, version 2024.11 and later:
home-assistant.io/integrations/mqtt, "Device discovery payload"); nothing has to be set up there.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from firmware.announce.seating import Seating
from firmware.announce.texts import keys, text
from firmware.events import Event
from firmware.rules.events import CardPlayed
from firmware.standing.message import MatchStanding, events_of
from firmware.storage.live_reader import KeptEvents

ONLINE, OFFLINE = "online", "offline"
MOST_SIDES = 3


@dataclass(frozen=True, slots=True)
class Message:
    """Something for a broker.

    Attributes:
        topic: where it belongs.
        payload: its text.
        retained: the broker keeps it for those who come later.
    """

    topic: str
    payload: str
    retained: bool = False


@dataclass(frozen=True, slots=True)
class TableTopics:
    """The topics of one table.

    Attributes:
        table: its name, of letters, digits, - and _; unlike that of any other table at the broker.
        prefix: of all its topics.
        home: of Home Assistant's discovery.
    """

    table: str
    prefix: str = "hakam"
    home: str = "homeassistant"

    @property
    def state(self) -> str:
        """Of how the match stands."""
        return f"{self.prefix}/{self.table}/state"

    @property
    def event(self) -> str:
        """Of what happens."""
        return f"{self.prefix}/{self.table}/event"

    @property
    def availability(self) -> str:
        """Of whether anybody tells anything."""
        return f"{self.prefix}/{self.table}/availability"

    @property
    def discovery(self) -> str:
        """Of what Home Assistant makes a device of."""
        return f"{self.home}/device/hakam_{self.table}/config"


def discovery_message(topics: TableTopics, version: str, language: str, kinds: tuple[str, ...]) -> Message:
    """The table as a device of Home Assistant.

    Args:
        topics: of the table.
        version: of the program.
        language: in which entities are called.
        kinds: all kinds of events there are.
    """
    device = {
        "identifiers": [f"hakam_{topics.table}"],
        "name": f"Hakam {topics.table}",
        "model": "Hakam",
        "sw_version": version,
    }
    parts = {
        name: {**part, "unique_id": f"hakam_{topics.table}_{name}"} for name, part in _parts(topics, language, kinds)
    }
    payload = {
        "device": device,
        "origin": {"name": "hakam", "sw_version": version},
        "components": parts,
        "availability_topic": topics.availability,
        "state_topic": topics.state,
        "qos": 1,
    }
    return Message(topics.discovery, _json(payload), retained=True)


def _parts(topics: TableTopics, language: str, kinds: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    def words(key: str) -> str:
        return text("mqtt", key, language)

    for side in range(MOST_SIDES):
        value = f"{{{{ value_json.scores[{side}] if value_json.scores | length > {side} else None }}}}"
        yield (
            f"score_{side + 1}",
            {
                "platform": "sensor",
                "name": words("score").format(side=side + 1),
                "value_template": value,
                "state_class": "measurement",
                "icon": "mdi:cards-playing-outline",
            },
        )
    for name in ("turn", "last", "winner", "fault", "deal"):
        yield name, {"platform": "sensor", "name": words(name), "value_template": f"{{{{ value_json.{name} }}}}"}
    for name in ("question", "provisional"):
        yield (
            name,
            {
                "platform": "binary_sensor",
                "name": words(name),
                "value_template": f"{{{{ 'ON' if value_json.{name} else 'OFF' }}}}",
            },
        )
    yield (
        "event",
        {
            "platform": "event",
            "name": words("event"),
            "state_topic": topics.event,
            "event_types": list(kinds),
        },
    )


def state_message(topics: TableTopics, match: MatchStanding, session: int, language: str) -> Message:
    """How the match stands, in words where there are any.

    Args:
        topics: of the table.
        match: how it stands.
        session: its number.
        language: of the words.
    """
    seating = Seating(match.players, match.names)
    sides = [seating.side_in_full(side, language) for side in range(len(match.scores))]
    payload = {
        "session": session,
        "scores": match.scores,
        "sides": sides,
        "players": match.players,
        "target": match.target,
        "rules": match.rules,
        "deal": match.deal,
        "batch": match.batch,
        "turn": seating.player(match.turn, language) if match.turn is not None else "",
        "last": _last(match),
        "winner": ", ".join(sides[side] for side in match.winners),
        "question": bool(events_of([match.question])),
        "provisional": match.provisional,
        "fault": ", ".join(_fault(name, language) for name in match.faults),
    }
    return Message(topics.state, _json(payload), retained=True)


def event_messages(topics: TableTopics, kept: KeptEvents) -> list[Message]:
    """What happened, a message each; ``id`` is the same whenever it is told again.

    Args:
        topics: of the table.
        kept: an entry of the journal.
    """
    found = []
    for number, line in enumerate(kept.events):
        event = json.loads(line)
        payload = {"event_type": event.pop("kind"), "id": f"{kept.at}-{number}", "t_ms": kept.t_ms, **event}
        found.append(Message(topics.event, _json(payload)))
    return found


def availability_message(topics: TableTopics, *, online: bool) -> Message:
    """Whether anybody tells anything; the broker says the opposite by itself once the connection is lost."""
    return Message(topics.availability, ONLINE if online else OFFLINE, retained=True)


def _last(match: MatchStanding) -> str:
    """The last card that was played; empty: none was yet."""
    events: list[Event] = events_of(one for play in match.plays for one in play.events)
    cards = [str(event.card) for event in events if isinstance(event, CardPlayed)]
    return cards[-1] if cards else ""


def _fault(name: str, language: str) -> str:
    """What is wrong, in words; a name without any stays."""
    section, _, key = name.partition(".")
    known = section in ("fault", "missing") and key in keys(section, language)
    return text(section, key, language) if known else name


def _json(payload: object) -> str:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
