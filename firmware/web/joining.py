"""How people are let in: a seat or a screen by the code on the small display, the owner by his own."""

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from firmware.announce.texts import LANGUAGES, text
from firmware.phones.inbox import NobodyListensError, send
from firmware.phones.messages import ShownLine
from firmware.web.acting import reply
from firmware.web.doors import CODES_S, LINE_S, ROLES_S, NotLetInError
from firmware.web.sheets import sheet
from firmware.web.site import LANGUAGE_COOKIE, SESSION_COOKIE, Site, site_of
from firmware.web.viewer import Role

SCREEN = "screen"
"""In the place of a seat."""
LONGEST_CODE = 8
YEAR_S = 365 * 86_400
TYPING = ("code_shown", "code_wrong")
"""What is told when the code is to be typed next."""


async def join_page(request: Request) -> Response:
    """Where to sit, and the code that proves that one is at the table; a QR code has it already."""
    site = site_of(request)
    words, code = site.words(site.language(request)), str(request.path_params.get("code", ""))
    seats = [(seat, words.player(seat), seat in site.doors.seats) for seat in range(words.seating.players)]
    code = code[:LONGEST_CODE] if code.isdecimal() else ""
    return sheet(request, "join.html", code=code, seats=seats, typing=request.query_params.get("told") in TYPING)


async def show_code(request: Request) -> Response:
    """Show the code on the small display: who stands there can read it."""
    site = site_of(request)
    try:
        code, _ = site.doors.show(request.client.host if request.client else "")
        line = text("web", "code_line", site.settings.language).format(code=code)
        send(site.journal, ShownLine(line, LINE_S))
    except NotLetInError as fault:
        return reply(request, site, fault.key, 429, "/join")
    except NobodyListensError:
        return reply(request, site, "nobody_listens", 503, "/join")
    return reply(request, site, "code_shown", to="/join")


async def show_codes(request: Request) -> Response:
    """Show the QR codes on the small display in the place of the score, for others who come."""
    site = site_of(request)
    if site.viewer(request).role is Role.GUEST:
        raise HTTPException(403)
    try:
        site.doors.show_codes(request.client.host if request.client else "")
    except NotLetInError:
        return reply(request, site, "codes_busy", 429, "/more")
    shown = await request.app.state.display.show_codes(CODES_S)
    return reply(request, site, "codes_shown" if shown else "codes_none", 202 if shown else 503, "/more")


async def join(request: Request) -> Response:
    """Let somebody in, by the code of the table."""
    site, form = site_of(request), await request.form(max_fields=10, max_files=0)
    code, where = str(form.get("code", "")), str(form.get("seat", ""))
    seats = [str(seat) for seat in range(site.words("en").seating.players)]
    if where not in (*seats, SCREEN):
        return reply(request, site, "not_understood", 400, "/join")
    seat = None if where == SCREEN else int(where)
    back = f"/j/{code}" if code.isdecimal() and len(code) <= LONGEST_CODE else "/join"
    return _admitted(request, lambda by: site.doors.join(code, seat, by), back, "/")


async def own_page(request: Request) -> Response:
    """Where the owner says his code."""
    return sheet(request, "own.html")


async def own(request: Request) -> Response:
    """Let the owner in."""
    site, form = site_of(request), await request.form(max_fields=10, max_files=0)
    return _admitted(request, lambda by: site.doors.own(str(form.get("code", "")), by), "/own", "/house")


async def leave(request: Request) -> Response:
    """Give the seat free."""
    site_of(request).doors.leave(request.cookies.get(SESSION_COOKIE, ""))
    answer = _on(request, "/")
    answer.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict")
    return answer


async def speak(request: Request) -> Response:
    """Choose a language."""
    form = await request.form(max_fields=10, max_files=0)
    answer = _on(request, "/more")
    if form.get("language") in LANGUAGES:
        answer.set_cookie(LANGUAGE_COOKIE, str(form["language"]), max_age=YEAR_S, httponly=True, samesite="strict")
    return answer


async def more_page(request: Request) -> Response:
    """Languages, and where else there is something."""
    named = [(one, text("web", "language", one)) for one in LANGUAGES]
    return sheet(request, "more.html", languages=named)


def _admitted(request: Request, door: Callable[[str], str], back: str, to: str) -> Response:
    """Go through a door.

    Args:
        request: of whoever stands there.
        door: gives a secret to an address, or refuses it.
        back: the page for him who is refused.
        to: the page for him who is let in.
    """
    site, address = site_of(request), request.client.host if request.client else ""
    try:
        secret = door(address)
    except NotLetInError as fault:
        return reply(request, site, fault.key, 403, back)
    site.doors.leave(request.cookies.get(SESSION_COOKIE, ""))
    answer = _on(request, f"{to}?told=joined")
    answer.set_cookie(SESSION_COOKIE, secret, max_age=int(ROLES_S), httponly=True, samesite="strict")
    site.feed.wake()
    return answer


def _on(request: Request, to: str) -> Response:
    """The next page, for a script or for a browser without one."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"to": to})
    return RedirectResponse(to, 303)


def routes(_site: Site) -> list[Route]:
    """The addresses of the doors."""
    return [
        Route("/join", join_page, methods=["GET"]),
        Route("/j/{code}", join_page, methods=["GET"]),
        Route("/join", join, methods=["POST"]),
        Route("/J/{code}", join_page, methods=["GET"]),
        Route("/code", show_code, methods=["POST"]),
        Route("/codes", show_codes, methods=["POST"]),
        Route("/own", own_page, methods=["GET"]),
        Route("/own", own, methods=["POST"]),
        Route("/leave", leave, methods=["POST"]),
        Route("/more", more_page, methods=["GET"]),
        Route("/language", speak, methods=["POST"]),
    ]
