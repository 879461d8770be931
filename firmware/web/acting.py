"""What players may say by their phones, and what of it needs a nod of the other side."""

import logging

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from firmware.dialogue import presses
from firmware.phones.inbox import NobodyListensError, send
from firmware.phones.messages import PhoneMessage, SaidInput
from firmware.rules.play import Announce, Decline
from firmware.signals import ButtonPress
from firmware.standing.message import MatchStanding
from firmware.web.asking import is_answer
from firmware.web.hand_words import announced
from firmware.web.site import Site, site_of
from firmware.web.viewer import Role

LOG = logging.getLogger(__name__)

DIRECT = (presses.Speak, presses.ClaimOrChallenge, presses.Answer, presses.Why)
"""What a player says for himself; everything else that changes the score asks the other side."""
AMENDING = (
    presses.Undo,
    presses.Redo,
    presses.SetCard,
    presses.SetSeat,
    presses.Insert,
    presses.Remove,
    presses.SetLayout,
)
HAND = (Announce, Decline)
"""What is said once of each hand."""
CHALLENGE = "challenge-"
"""With what the key of an open challenge begins: what is answered to it decides over points, and needs a nod."""


async def say(request: Request) -> Response:
    """A player says something, answers, or asks for a correction."""
    form = await request.form(max_fields=10, max_files=0)
    return said(request, str(form.get("input", "")), asked=str(form.get("asked", "")))


def said(request: Request, words: str, asked: str = "") -> Response:
    """Do what a player has said, or ask the other side for it.

    Args:
        request: his.
        words: those of :mod:`firmware.dialogue.presses`.
        asked: the question that he answers; empty: none.
    """
    site = site_of(request)
    viewer, match = site.viewer(request), site.match
    if viewer.role is not Role.PLAYER or viewer.seat is None or match is None:
        return reply(request, site, "not_a_player", 403)
    command = _command(viewer.seat, words, match)
    if is_answer(match, words, asked):
        return _sent(request, site, SaidInput(viewer.seat, words, asked), "said")
    if isinstance(command, AMENDING) or (isinstance(command, presses.Answer) and asked.startswith(CHALLENGE)):
        return _ask(request, site, viewer.seat, words, asked=asked)
    if not isinstance(command, DIRECT) or (isinstance(command, presses.Answer) and not asked):
        return reply(request, site, "not_understood", 400)
    if isinstance(command, presses.Speak) and isinstance(command.saying, HAND) and announced(match, viewer.seat):
        return reply(request, site, "announced_already", 409)  # a finger that hit twice; the table need not hear of it
    return _sent(request, site, SaidInput(viewer.seat, words, asked), "said")


async def nod(request: Request) -> Response:
    """A player of the other side agrees to a correction, or does not."""
    site, form = site_of(request), await request.form(max_fields=10, max_files=0)
    viewer, match, number = site.viewer(request), site.match, str(form.get("number", ""))
    if viewer.role is not Role.PLAYER or viewer.seat is None or match is None:
        return reply(request, site, "not_a_player", 403)
    if not number.isdecimal() or len(number) > 9:
        return reply(request, site, "not_understood", 400)
    if form.get("answer") == "yes":
        return _agree(request, site, viewer.seat, int(number))
    site.proposals.refuse(int(number), viewer.seat)
    site.feed.wake()
    return reply(request, site, "refused")


def _command(seat: int, words: str, match: MatchStanding) -> presses.PressCommand | None:
    """What words mean; ``None``: nothing, or what no phone may say: whether a challenge was right."""
    try:
        command = presses.parse_press(ButtonPress(0, seat, words[:100]), match.players)
    except presses.PressError:
        return None
    verdict = isinstance(command, presses.ClaimOrChallenge) and (command.hand or command.verdict is not None)
    return None if verdict else command


def _ask(request: Request, site: Site, seat: int, words: str, *, asked: str) -> Response:
    assert site.match is not None
    side = site.words("en").seating.side_of(seat)
    site.proposals.ask(seat, side, words, plays=site.plays, asked=asked)
    site.feed.wake()
    return reply(request, site, "waits_for_nod" if is_opposed(site, seat) else "nobody_to_nod", 202)


def is_opposed(site: Site, seat: int | None) -> bool:
    """Whether somebody of the other side has joined, who may agree to what a player asks for."""
    seating = site.words("en").seating
    return seat is not None and any(seating.side_of(other) != seating.side_of(seat) for other in site.doors.seats)


def _agree(request: Request, site: Site, seat: int, number: int) -> Response:
    agreed = site.proposals.agree(number, seat, site.words("en").seating.side_of(seat), site.plays)
    if agreed is None:
        return reply(request, site, "too_late", 409)
    site.feed.wake()
    return _sent(request, site, SaidInput(agreed.seat, agreed.input, agreed.asked, agreed.plays), "agreed")


def _sent(request: Request, site: Site, message: PhoneMessage, told: str) -> Response:
    try:
        send(site.journal, message)
    except NobodyListensError:
        return reply(request, site, "nobody_listens", 503)
    return reply(request, site, told, 202)


def reply(request: Request, site: Site, key: str, status: int = 200, to: str = "/") -> Response:
    """What came of a form: a word to a script, the page itself to a browser without one.

    Args:
        request: with the form.
        site: where it was sent.
        key: of the text.
        status: of the answer.
        to: which page follows.
    """
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"text": site.words(site.language(request)).web(key)}, status)
    return RedirectResponse(f"{to}?told={key}", 303)


def routes(_site: Site) -> list[Route]:
    """Where players speak."""
    return [Route("/say", say, methods=["POST"]), Route("/nod", nod, methods=["POST"])]
