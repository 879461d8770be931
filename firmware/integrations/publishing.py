"""From the journal to a broker: a process of its own, which the referee never waits for."""

from collections.abc import Callable
from typing import Protocol, get_args

from firmware.events import Event
from firmware.integrations.discovery import (
    Message,
    TableTopics,
    availability_message,
    discovery_message,
    event_messages,
    state_message,
)
from firmware.standing.message import read_standing
from firmware.storage.journal_errors import JournalError
from firmware.storage.live_reader import KeptStanding, LiveReader

KINDS = tuple(sorted(kind.tag for kind in get_args(Event)))
"""Of all events."""
POLL_S = 0.25
"""Between two looks at the journal: nobody watches a lamp more closely. A judgement."""
RETRY_S = 2.0
"""Between two attempts to open a journal."""


class Broker(Protocol):
    """Takes messages, and keeps them while the line is cut."""

    def publish(self, message: Message) -> None:
        """Take a message, and do not wait until it is there."""


class Publisher:
    """Tells a broker what the journal says, from now on: each event once, the standing whenever it has changed."""

    def __init__(
        self, open_reader: Callable[[], LiveReader], broker: Broker, topics: TableTopics, version: str, language: str
    ) -> None:
        """Begin with nothing told.

        Args:
            open_reader: opens the journal, again after every fault.
            broker: is told.
            topics: of the table.
            version: of the program.
            language: of words.
        """
        self._open, self._broker, self._topics = open_reader, broker, topics
        self._version, self._language = version, language
        self._reader: LiveReader | None = None
        self._after: tuple[int, int] | None = None
        self._told: KeptStanding | None = None

    def greet(self) -> None:
        """Say what there is, and how it stands: at the beginning, and whenever the line is there again."""
        self._broker.publish(discovery_message(self._topics, self._version, self._language, KINDS))
        self._broker.publish(availability_message(self._topics, online=True))
        self._told = None

    def look(self) -> float:
        """Tell what is new; give how many seconds may pass until the next time."""
        try:
            return self._look()
        except JournalError:
            self.close()
            return RETRY_S

    def close(self) -> None:
        """Give the journal back."""
        reader, self._reader = self._reader, None
        if reader:
            reader.__exit__()

    def _look(self) -> float:
        if self._reader and self._reader.is_moved:  # another journal, whose sessions are counted anew
            self.close()
            self._after = None
        self._reader = self._reader or self._open()
        if self._reader.is_changed() or self._told is None:
            self._tell(self._reader)
        return POLL_S

    def _tell(self, reader: LiveReader) -> None:
        standing = reader.standing()
        if self._after is None:  # what was played before is no news
            self._after = (standing.at[0], reader.last_place(standing.at[0])) if standing else (0, -1)
        while new := reader.events_after(self._after):
            for kept in new:
                for message in event_messages(self._topics, kept):
                    self._broker.publish(message)
            self._after = new[-1].at
        if standing and standing != self._told:
            match, session = read_standing(standing.body), standing.at[0]
            self._broker.publish(state_message(self._topics, match, session, self._language))
            self._told = standing
