"""The first evening: the owner sees what the camera sees while he aims it, and nobody else does."""

import os

import numpy as np
import pytest

from firmware.phones.inbox import PhoneInbox
from firmware.phones.live_picture import picture_path
from firmware.phones.messages import PictureWish
from firmware.referee import Referee
from firmware.runtime.phone_desk import EVERY_S, PhoneDesk
from firmware.runtime.picture_writer import PictureWriter
from firmware.web.first_evening import STALE_S
from tests.support.live_table import SETUP

PICTURE = np.full((72, 128, 3), 90, np.uint8)


@pytest.fixture
def writer(journal_path):
    writer = PictureWriter(picture_path(journal_path))
    yield writer
    writer.close()


def written(writer):
    """The picture is there once the thread that writes it has ended."""
    writer._pictures.put(None)
    writer._thread.join()
    writer._thread = None


def test_he_sees_what_the_camera_sees(owner, writer):
    assert owner.get("/first/picture.jpg").status_code == 404
    writer.show(PICTURE)
    written(writer)
    answer = owner.get("/first/picture.jpg")
    assert (answer.status_code, answer.content[:2]) == (200, b"\xff\xd8")


def test_an_old_picture_is_not_taken_for_what_it_sees_now(owner, writer, journal_path):
    writer.show(PICTURE)
    written(writer)
    long_ago = picture_path(journal_path).stat().st_mtime - STALE_S - 1
    os.utime(picture_path(journal_path), (long_ago, long_ago))
    assert owner.get("/first/picture.jpg").status_code == 404


@pytest.mark.parametrize("role", ["guest", "player"])
def test_nobody_else_does(client, site, writer, role):
    writer.show(PICTURE)
    written(writer)
    if role == "player":
        client.cookies.set("hakam_session", site.doors.join(site.doors.code()[0], 0, "127.0.0.1"))
    assert client.get("/first/picture.jpg").status_code == client.get("/first").status_code == 403


def test_the_picture_goes_with_the_referee(writer, journal_path):
    writer.show(PICTURE)
    writer.close()
    assert not picture_path(journal_path).exists()


def test_the_page_has_three_steps_and_asks_the_referee(owner, journal_path):
    page = owner.get("/first").text
    assert all(f"{step}. " in page for step in (1, 2, 3))
    inbox = PhoneInbox(journal_path, lambda: None)
    assert owner.post("/first/look", data={"go": "yes"}).status_code == 200
    inbox.close()


class Letters:
    def __init__(self, *messages):
        self.messages = messages

    def take(self):
        taken, self.messages = self.messages, ()
        return taken


def test_pictures_are_shown_as_long_as_they_are_wanted_and_not_too_often():
    shown = []
    desk = PhoneDesk(Letters(PictureWish(2.0)), shown.append)
    desk.see(PICTURE, 99.0)
    desk.take(Referee(SETUP), 100.0)
    for now_s in (100.0, 100.0 + EVERY_S / 2, 100.0 + EVERY_S, 103.0):
        desk.see(PICTURE, now_s)
    assert len(shown) == 2
