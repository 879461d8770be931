"""The rules in words say what is played."""

import re
from contextlib import suppress
from dataclasses import fields, replace
from enum import StrEnum
from functools import partial
from itertools import product
from typing import ClassVar, get_type_hints

import pytest

from firmware.announce.texts import FIRST, LANGUAGES, keys, reads_from_right
from firmware.announce.texts import text as words
from firmware.cards import ES40, ES48, Pack
from firmware.rulebook.book import CHAPTERS, WIDTH, book, catalogue, option_catalogue, steere_book
from firmware.rulebook.chapters import play
from firmware.rulebook.wording import RuleWords
from firmware.rules.errors import RulesetError
from firmware.rules.match import Match
from firmware.rules.options import AwardOn, DeclMode, Evidence
from firmware.rules.presets import PAGAT, PRESETS
from firmware.rules.ruleset import Ruleset

LATIN_WORDS = ("Caida", "Mesa", "Ronda", "Tringa", "B'khamsa")


def text(players=2, **options):
    return " ".join(book("ours", PAGAT.with_options(options), players).split())


def test_every_option_has_its_meaning():
    assert keys("option", FIRST) == {field.name for field in fields(Ruleset)}


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_preset_is_told_within_the_width_of_a_terminal(name, players):
    if (name, players) in (("pagat-notable", 3), ("cafe", 3)):
        with pytest.raises(
            RulesetError, match="table_cards=0 cannot be had with 3 players"
        ):  # V2: no hands of three fit the pack
            book(name, PRESETS[name], players)
        return
    told = book(name, PRESETS[name], players)
    assert max(map(len, told.splitlines())) <= WIDTH
    assert ("Other than in pagat" in told) == (PRESETS[name] != PAGAT)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "The first at 41 points wins at once."),
        ({"target": "21"}, "target: 21, not 41 (points that win)"),
        ({"run_sweep": "no"}, "Nothing else goes with it."),
        ({"must_capture": "yes"}, "Who can capture must"),
        ({"chain_len": "1"}, "the card that was just played: 1 point. * Not with"),
        ({"chain_len": "2", "caida": "1,6,15"}, "takes all of it: 6 points. * All of them score."),
        ({"chain_len": "3"}, "the five counts only if the fourth card does not follow"),
        ({"chain_len": "3", "chain_points": "last"}, "Only the last of them scores."),
        ({"chain_len": "3", "chain_start": "any"}, "answers any capture"),
        ({"mesa_exception": "last_batch"}, "Not in the last batch of the deal."),
        ({"packs": "2"}, "Two packs of 40 Spanish cards"),
        ({"pack": "fr52"}, "J, Q and K are 10, 11 and 12"),
        ({"ace_high": "yes"}, "An ace ranks highest."),
        ({"evidence": "seen", "award_on": "earliest"}, "as soon as it is certain, by all cards seen"),
        ({"concealed_mode": "auto"}, "is paid to the opponents: 1 for a ronda"),
        ({"unproven_win": "held"}, "waits until all opponents accept it"),
        ({"decl_mode": "shown", "rank_values": "10:2,12:4"}, "a ronda is worth 2 (10) and 4 (12)"),
        ({"decl_ranks": "12"}, "Ronda: two cards of a rank (only 12) in hand"),
        ({"scoring": "transfer"}, "points are paid in captured cards"),
        ({"count": "pip_sum"}, "count what is printed on them"),
        ({"last_card": "dealer_duty"}, "The dealer must capture with the last card"),
        ({"match_rounds": "3", "first_round": "cards"}, "captured 20 cards himself"),
        ({"win": "end_of_deal"}, "Who has 41 points at the end of a deal wins"),
        ({"caida_across_redeal": "yes"}, "just played: 1 point. * B'khamsa"),
        ({"table_cards": "0"}, "No cards are laid open"),
    ],
)
def test_an_option_changes_what_is_told(options, sentence):
    told = text(**({"chain_len": "3"} | options if "caida_across_redeal" in options else options))
    assert sentence in told


@pytest.mark.parametrize(
    ("pack", "sentence"),
    [
        (ES40, "continues upwards without a gap; 7 and 10 are neighbours."),
        (ES48, "continues upwards without a gap."),
        (Pack("reversed", ES40.ranks[::-1][:4]), "; 12 and 11, 11 and 10, 10 and 7 are neighbours."),
    ],
)
def test_the_neighbours_that_are_told_are_those_of_the_pack(pack, sentence):
    assert any(told.endswith(sentence) for told in play(replace(Match.of(PAGAT, 2), pack=pack), RuleWords()))


class Asked(RuleWords):
    """The words of the rules, and which of them were asked for."""

    keys: ClassVar[set[str]] = set()

    def __call__(self, key, **values):
        self.keys.add(key)
        return super().__call__(key, **values)


