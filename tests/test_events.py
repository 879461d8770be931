"""The closed set of events: each has a tag of its own, and the tags stay what journals and programs know."""

import ast
import dataclasses
import inspect
import typing
from collections import Counter

import pytest

from firmware import events
from firmware.events import Event
from firmware.rules import events as rules_events

KINDS = typing.get_args(Event)
WRITTEN = {
    *("DealOpened", "LayoutDealt", "BatchDealt", "HandRedealt", "DealEnded", "DealAbandoned"),
    *("CardPlayed", "CardsCaptured", "PacketTakenOver", "RestTaken", "CaptureForgone"),
    *("Announced", "NothingAnnounced", "AnnouncementFalse", "Challenged", "ClaimRefused"),
    *("PointsScored", "PointsTakenBack", "PointsPended", "PendingCancelled", "CardsCounted"),
    *("WinHeld", "RoundWon", "GameWon", "WinRevoked"),
    *("Doubt", "DoubtSettled", "LayoutSettled", "ChallengeOpened"),
    *("ReadingCorrected", "LayoutCorrected", "SeatCorrected", "SayingTakenBack"),
    *("SayingRefused", "PressRefused", "PointsExplained", "TableDisagrees", "TableAgrees"),
    "DeckCompared",
}


def test_tags_are_those_that_were_ever_written():
    assert {kind.tag for kind in KINDS} == WRITTEN


def test_no_two_events_share_a_tag():
    assert max(Counter(kind.tag for kind in KINDS).values()) == 1


@pytest.mark.parametrize("module", [events, rules_events])
def test_every_class_with_a_tag_is_in_the_union(module):
    classes = [node.name for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ClassDef)]
    tagged = {vars(module)[name] for name in classes if hasattr(vars(module)[name], "tag")}
    assert tagged <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.tag)
def test_an_event_is_a_frozen_value_and_its_tag_is_no_field(kind):
    assert kind.__dataclass_params__.frozen
    assert "tag" not in {field.name for field in dataclasses.fields(kind)}
