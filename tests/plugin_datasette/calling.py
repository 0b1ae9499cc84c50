"""How the tests call the plugin in a real Datasette, and what they look up afterwards."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from datasette.app import Datasette

from annotate.store import Store

ROOT, GUEST = {"id": "root"}, {"id": "guest"}
PAGE = "/-/annotate/claims"
Serve = Callable[..., Any]


def cookies(datasette: Datasette, actor: dict[str, str] | None) -> dict[str, str]:
    return {"ds_actor": datasette.sign({"a": actor}, "actor")} if actor else {}


async def get(datasette: Datasette, path: str, actor: dict[str, str] | None = None) -> Any:
    return await datasette.client.get(path, cookies=cookies(datasette, actor))


async def post(
    datasette: Datasette,
    form: dict[str, Any],
    actor: dict[str, str] | None = ROOT,
    page: str = PAGE,
) -> Any:
    """Send a form as a browser would, with the token of the page that it stands on."""
    seen = await get(datasette, page, actor)
    token = seen.cookies.get("ds_csrftoken", "")
    jar = cookies(datasette, actor) | ({"ds_csrftoken": token} if token else {})
    return await datasette.client.post(page, data=form | {"csrftoken": token}, cookies=jar)


def labels(database: Path) -> list[Any]:
    with Store(database, read_only=True) as store:
        return list(store.labels())


def rows(database: Path) -> dict[int, dict[str, Any]]:
    with Store(database, read_only=True) as store:
        return {row["claim_id"]: row for row in store.claims()}
