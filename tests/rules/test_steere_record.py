"""Written games of Mark Steere's Ronda; I12 and I13 of the rule book's cases."""

import random

import pytest

from firmware.bounded.bounds import LINE
from firmware.cards import ES48
from firmware.rules.errors import RecordError
from firmware.rules.notation.steere import is_steere, score_steere
from firmware.rules.steere import Steere

HEAD = "rules steere\nhands 1\n"


def whole_hand(seed):
    """A played hand as text, without the players."""
    pack = list(ES48.cards)
    random.Random(seed).shuffle(pack)
    return "\n".join(" ".join(map(str, pack[place : place + 3])) for place in range(0, 48, 3)) + "\n"


def test_a_record_is_known_by_its_rules():
    assert is_steere("# a comment\nrules steere  # 2022\n")
    assert not is_steere("rules pagat\n")


def test_a_trick_goes_to_its_highest_card_and_its_winner_leads_the_next():
    scored = score_steere(HEAD + "A 7O  B 12C  C 3E  # three suits: cups beat coins\nB 1B 2B 12O")
    first, second = scored.tricks
    assert (first.leader, first.winner, str(first.cards[1])) == (0, 1, "12C")
    assert (second.leader, second.winner) == (1, 2)
    assert (scored.counts, scored.winner) == ((0, 1, 1), None)


def test_i13_a_hand_has_sixteen_tricks_and_three_hands_forty_eight():
    for hands in (1, 3):
        text = f"rules steere\nhands {hands}\n" + "".join(map(whole_hand, range(hands)))
        scored = score_steere(text)
        assert len(scored.tricks) == sum(scored.counts) == 16 * hands
        best = max(scored.counts)
        tied = scored.counts.count(best) > 1
        assert scored.winner == (None if tied else scored.counts.index(best))


def tied_hand(level):
    """The first hand, by seed, in which so many have the most tricks."""
    for seed in range(2000):
        scored = score_steere(HEAD + whole_hand(seed))
        if scored.counts.count(max(scored.counts)) == level:
            return seed, scored
    raise AssertionError("no such hand")


def test_i12_of_a_tie_the_highest_card_of_those_tied_wins():
    seed, scored = tied_hand(2)
    assert scored.winner is None
    broken = score_steere(HEAD + whole_hand(seed) + "tie 2E 11E 12B\n")  # the two swords, then the clubs
    game = Steere(1, 2)
    for word in whole_hand(seed).split():
        game.play(game.turn, next(card for card in ES48.cards if str(card) == word))
    value = {(game.roles.dealer + 1 + place) % 3: value for place, value in enumerate((2, 3, 1))}
    assert broken.winner == max(game.leaders, key=lambda seat: value[seat])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A 7O B 7O", "line 3, 'A 7O B 7O': seat 1 cannot play 7O"),
        ("B 7O", "line 3, 'B 7O': seat 1 cannot play 7O: seat 0 is to play"),
        ("A 7X", "line 3, 'A 7X': '7X' is no card"),
        ("A 7O\nhands 3", "line 4, 'hands 3': 'hands' belongs before the first card"),
        ("tie 1O 2O 3O", "there is no tie to break"),
        (whole_hand(1) + "1O", "line 19, '1O': nobody is to play"),
    ],
)
def test_a_wrong_line_is_quoted_with_its_number(text, message):
    with pytest.raises(RecordError, match=message):
        score_steere(HEAD + text)


def test_an_empty_record_has_no_tricks():
    assert score_steere(HEAD).tricks == ()


def test_a_line_longer_than_any_person_writes_is_refused_before_it_is_read():
    with pytest.raises(RecordError, match="line 2"):
        score_steere("rules steere\n" + "7O " * LINE)
