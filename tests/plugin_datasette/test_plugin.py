"""The plugin in a real Datasette: open to read, closed to write, deaf to tricks."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from datasette.app import Datasette

from annotate.plugin_datasette import queries
from annotate.store import Store
from tests.demo import demo_store
from tests.own import own_store

ROOT, GUEST = {"id": "root"}, {"id": "guest"}
PAGE = "/-/annotate/claims"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return demo_store(tmp_path / "claims.db", 12)


Serve = Callable[..., Any]


@pytest_asyncio.fixture
async def serve(database: Path) -> AsyncIterator[Serve]:
    """Start a Datasette on the database and whatever else is named."""
    started = []

    async def start(*more: Path, immutable: bool = False, **options: Any) -> Datasette:
        files, fixed = ([], [str(database)]) if immutable else ([str(database)], [])
        datasette = Datasette([*files, *map(str, more)], immutables=fixed, **options)
        await datasette.invoke_startup()
        started.append(datasette)
        return datasette

    yield start
    for datasette in started:
        for db in datasette.databases.values():
            db.close()
        datasette.executor.shutdown()


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


async def test_the_page_needs_no_configuration_and_is_read_only(serve: Serve, database: Path):
    datasette = await serve()
    response = await get(datasette, PAGE)
    assert response.status_code == 200
    assert "Read only: start Datasette with --root" in response.text
    assert "<form" not in response.text.partition('id="annotate-review"')[2]
    assert (await get(datasette, "/-/annotate")).headers["location"] == PAGE


async def test_only_root_and_those_who_are_named_may_write(serve: Serve, database: Path):
    claim_id = next(iter(rows(database)))
    form = {"verdict": "accept", "claim": claim_id}
    datasette = await serve()
    assert (await post(datasette, form, GUEST)).status_code == 403
    assert (await post(datasette, form, None)).status_code == 403
    assert labels(database) == []
    assert (await post(datasette, form, ROOT)).status_code == 302
    settings = {"plugins": {"annotate": {"allow": {"id": ["guest"]}}}}
    named = await serve(metadata=settings)
    assert "Accept" in (await get(named, PAGE, GUEST)).text
    assert (await post(named, form, GUEST)).status_code == 302
    assert (await post(named, form, {"id": "other"})).status_code == 403
    assert [label.reviewer for label in labels(database)] == ["root", "guest"]


async def test_a_form_without_its_token_writes_nothing(serve: Serve, database: Path):
    datasette = await serve()
    claim_id = next(iter(rows(database)))
    response = await datasette.client.post(
        PAGE,
        data={"verdict": "accept", "claim": claim_id},
        cookies=cookies(datasette, ROOT),
    )
    assert response.status_code == 403
    assert labels(database) == []


async def test_a_verdict_leads_to_the_next_claim_and_can_be_undone(serve: Serve, database: Path):
    datasette = await serve()
    first = (await get(datasette, PAGE, ROOT)).text
    claim_id = int(first.partition('name="claim" value="')[2].partition('"')[0])
    answer = await post(datasette, {"verdict": "accept", "claim": claim_id})
    after = await get(datasette, answer.headers["location"], ROOT)
    assert "Accepted:" in after.text
    assert f"done={claim_id}" in answer.headers["location"]
    assert rows(database)[claim_id]["status"] == "accepted"
    assert rows(database)[claim_id]["reviewer"] == "root"
    await post(datasette, {"verdict": "undo", "claim": claim_id})
    assert rows(database)[claim_id]["status"] == "unreviewed"
    assert [label.verdict for label in labels(database)] == ["accept", "undo"]


async def test_a_correction_is_stored_and_shown_in_the_history(serve: Serve, database: Path):
    datasette = await serve()
    row = next(r for r in rows(database).values() if r["quote_start"] is not None)
    form = {name: row[name] or "" for name in ("device", "attribution", "quote", "setting")}
    form |= {"verdict": "correct", "claim": row["claim_id"], "metric": "memory", "value": "7x"}
    assert (await post(datasette, form)).status_code == 302
    now = rows(database)[row["claim_id"]]
    assert (now["metric"], now["value"], now["low"], now["factor"]) == ("memory", "7x", 7.0, 7.0)
    assert (now["status"], now["support"]) == ("corrected", "unsupported")
    page = (await get(datasette, f"{PAGE}?claim={row['claim_id']}")).text
    assert "memory 7x" in page.partition("History")[2]


async def test_what_was_typed_is_kept_when_it_is_refused(serve: Serve, database: Path):
    datasette = await serve()
    claim_id = next(iter(rows(database)))
    form = {"verdict": "correct", "claim": claim_id, "metric": "memory", "value": "<b>lots</b>"}
    response = await post(datasette, form | {"attribution": "own"})
    assert response.status_code == 400
    assert "must state a number" in response.text
    assert 'value="&lt;b&gt;lots&lt;/b&gt;"' in response.text
    assert labels(database) == []


async def test_a_missed_claim_is_added(serve: Serve, database: Path):
    datasette = await serve()
    paper_id = next(iter(rows(database).values()))["paper_id"]
    form = {"verdict": "add", "paper": paper_id, "metric": "cost", "value": "6x cheaper"}
    answer = await post(datasette, form)
    assert answer.status_code == 302
    (added,) = [row for row in rows(database).values() if row["claim_id"] < 0]
    assert (added["metric"], added["low"], added["status"]) == ("cost", 6.0, "accepted")
    assert "Accepted:" in (await get(datasette, answer.headers["location"], ROOT)).text
    await post(datasette, {"verdict": "undo", "claim": added["claim_id"]})
    assert not [row for row in rows(database).values() if row["claim_id"] < 0]


async def test_the_names_of_a_paper_are_corrected(serve: Serve, database: Path):
    datasette = await serve()
    paper_id = next(iter(rows(database).values()))["paper_id"]
    form = {"verdict": "name", "paper": paper_id, "target": "method", "value": "Renamed"}
    assert (await post(datasette, form)).status_code == 302
    assert {r["method"] for r in rows(database).values() if r["paper_id"] == paper_id} == {
        "Renamed"
    }
    assert (await post(datasette, form | {"target": "abstract"})).status_code == 400


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"verdict": "drop"},
        {"verdict": "accept"},
        {"verdict": "accept", "claim": "1; DROP TABLE labels"},
        {"verdict": "accept", "claim": "9" * 40},
        {"verdict": "accept", "claim": "-1"},
        {"verdict": "add", "paper": "nobody"},
        {"verdict": "name", "paper": "'"},
    ],
)
async def test_nonsense_is_refused_and_writes_nothing(
    serve: Serve, database: Path, form: dict[str, str]
):
    assert (await post(await serve(), form)).status_code == 400
    assert labels(database) == []


@pytest.mark.parametrize(
    "query",
    ["claim=x", "claim=999999999", f"claim={'9' * 50}", "paper=%00", "reason=%27", "done=-1"],
)
async def test_any_address_gets_a_page(serve: Serve, query: str):
    assert (await get(await serve(), f"{PAGE}?{query}", ROOT)).status_code == 200


async def test_a_queue_can_be_narrowed_and_keeps_so(serve: Serve, database: Path):
    datasette = await serve()
    page = (await get(datasette, f"{PAGE}?reason=unsupported", ROOT)).text
    claim_id = int(page.partition('name="claim" value="')[2].partition('"')[0])
    assert rows(database)[claim_id]["support"] == "unsupported"
    form = {"verdict": "reject", "claim": claim_id, "reason": "unsupported"}
    assert "reason=unsupported" in (await post(datasette, form)).headers["location"]


async def test_an_immutable_file_is_read_only_even_for_root(serve: Serve, database: Path):
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    datasette = await serve(immutable=True)
    assert "immutable" in (await get(datasette, PAGE, ROOT)).text
    form = {"verdict": "accept", "claim": next(iter(rows(database)))}
    assert (await post(datasette, form)).status_code == 403


async def test_other_databases_beside_it_are_left_alone(
    serve: Serve, database: Path, tmp_path: Path
):
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE extracted_claims (claim_id, papers)")
        connection.execute("INSERT INTO extracted_claims VALUES (1, 2)")
    connection.close()
    datasette = await serve(other, memory=True)
    for path in ("/", "/other", "/other/extracted_claims", "/_memory", PAGE):
        response = await get(datasette, path, ROOT)
        assert response.status_code == 200
        assert "/-/annotate/other" not in response.text
    assert (await get(datasette, "/-/annotate/other", ROOT)).status_code == 404
    assert (await get(datasette, "/-/annotate/_memory", ROOT)).status_code == 404
    assert (await get(datasette, "/-/annotate/nothing", ROOT)).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/-/annotate/nothing", "/-/annotate/_memory", "/-/annotate/claims/99", f"{PAGE}/papers",
        "/-/annotate/claims/claims/99", f"{PAGE}/extracted_nothing", f"{PAGE}/", "/-/annotate/",
        f"{PAGE}/<b>", "/-/annotate/~00/~zz",
    ],
)  # fmt: skip
async def test_where_there_is_nothing_a_short_page_says_so(serve: Serve, capfd, path: str):
    datasette = await serve()
    for actor in (None, ROOT):
        response = await get(datasette, path, actor)
        assert response.status_code == 404
        assert "Not found" in response.text
        assert "<b>" not in response.text
    assert (await post(datasette, {"verdict": "accept"}, ROOT, path)).status_code == 404
    told = capfd.readouterr()
    assert "Traceback" not in told.out + told.err


async def test_the_first_look_finds_its_templates_made(serve: Serve):
    datasette = await serve()
    made = len(datasette.jinja_env.cache)
    assert (await get(datasette, PAGE)).status_code == 200
    assert len(datasette.jinja_env.cache) == made


async def test_who_may_not_see_the_tables_may_not_see_the_page(serve: Serve):
    hidden = {"databases": {"claims": {"tables": {"papers": {"allow": {"id": "root"}}}}}}
    datasette = await serve(metadata=hidden)
    assert (await get(datasette, PAGE)).status_code == 403
    assert (await get(datasette, PAGE, ROOT)).status_code == 200
    assert "/-/annotate" not in (await get(datasette, "/")).text


async def test_tables_of_ones_own_are_guarded_like_the_claims(tmp_path: Path):
    table = f"{PAGE}/extracted_data_sets"
    database = own_store(tmp_path / "claims.db")
    datasette = Datasette([str(database)])
    await datasette.invoke_startup()
    assert (await get(datasette, table)).status_code == 200
    assert f'href="{table}"' in (await get(datasette, PAGE)).text
    for other in ("extracted_nothing", "extracted_claims"):
        assert (await get(datasette, f"{PAGE}/{other}")).status_code == 404
    for row in ("x", "9" * 40, "-1", "1%00"):
        assert (
            await get(datasette, f"{table}?row={row}&done={row}&paper={row}")
        ).status_code == 200
    form = {"verdict": "accept", "row": "1"}
    for actor, status in ((GUEST, 403), (None, 403), (ROOT, 302)):
        assert (await post(datasette, form, actor, table)).status_code == status
    for wrong in ({}, {"verdict": "drop", "row": "1"}, {"verdict": "undo"}, {"verdict": "accept"}):
        assert (await post(datasette, wrong, ROOT, table)).status_code == 400
    assert [label.verdict for label in labels(database)] == ["accept"]
    hidden = {"tables": {"extracted_data_sets": {"allow": False}}}
    closed = Datasette([str(database)], metadata={"databases": {"claims": hidden}})
    await closed.invoke_startup()
    assert (await get(closed, table)).status_code == 403
    assert table not in (await get(closed, PAGE)).text
    for one in (datasette, closed):
        one.databases["claims"].close()
        one.executor.shutdown()


@pytest.mark.parametrize("name", queries.QUERIES)
async def test_each_ready_query_runs(serve: Serve, name: str):
    datasette = await serve()
    query = "?words=cache&field=&metric="
    response = await get(datasette, f"/claims/{name}.json{query}")
    assert response.status_code == 200
    assert response.json().get("error") is None
    assert name in (await get(datasette, "/claims")).text


async def test_the_views_have_facets_and_lead_to_the_page(serve: Serve, database: Path):
    datasette = await serve()
    page = (await get(datasette, "/claims/extracted_claims")).text
    for facet in ("metric", "support", "status", "attribution", "device"):
        assert f'data-column="{facet}"' in page or f"_facet={facet}" in page
    claim_id = next(iter(rows(database)))
    assert f'href="{PAGE}?claim={claim_id}"' in page
    assert f'href="{PAGE}"' in page
    papers = (await get(datasette, "/claims/extracted_papers")).text
    assert f"{PAGE}?paper=" in papers
    front = (await get(datasette, "/claims")).text
    assert '<h3><a href="/claims/_facts"' not in front


async def test_static_files_are_served(serve: Serve):
    datasette = await serve()
    page = (await get(datasette, PAGE)).text
    for name in ("review.css", "review.js"):
        path = page.partition(f"{name}?")[0].rpartition('"')[2] + name
        assert (await get(datasette, path)).status_code == 200


async def test_many_verdicts_at_once_are_all_kept(serve: Serve, database: Path):
    datasette = await serve()
    for claim_id in list(rows(database))[:5]:
        await post(datasette, {"verdict": "accept", "claim": claim_id})
        await post(datasette, {"verdict": "reject", "claim": claim_id})
    found = rows(database)
    assert [found[claim_id]["status"] for claim_id in list(found)[:5]] == ["rejected"] * 5
    assert len(labels(database)) == 10
