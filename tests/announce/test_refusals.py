"""Why something cannot be done is told in every language, while what is stored stays English."""

import ast
import re
from pathlib import Path

import pytest

import firmware.dialogue
import firmware.rules.speech
from firmware.announce.phrases import phrase
from firmware.announce.refusals import STORED, refusal_text, saying_name
from firmware.announce.texts import LANGUAGES, keys, text
from firmware.decoding.sayings import word_of
from firmware.events import PressRefused, SayingRefused
from firmware.rules.play import Accept, Announce, Challenge, Claim, Decline, Redeal
from firmware.rules.voice import Announcement
from tests.support.sentence import written

DIALOGUE = Path(firmware.dialogue.__path__[0])
ERRORS = ("RefusedError", "PressError")


def sentences():
    """Every sentence with which the dialogue refuses a press, and the rules a saying."""
    for path in sorted(DIALOGUE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                yield from filter(None, (written(arg, "{}") for arg in node.args))
    for node in ast.walk(ast.parse(Path(firmware.rules.speech.__file__).read_text())):
        if isinstance(node, ast.Return) and node.value is not None:
            values = (node.value.body, node.value.orelse) if isinstance(node.value, ast.IfExp) else (node.value,)
            yield from filter(None, (written(value, "{}") for value in values))


def test_every_sentence_of_the_code_has_a_key_and_every_key_a_sentence():
    assert {re.sub(r"{\w+}", "{}", stored) for stored in STORED.values()} == set(sentences())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_text_for_every_refusal_and_every_saying(language):
    said = [Announce(0, kind) for kind in Announcement]
    said += [Decline(0), Claim(0, 1), Challenge(0, 1, ()), Accept(0), Redeal(0)]
    assert keys("refusal", language) == STORED.keys()
    assert keys("saying", language) == {word_of(one) for one in said}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", STORED)
def test_a_stored_sentence_is_told_in_the_language_with_its_values(key, language):
    values = {name: f"<{name}>" for name in re.findall(r"{(\w+)}", STORED[key])}
    told = refusal_text(STORED[key].format(**values), language)
    assert told == text("refusal", key, language).format(**values)
    assert set(re.findall(r"{(\w+)}", text("refusal", key, language))) <= values.keys()


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
@pytest.mark.parametrize("key", STORED)
def test_no_other_language_speaks_english(key, language):
    assert text("refusal", key, language) != text("refusal", key, "en")


def test_a_sentence_of_another_version_is_told_as_it_stands():
    assert refusal_text("the moon is full", "fr") == "the moon is full"
    assert saying_name("moon", "fr") == "moon"


def test_refusals_are_whole_sentences_of_one_language():
    press = PressRefused(None, "card 99 7O", "there is no play 99; 3 were played")
    said = SayingRefused(0, "nothing", "no match is being played")
    assert phrase(press, "en") == "Not possible: there is no play 99; 3 were played"
    assert phrase(press, "fr") == "Impossible (il n'y a pas de coup 99, 3 ont été joués)"
    assert phrase(said, "fr") == "Joueur 1 : rien ne compte pas : aucune partie n'est en cours"


def test_players_read_of_no_seats_that_count_from_0():
    fault = "'seat 8 5': there is no such seat; seats are 0 to 1"
    assert phrase(PressRefused(None, "seat 8 5", fault), "en") == "Not possible: there is no such player"
