"""Connections that ask for nothing end, too many are not taken, and none is kept after its end."""

import asyncio

import pytest
import uvicorn
from uvicorn.server import ServerState

from firmware.web.connections import OF_ONE_ADDRESS, REQUEST_S, BoundedConnection

WHOLE = b"GET / HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n"


class Wire(asyncio.Transport):
    """A connection of an address, which remembers whether it was given up."""

    def __init__(self, address):
        super().__init__({"peername": (address, 5), "sockname": ("10.0.0.1", 80)})
        self.aborted, self.sent = False, b""

    def abort(self):
        self.aborted = True

    def write(self, data):
        self.sent += data

    def is_closing(self):
        return self.aborted

    def close(self):
        self.aborted = True

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass


async def nothing(scope, receive, send):
    """An application that answers nobody."""


class Later:
    """Something that is to be done later."""

    def __init__(self, after_s):
        self.after_s, self.cancelled = after_s, False

    def cancel(self):
        self.cancelled = True


class StillLoop:
    """A loop in which no time goes by and nothing runs."""

    def call_later(self, after_s, _what):
        return Later(after_s)

    def create_task(self, work):
        work.close()
        return asyncio.Future(loop=self)

    def get_debug(self):
        return False


@pytest.fixture
def loop():
    return StillLoop()


@pytest.fixture
def connect(loop):
    config, state = uvicorn.Config(nothing, log_level="critical"), ServerState()

    def connect(address="10.0.0.2"):
        connection = BoundedConnection(config, state, {}, loop)
        connection.connection_made(Wire(address))
        return connection

    return connect


def test_who_says_nothing_or_half_a_request_is_given_up(connect):
    silent, half = connect(), connect()
    half.data_received(WHOLE[:20])
    for one in (silent, half):
        assert one._deadline.after_s == REQUEST_S
        one._give_up()
        assert one.transport.aborted


def test_who_has_asked_is_not_hurried(connect):
    asked = connect()
    asked.data_received(WHOLE)
    assert asked._deadline is None


def test_an_address_has_so_many_connections_and_another_one_its_own(connect):
    own = [connect() for _ in range(OF_ONE_ADDRESS + 1)]
    assert [one.transport.aborted for one in own] == [False] * OF_ONE_ADDRESS + [True]
    assert not connect("10.0.0.3").transport.aborted


@pytest.mark.parametrize("fault", [None, ConnectionResetError()])
def test_nothing_of_a_connection_waits_after_its_end(connect, fault):
    ended = connect()
    ended.data_received(WHOLE)
    ended.timeout_keep_alive_task = Later(15)
    ended.connection_lost(fault)
    assert (ended._deadline, ended.timeout_keep_alive_task) == (None, None)
    assert ended not in ended.connections
