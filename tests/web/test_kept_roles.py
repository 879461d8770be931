"""Who was let in is known to a page that begins again; the file in which that is kept opens nothing."""

import json
import stat

import pytest

from firmware.settings.model import Settings
from firmware.web.doors import ROLES_S, Admission, Doors
from firmware.web.kept_roles import keep_roles, roles_path
from firmware.web.proposals import WINDOW_S, Proposals
from firmware.web.site import Site
from firmware.web.viewer import Role

HERE, BOOT = "10.0.0.2", "b1"


class Page:
    """What a page's process knows about a journal, at some time."""

    def __init__(self, folder, now, boot=BOOT):
        self.doors, self.proposals = Doors(lambda: now[0], "12345678"), Proposals(lambda: now[0])
        keep_roles(folder / "journal.db", self.doors, self.proposals, boot)

    def join(self, seat):
        return self.doors.join(self.doors.code()[0], seat, HERE)


@pytest.fixture
def now():
    return [1000.0]


def kept(folder):
    return roles_path(folder / "journal.db")


def test_roles_and_what_waits_are_known_again(tmp_path, now):
    page = Page(tmp_path, now)
    player, owner, screen = page.join(1), page.doors.own("12345678", HERE), page.join(None)
    page.proposals.ask(1, 1, "undo", plays=5)
    again = Page(tmp_path, now)
    assert [again.doors.known(one).role for one in (player, owner, screen)] == [Role.PLAYER, Role.OWNER, Role.DISPLAY]
    assert again.doors.seats == {1}
    (waiting,) = again.proposals.waiting(5)
    assert again.proposals.agree(waiting.number, 0, 0, 5) == waiting
    assert Page(tmp_path, now).proposals.waiting(5) == ()


def test_numbers_go_on(tmp_path, now):
    Page(tmp_path, now).proposals.ask(1, 1, "undo", plays=5)
    assert Page(tmp_path, now).proposals.ask(0, 0, "undo", plays=5).number == 2


def test_who_left_or_whose_seat_was_freed_stays_away(tmp_path, now):
    page = Page(tmp_path, now)
    left, freed = page.join(0), page.join(1)
    page.doors.leave(left)
    page.doors.free(1)
    again = Page(tmp_path, now)
    assert [again.doors.known(one) for one in (left, freed)] == [None, None]


def test_nobody_stays_longer_for_it(tmp_path, now):
    page = Page(tmp_path, now)
    secret = page.join(0)
    page.proposals.ask(0, 0, "undo", plays=5)
    now[0] += WINDOW_S
    assert Page(tmp_path, now).proposals.waiting(5) == ()
    now[0] += ROLES_S
    assert Page(tmp_path, now).doors.known(secret) is None


def test_after_another_start_of_the_machine_nothing_counts(tmp_path, now):
    secret = Page(tmp_path, now).join(0)
    now[0] = 3.0
    assert Page(tmp_path, now, "b2").doors.known(secret) is None


def test_where_the_start_is_unknown_nothing_is_kept(tmp_path, now):
    Page(tmp_path, now, "").join(0)
    assert not kept(tmp_path).exists()


def test_only_its_owner_reads_it(tmp_path, now):
    page = Page(tmp_path, now)
    page.join(0)
    assert stat.S_IMODE(kept(tmp_path).stat().st_mode) == 0o600
    page.join(1)
    assert stat.S_IMODE(kept(tmp_path).stat().st_mode) == 0o600


def test_whoever_has_the_file_gets_in_nowhere_with_it(tmp_path, now):
    page = Page(tmp_path, now)
    code = page.doors.code()[0]
    secrets = [page.join(0), page.doors.own(page.doors.device_code(), HERE)]
    text = kept(tmp_path).read_text()
    assert not any(one in text for one in (*secrets, code, "12345678"))
    again = Page(tmp_path, now)
    stolen = json.loads(text)
    assert stolen["admitted"]
    assert [again.doors.known(one) for one in (*stolen["admitted"], stolen["boot"])] == [None] * 3


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o606])
def test_a_file_that_others_may_read_or_write_is_not_believed(tmp_path, now, mode):
    secret = Page(tmp_path, now).join(0)
    kept(tmp_path).chmod(mode)
    again = Page(tmp_path, now)
    assert again.doors.known(secret) is None
    secret = again.join(0)
    assert Page(tmp_path, now).doors.known(secret)
    assert stat.S_IMODE(kept(tmp_path).stat().st_mode) == 0o600


def test_a_link_in_its_place_is_not_followed(tmp_path, now, caplog):
    secret = Page(tmp_path, now).join(0)
    kept(tmp_path).rename(tmp_path / "elsewhere")
    kept(tmp_path).symlink_to(tmp_path / "elsewhere")
    before = (tmp_path / "elsewhere").read_text()
    again = Page(tmp_path, now)
    assert again.doors.known(secret) is None
    again.join(1)
    assert (tmp_path / "elsewhere").read_text() == before
    assert "is not kept" in caplog.text


@pytest.mark.parametrize("content", ["", "{}", "[1]", "x" * 200_000, '{"boot": "b1", "admitted": {"a": 1}}', "\x00"])
def test_a_damaged_file_is_as_none(tmp_path, now, content):
    Page(tmp_path, now).join(0)
    kept(tmp_path).write_text(content)
    assert Page(tmp_path, now).doors.seats == frozenset()


def test_a_forged_time_is_not_believed(tmp_path, now):
    page = Page(tmp_path, now)
    page.doors._admitted["0" * 64] = Admission(Role.OWNER, None, now[0] + ROLES_S + 1)
    page.join(0)
    assert len(Page(tmp_path, now).doors.admitted) == 1


def test_a_disk_that_takes_nothing_lets_people_in_all_the_same(tmp_path, now, caplog):
    page = Page(tmp_path / "missing", now)
    assert page.doors.known(page.join(0))
    assert "is not kept" in caplog.text


def test_guests_and_wrong_codes_write_nothing(tmp_path, now):
    page = Page(tmp_path, now)
    page.doors.leave("unknown")
    page.proposals.refuse(7, 1)
    assert not kept(tmp_path).exists()


def test_a_site_that_is_opened_again_knows_its_players(journal_path):
    site = Site.of(journal_path, Settings())
    secret = site.doors.join(site.doors.code()[0], 0, HERE)
    assert Site.of(journal_path, Settings()).doors.known(secret).seat == 0
