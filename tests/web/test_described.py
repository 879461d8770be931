"""Metrics are what Prometheus reads, and the description fits what the API sends."""

import json
from typing import get_args

import pytest
from jsonschema import Draft202012Validator
from prometheus_client.parser import text_string_to_metric_families

from firmware.events import Event
from firmware.integrations.metrics import metrics_text
from firmware.integrations.openapi import openapi
from firmware.standing.message import read_standing
from firmware.storage.live_reader import JournalPlace, KeptEvents, KeptStanding
from firmware.storage.moment import EVENTS
from firmware.web.api import _moment_json, _standing_json
from tests.support.happenings import HAPPENINGS
from tests.support.journals import standing_text


def read(text):
    found = {}
    for family in text_string_to_metric_families(text.decode()):
        for one in family.samples:
            found[one.name, *one.labels.values()] = one.value
    return found


def test_prometheus_reads_how_a_match_stands():
    match = read_standing(standing_text((12, 7), provisional=True, faults=("fault.too_dark",), told=9))
    found = read(metrics_text(match, 3))
    assert (found["hakam_score_points", "0"], found["hakam_score_points", "1"]) == (12, 7)
    assert found["hakam_rules_info", "pagat"] == 1
    assert found["hakam_fault", "fault.too_dark"] == 1
    assert (found["hakam_session",], found["hakam_plays",], found["hakam_score_provisional",]) == (3, 9, 1)
    assert (found["hakam_question_open",], found["hakam_match_over",]) == (0, 0)


def test_where_no_match_is_known_only_the_journal_is_told_of():
    assert read(metrics_text(None, lost=True)) == {("hakam_journal_lost",): 1}


@pytest.mark.parametrize("rules", ['pagat target="21"', "a\\b", "a\nb"])
def test_nothing_that_a_person_wrote_breaks_the_text(rules):
    assert read(metrics_text(read_standing(standing_text((0, 0), rules=rules))))["hakam_rules_info", rules] == 1


def test_names_of_players_are_not_told():
    assert b"Amina" not in metrics_text(read_standing(standing_text((0, 0), names=("Amina", "Youssef"))))


DOCUMENT = openapi("0.2.0")


def fits(name, text):
    schema = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
    Draft202012Validator(schema).validate(json.loads(text))


def test_the_description_is_of_the_addresses_that_there_are(client):
    given = client.get("/api/openapi.json").json()
    assert given == json.loads(json.dumps(openapi(given["info"]["version"])))
    assert set(DOCUMENT["paths"]) == {"/api/state", "/api/events", "/metrics"}
    assert client.get("/metrics").headers["content-type"].startswith("text/plain; version=0.0.4")
    assert read(client.get("/metrics").content)["hakam_players",] == 2


def test_what_the_page_gives_fits_its_description(client):
    fits("State", client.get("/api/state").text)


@pytest.mark.parametrize("happening", HAPPENINGS, ids=str)
def test_every_event_fits_its_description(happening):
    fits("Moment", _moment_json(KeptEvents(JournalPlace(3, 7), 9, (EVENTS.text(happening),))))


def test_a_standing_with_everything_in_it_fits_its_description():
    doubt = next(one for one in HAPPENINGS if one.tag == "Doubt")
    body = json.loads(standing_text((12, 7), winners=(0,), held=1, faults=("fault.too_dark",), table=("7O",)))
    body |= {"question": json.loads(EVENTS.text(doubt)), "cards": [{"card": None, "x_mm": 1.5, "y_mm": None}]}
    fits("State", _standing_json(KeptStanding((3, 7), json.dumps(body))))


def test_all_kinds_of_events_are_listed():
    kinds = DOCUMENT["components"]["schemas"]["Event"]["properties"]["kind"]["enum"]
    assert set(kinds) == {kind.tag for kind in get_args(Event)}
