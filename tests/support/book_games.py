"""Games for the book, as they come from journals."""

from datetime import date

from firmware.book.game import BookGame, GameEnd, PlayerTally

MONDAY, TUESDAY = date(2026, 11, 23), date(2026, 11, 24)


def game(number=1, players=("Amina", "Youssef"), *, scores=(41, 30), winners=(0,), day=MONDAY, **other):
    sides = ((0, 2), (1, 3)) if len(players) == 4 else tuple((seat,) for seat in range(len(players)))
    end = GameEnd.WON if winners else GameEnd.ABANDONED
    given = {
        "session": number,
        "evening": day,
        "started": f"{day}T20:{number:02d}:00+00:00",
        "rules": "pagat",
        "players": players,
        "named": True,
        "sides": sides,
        "scores": scores,
        "winners": winners,
        "end": end,
        "deals": 3,
        "plays": 108,
        "questions": 1,
        "corrections": 2,
        "points": tuple({"caida": score} for score in scores),
        "tallies": tuple(PlayerTally(points=7, reasons={"caida": 2}, longest_run=3 + n) for n in range(len(players))),
    }
    return BookGame(**{**given, **other})
