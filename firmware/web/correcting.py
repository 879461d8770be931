"""Where a player puts a play right: it was another card, another player's, none at all, or one was missed before it."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.cards import Suit
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from firmware.standing.message import MatchStanding
from firmware.web.acting import is_opposed, said
from firmware.web.sheets import sheet
from firmware.web.site import Site, site_of
from firmware.web.told import told_play
from firmware.web.viewer import Role


async def correct_page(request: Request) -> Response:
    """The forms about one play."""
    site, number = site_of(request), request.path_params["play"]
    viewer, match = site.viewer(request), site.match
    if viewer.role is not Role.PLAYER or match is None:
        raise HTTPException(403)
    play = next((one for one in match.plays if one.play == number), None)
    if play is None:
        raise HTTPException(404)
    words = site.words(viewer.language)
    return sheet(
        request,
        "correct.html",
        play=play,
        said=told_play(play, words),
        picture=f"/picture/{site.feed.here[0]}/{play.t_ms}.jpg",
        ranks=ranks(match),
        suits=[(suit.value, words.suit(suit)) for suit in Suit],
        seats=[(seat, words.player(seat)) for seat in range(match.players)],
        alone=not is_opposed(site, viewer.seat),
    )


def ranks(match: MatchStanding) -> list[int]:
    """The ranks that are printed on the cards of a match."""
    return [rank.value for rank in Match.of(parse_rules(match.rules), match.players).pack.ranks]


async def correct(request: Request) -> Response:
    """Ask the other side for what was chosen."""
    form = await request.form(max_fields=10, max_files=0)
    what, play = str(form.get("what", "")).split(), str(form.get("play", ""))
    card = f"{form.get('rank', '')}{form.get('suit', '')}"
    words = {
        "card": f"card {play} {card}",
        "seat": f"seat {play} {' '.join(what[1:])}",
        "remove": f"remove {play}",
        "insert": f"insert {play} {form.get('seat', '')} {card}",
    }
    return said(request, words.get(" ".join(what[:1]), ""))


def routes(_site: Site) -> list[Route]:
    """The addresses of a correction."""
    return [
        Route("/correct/{play:int}", correct_page, methods=["GET"]),
        Route("/correct", correct, methods=["POST"]),
    ]
