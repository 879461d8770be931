"""Pages beside the board: forms, lists and words, each drawn by one template."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from firmware.storage.session_rows import version
from firmware.web.rendering import render
from firmware.web.site import site_of
from firmware.web.viewer import Role, SiteWords, Viewer

REPLIES = frozenset(
    (
        "said",
        "agreed",
        "refused",
        "waits_for_nod",
        "nobody_to_nod",
        "nobody_listens",
        "not_a_player",
        "not_understood",
        "too_late",
        "joined",
        "join_first",
        "announced_already",
        "code_wrong",
        "too_many_tries",
        "seat_taken",
        "code_shown",
        "house_kept",
        "begun_anew",
        "seats_freed",
        "codes_shown",
        "codes_none",
        "codes_busy",
        "wifi_kept",
        "wifi_unfit",
        "deck_lies",
        "deck_later",
        "deck_removed",
    )
)
"""What may be said of the form that led to a page: texts of ours, never what an address says."""
BAD = frozenset(("nobody_listens", "not_understood", "code_wrong", "too_many_tries", "seat_taken", "wifi_unfit"))
"""Those of them after which something has to be tried again."""


def sheet(request: Request, template: str, status: int = 200, **values: object) -> Response:
    """A page for whoever asks.

    Args:
        request: of whoever asks.
        template: in ``firmware/web/templates``.
        status: of the answer.
        **values: that the template needs besides viewer and words.
    """
    site = site_of(request)
    viewer = site.viewer(request)
    words = site.words(viewer.language)
    shared = {"words": words, "viewer": viewer, "version": version(), "links": links(viewer, words)}
    return HTMLResponse(
        render(template, told=_told(request, words), bad=_told_key(request) in BAD, **shared, **values), status
    )


def links(viewer: Viewer, words: SiteWords) -> list[tuple[str, str]]:
    """Where else there is something for him."""
    join = [("join", "/join")] if viewer.role is Role.GUEST else []
    own = [("house", "/house"), ("decks", "/decks")] if viewer.role is Role.OWNER else []
    for_all = [("back", "/back"), ("more", "/more")]
    return [(words.web(f"link_{name}"), address) for name, address in (*join, *own, *for_all)]


def _told(request: Request, words: SiteWords) -> str:
    """What came of the form that led here; empty: nothing is to be said."""
    key = _told_key(request)
    return words.web(key) if key in REPLIES else ""


def _told_key(request: Request) -> str:
    return request.query_params.get("told", "")
