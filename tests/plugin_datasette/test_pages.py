"""What of the plugin anybody can look at, beside verdicts."""

import sqlite3
from pathlib import Path

import pytest
from datasette.app import Datasette

from annotate.plugin_datasette import queries
from tests.own import own_store
from tests.plugin_datasette.calling import (
    GUEST,
    PAGE,
    ROOT,
    Serve,
    get,
    labels,
    post,
    rows,
)


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


async def test_large_factors_are_written_out(serve: Serve, database: Path):
    with sqlite3.connect(database) as connection:
        claim = next(iter(rows(database)))
        connection.execute(
            "UPDATE extracted_claims SET factor = 24000, reviewer = 'ada' WHERE claim_id = ?",
            [claim],
        )
    connection.close()
    page = (await get(await serve(), f"{PAGE}?claim={claim}")).text
    assert "24,000×" in page


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
