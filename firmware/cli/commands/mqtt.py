"""``hakam mqtt``: tell a broker what happens at the table, in a process of its own that reads the journal."""

import argparse
import signal
import threading
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec

from firmware.announce.texts import text
from firmware.errors import HakamError
from firmware.integrations.discovery import TableTopics
from firmware.integrations.publishing import Publisher
from firmware.settings.model import journal_path, load_settings
from firmware.settings.text_file import named_path
from firmware.storage.live_reader import LiveReader


class NoBrokerError(HakamError, ImportError):
    """No broker is named, or what is needed is not installed."""


def mqtt(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says, until somebody stops it.

    Raises:
        HakamError: if it cannot be done: no broker is named, what it needs is not installed.
    """
    settings = load_settings(asked.config)
    if not find_spec("paho"):
        raise NoBrokerError("messages to a broker need more than is installed: pip install 'hakam[mqtt]'")
    if settings.mqtt_host is None:
        raise NoBrokerError("no broker is named: set mqtt_host in the settings")
    from firmware.integrations.broker import BrokerAddress, PahoBroker, publish_until  # noqa: PLC0415 - an extra

    language, topics = asked.lang or settings.language, TableTopics(settings.table, settings.mqtt_prefix)
    secret = named_path(settings.mqtt_password_file) if settings.mqtt_password_file else None
    address = BrokerAddress(settings.mqtt_host, settings.mqtt_port, settings.mqtt_user or "", secret, settings.mqtt_tls)
    broker = PahoBroker(address, topics)
    journal = journal_path(settings, asked.journal)
    publisher = Publisher(partial(LiveReader, journal), broker, topics, version("hakam"), language)
    stopped = threading.Event()
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, lambda *_: stopped.set())
    print(text("mqtt", "begun", language).format(host=address.host, topic=topics.state), flush=True)
    publish_until(stopped, publisher, broker)
