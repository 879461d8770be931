"""Every language has a text for everything that can be said, and every text names the same things."""

import string
import tomllib
from dataclasses import replace

import pytest

from firmware.announce.layout import WIDTH
from firmware.announce.lettering import text_width
from firmware.announce.marks import pips_width
from firmware.announce.phrases import phrase, text_key
from firmware.announce.say import FOOTER
from firmware.announce.seating import Seating
from firmware.announce.shaping import is_arabic, length, line_mark
from firmware.announce.texts import (
    FIRST,
    FOLDER,
    LANGUAGES,
    MissingText,
    UnknownLanguage,
    fault_text,
    keys,
    reads_from_right,
    text,
    variants,
)
from firmware.cards import Card
from firmware.events import (
    Doubt,
    ReadingCorrected,
)
from firmware.rules.events import CardPlayed, CardsCaptured, GameWon, Reason
from tests.support.happenings import CLASSES, HAPPENINGS, SEVEN, sample

MOST_BATCHES = 6  # of two players, three cards each; pips of so many stand beside a hint
UNTOLD = {"is_not_effect": {"effect"}}
"""What other languages leave out: what a setting does is documented in English alone."""
SECTIONS = tuple(tomllib.loads((FOLDER / f"{FIRST}.toml").read_text(encoding="utf-8")))


def named(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def placeholders(text: str) -> set[str]:
    """What a text names; ``seat`` is the short form of ``player``, as ``against`` of ``other``."""
    short = {"seat": "player", "against": "other"}
    return {short.get(name, name) for name in named(text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("happening", HAPPENINGS, ids=text_key)
def test_everything_that_happens_has_words(happening, language):
    said = phrase(happening, language)
    assert said.strip() == said != ""
    assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("happening", HAPPENINGS, ids=text_key)
def test_it_fits_one_line_of_the_display(happening, language):
    assert length(phrase(happening, language, width=21)) <= 21


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_name_of_at_most_8_letters(reason, language):
    assert all(0 < len(name) <= 8 for name in variants("reason", reason, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text(language):
    table, english = (tomllib.loads((FOLDER / f"{one}.toml").read_text(encoding="utf-8")) for one in (language, FIRST))
    assert table.keys() == english.keys()
    assert {section: table[section].keys() for section in table} == {one: english[one].keys() for one in english}


def test_there_are_no_texts_for_what_cannot_happen():
    assert keys("reason", "en") == set(Reason)
    stems = {name.partition("_")[0] for name in keys("event", "en")}
    assert stems == {kind.tag for kind in CLASSES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", SECTIONS)
def test_placeholders_agree(section, language):
    def held(key: str, of: str) -> set[str]:
        return set().union(*map(placeholders, variants(section, key, of))) - UNTOLD.get(key, set())

    there, english = ({key: held(key, of) for key in keys(section, "en")} for of in (language, "en"))
    assert there == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_game_stay(language):
    words = {"كايدة", "بخمسة", "بعشرة"} if reads_from_right(language) else {"caida", "b'khamsa", "b'achra"}
    assert words <= {text("reason", reason, language) for reason in Reason}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_its_name_and_where_its_lines_begin(language):
    assert text("language", "direction", language) in ("ltr", "rtl")
    assert is_arabic(text("language", "name", language)) == reads_from_right(language)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if reads_from_right(one)])
@pytest.mark.parametrize("section", ["screen", "fault", "missing", "press", "report", "calibrate", "enrol", "event"])
def test_what_the_display_shows_reads_from_the_right_whatever_name_it_begins_with(section, language):
    names = {
        name: "Amina" for key in keys(section, "en") for one in variants(section, key, "en") for name in named(one)
    }
    for key in keys(section, language):
        shown = [one.format_map(names) for one in variants(section, key, language) if is_arabic(one)]
        assert all(map(line_mark, shown)), key


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_plays_for_the_side_it_is_one_of(players):
    seating = Seating(players)
    assert all(seat in seating.seats_of(seating.side_of(seat)) for seat in range(players))


@pytest.mark.parametrize(
    ("seating", "player", "short", "winner"),
    [
        (Seating(), "Player 2 plays 7", "2: 7", "Won by Player 2!"),
        (Seating(names=("Amina", "Omar")), "Omar plays 7", "Omar: 7", "Won by Omar!"),
        (Seating(players=4), "Player 2 plays 7", "2: 7", "Won by 2+4!"),
    ],
)
def test_players_are_called_by_name_or_number(seating, player, short, winner):
    played = sample(CardPlayed)
    assert phrase(played, "en", seating=seating) == player
    assert phrase(played, "en", seating=seating, width=8) == short
    assert phrase(sample(GameWon), "en", seating=seating, width=21) == winner


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Player 2 takes 7 10 with 7"),
        ("fr", "Joueur 2 ramasse 7 10 avec 7"),
        ("es", "Jugador 2 se lleva 7 10 con 7"),
        ("ary", "La3eb 2 dda 7 10 b 7"),
        ("ary-Arab", "\u200fاللاعب 2 دا 7 10 ب 7"),
        ("it", "Giocatore 2 prende 7 10 con 7"),
    ],
)
def test_a_capture_in_each_language(language, said):
    assert phrase(sample(CardsCaptured), language) == said


def test_a_doubt_names_what_it_may_have_been():
    first = sample(Doubt, deal=None, after=None)
    assert phrase(first, "en") == "What did Player 2 play: 7 or 10 or nothing?"
    assert phrase(replace(first, deal=3), "en") == "Deal 3: what did Player 2 play: 7 or 10 or nothing?"


def test_a_doubt_names_the_card_before_as_its_player_has_played_others_since():
    later = sample(Doubt, deal=None)
    assert phrase(later, "en") == "What did Player 2 play after 12: 7 or 10 or nothing?"
    assert phrase(replace(later, deal=3), "en") == "Deal 3: what did Player 2 play after 12: 7 or 10 or nothing?"
    assert phrase(later, "en", width=21) == "2 played after 12?"
    assert phrase(later, "en", seating=Seating(names=("Omar", "Khadija")), width=21) == "Khadija, after 12?"


def test_a_corrected_suit_names_both_suits():
    corrected = sample(ReadingCorrected, was=SEVEN, now=Card.parse("7B"))
    assert phrase(corrected, "en") == "Corrected: 7B, not 7O; the score is 12 – 7"
    assert phrase(sample(ReadingCorrected), "en") == "Corrected: 10, not 7; the score is 12 – 7"


def test_an_unknown_language_is_refused():
    with pytest.raises(UnknownLanguage, match=r"'de'.*en, ary, ary-Arab, es, fr, it"):
        phrase(sample(CardPlayed), "de")


def test_what_has_no_text_is_refused():
    with pytest.raises(MissingText, match="'dust'"):
        fault_text("dust", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", ["press", "missing"])
def test_hints_fit_their_line_and_are_there_in_every_language(section, language):
    assert keys(section, language) == keys(section, "en")
    for name in keys(section, language):
        words = text(section, name, language)
        assert length(words) <= FOOTER
        assert text_width(words.format(keys="1 2")) <= WIDTH - pips_width(MOST_BATCHES) - 6
