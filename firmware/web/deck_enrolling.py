"""A deck is enrolled by hand on the page: table by table, with the cards that are known, and questions to tap."""

from functools import partial

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from firmware.announce.sentences import in_language
from firmware.announce.texts import keys
from firmware.decks.enrolment_state import EnrolmentPhase, EnrolmentState
from firmware.phones.inbox import NobodyListensError, send
from firmware.phones.live_picture import picture_path
from firmware.phones.messages import PictureWish
from firmware.phones.picture_helper import HelperReply
from firmware.settings.model import decks_path
from firmware.web.acting import reply
from firmware.web.deck_table import deck_name
from firmware.web.house import check_owner, enrolled_decks
from firmware.web.sheets import sheet
from firmware.web.site import Site, site_of
from firmware.web.viewer import SiteWords

TASK = "firmware.decks.page_enrolment"
HERE = "/decks/new"
HOLD_S = 20.0
"""So long the match waits after the page was last heard of: a telephone that is laid aside, and taken up again."""
TEXTS = "deck_page"


async def new_page(request: Request) -> Response:
    """What is to be done next, and which cards are known."""
    check_owner(request)
    site = site_of(request)
    found = _reply(site)
    told = state_of(found)
    if found is None or told is None or told.phase is EnrolmentPhase.KEPT:
        return sheet(request, "deck_begin.html", kept=told.deck if told else "", at_work=site.helper.is_at(TASK))
    _wish(site)
    names = enrolled_decks(site)
    words = site.words(site.language(request))
    return sheet(
        request,
        "deck_new.html",
        state=told,
        said=_said(found.fault, words),
        here=seen_here(told, words),
        suggested=deck_name("", names),
        done=found.done,
    )


async def act(request: Request) -> Response:
    """Begin, keep a table, answer, save ..."""
    check_owner(request)
    site, form = site_of(request), await request.form(max_fields=10, max_files=0)
    words = {key: str(value)[:80] for key, value in form.items()}
    if words.get("do") == "end":
        return await _end(site)
    if words.get("do") == "begin":
        return await _begin(request)
    if words.get("do") == "save":
        words["name"] = deck_name(words.get("name", ""), enrolled_decks(site))
    if not site.helper.is_at(TASK) or await run_in_threadpool(partial(site.helper.ask, **words)) is None:
        return reply(request, site, "nobody_listens", 503, HERE)
    return RedirectResponse(HERE, 303)


async def _begin(request: Request) -> Response:
    site = site_of(request)
    if not _wish(site):
        return reply(request, site, "nobody_listens", 503, HERE)
    about = str(decks_path(site.settings))
    await run_in_threadpool(site.helper.begin, TASK, picture_path(site.journal), about)
    await run_in_threadpool(partial(site.helper.ask, do="begin"))
    return RedirectResponse(HERE, 303)


async def _end(site: Site) -> Response:
    """Leave it, or what is done; the match goes on."""
    await run_in_threadpool(site.helper.end)
    _wish(site, 0.1)
    return RedirectResponse("/decks", 303)


async def here(request: Request) -> Response:
    """How many cards lie there now; asked for as long as the page is looked at, and so long the match waits."""
    check_owner(request)
    site = site_of(request)
    listens, found = _wish(site), _reply(site)
    told = state_of(found)
    if found is None or told is None:
        return JSONResponse({"gone": True})
    words = site.words(site.language(request))
    said = seen_here(told, words) if listens else words.web("nobody_listens")
    return JSONResponse({"here": said, "fits": told.fits, "done": found.done})


async def picture(request: Request) -> Response:
    """The table, the card that is asked about, or all known cards."""
    check_owner(request)
    helper, name = site_of(request).helper, f"{request.path_params['name']}.jpg"
    found = await run_in_threadpool(helper.picture, name) if helper.is_at(TASK) else None
    return Response(found, media_type="image/jpeg") if found else Response(status_code=404)


def _reply(site: Site) -> HelperReply | None:
    """What the helper of an enrolment has told; ``None``: none is at work."""
    return site.helper.reply if site.helper.is_at(TASK) else None


def state_of(found: HelperReply | None) -> EnrolmentState | None:
    """How the enrolment stands by what the helper told; ``None``: it has told nothing."""
    return msgspec.json.decode(found.state, type=EnrolmentState) if found else None


def seen_here(told: EnrolmentState, words: SiteWords) -> str:
    """How many cards lie there, and of those in order how many are to."""
    if told.phase is EnrolmentPhase.ORDER:
        return words.deck("here_of", here=told.here, of=len(told.lay))
    return words.deck("here", here=told.here)


def _said(fault: str, words: SiteWords) -> str:
    """Why the last thing that was asked for could not be done; empty: it was."""
    return words.deck(fault) if fault in keys(TEXTS, words.language) else in_language(fault, words.language)


def _wish(site: Site, for_s: float = HOLD_S) -> bool:
    """Ask the referee for his pictures, and to wait; whether he is at work."""
    try:
        send(site.journal, PictureWish(for_s, holds=True))
    except NobodyListensError:
        return False
    return True


def routes(_site: Site) -> list[Route]:
    """The addresses of an enrolment."""
    return [
        Route(HERE, new_page, methods=["GET"]),
        Route(HERE, act, methods=["POST"]),
        Route(f"{HERE}/here", here, methods=["GET"]),
        Route(f"{HERE}/{{name}}.jpg", picture, methods=["GET"]),
    ]
