"""The worked cases of the rule book, one test a case; ``HAKAM_CASES`` names another file of the same form.

A case that needs a rule which is not built yet is marked with what it needs, and is not run.
"""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from firmware.cards import ES40 as PACK
from firmware.cards import Card, Rank
from firmware.rules.errors import IllegalAnnouncementError, IllegalPlayError, RulesetError
from firmware.rules.events import (
    CardPlayed,
    CardsCaptured,
    ClaimRefused,
    PacketTakenOver,
    PointsScored,
    PointsTakenBack,
    Reason,
)
from firmware.rules.game import Game
from firmware.rules.knowledge import standing
from firmware.rules.layout import repair
from firmware.rules.match import Match
from firmware.rules.play import Announce, Challenge, Claim, Decline, Play
from firmware.rules.presets import PAGAT
from firmware.rules.steere import roles_after, trick_values
from firmware.rules.voice import Kind, Voice

CASES = Path(os.environ.get("HAKAM_CASES") or Path(__file__).with_name("cases.json"))
OF_ONE_CAPTURE = (Reason.CAIDA, Reason.BKHAMSA, Reason.BACHRA, Reason.MESA)
POSITION_NAMES = {"table", "pile", "left", "turn", "batch", "captor", "decl"}


def option_text(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def for_players(value, players):
    """What an option is for that many players, where it depends on them."""
    return value[str(players)] if isinstance(value, dict) else value


def rules_and_players(case):
    options = dict(case["opts"])
    players = options.pop("players", case.get("players", 2))
    texts = {name: option_text(for_players(value, players)) for name, value in options.items()}
    return PAGAT.with_options(texts), players


def unbuilt(case):
    """What a case needs that the game does not know yet, or nothing."""
    if case["kind"] == "text":
        return "told in words, there is nothing to run"
    if case["kind"] not in RUN:
        return f"kind {case['kind']} is not built"
    try:
        rules_and_players({"opts": {}, **case})
    except RulesetError as error:
        return f"not built: {error}"
    return None


def cards(ranks):
    return tuple(Card(Rank(rank)) for rank in ranks)


def ranks(played):
    return [card.rank.value for card in played]


def set_up(case):
    rules, players = rules_and_players(case)
    if case["start"] is not None:
        game = Game(rules, players, dealer=players - 1)
        game.lay(cards(case["start"]))
        assert not case["scores"], "a case starts a whole deal at nil"
        return game
    put = dict(case["put"] or {})
    assert set(put) <= POSITION_NAMES, f"unknown parts of a position: {set(put) - POSITION_NAMES}"
    match = Match.of(rules, players)
    batch = range(len(match.pattern))[put.get("batch", 0)] + 1
    return Game.from_position(
        rules,
        players,
        table=cards(put.get("table", ())),
        batch=batch,
        hands=put.get("left") or (match.pattern[batch - 1],) * players,
        turn=put.get("turn", 0),
        earlier=put.get("pile") or (0,) * match.sides,
        last_captor=put.get("captor"),
        scores=case["scores"] or (0,) * match.sides,
        voices=(Voice(open=put.get("decl") == "open"),) * players,
    )


def took(events):
    """What the played card took, in the form of the cases; ``None`` if no card counted."""
    if not any(isinstance(event, CardPlayed) for event in events):
        return None
    for event in events:
        if isinstance(event, CardsCaptured):
            return ranks(event.cards)
        if isinstance(event, PacketTakenOver):
            return ["chain", event.step, len(event.cards)]
    return "place"


def points(events):
    """The points scored, in order; those of one capture are one entry, those taken back are negative."""
    entries, last = [], None
    for event in events:
        if isinstance(event, PointsTakenBack):
            entries.append([event.side, -event.points])
            last = None
        elif isinstance(event, PointsScored):
            kind = (event.side, event.reason in OF_ONE_CAPTURE)
            if kind == last and kind[1]:
                entries[-1][1] += event.points
            else:
                entries.append([event.side, event.points])
            last = kind
    return entries


def actions(step):
    """What a step of a case does."""
    kind, who, *rest = step
    if kind == "P":
        return [Play(who, Card(Rank(rest[0])))]
    if kind in ("D", "!D"):
        rank = rest[1] if len(rest) > 2 else None
        return [Announce(who, Kind(rest[0]), (Rank(rank),) if rank else ())]
    if kind == "N":
        return [Decline(seat) for seat in who]
    if kind == "K":
        return [Claim(who, rest[0])]
    return [Challenge(who, rest[0], tuple(map(Rank, rest[1])))]


def said(game, action):
    """What an action causes; saying "nothing" where nobody may announce is no fault in a case."""
    try:
        return game.apply(action)
    except IllegalAnnouncementError:
        if isinstance(action, Decline):
            return ()
        raise


def check_play(case):
    game = set_up(case)
    for number, step in enumerate(case["steps"], 1):
        where = f"step {number}: {step}"
        if step[0] == "!D" or (step[0] == "P" and game.winners):
            assert step[0] == "!D" or step[3] is None, where
            with pytest.raises((IllegalPlayError, IllegalAnnouncementError)):
                game.apply(actions(step)[0])
            continue
        events = [event for action in actions(step) for event in said(game, action)]
        if step[0] == "P":
            assert took(events) == step[3], where
        check_points(events, step[-1], where)
    check_final(game, case["final"] or {})


def check_points(events, expected, where):
    if expected == "refused":
        assert any(isinstance(event, ClaimRefused) for event in events), where
    elif expected is not None:
        assert points(events) == expected, where


def check_final(game, final):
    if final.get("score") is not None:
        assert list(game.scores) == final["score"]
    if final.get("table") is not None:
        assert sorted(ranks(game.table)) == sorted(final["table"])
    if final.get("pile") is not None:
        assert list(game.pile_sizes) == final["pile"]
    if "winner" in final:
        assert list(game.winners) == (final["winner"] or [])
    assert set(final) <= {"score", "table", "pile", "winner"}


def check_layout(case):
    mended = repair(cards(case["dealt"]), cards(case["repl"]))
    assert (ranks(mended.layout), ranks(mended.buried)) == (case["final"], case["buried"])


def check_pattern(case):
    assert list(Match.of(*rules_and_players(case)).pattern) == case["pattern"]


def check_observation(case):
    kind = Kind(case["claim"])
    seen = {Rank(int(rank)): count for rank, count in case.get("seen", {}).items()}
    shown = Counter(case["shown"])
    unseen = {rank: 4 - max(seen.get(rank, 0), shown[rank.value]) for rank in PACK.ranks}
    voice = Voice(False, kind, kind, shown=tuple(map(Rank, case["shown"])))
    assert standing(voice, case["left"], unseen, PACK, PAGAT) == case["expect"]


def check_trick(case):
    suits = {"cups": "C", "coins": "O", "swords": "E", "clubs": "B"}
    trick = [Card.parse(f"{rank}{suits[suit]}") for suit, rank in case["cards"]]
    assert list(trick_values(trick)) == case["values"]


def check_next_hand(case):
    roles = roles_after(case["w"])
    assert {name: getattr(roles, name) for name in case["expect"]} == case["expect"]


RUN = {
    "play": check_play,
    "layout": check_layout,
    "pattern": check_pattern,
    "obs": check_observation,
    "steere": check_trick,
    "steere_next": check_next_hand,
}


def as_parameter(case):
    reason = unbuilt(case)
    marks = [pytest.mark.skip(reason=reason)] if reason else []
    return pytest.param(case, id=case["id"], marks=marks)


@pytest.mark.parametrize("case", [as_parameter(case) for case in json.loads(CASES.read_text(encoding="utf-8"))])
def test_worked_case(case):
    RUN[case["kind"]](case)


def test_the_cases_of_the_spine_are_all_run():
    """Of the book's own file: sections A to E and G, but those with announcements or with options to come."""
    own = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))
    left_out = {case["id"] for case in own if case["id"][0] in "ABCDEG" and unbuilt(case)}
    assert left_out == set()
