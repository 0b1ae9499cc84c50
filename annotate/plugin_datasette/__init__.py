"""Datasette plugin: a page for reviewing, ready queries, and facets for the tables of claims.

`datasette claims.db` needs no configuration. Reading is open to whoever may see the database;
judging is for root and for those whom this setting names (Datasette before 1.0, in the metadata):

    {"plugins": {"annotate": {"allow": {"id": ["r1", "r2"]}}}}

From 1.0 on it is the permission `annotate-review` of a database.
"""

from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from pluggy import HookimplMarker

from annotate.plugin_datasette import access, queries

__all__: list[str] = []

hookimpl = HookimplMarker("datasette")

# Hooks that only one of the two generations of Datasette has are optional. What needs more than
# Datasette itself is imported in the hooks, so that `datasette --help` stays quick.

Links = list[dict[str, str]]


@hookimpl
def register_routes() -> list[tuple[str, Any]]:
    """Add the page of one database and the way to the first of them."""
    from annotate.plugin_datasette import routes  # noqa: PLC0415

    return [
        (r"^/-/annotate$", routes.first),
        (r"^/-/annotate/(?P<database>[^/]+)$", routes.review),
        (r"^/-/annotate/(?P<database>[^/]+)/(?P<table>extracted_\w+)$", routes.review_own),
        (r"^/-/annotate/", routes.nothing),
    ]


@hookimpl
def startup(datasette: Any) -> Any:
    """Learn which databases hold claims, and from 1.0 on store queries and facets for them.

    The review page is laid out once, so that nobody's first look at it waits for its templates.
    """

    async def learn() -> None:
        from annotate.plugin_datasette import warming  # noqa: PLC0415

        names = await access.reviewable(datasette)
        await queries.store_for_newer(datasette)
        await warming.warm(datasette, names)

    return learn


@hookimpl
def menu_links(datasette: Any, actor: Any) -> Any:
    """Offer the review page of each database that this person may see."""

    async def links() -> Links:
        return [
            _link(datasette, name, f"Review {name}")
            for name in await access.reviewable(datasette)
            if await access.may_see(datasette, actor, name)
        ]

    return links


@hookimpl
def database_actions(datasette: Any, actor: Any, database: str) -> Any:
    """Offer the review page on the page of a database."""
    return _offered(datasette, actor, database)


@hookimpl
def table_actions(datasette: Any, actor: Any, database: str, table: str) -> Any:
    """Offer the review page on the pages of the views (and of the tables) of claims."""
    return _offered(datasette, actor, database) if table in queries.OFFERED_ON else None


@hookimpl(optionalhook=True)
def view_actions(datasette: Any, actor: Any, database: str, view: str) -> Any:
    """The same, for the views of Datasette 1.0."""
    return _offered(datasette, actor, database) if view in queries.OFFERED_ON else None


@hookimpl
def render_cell(value: Any, column: str, table: str, database: str, datasette: Any) -> Any:
    """Lead from the id of a claim or of a paper to its place on the review page."""
    wanted = {"claim_id": "claim", "paper_id": "paper"}.get(column)
    if wanted is None or value is None or table not in queries.LINKED_FROM:
        return None
    if database not in access.known(datasette):
        return None
    url = f"{access.review_path(datasette, database)}?{urlencode({wanted: value})}"
    return Markup('<a href="{}">{}</a>').format(url, value)


@hookimpl(optionalhook=True)
def canned_queries(datasette: Any, database: str) -> Any:
    """Give each database of claims its ready queries."""

    async def those() -> dict[str, Any]:
        return queries.QUERIES if await access.is_claims(datasette, database) else {}

    return those


@hookimpl(optionalhook=True)
def get_metadata(datasette: Any) -> dict[str, Any]:
    """Give the views of claims their facets and sortable columns."""
    known = access.known(datasette)
    return {"databases": {name: queries.metadata(hidden) for name, hidden in known.items()}}


@hookimpl(optionalhook=True)
def permission_allowed(datasette: Any, actor: Any, action: str, resource: Any) -> bool | None:
    """Let root judge, and those whom the plugin's setting names."""
    if action != access.ACTION:
        return None
    return access.named_in_settings(datasette, actor, resource)


@hookimpl(optionalhook=True)
def register_actions() -> list[Any]:
    """Tell Datasette 1.0 of the permission."""
    return access.actions_for_newer()


def _offered(datasette: Any, actor: Any, database: str) -> Any:
    async def links() -> Links:
        here = await access.is_claims(datasette, database)
        if not here or not await access.may_see(datasette, actor, database):
            return []
        return [_link(datasette, database, "Review claims")]

    return links


def _link(datasette: Any, database: str, label: str) -> dict[str, str]:
    return {"href": access.review_path(datasette, database), "label": label}
