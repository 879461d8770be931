"""The owner sets the house up: what he sets is checked, kept apart from the settings file, and counts more."""

import re

import pytest

from firmware.announce.texts import LANGUAGES, keys
from firmware.phones.inbox import PhoneInbox
from firmware.phones.messages import BegunAnew
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.presets import PRESETS
from firmware.runtime.phone_desk import PhoneDesk
from firmware.settings.model import house_path, load_settings
from firmware.storage.journal import Journal
from firmware.web.house_file import house_of, option_fields
from firmware.web.wifi import NAME, read_wifi
from tests.support.live_table import begun

FORM = {"players": "2", "name_0": "Amina", "name_1": "Youssef", "preset": "pagat", "preset_was": "pagat"}
ORIGIN = {"origin": "http://127.0.0.1", "accept": "application/json"}


@pytest.mark.parametrize("path", ["/house", "/house/anew", "/house/free", "/house/wifi"])
def test_nobody_else_sets_anything(client, site, path):
    client.headers.update(ORIGIN)
    assert client.post(path, data=FORM).status_code == 403
    client.cookies.set("hakam_session", site.doors.join(site.doors.code()[0], 0, "127.0.0.1"))
    assert client.post(path, data=FORM).status_code == 403
    assert client.get("/house").status_code == 403
    assert not house_path().exists()


def test_what_he_sets_counts_from_then_on(owner):
    assert owner.post("/house", data=FORM | {"option_target": "33", "language": "fr"}).status_code == 200
    found = load_settings()
    assert (found.players, found.names) == (2, ("Amina", "Youssef"))
    assert (found.rules, found.language) == ("pagat target=33", "fr")
    page = owner.get("/house").text
    assert 'value="Amina"' in page and 'value="33"' in page


def test_it_counts_more_than_the_settings_file(owner, tmp_path):
    (tmp_path / "hakam.toml").write_text('players = 4\nfirst_dealer = 4\nnames = ["A", "B"]\nevidence_mb = 77\n')
    owner.post("/house", data=FORM)
    found = load_settings(str(tmp_path / "hakam.toml"))
    assert (found.players, found.names, found.first_dealer, found.evidence_mb) == (2, ("Amina", "Youssef"), None, 77)


@pytest.mark.parametrize(
    "wrong",
    [
        {"option_target": "0"},
        {"option_target": "many"},
        {"preset": "bridge"},
        {"name_0": "<script>"},
        {"name_0": "Amina", "name_1": "Amina"},
        {"preset": "pagat", "option_hand_pattern": "9,8"},
    ],
)
def test_what_does_not_go_together_is_told_and_not_kept(owner, wrong):
    answer = owner.post("/house", data=FORM | wrong)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text and "<script>" not in answer.text
    assert not house_path().exists()


def test_another_preset_comes_as_it_is():
    form = FORM | {"preset": "pagat-acehigh", "preset_was": "pagat", "option_target": "41"}
    assert house_of(form, ())["rules"] == "pagat-acehigh"


def test_only_an_enrolled_deck_can_be_chosen():
    assert "deck" not in house_of(FORM | {"deck": "../../etc"}, ("cafe",))
    assert house_of(FORM | {"deck": "cafe"}, ("cafe",))["deck"] == "cafe"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [one for one in PRESETS if one != "steere"])
def test_every_option_of_every_preset_is_in_the_form_and_comes_back(name, language):
    fields = {f"option_{one.name}": one.value for one in option_fields(parse_rules(name), language, {})}
    assert parse_rules(house_of({"preset": name, "preset_was": name} | fields, ())["rules"]) == parse_rules(name)


def test_the_enrolled_decks_can_be_chosen(owner, site, tmp_path, monkeypatch):
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "cafe.deck").write_bytes(b"x")
    monkeypatch.setenv("HAKAM_DECKS", str(tmp_path / "decks"))
    assert "<option>cafe</option>" in owner.get("/house").text


def test_the_wifi_of_the_device_is_shown_to_him(owner, site):
    (site.journal.parent / "hotspot").write_text("Hakam-ab12\nsecret;word\n")
    page = owner.get("/house").text
    assert "Hakam-ab12" in page and "secret;word" in page and page.count("<svg") >= 2


def test_a_new_match_begins_when_he_wants_it(owner, journal_path):
    inbox = PhoneInbox(journal_path, lambda: None)
    assert owner.post("/house/anew", data={"go": "yes"}).status_code == 200
    inbox.close()


def test_he_frees_seats(owner, site):
    site.doors.join(site.doors.code()[0], 1, "127.0.0.1")
    owner.post("/house/free", data={"go": "yes"})
    assert site.doors.seats == frozenset()


class Letters:
    def take(self):
        return [BegunAnew()]


def test_the_loop_ends_so_that_the_program_begins_again(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        table = begun(journal)
        table.live.phones = PhoneDesk(Letters())
        table.live.run()
        assert table.live.anew == BegunAnew()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_every_option_is_in_words(language):
    choices = {choice for one in option_fields(parse_rules("pagat"), language, {}) for choice in one.choices}
    assert choices - {"yes", "no"} == keys("choice", language)


@pytest.mark.parametrize("password", ["123", "x" * 64])
def test_no_code_is_made_of_a_password_that_no_wifi_has(owner, site, password):
    answer = owner.post("/house/wifi", data={"name": "Atlas", "password": password})
    assert answer.status_code == 400 and "8 to 63" in answer.text
    assert read_wifi(site.journal.parent / NAME) is None


def test_what_was_typed_stays_where_the_rules_are_none(owner):
    form = {"preset": "pagat", "preset_was": "pagat", "players": "4", "option_target": "abc", "name_0": "Amina"}
    answer = owner.post("/house", data=form)
    assert answer.status_code == 400
    assert re.search(r'name="option_target" value="abc"', answer.text) and 'value="Amina"' in answer.text
    assert '<option value="4" selected>' in answer.text and "<details open>" in answer.text


def test_the_cafes_wifi_is_told_by_its_owner_and_shown_as_a_code(owner, site):
    assert owner.post("/house/wifi", data={"name": "Atlas <b>", "password": "secret99"}).status_code == 200
    page = owner.get("/house").text
    assert 'value="Atlas &lt;b&gt;"' in page and "Atlas <b>" not in page
    assert owner.post("/house/wifi", data={"name": "x" * 33}).status_code == 400
