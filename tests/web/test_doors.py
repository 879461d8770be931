"""Who is let in, and who is not however often he tries."""

import pytest

from firmware.web.doors import (
    ALL_CODES_SHOWN,
    ALL_SHOWN,
    ALL_TRIES,
    CODE_S,
    CODES_S,
    DEVICE_S,
    FRESH_S,
    LINE_S,
    MOST_GUESTS,
    ROLES_S,
    SHOWN,
    TRIES,
    TRIES_S,
    Doors,
    NotLetInError,
)
from firmware.web.viewer import Role


@pytest.fixture
def now():
    return [1000.0]


@pytest.fixture
def doors(now):
    return Doors(lambda: now[0], "12345678")


def refused(door, *told):
    with pytest.raises(NotLetInError) as fault:
        door(*told)
    return fault.value.key


def wrong(code):
    return f"{(int(code) + 1) % 10**6:06}"


def test_the_code_of_the_table_gives_a_seat(doors):
    secret = doors.join(doors.code()[0], 1, "10.0.0.2")
    assert (doors.known(secret).role, doors.known(secret).seat) == (Role.PLAYER, 1)
    assert doors.seats == {1}


def test_it_lets_in_a_screen_too(doors):
    assert doors.known(doors.join(doors.code()[0], None, "10.0.0.2")).role is Role.DISPLAY


def test_a_code_is_six_figures_and_another_one_each_time(doors, now):
    codes = set()
    for _ in range(20):
        code, left_s = doors.code()
        assert len(code) == 6 and code.isdecimal() and left_s == CODE_S
        codes.add(code)
        now[0] += CODE_S
    assert len(codes) > 15


def test_it_stays_the_same_while_it_counts_for_long(doors, now):
    code, _ = doors.code()
    now[0] += CODE_S - FRESH_S
    assert doors.code() == (code, FRESH_S)
    now[0] += 1
    assert doors.code()[1] == CODE_S


def test_before_anybody_has_asked_no_code_counts(doors):
    assert refused(doors.join, "", 0, "10.0.0.2") == "code_wrong"
    assert refused(doors.join, "000000", 0, "10.0.0.2") == "code_wrong"


def test_a_code_that_is_too_old_opens_nothing(doors, now):
    code, _ = doors.code()
    now[0] += CODE_S
    assert refused(doors.join, code, 0, "10.0.0.2") == "code_wrong"


def test_a_replayed_code_takes_nobodys_seat(doors):
    code, _ = doors.code()
    doors.join(code, 0, "10.0.0.2")
    assert refused(doors.join, code, 0, "10.0.0.66") == "seat_taken"


def test_who_guesses_is_stopped_and_may_try_again_later(doors, now):
    code, _ = doors.code()
    for _ in range(TRIES):
        assert refused(doors.join, wrong(code), 0, "10.0.0.66") == "code_wrong"
    assert refused(doors.join, code, 0, "10.0.0.66") == "too_many_tries"
    doors.join(code, 0, "10.0.0.2")
    now[0] += TRIES_S + 1
    doors.join(code, 1, "10.0.0.66")


def test_many_addresses_guess_no_more_than_all_together_may(doors):
    code, _ = doors.code()
    told = [refused(doors.join, wrong(code), 0, f"10.0.0.{count}") for count in range(ALL_TRIES + 5)]
    assert told == ["code_wrong"] * ALL_TRIES + ["too_many_tries"] * 5


def test_nobody_keeps_the_line_of_the_display_for_himself(doors, now):
    assert [doors.show("10.0.0.66")[0] for _ in range(SHOWN)] == [doors.code()[0]] * SHOWN
    assert refused(doors.show, "10.0.0.66") == "too_many_tries"
    assert doors.show("10.0.0.2")[0] == doors.code()[0]
    now[0] += TRIES_S + 1
    doors.show("10.0.0.66")


def test_the_owners_code_may_be_typed_in_halves(doors):
    assert doors.known(doors.own("1234 5678", "10.0.0.2")).role is Role.OWNER


def test_without_an_owners_code_nobody_is_the_owner(now):
    assert refused(Doors(lambda: now[0], "").own, "", "10.0.0.2") == "code_wrong"


@pytest.mark.parametrize("secret", ["", "x", "\x00", "é" * 99])
def test_nobody_is_known_by_a_secret_that_was_not_given(doors, secret):
    assert doors.known(secret) is None


def test_who_leaves_is_not_known_any_more(doors):
    secret = doors.join(doors.code()[0], 1, "10.0.0.2")
    doors.leave(secret)
    assert (doors.known(secret), doors.seats) == (None, frozenset())


def test_an_evening_ends(doors, now):
    secret = doors.join(doors.code()[0], 1, "10.0.0.2")
    now[0] += ROLES_S
    assert (doors.known(secret), doors.seats) == (None, frozenset())


def test_the_owner_frees_a_seat(doors):
    secret = doors.join(doors.code()[0], 1, "10.0.0.2")
    doors.free(1)
    assert doors.known(secret) is None


def test_no_more_are_remembered_than_fit_a_cafe(doors):
    first, *others = [doors.join(doors.code()[0], None, "10.0.0.2") for _ in range(MOST_GUESTS + 1)]
    assert doors.known(first) is None
    assert all(map(doors.known, others))


def test_the_line_of_the_display_is_free_for_half_of_each_minute():
    assert ALL_SHOWN * LINE_S <= TRIES_S * 0.6
    assert ALL_CODES_SHOWN * CODES_S <= TRIES_S * 0.7


def test_the_code_that_the_device_shows_lets_the_owner_in_once(doors):
    code = doors.device_code()
    assert len(code) == 8 and code.isdecimal() and code != "12345678"
    assert doors.known(doors.own(f"{code[:4]} {code[4:]}", "10.0.0.2")).role is Role.OWNER
    assert refused(doors.own, code, "10.0.0.2") == "code_wrong"
    assert doors.own("12345678", "10.0.0.2")


def test_it_counts_for_a_minute_and_only_the_newest(doors, now):
    first, second = doors.device_code(), doors.device_code()
    assert refused(doors.own, first, "10.0.0.2") == "code_wrong"
    now[0] += DEVICE_S
    assert refused(doors.own, second, "10.0.0.2") == "code_wrong"


def test_before_anybody_held_the_buttons_there_is_none(doors):
    assert refused(doors.own, "", "10.0.0.2") == "code_wrong"


def test_it_opens_no_seat(doors):
    assert refused(doors.join, doors.device_code(), 0, "10.0.0.2") == "code_wrong"


def test_qr_codes_in_the_place_of_the_score_are_shown_now_and_then(doors, now):
    doors.show_codes("10.0.0.2")
    assert refused(doors.show_codes, "10.0.0.2") == "too_many_tries"
    doors.show_codes("10.0.0.3")
    assert refused(doors.show_codes, "10.0.0.4") == "too_many_tries"
    now[0] += TRIES_S + 1
    doors.show_codes("10.0.0.2")
