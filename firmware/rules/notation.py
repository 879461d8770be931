r"""Positions, plays and cards as text that people write by hand and read aloud.

A card is its printed rank and the initial of its suit, ``6O 12C 7E 1B`` (oros, copas, espadas, bastos), ``6?`` or plain
``6`` where the suit is not known. A seat is a letter in playing order, ``A B C D``. A play is ``A 6O``.

A position (:mod:`firmware.rules.position_text`) is one line of clauses, separated by ``;``, in any order. Each may be
left out; then it is as after dealing the first batch of the first deal by the last seat, nothing captured, ``pagat``,
two players::

    rules pagat target=21 run_sweep=no    preset, and the options that differ from it
    players 4
    scores 36 39                          one number a side (A+C and B+D with four players)
    deal 2; dealer B; batch 3             deals and batches from 1
    hands 2 2 3 3                         cards left in each hand
    turn C                                the next to play; "turn -": nobody (between deals, or the match is over)
    table 6O 7C 12E                       oldest first
    pile A 17 4O 4C                       captured by A's side: 17 cards nobody noted, then these, oldest first
    last B                                who captured last
    fresh 12E                             the card just played: its equal, played next, is a caida
    chain C 2 3 mesa                      open packet: holder, steps so far, cards (the end of his pile); a mesa
    pending bkhamsa 5 mesa 1              points that stand unless the next card answers the chain
    says A ronda false paid 1 shown 5 7   this batch: open, nothing or what he announced; false, or half of a double;
                                          points paid for what he concealed; of: ranks shown with it; cards played;
                                          passed: ranks that he let lie where capturing is a duty
    said B nothing shown 3 3 12           the same of the batch before, until the first card of this one
    awarded 1 0                           points a side that stand for the announcements of this batch
    debts A B 2                           card transfer: A's side owes B's two cards
    ledger A C caida 1 B - cards 2        won at the end of the deal only: its points, by side, player and reason
    rounds 1 0                            rounds won by each side, in a match of several
    taken 3 0 4 5                         cards that each player captured himself, where those win the round
    held A accepted B                     A's side has won unless it is challenged; B's side has accepted
    won A                                 the side that has won
"""

from collections.abc import Sequence

from firmware.cards import Card
from firmware.rules.errors import NotationError
from firmware.rules.play import Play
from firmware.rules.presets import PRESETS, preset
from firmware.rules.ruleset import Ruleset

SEATS = "ABCD"


def format_seat(seat: int | None) -> str:
    """``A`` for seat 0; ``-`` for nobody; a seat that no table has, in an error message, by its number."""
    if seat is None:
        return "-"
    return SEATS[seat] if 0 <= seat < len(SEATS) else f"seat {seat}"


def parse_seat(text: str) -> int:
    """The seat of a letter.

    Raises:
        NotationError: if the text is no letter of a player.
    """
    if len(text) != 1 or text.upper() not in SEATS:
        raise NotationError(f"{text!r} is no player: A, B, C or D is expected")
    return SEATS.index(text.upper())


def parse_card(text: str) -> Card:
    """The card of ``6O``, ``6?`` or ``6``.

    Raises:
        NotationError: if the text names no card.
    """
    try:
        return Card.parse(f"{text}?" if text.isdecimal() else text.upper())
    except ValueError as error:
        raise NotationError(str(error)) from None


def format_cards(cards: tuple[Card, ...]) -> str:
    """``6O 7C``, or ``-`` where there are none."""
    return " ".join(map(str, cards)) or "-"


def parse_cards(words: Sequence[str]) -> tuple[Card, ...]:
    """The cards of some words; ``-`` is none.

    Raises:
        NotationError: if a word names no card.
    """
    return tuple(parse_card(word) for word in words if word != "-")


def parse_number(text: str) -> int:
    """A count.

    Raises:
        NotationError: if the text is anything else.
    """
    if not text.isdecimal():
        raise NotationError(f"{text!r} is no number")
    return int(text)


def format_play(play: Play) -> str:
    """``A 6O``."""
    return f"{format_seat(play.seat)} {play.card}"


def parse_play(text: str) -> Play:
    """Read ``A 6O``.

    Raises:
        NotationError: if the text is no play.
    """
    words = text.split()
    if len(words) != 2:
        raise NotationError(f"{text!r} is no play: a player and a card are expected, as in A 6O")
    return Play(parse_seat(words[0]), parse_card(words[1]))


def format_rules(ruleset: Ruleset) -> str:
    """``pagat``, or the preset ``pagat`` and the options that differ: ``pagat target=33``."""
    for name, known in PRESETS.items():
        if ruleset == known:
            return name
    options = ruleset.differences(PRESETS["pagat"])
    return " ".join(["pagat", *(f"{name}={value}" for name, value in options.items())])


def parse_rules(text: str) -> Ruleset:
    """Read a preset's name with options behind it.

    Raises:
        NotationError: if an option has no ``=``.
        RulesetError: if a preset, an option or its value is not known.
    """
    name, *options = text.split() or [""]
    if any("=" not in option for option in options):
        raise NotationError(f"{text!r} are no rules: a preset and options such as target=21 are expected")
    pairs = (option.partition("=") for option in options)
    return preset(name).with_options({option: value for option, _, value in pairs})
