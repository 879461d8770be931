"""Why something could not be done, in the language of the reader: journals and JSON keep the English sentence.

The sentence is known again by its pattern here, so that what is stored stays as it is
and old journals speak every language.
"""

import re
from functools import cache

from firmware.announce.texts import keys, text

STORED = {
    "no_button": "{input} is said with a player's own button, and here nobody's was pressed",
    "no_play": "there is no play {number}; {count} were played",
    "no_deal": "there is no deal {number}; {count} were opened",
    "not_opened": "no deal was opened yet",
    "layout_size": "a deal opens with {count} cards",
    "whom": "against whom? Several players can be meant, or none",
    "certain": "what he announced can only be as it is: nothing is to be doubted",
    "not_asked": "nothing was asked",
    "no_other_answer": "no other answer is possible",
    "no_points": "no points were scored yet",
    "nothing_to_correct": "there is nothing of that kind to put right",
    "read_anew": "that play is just being read anew",
    "not_taken_back": "nothing was taken back since the last card",
    "nothing_to_take_back": "there is nothing to take back",
    "unknown": "{input} means nothing here; {words} do",
    "not_understood": "{input} is not understood: {usage} is expected",
    "no_seat": "{input}: there is no such seat; seats are 0 to {last}",
    "no_player": "there is no such player",
    "no_match": "no match is being played",
    "no_hand": "no hand is being played",
    "first_hand": "only the first hand of a deal has announcements",
    "too_late": "the time for it is over: he has announced, declined or played",
    "shown_ranks": "{wanted} ranks are shown with a {what} by these rules, not {shown}",
    "no_rank": "the pack {pack} has no such rank",
    "not_counting": "a ronda of that rank does not count by these rules",
    "small_hand": "a hand of {count} cannot hold a {what}",
    "no_win": "no win waits to be accepted",
    "own_win": "nobody accepts his own win",
    "no_redeal": "four of a kind do not go back by these rules",
    "late_redeal": "only a first hand of which no card was played goes back",
    "own_side": "nobody challenges his own side",
    "nothing_stands": "nothing that he announced stands",
    "proven": "what he announced is proven",
    "shown_count": "{shown} cards were shown, but he has {left} left and has played {played}",
}
"""The sentences of ``PressRefused`` and ``SayingRefused`` as they are stored, by the keys of ``[refusal]``."""


def refusal_text(fault: str, language: str) -> str:
    """A stored sentence in a language; one that is not known, of another version, as it stands."""
    for key, pattern in _patterns().items():
        if found := pattern.fullmatch(fault):
            named = {name: saying_name(value, language) for name, value in found.groupdict().items()}
            return text("refusal", key, language).format(**named)
    return fault


def saying_name(word: str, language: str) -> str:
    """What a player said, by the word that is stored; a word that is not known stays."""
    return text("saying", word, language) if word in keys("saying", language) else word


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {key: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(stored))) for key, stored in STORED.items()}
