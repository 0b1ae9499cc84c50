"""The review page: shown to whoever may see the database, writable for whoever may judge."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from datasette.utils import tilde_decode
from datasette.utils.asgi import Forbidden, Response

import annotate
from annotate.plugin_datasette import access, desk, own_desk
from annotate.plugin_datasette.own_page import own_page
from annotate.plugin_datasette.page import page
from annotate.store.own import OwnView, own_tables
from annotate.store.reviewing import REASONS

__all__ = ["first", "nothing", "review", "review_own"]

_ASSETS = "annotate-claims"
"""The distribution's name, under which Datasette serves the plugin's static files."""


_View = Callable[[Any, Any], Awaitable[Any]]


class _MissingError(Exception):
    """There is nothing at this address; Datasette's own NotFound fails beside some libraries."""


def _found(view: _View) -> _View:
    """Answer with a short page where there is nothing to show."""

    # Datasette passes what the names of the parameters ask for.
    async def answered(datasette: Any, request: Any) -> Any:
        try:
            return await view(datasette, request)
        except _MissingError as missing:
            context = {"error": str(missing), "status": 404, "title": "Not found", "ok": False}
            html = await datasette.render_template("error.html", context, request=request)
            return Response.html(html, status=404)

    return answered


@_found
async def nothing(_: Any, request: Any) -> Any:
    """Say that there is no page at an address below the review pages."""
    raise _MissingError(f"There is no page {request.path}")


@_found
async def first(datasette: Any, request: Any) -> Any:
    """Lead to the review page of the first database that this person may see."""
    for name in await access.reviewable(datasette):
        if await access.may_see(datasette, request.actor, name):
            return Response.redirect(access.review_path(datasette, name))
    raise _MissingError(
        "No database here holds claims; `annotate run INPUT --db claims.db` makes one"
    )


@_found
async def review(datasette: Any, request: Any) -> Any:
    """Show one claim with its abstract, and write what is said about it."""
    name = await _opened(datasette, request)
    if request.method == "POST":
        return await _judge(datasette, request, name)
    return await _show(datasette, request, name, _asked(request.args))


@_found
async def review_own(datasette: Any, request: Any) -> Any:
    """Show one row of a schema of one's own with its abstract, and write what is said about it."""
    table = request.url_vars["table"]
    name = await _opened(datasette, request, table)
    if request.method == "POST":
        return await _judge_own(datasette, request, name)
    return await _show_own(datasette, request, name, _asked_own(request.args))


async def _judge(datasette: Any, request: Any, name: str) -> Any:
    form, reviewer = await _said(datasette, request, name)
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


async def _judge_own(datasette: Any, request: Any, name: str) -> Any:
    table = request.url_vars["table"]
    form, reviewer = await _said(datasette, request, name)
    outcome = await datasette.databases[name].execute_write_fn(
        lambda connection: own_desk.act_own(connection, table, form, reviewer)
    )
    if outcome.error:
        return await _show_own(datasette, request, name, _asked_own(form), form, outcome.error)
    target = {
        "paper": outcome.paper if outcome.claim is None else None,
        "row": outcome.claim,
        "done": outcome.done,
    }
    return Response.redirect(_url(f"{access.review_path(datasette, name)}/{table}", target))


async def _show(
    datasette: Any,
    request: Any,
    name: str,
    asked: desk.Asked,
    form: Mapping[str, str] | None = None,
    error: str | None = None,
) -> Any:
    laid, views = await datasette.databases[name].execute_fn(
        lambda connection: (desk.lay_out(connection, asked), own_tables(connection))
    )
    path = access.review_path(datasette, name)
    shown = page(laid, asked, lambda target: _url(path, target), form or {})
    seen = [v for v in views if await access.may_see(datasette, request.actor, name, v.name)]
    shown |= {"post_url": path, "error": error, "tabs": _tabs(path, seen, None)}
    return await _rendered(datasette, request, name, ("annotate_review.html", shown))


async def _show_own(
    datasette: Any,
    request: Any,
    name: str,
    asked: own_desk.OwnAsked,
    form: Mapping[str, str] | None = None,
    error: str | None = None,
) -> Any:
    table = request.url_vars["table"]
    laid = await datasette.databases[name].execute_fn(
        lambda connection: own_desk.lay_out_own(connection, table, asked)
    )
    if laid is None:
        raise _MissingError(f"{name} has no table {table} of a schema of one's own")
    front = access.review_path(datasette, name)
    path = f"{front}/{table}"
    shown = own_page(laid, lambda target: _url(path, target), form or {})
    views = laid.views
    seen = [v for v in views if await access.may_see(datasette, request.actor, name, v.name)]
    shown |= {"post_url": path, "error": error, "tabs": _tabs(front, seen, table)}
    return await _rendered(datasette, request, name, ("annotate_own.html", shown))


async def _rendered(
    datasette: Any, request: Any, name: str, shown: tuple[str, dict[str, Any]]
) -> Any:
    template, page_ = shown
    why_not = await _why_not(datasette, request.actor, name)
    context = {
        "database": name,
        "assets": datasette.urls.path(f"/-/static-plugins/{_ASSETS}"),
        "version": annotate.__version__,
        "page": page_ | {"why_not": why_not, "writable": not why_not},
    }
    html = await datasette.render_template(template, context, request=request)
    return Response.html(html, status=400 if page_["error"] else 200)


def _tabs(path: str, views: Sequence[OwnView], current: str | None) -> list[dict[str, Any]]:
    """Return the ways between the claims and the tables of schemas of one's own."""
    if not views:
        return []
    claims = {"words": "Claims", "url": path, "current": current is None}
    return [
        claims,
        *(
            {
                "words": view.prompt.replace("_", " ").capitalize(),
                "url": f"{path}/{view.name}",
                "current": view.name == current,
            }
            for view in views
        ),
    ]


async def _opened(datasette: Any, request: Any, *tables: str) -> str:
    name = _database(datasette, request)
    if not await access.may_see(datasette, request.actor, name, *tables):
        raise Forbidden("You may not see this database")
    if not await access.is_claims(datasette, name):
        raise _MissingError(f"{name} holds no claims")
    return name


async def _said(datasette: Any, request: Any, name: str) -> tuple[dict[str, str], str]:
    """Return the form and who sent it; Forbidden for whoever may not judge."""
    why_not = await _why_not(datasette, request.actor, name)
    if why_not:
        raise Forbidden(why_not)
    form = {key: text.replace("\r\n", "\n") for key, text in (await request.post_vars()).items()}
    return form, str(request.actor.get("id") or request.actor.get("name") or "anonymous")


def _database(datasette: Any, request: Any) -> str:
    route = tilde_decode(request.url_vars["database"])
    try:
        return str(datasette.get_database(route=route).name)
    except KeyError:
        raise _MissingError(f"There is no database {route}") from None


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


def _asked_own(given: Mapping[str, str]) -> own_desk.OwnAsked:
    return own_desk.OwnAsked(
        row=desk.whole(given.get("row")),
        paper=given.get("paper") or None,
        done=desk.whole(given.get("done")),
    )


def _url(path: str, target: Mapping[str, Any]) -> str:
    query = urlencode({key: value for key, value in target.items() if value is not None})
    return f"{path}?{query}" if query else path
