"""The review page: shown to whoever may see the database, writable for whoever may judge."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from datasette.utils import tilde_decode
from datasette.utils.asgi import Forbidden, NotFound, Response

import annotate
from annotate.plugin_datasette import access, desk
from annotate.plugin_datasette.page import page
from annotate.store.reviewing import REASONS

__all__ = ["first", "review"]

_ASSETS = "annotate-claims"
"""The distribution's name, under which Datasette serves the plugin's static files."""


async def first(datasette: Any, request: Any) -> Any:
    """Lead to the review page of the first database that this person may see."""
    for name in await access.reviewable(datasette):
        if await access.may_see(datasette, request.actor, name):
            return Response.redirect(access.review_path(datasette, name))
    raise NotFound("No database here holds claims; `annotate run INPUT --db claims.db` makes one")


async def review(datasette: Any, request: Any) -> Any:
    """Show one claim with its abstract, and write what is said about it."""
    name = _database(datasette, request)
    if not await access.may_see(datasette, request.actor, name):
        raise Forbidden("You may not see this database")
    if not await access.is_claims(datasette, name):
        raise NotFound(f"{name} holds no claims")
    if request.method == "POST":
        return await _judge(datasette, request, name)
    return await _show(datasette, request, name, _asked(request.args))


async def _judge(datasette: Any, request: Any, name: str) -> Any:
    why_not = await _why_not(datasette, request.actor, name)
    if why_not:
        raise Forbidden(why_not)
    form = {key: text.replace("\r\n", "\n") for key, text in (await request.post_vars()).items()}
    reviewer = str(request.actor.get("id") or request.actor.get("name") or "anonymous")
    outcome = await datasette.databases[name].execute_write_fn(
        lambda connection: desk.act(connection, form, reviewer)
    )
    if outcome.error:
        return await _show(datasette, request, name, _asked(form), form, outcome.error)
    target = {
        "reason": form.get("reason"),
        "paper": outcome.paper if outcome.claim is None else None,
        "claim": outcome.claim,
        "done": outcome.done,
        "said": outcome.said,
    }
    place = "#annotate-names" if outcome.said else ""
    return Response.redirect(_url(access.review_path(datasette, name), target) + place)


async def _show(
    datasette: Any,
    request: Any,
    name: str,
    asked: desk.Asked,
    form: Mapping[str, str] | None = None,
    error: str | None = None,
) -> Any:
    laid = await datasette.databases[name].execute_fn(
        lambda connection: desk.lay_out(connection, asked)
    )
    path = access.review_path(datasette, name)
    why_not = await _why_not(datasette, request.actor, name)
    context = {
        "database": name,
        "assets": datasette.urls.path(f"/-/static-plugins/{_ASSETS}"),
        "version": annotate.__version__,
        "page": page(laid, asked, lambda target: _url(path, target), form or {})
        | {"post_url": path, "error": error, "why_not": why_not, "writable": not why_not},
    }
    html = await datasette.render_template("annotate_review.html", context, request=request)
    return Response.html(html, status=400 if error else 200)


def _database(datasette: Any, request: Any) -> str:
    route = tilde_decode(request.url_vars["database"])
    try:
        return str(datasette.get_database(route=route).name)
    except KeyError:
        raise NotFound(f"There is no database {route}") from None


async def _why_not(datasette: Any, actor: Any, name: str) -> str:
    if not datasette.databases[name].is_mutable:
        return "Read only: Datasette serves this file as immutable."
    if not await access.may_review(datasette, actor, name):
        return (
            "Read only: start Datasette with --root and open the link that it prints, or ask for"
            f" the permission {access.ACTION}."
        )
    return ""


def _asked(given: Mapping[str, str]) -> desk.Asked:
    reason, said = given.get("reason"), given.get("said")
    return desk.Asked(
        claim=desk.whole(given.get("claim")),
        paper=given.get("paper") or None,
        reason=reason if reason in REASONS else None,
        done=desk.whole(given.get("done")),
        said=said if said in desk.NAMED else None,
    )


def _url(path: str, target: Mapping[str, Any]) -> str:
    query = urlencode({key: value for key, value in target.items() if value is not None})
    return f"{path}?{query}" if query else path
