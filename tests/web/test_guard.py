"""What other sites, other networks and other programs send gets nothing."""

import asyncio

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from firmware.web.app import build_app
from firmware.web.guard import (
    AT_ONCE,
    MOST_ADDRESSES,
    MOST_BODY_BYTES,
    PER_S,
    PageGuard,
    RequestRates,
    is_known_host,
    is_local,
    is_same_origin,
)

LOCAL = "127.0.0.1 10.42.0.7 192.168.1.9 172.16.0.1 169.254.3.4 ::1 fe80::1%wlan0 fd00::1 ::ffff:192.168.1.9"
OURS = "127.0.0.1 10.42.0.1:8080 [fd00::1]:80 localhost hakam hakam.local:8080"
THEIRS = "evil.example hakam.local.evil.example 8.8.8.8 a@b [:: -x 10.0.0.1.nip.io"
ANSWERS = "/ /join /more /own /api/state /static/page.css /nothing /correct/1"
FILES = "/static/../app.py /static/..%2fapp.py /static/%2e%2e/site.py /picture/1/-1.jpg"
FORM = {"origin": "http://127.0.0.1", "content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.42.0.7",
        "192.168.1.9",
        "172.16.0.1",
        "169.254.3.4",
        "::1",
        "fe80::1%wlan0",
        "fd00::1",
        "::ffff:192.168.1.9",
    ],
)
def test_the_local_network_is_answered(address):
    assert is_local(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1", "", "localhost", "0.0.0.0", "::ffff:8.8.8.8", "1.2.3"])
def test_nobody_else_is(address):
    assert not is_local(address)


@pytest.mark.parametrize("host", OURS.split())
def test_the_page_has_these_names(host):
    assert is_known_host(host)


@pytest.mark.parametrize("host", ["", *THEIRS.split()])
def test_it_has_no_name_that_another_site_can_have(host):
    assert not is_known_host(host)


@pytest.mark.parametrize(
    ("headers", "same"),
    [
        ({"host": "10.0.0.1", "origin": "http://10.0.0.1"}, True),
        ({"host": "10.0.0.1:8080", "origin": "http://10.0.0.1:8080"}, True),
        ({"host": "10.0.0.1", "origin": "http://10.0.0.1:8080"}, False),
        ({"host": "10.0.0.1", "origin": "https://10.0.0.1"}, False),
        ({"host": "10.0.0.1", "origin": "http://evil.example"}, False),
        ({"host": "10.0.0.1", "origin": "null"}, False),
        ({"host": "10.0.0.1", "sec-fetch-site": "same-origin"}, True),
        ({"host": "10.0.0.1", "sec-fetch-site": "cross-site"}, False),
        ({"host": "10.0.0.1"}, False),
    ],
)
def test_a_form_comes_from_a_page_of_ours(headers, same):
    assert is_same_origin(Headers(headers)) == same


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"content-type": "application/json"}, 415),
        ({"content-type": "multipart/form-data; boundary=x"}, 415),
        ({"content-length": str(MOST_BODY_BYTES + 1)}, 413),
        ({"content-length": "9" * 30}, 413),
        ({"host": "evil.example", "origin": "http://evil.example"}, 421),
    ],
)
def test_a_forged_form_changes_nothing(client, headers, status):
    assert client.post("/say", content=b"input=undo", headers=FORM | headers).status_code == status


def test_a_form_of_which_nobody_knows_the_length_is_refused(client):
    assert client.post("/say", content=iter([b"input=", b"undo"]), headers=FORM).status_code == 411


def test_a_body_that_is_longer_than_it_says_is_cut_off(client):
    headers = FORM | {"content-length": "10"}
    assert client.post("/say", content=b"x" * (MOST_BODY_BYTES + 1), headers=headers).status_code == 413


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_there_are_no_other_methods(client, method):
    assert client.request(method, "/").status_code == 405


@pytest.mark.parametrize("path", ["/say", "/nod", "/code", "/leave", "/language", "/correct"])
def test_reading_changes_nothing(client, path):
    assert client.get(path).status_code == 405


def test_other_networks_are_not_answered(site):
    with TestClient(build_app(site), base_url="http://127.0.0.1", client=("8.8.8.8", 5)) as client:
        assert client.get("/").status_code == 403


@pytest.mark.parametrize("path", ANSWERS.split())
def test_every_answer_says_what_a_browser_may_do_with_it(client, path):
    headers = client.get(path).headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("path", ["/", "/join", "/more", "/own"])
def test_no_page_has_a_script_or_a_style_of_its_own(client, path):
    page = client.get(path).text
    assert "style=" not in page and "<style" not in page and "onclick" not in page
    assert page.count("<script") == page.count('src="/static/')


@pytest.mark.parametrize("path", FILES.split())
def test_no_file_of_the_program_is_given_away(client, path):
    assert client.get(path).status_code in (403, 404)


def test_who_asks_too_often_waits():
    now = [0.0]
    rates = RequestRates(lambda: now[0])
    assert [rates.takes("10.0.0.66") for _ in range(int(AT_ONCE) + 5)].count(True) == AT_ONCE
    assert rates.takes("10.0.0.2")
    now[0] += 1.0
    assert [rates.takes("10.0.0.66") for _ in range(30)].count(True) == PER_S


def test_it_remembers_no_more_addresses_than_it_has_room_for():
    rates = RequestRates(lambda: 0.0)
    for count in range(2 * MOST_ADDRESSES):
        rates.takes(f"10.0.{count // 256}.{count % 256}")
    assert len(rates._buckets) == MOST_ADDRESSES


def test_a_refusal_comes_after_what_was_asked_for_later():
    guard, answered = PageGuard(PlainTextResponse("a page"), lambda: 0.0), []

    async def asked(host):
        async def send(message):
            if message["type"] == "http.response.start":
                answered.append(message["status"])

        scope = {"type": "http", "method": "GET", "headers": [(b"host", host)], "client": ("127.0.0.1", 5)}
        await guard(scope, None, send)

    async def both():
        await asyncio.gather(asked(b"evil.example"), asked(b"127.0.0.1"))

    asyncio.run(both())
    assert answered == [200, 421]
