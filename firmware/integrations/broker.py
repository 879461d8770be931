"""A broker of MQTT by paho, whose thread connects, again after every cut, and keeps what could not be sent."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from firmware.errors import HakamError
from firmware.integrations.discovery import Message, TableTopics, availability_message
from firmware.integrations.publishing import Publisher

AT_LEAST_ONCE = 1
"""Quality of service: the broker acknowledges each message (MQTT 5, 4.3)."""
KEPT = 2000
"""Messages that wait for the line: an evening's events."""
BACK_OFF_S = (1, 60)
"""Pauses between attempts to connect, growing."""


class BrokerError(HakamError, OSError):
    """The broker cannot be asked at all: its name or its password's file is wrong."""


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where a broker is.

    Attributes:
        host: its name or address.
        port: its port.
        user: who we are there; empty: nobody in particular.
        password_file: a file with nothing but the password; ``None``: there is none.
        tls: the line is encrypted, the broker's certificate one that this machine trusts.
    """

    host: str
    port: int = 1883
    user: str = ""
    password_file: Path | None = None
    tls: bool = False


class PahoBroker:
    """Sends messages; says ``offline`` by itself once the line is cut, as its last will."""

    def __init__(self, address: BrokerAddress, topics: TableTopics) -> None:
        """Prepare, without a connection yet.

        Raises:
            BrokerError: if the password cannot be read.
        """
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"hakam-{topics.table}")
        self._address, self._topics = address, topics
        will = availability_message(topics, online=False)
        self._client.will_set(will.topic, will.payload, AT_LEAST_ONCE, retain=True)
        self._client.max_queued_messages_set(KEPT)
        self._client.reconnect_delay_set(*BACK_OFF_S)
        if address.tls:
            self._client.tls_set()
        if address.user:
            self._client.username_pw_set(address.user, _password(address.password_file))

    def publish(self, message: Message) -> None:
        """Send a message as soon as there is a line."""
        self._client.publish(message.topic, message.payload, AT_LEAST_ONCE, retain=message.retained)

    def open(self, connected: Callable[[], object]) -> None:
        """Connect in a thread, again after every cut; ``connected`` is called each time, in that thread."""

        def told(*_of_paho: Any) -> None:
            connected()

        self._client.on_connect = told
        self._client.connect_async(self._address.host, self._address.port)
        self._client.loop_start()

    def close(self) -> None:
        """Say good-bye and end the connection."""
        if self._client.is_connected():
            bye = availability_message(self._topics, online=False)
            with suppress(RuntimeError, ValueError):
                self._client.publish(bye.topic, bye.payload, AT_LEAST_ONCE, retain=True).wait_for_publish(1.0)
        self._client.disconnect()
        self._client.loop_stop()


def publish_until(stopped: threading.Event, publisher: Publisher, broker: PahoBroker) -> None:
    """Tell a broker what happens until somebody stops it.

    Args:
        stopped: set to end it.
        publisher: says what is told.
        broker: is told.
    """
    greeting = threading.Event()
    broker.open(greeting.set)
    try:
        while not stopped.is_set():
            if greeting.is_set():
                greeting.clear()
                publisher.greet()
            stopped.wait(publisher.look())
    finally:
        publisher.close()
        broker.close()


def _password(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as fault:
        raise BrokerError(f"{path} cannot be read: {fault}") from fault
