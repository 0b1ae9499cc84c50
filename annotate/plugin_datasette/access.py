"""Who may see and who may judge, in both generations of Datasette."""

import sqlite3
from typing import Any
from weakref import WeakKeyDictionary

from datasette.utils import actor_matches_allow, tilde_encode

__all__ = [
    "ACTION",
    "actions_for_newer",
    "is_claims",
    "known",
    "may_review",
    "may_see",
    "named_in_settings",
    "review_path",
    "reviewable",
]

ACTION = "annotate-review"
PLUGIN = "annotate"

_SHOWN = ("papers", "labels", "extracted_claims")
"""The tables whose contents the review page shows."""

_KNOWN: "WeakKeyDictionary[Any, dict[str, list[str]]]" = WeakKeyDictionary()


def known(datasette: Any) -> dict[str, list[str]]:
    """Return the databases found to hold claims, with their tables that nobody needs to see.

    For hooks that can't wait.
    """
    return _KNOWN.setdefault(datasette, {})


async def is_claims(datasette: Any, database: str) -> bool:
    """Say whether a database holds annotate's tables; no error for any other."""
    from annotate.store.asking import is_ours  # noqa: PLC0415 (keeps `datasette --help` quick)

    db = datasette.databases.get(database)
    try:
        ours = db is not None and bool(await db.execute_fn(is_ours))
    except sqlite3.Error:
        ours = False
    if not ours:
        known(datasette).pop(database, None)
    elif database not in known(datasette):
        names = await db.table_names()
        known(datasette)[database] = [name for name in names if name.startswith("_")]
    return ours


async def reviewable(datasette: Any) -> list[str]:
    """Return the names of the databases that hold claims, in Datasette's order."""
    names = [name for name in list(datasette.databases) if not name.startswith("_")]
    return [name for name in names if await is_claims(datasette, name)]


async def may_see(datasette: Any, actor: Any, database: str, *more: str) -> bool:
    """Say whether this person may see all that the review page shows of a database.

    `more` are further tables that a page shows.
    """
    if _is_newer(datasette):
        from datasette.resources import TableResource  # noqa: PLC0415 (only in 1.0)

        for table in (*_SHOWN, *more):
            resource = TableResource(database=database, table=table)
            if not await datasette.allowed(action="view-table", resource=resource, actor=actor):
                return False
        return True
    for table in (*_SHOWN, *more):
        visible, _ = await datasette.check_visibility(
            actor,
            permissions=[
                ("view-table", (database, table)),
                ("view-database", database),
                "view-instance",
            ],
        )
        if not visible:
            return False
    return True


async def may_review(datasette: Any, actor: Any, database: str) -> bool:
    """Say whether this person may add labels to a database."""
    if _is_newer(datasette):
        from datasette.resources import DatabaseResource  # noqa: PLC0415 (only in 1.0)

        resource = DatabaseResource(database=database)
        return bool(await datasette.allowed(action=ACTION, resource=resource, actor=actor))
    return bool(await datasette.permission_allowed(actor, ACTION, resource=database, default=False))


def named_in_settings(datasette: Any, actor: Any, database: str | None) -> bool | None:
    """Return True for root and for whom the setting `allow` names; None for everybody else."""
    if not actor:
        return None
    if actor.get("id") == "root":
        return True
    settings = datasette.plugin_config(PLUGIN, database=database) or {}
    if settings.get("allow") is None:
        return None
    return actor_matches_allow(actor, settings["allow"]) or None


def actions_for_newer() -> list[Any]:
    """Return the permission as Datasette 1.0 wants it told."""
    from datasette.permissions import Action  # noqa: PLC0415 (only in 1.0)
    from datasette.resources import DatabaseResource  # noqa: PLC0415 (only in 1.0)

    words = "Accept, correct, reject and add claims"
    return [Action(name=ACTION, description=words, resource_class=DatabaseResource)]


def review_path(datasette: Any, database: str) -> str:
    """Return the path of a database's review page."""
    db = datasette.databases.get(database)
    route = getattr(db, "route", None) or database
    return str(datasette.urls.path(f"/-/annotate/{tilde_encode(route)}"))


def _is_newer(datasette: Any) -> bool:
    return hasattr(datasette, "allowed")
