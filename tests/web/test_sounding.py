"""What a phone is given to be heard: classes, quiet hours and recorded words are those of the house."""

from datetime import time

import pytest
from msgspec.structs import replace

from firmware.announce.spoken import CLIPS, PAUSED, Spoken
from firmware.announce.tones import PATTERNS, Sound
from firmware.events import SayingRefused
from firmware.rules.events import PointsScored, Reason
from firmware.settings.model import voices_path
from firmware.web.guard import HEADERS
from firmware.web.sounding import LARGEST, heard, heard_words
from firmware.web.viewer import Role, Viewer

NOON, NIGHT = time(12), time(23)
PLAYER = Viewer(Role.PLAYER, "en", 0)
CAIDA = PointsScored(1, 1, Reason.CAIDA, 1)
REFUSED = SayingRefused(0, "ronda", "early")
POINT, FAULT = ([(tone.frequency_hz, tone.duration_ms) for tone in PATTERNS[one]] for one in (Sound.POINT, Sound.FAULT))


@pytest.fixture(autouse=True)
def house(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.fixture
def site(site):
    """A site that knows how the match stands."""
    site.feed.look()
    return site


def record(site, *clips, language="en", content=b"OggS"):
    folder = voices_path(site.settings) / language
    folder.mkdir(parents=True, exist_ok=True)
    for clip in clips:
        (folder / f"{clip}.ogg").write_bytes(content)


def at(site, **settings):
    site.settings = replace(site.settings, **settings)
    return site


def test_tones_are_those_of_the_table(site):
    assert heard(site, PLAYER, [CAIDA], NOON) == {"tones": POINT}
    assert heard(site, PLAYER, [REFUSED], NOON) == {"tones": FAULT}


@pytest.mark.parametrize("role", [Role.DISPLAY, Role.OWNER, Role.PLAYER])
def test_whoever_was_let_in_hears(site, role):
    assert heard(site, Viewer(role, "en"), [CAIDA], NOON)


def test_a_guest_hears_nothing(site):
    assert heard(site, Viewer(), [CAIDA], NOON) == {}


def test_a_class_of_tones_that_is_off_at_the_table_is_off_on_phones(site):
    assert heard(at(site, tones=(Sound.FAULT,)), PLAYER, [CAIDA], NOON) == {}
    assert heard(site, PLAYER, [REFUSED], NOON) == {"tones": FAULT}


def test_quiet_hours_hold_on_phones(site):
    at(site, quiet_from="22:30", quiet_until="08:00")
    assert heard(site, PLAYER, [CAIDA], NIGHT) == {}
    assert heard(site, PLAYER, [CAIDA], NOON) == {"tones": POINT}


def test_a_sentence_is_told_as_clips_once_all_its_words_were_recorded(site):
    record(site, *set(CLIPS) - {"caida"})
    assert "clips" not in heard(site, PLAYER, [CAIDA], NOON)
    record(site, "caida")
    clips = heard(site, PLAYER, [CAIDA], NOON)["clips"]
    assert clips[:3] == ("player_2", "caida", "score")


def test_words_are_those_of_the_readers_language(site):
    record(site, *CLIPS, language="fr")
    assert "clips" not in heard(site, PLAYER, [CAIDA], NOON)
    assert "clips" in heard(site, Viewer(Role.PLAYER, "fr", 0), [CAIDA], NOON)


@pytest.mark.parametrize(("spoken", "said"), [((), True), ((Spoken.POINTS,), True), ((Spoken.WIN,), False)])
def test_classes_of_words_are_those_of_the_loudspeaker_where_there_is_one(site, spoken, said):
    record(site, *CLIPS)
    assert ("clips" in heard(at(site, spoken=spoken), PLAYER, [CAIDA], NOON)) is said


def test_that_the_table_cannot_be_seen_is_said_too(site):
    record(site, *PAUSED.clips)
    assert heard_words(site, PLAYER, PAUSED, NOON) == {"clips": PAUSED.clips}
    assert heard_words(site, Viewer(), PAUSED, NOON) == {}
    assert heard_words(at(site, spoken=(Spoken.WIN,)), PLAYER, PAUSED, NOON) == {}


@pytest.fixture
def player(client, site):
    client.cookies.set("hakam_session", site.doors.join(site.doors.code()[0], 0, "127.0.0.1"))
    return client


def test_a_clip_is_given_to_whoever_was_let_in(player, site):
    record(site, "caida")
    answer = player.get("/voice/en/caida.ogg")
    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, b"OggS", "audio/ogg")
    player.cookies.clear()
    assert player.get("/voice/en/caida.ogg").status_code == 403


@pytest.mark.parametrize(
    "path", ["en/mesa", "fr/caida", "xx/caida", "en/..%2f..%2fjournal", "..%2fen/caida", "en/caida.ogg", "en/CAIDA"]
)
def test_nothing_else_is_given(player, site, path):
    record(site, "caida")
    assert player.get(f"/voice/{path}.ogg").status_code == 404


def test_a_clip_that_is_too_large_for_a_word_is_not_given(player, site):
    record(site, "caida", content=b"0" * (LARGEST + 1))
    assert player.get("/voice/en/caida.ogg").status_code == 404


def test_words_are_offered_only_where_some_were_recorded(player, site):
    assert 'value="tones"' in player.get("/").text
    assert 'value="words"' not in player.get("/").text
    record(site, "caida")
    assert 'value="words"' in player.get("/").text


def test_quiet_hours_are_told_so_that_silence_is_no_riddle(player, site):
    assert "Quiet from" not in player.get("/").text
    at(site, quiet_from="22:30", quiet_until="08:00")
    assert "Quiet from 22:30 to 08:00." in player.get("/").text


def test_the_content_security_policy_has_no_more_than_before():
    assert "media-src" not in HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in HEADERS["Content-Security-Policy"]