def every_choice():
    """Rulesets with each value of each option that is a choice, and those that number options need."""
    for name, hint in get_type_hints(Ruleset).items():
        enumerated = isinstance(hint, type) and issubclass(hint, StrEnum)
        values = list(hint) if enumerated else [True, False] if hint is bool else []
        yield from ({name: value} for value in values)
    yield from ({"packs": 2}, {"table_cards": 0}, {"decl_ranks": (12,)}, {"chain_len": 3})
    yield from ({"match_rounds": rounds} for rounds in (3, 5, 7))
    yield {"decl_mode": DeclMode.SHOWN, "rank_values": ((10, 2),)}
    yield {"four_kind_redeal": True, "table_cards": 0}
    yield {"evidence": Evidence.SEEN, "award_on": AwardOn.EARLIEST}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_told_in_every_language_and_none_is_left_over(language):
    say = Asked(language)
    say.keys.clear()
    for choice, players, chapter in product(every_choice(), (2, 3, 4), CHAPTERS):
        with suppress(RulesetError):
            told = list(chapter(Match.of(replace(PAGAT, **choice), players), say))
            assert all(one.strip() and "{" not in one for one in told)
    heads = {f"chapter_{chapter.__name__}" for chapter in CHAPTERS} | {"head", "other_than", "differs"}
    assert say.keys | heads == keys("rules", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_game_stay_in_every_language(language):
    told = book("cafe", PRESETS["cafe"], 2, language)
    words = ("كايدة", "ميسة", "روندا", "ترينغا", "بخمسة") if reads_from_right(language) else LATIN_WORDS
    assert all(word in told for word in words)
    assert max(map(len, told.splitlines())) <= WIDTH


def test_only_partners_are_told_about_signs_and_four_of_a_kind():
    partners = text(4, partner_signals="forbidden", table_cards="0", four_kind_redeal="yes")
    assert "Signs between partners are forbidden." in partners
    assert "may go back for four other cards" in partners
    assert "Partners sit opposite" in partners
    assert "Everyone plays for himself." in text(3)


def can_be_played(rules, players):
    try:
        return bool(Match.of(rules, players))
    except RulesetError:
        return False


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_the_line_about_a_preset_says_what_it_is(name, language):
    rules, told = PRESETS[name], words("preset", name, language)
    numbers = set(re.findall(r"\d+", told.replace("b'khamsa", "")))
    assert str(rules.target) in numbers or rules.target == PAGAT.target
    assert numbers >= {str(points) for points in rules.caida} or rules.caida == PAGAT.caida
    assert numbers >= {str(rules.ronda), str(rules.tringa)} or rules.ronda == PAGAT.ronda
    assert ({"2", "4"} <= numbers) != can_be_played(rules, 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_names_every_preset_and_credits_mark_steere(language):
    lines = catalogue(language).splitlines()
    assert [line.split()[0] for line in lines if line[0] != " "] == [*PRESETS, "steere"]
    assert max(map(len, lines)) <= WIDTH
    assert "Mark Steere, 2022" in catalogue(language)
    assert (catalogue(language) == catalogue()) == (language == FIRST)
    assert steere_book().startswith("Ronda by Mark Steere, 2022")
    assert "clubs beat cups" in " ".join(steere_book().split())


@pytest.mark.parametrize(
    "line",
    [
        "target = 41 / ...: points that win",
        "run_sweep = yes / no: whether a capture takes the run above it",
        "must_capture = no / yes: whether who can capture has to",
        "win = at_once / end_of_deal: when a match is won",
        "chain_len = players / ...: most steps of a chain; players: one fewer than there are players",
    ],
)
def test_the_list_of_options_names_the_default_first(line):
    assert line in " ".join(option_catalogue().split())


def test_the_list_of_options_has_each_of_them_once():
    lines = [line for line in option_catalogue().splitlines() if not line.startswith(" ")]
    assert [line.split(" = ")[0] for line in lines] == [field.name for field in fields(Ruleset)]


@pytest.mark.parametrize("width", [36, 40, 60])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits_a_narrow_terminal(language, width):
    rules = PRESETS["cafe"]
    told = [book("cafe", rules, 2, language, width), catalogue(language, width), steere_book(language, width)]
    told.append(option_catalogue(language, width))
    assert max(len(line) for one in told for line in one.splitlines()) <= width


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != FIRST])
def test_no_other_language_tells_options_differences_or_another_game_in_english(language):
    def whole(told):
        return {line for line in told.splitlines() if len(line.split()) > 4}

    for told in (option_catalogue, steere_book, partial(book, "cafe", PRESETS["cafe"], 2)):
        assert not whole(told(language)) & whole(told(FIRST))
    assert words("option", "table_cards", language) in " ".join(book("cafe", PRESETS["cafe"], 2, language).split())
