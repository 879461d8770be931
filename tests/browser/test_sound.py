"""What is heard on a phone in a real browser: nothing until it is wanted, tones, recorded words, one at a time."""

import numpy as np
import pytest

from firmware.announce.say import sound
from firmware.announce.spoken import CLIPS
from firmware.announce.tones import PATTERNS, Sound
from firmware.settings.model import voices_path
from firmware.storage.moment import EVENTS
from firmware.voices.clips import encoded

LISTEN = """
  window.heard = [];
  const tone = OscillatorNode.prototype.start, word = AudioBufferSourceNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { heard.push(this.frequency.value); return tone.call(this, at); };
  AudioBufferSourceNode.prototype.start = function (at) {
    heard.push(this.buffer.duration.toFixed(1)); return word.call(this, at);
  };
  document.addEventListener("securitypolicyviolation", (one) => heard.push(one.violatedDirective));
"""
SECONDS = {"player_1": 0.2, "player_2": 0.3, "player_3": 0.4, "player_4": 0.5}
RATE_HZ = 24000


@pytest.fixture(autouse=True)
def house(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.fixture
def words(cafe):
    """A café that has recorded all words."""
    folder = voices_path(cafe.server.site.settings) / "en"
    folder.mkdir(parents=True)
    for clip in CLIPS:
        samples = 0.1 * np.sin(np.arange(int(RATE_HZ * SECONDS.get(clip, 0.6))) / 9).astype(np.float32)
        (folder / f"{clip}.ogg").write_bytes(encoded(samples, RATE_HZ))


class Listener:
    def __init__(self, cafe, seat=1):
        self.cafe = cafe
        self.page = cafe.page("/more", size=(360, 640), seat=seat)
        self.page.add_init_script(LISTEN)
        self.page.goto(cafe.server.address)
        self.page.get_by_role("heading", name="Sound here").wait_for()

    def choose(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()
        return self

    @property
    def heard(self):
        return self.page.evaluate("() => window.heard")

    def play_until(self, *kinds):
        """Go on with the recording until something of these classes is to be heard, and this page has told it."""
        for _ in range(30):
            since = self.cafe.last
            self.cafe.play()
            if found := [one for one in self._told(since) if one in kinds]:
                return found[-1]
        raise AssertionError("nothing of that kind happens")

    def _told(self, since):
        places = [int(one.partition("-")[2]) for one in self.cafe.events(since)]
        self.page.locator(f"#log li[data-at='1-{places[-1]}']").first.wait_for(state="attached")
        return [sound(self._events(place)) for place in sorted(set(places))]

    def _events(self, place):
        rows = self.cafe.journal._file.execute("SELECT body FROM event WHERE session = 1 AND place = ?", (place,))
        return [EVENTS.parse(body) for (body,) in rows]


def test_nothing_is_heard_until_somebody_asks_for_it(cafe):
    listener = Listener(cafe)
    assert listener.page.locator("#sound [aria-pressed=true]").inner_text() == "Off"
    listener.play_until(Sound.POINT, Sound.BIG_POINT)
    assert listener.heard == []


def test_a_phone_plays_the_tones_of_the_table(cafe):
    listener = Listener(cafe).choose("Tones")
    kind = listener.play_until(Sound.POINT, Sound.BIG_POINT)
    notes = [tone.frequency_hz for tone in PATTERNS[kind] if tone.frequency_hz]
    listener.page.wait_for_function("() => window.heard.length")
    assert listener.heard[-len(notes) :] == notes
    listener.choose("Off")
    before = listener.heard
    listener.play_until(Sound.POINT, Sound.BIG_POINT)
    assert listener.heard == before


def test_a_phone_says_the_cafes_own_words(cafe, words):
    listener = Listener(cafe).choose("Words")
    listener.play_until(Sound.POINT, Sound.BIG_POINT)
    listener.page.wait_for_function("() => window.heard.length >= 3")
    said = listener.heard[-3:]
    assert all(isinstance(one, str) for one in said), "recorded words, no tones, and nothing was forbidden"


def test_a_phone_says_that_the_table_cannot_be_seen_once(cafe, words):
    listener = Listener(cafe).choose("Words")
    cafe.match.tell(("fault.camera_lost",))
    listener.page.wait_for_function("() => window.heard.length")
    cafe.match.tell(("fault.camera_lost", "fault.view_lost"))
    listener.page.locator("#faults .fault").nth(1).wait_for()
    assert len(listener.heard) == 1


def test_what_cannot_be_read_as_a_recording_is_told_by_its_tones(cafe, words):
    for file in (voices_path(cafe.server.site.settings) / "en").iterdir():
        file.write_bytes(b"no recording")
    listener = Listener(cafe).choose("Words")
    kind = listener.play_until(Sound.POINT, Sound.BIG_POINT)
    listener.page.wait_for_function("() => window.heard.length")
    assert listener.heard[-1] in [tone.frequency_hz for tone in PATTERNS[kind]]


def test_the_choice_outlives_a_reload_and_waits_for_a_touch(cafe):
    listener = Listener(cafe).choose("Tones")
    listener.page.reload()
    assert listener.page.locator("#sound [aria-pressed=true]").inner_text() == "Tones"
    listener.page.get_by_text("Touch the page once").wait_for()
    listener.page.locator("#table").click()
    listener.page.get_by_text("Touch the page once").wait_for(state="hidden")
    listener.play_until(Sound.POINT, Sound.BIG_POINT)
    listener.page.wait_for_function("() => window.heard.length")


def test_what_a_phone_has_missed_is_not_played_to_it_afterwards(cafe):
    listener = Listener(cafe).choose("Tones")
    cafe.server.end()
    listener.page.locator("#link:not(:empty)").wait_for()
    since = cafe.last
    cafe.play(12)
    cafe.server.begin()
    listener._told(since)
    assert listener.heard == []


def test_a_guest_is_offered_no_sound(cafe):
    page = cafe.page()
    page.locator("#score .points").first.wait_for()
    assert page.locator("#sound").count() == 0
