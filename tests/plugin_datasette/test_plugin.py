"""The plugin in a real Datasette: open to read, closed to write, deaf to tricks."""

from pathlib import Path

import pytest

from tests.plugin_datasette.calling import (
    GUEST,
    PAGE,
    ROOT,
    Serve,
    cookies,
    get,
    labels,
    post,
    rows,
)


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


async def test_many_verdicts_at_once_are_all_kept(serve: Serve, database: Path):
    datasette = await serve()
    for claim_id in list(rows(database))[:5]:
        await post(datasette, {"verdict": "accept", "claim": claim_id})
        await post(datasette, {"verdict": "reject", "claim": claim_id})
    found = rows(database)
    assert [found[claim_id]["status"] for claim_id in list(found)[:5]] == ["rejected"] * 5
    assert len(labels(database)) == 10
