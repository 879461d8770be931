"""The worked cases of the rule book, one test a case; ``HAKAM_CASES`` names another file of the same form.

Every case is run: one whose kind or options are not known fails. Those told in words only are put into plays by hand,
each by its number, in ``tests/support/worded_cases.py``.
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
from firmware.rules.voice import Announcement, AnnouncingState
from tests.support.worded_cases import WORDED

DECIDED = Path(__file__).with_name("decided.json")
"""Deals on which two models of the rules differed, as the text decides them: docs/decisions/0104."""
OWN_CASES = Path(__file__).with_name("cases.json")
CASES = Path(os.environ.get("HAKAM_CASES") or OWN_CASES)
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
        voices=(AnnouncingState(open=put.get("decl") == "open"),) * players,
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
        return [Announce(who, Announcement(rest[0]), (Rank(rank),) if rank else ())]
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
    kind = Announcement(case["claim"])
    seen = {Rank(int(rank)): count for rank, count in case.get("seen", {}).items()}
    shown = Counter(case["shown"])
    unseen = {rank: 4 - max(seen.get(rank, 0), shown[rank.value]) for rank in PACK.ranks}
    voice = AnnouncingState(False, kind, kind, shown=tuple(map(Rank, case["shown"])))
    assert standing(voice, case["left"], unseen, PACK, PAGAT) == case["expect"]


def check_trick(case):
    suits = {"cups": "C", "coins": "O", "swords": "E", "clubs": "B"}
    trick = [Card.parse(f"{rank}{suits[suit]}") for suit, rank in case["cards"]]
    assert list(trick_values(trick)) == case["values"]


def check_next_hand(case):
    roles = roles_after(case["w"])
    assert {name: getattr(roles, name) for name in case["expect"]} == case["expect"]


def check_words(case):
    assert case["id"] in WORDED, f"put into plays by hand what this case tells: {case['body']}"
    WORDED[case["id"]]()


RUN = {
    "play": check_play,
    "layout": check_layout,
    "pattern": check_pattern,
    "obs": check_observation,
    "steere": check_trick,
    "steere_next": check_next_hand,
    "text": check_words,
}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def name(case):
    """The number of a case and of the rules that it shows, as in ``A10: L2 L4``: what a failure is told by."""
    return f"{case['id']}: {case.get('rules', '')}"


@pytest.mark.parametrize("case", [pytest.param(case, id=name(case)) for case in read(CASES)])
def test_worked_case(case):
    assert case["kind"] in RUN, f"cases of the kind {case['kind']} cannot be checked"
    RUN[case["kind"]](case)


@pytest.mark.parametrize("case", [pytest.param(case, id=name(case)) for case in read(DECIDED)])
def test_case_that_was_decided(case):
    check_play(case)


def test_the_book_has_its_141_cases_each_under_its_own_number():
    own = read(OWN_CASES)
    assert len({case["id"] for case in own}) == len(own) == 141
    assert Counter(case["kind"] for case in own) == {
        "play": 110,
        "obs": 8,
        "layout": 6,
        "pattern": 5,
        "steere": 4,
        "steere_next": 3,
        "text": 5,
    }
    assert {case["id"] for case in own if case["kind"] == "text"} == set(WORDED)


def test_a_case_with_an_option_that_does_not_exist_fails():
    with pytest.raises(RulesetError, match="no option 'luck'"):
        check_pattern({"opts": {"luck": "good"}, "pattern": []})


def test_a_case_in_words_that_nobody_has_put_into_plays_fails():
    with pytest.raises(AssertionError, match="put into plays by hand"):
        check_words({"id": "H99", "body": "Somebody wins."})
