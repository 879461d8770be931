"""The first evening: the owner sees what the camera sees while he aims it, and nobody else does."""

import os

import numpy as np
import pytest

from firmware.announce.texts import LANGUAGES, text
from firmware.phones.inbox import PhoneInbox
from firmware.phones.live_picture import picture_path
from firmware.phones.messages import PictureWish
from firmware.referee import Referee
from firmware.runtime.phone_desk import EVERY_S, PhoneDesk
from firmware.runtime.picture_writer import PictureWriter
from firmware.web import deck_enrolling
from firmware.web.first_evening import STALE_S
from firmware.web.helping import Helper
from tests.support.aimed_pictures import PICTURES, as_jpeg
from tests.support.live_table import SETUP
from tests.support.shown_tables import end_in_a_thread, in_a_thread

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


@pytest.fixture
def aiming(owner, site, journal_path):
    """An owner whose referee shows pictures, and whose helper is at work; gives what lays a picture before it."""
    site.helper = Helper(in_a_thread)
    inbox = PhoneInbox(journal_path, lambda: None)

    def show(name):
        picture_path(journal_path).write_bytes(as_jpeg(PICTURES[name][0]()))
        for _ in range(2):  # what was seen with one request is told with the next
            owner.post("/first/look", data={"go": "yes"})
            site.helper.ask(do="look")
        return owner.post(f"/first/look?lang={show.language}", data={"go": "yes"}).json()

    show.language = "en"
    yield show
    inbox.close()
    end_in_a_thread(site.helper)


def test_he_is_told_what_to_move_until_all_is_well(aiming, owner):
    assert aiming("too high") == {"advice": "Lower the camera by 25 cm", "well": False, "plays": 5}
    assert aiming("well") == {"advice": "All is well. Go on with step 2.", "well": True, "plays": 5}
    page = owner.get("/first").text
    assert 'class="advice fits" role="status">All is well' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_he_is_told_in_his_language(aiming, language):
    aiming.language = language
    assert aiming("too far right")["advice"] == text("calibrate", "cut_left", language).format(cm=6)


def test_he_sees_the_cards_outlined(aiming, owner, journal_path):
    aiming("well")
    seen = owner.get("/first/picture.jpg").content
    assert seen[:2] == b"\xff\xd8"
    assert seen != picture_path(journal_path).read_bytes()


def test_nothing_is_said_of_an_old_picture(aiming, owner, journal_path):
    aiming("dark")
    os.utime(picture_path(journal_path), (1.0, 1.0))
    assert owner.post("/first/look", data={"go": "yes"}).json()["advice"] == ""


def test_a_deck_that_is_being_shown_is_not_forgotten_for_the_aim(owner, site, journal_path):
    site.helper, inbox = Helper(in_a_thread), PhoneInbox(journal_path, lambda: None)
    owner.post("/decks/new", data={"do": "begin"})
    owner.post("/first/look", data={"go": "yes"})
    assert site.helper.is_at(deck_enrolling.TASK)
    inbox.close()
    end_in_a_thread(site.helper)


def test_the_aim_makes_room_for_a_deck(aiming, owner, site):
    aiming("well")
    owner.post("/decks/new", data={"do": "begin"})
    assert site.helper.is_at(deck_enrolling.TASK)
    assert owner.get("/decks/new").status_code == 200


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
