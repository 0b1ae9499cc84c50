"""Do at the start of the server what would make the first look at the review page wait."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from jinja2 import Environment, TemplateNotFound
from jinja2.meta import find_referenced_templates

from annotate.plugin_datasette import desk
from annotate.plugin_datasette.page import page

__all__ = ["warm"]

_TEMPLATES = ("annotate_review.html", "annotate_own.html")


async def warm(datasette: Any, databases: Sequence[str]) -> None:
    """Compile the templates, and lay out the first page of each database without showing it."""
    if not databases:
        return
    # 1.0 makes an environment for each request, and these share the templates.
    make = getattr(datasette, "get_jinja_environment", None)
    _compile(make() if make else datasette.jinja_env)
    for name in databases:
        try:
            await datasette.databases[name].execute_fn(_laid_out)
        except (sqlite3.Error, ValueError):
            continue  # it will be told to whoever looks at the page


def _laid_out(connection: sqlite3.Connection) -> None:
    asked = desk.Asked()
    page(desk.lay_out(connection, asked), asked, lambda _: "", {})


def _compile(environment: Environment) -> None:
    names, seen = list(_TEMPLATES), set[str]()
    while names:
        name = names.pop()
        if name in seen or environment.loader is None:
            continue
        seen.add(name)
        try:
            source, _, _ = environment.loader.get_source(environment, name)
            environment.get_template(name)
        except TemplateNotFound:
            continue
        names += filter(None, find_referenced_templates(environment.parse(source)))
