"""A recording answers without any network, holds no secret, and says what it lacks."""

import pytest
import yaml
from vcr.cassette import Cassette as Tape

from annotate.errors import CassetteError
from annotate.models.cassettes import Cassette, recorded_model
from tests.models.conftest import KEY, ask, outcomes, paper
from tests.servers import OpenAIServer

NOWHERE = "http://192.0.2.1:9/v1"


async def recorded(path, papers, **server):
    with OpenAIServer(**server) as model:
        model.response_headers = {"Set-Cookie": "session=planted", "openai-organization": "org-p"}
        return await ask(
            model.base_url, papers, cassette=Cassette(path, "record"),
            organization="org-planted", project="proj-planted",
        )  # fmt: skip


async def replayed(path, papers, **options):
    told = {"base_url": NOWHERE} | options
    return await ask(told.pop("base_url"), papers, cassette=Cassette(path, "replay"), **told)


@pytest.mark.parametrize("modes", [["json_schema"], ["tools"], ["json_object"]])
async def test_a_replay_gives_the_recorded_answers_from_nowhere(tmp_path, modes):
    papers = [paper(n) for n in range(5)]
    first = await recorded(tmp_path / "c.yaml", papers, modes=modes)
    for base_url in (NOWHERE, None):
        again = await replayed(tmp_path / "c.yaml", papers, base_url=base_url)
        assert [a.annotation for a in again] == [a.annotation for a in first]
        assert all(a.annotation for a in again)


async def test_re_asks_are_replayed_in_the_mode_that_was_found_to_work(tmp_path):
    papers = [paper()]
    first = await recorded(
        tmp_path / "c.yaml", papers, faults=["wrong_schema"], modes=["tools", "json_object"]
    )
    again = await replayed(tmp_path / "c.yaml", papers)
    assert outcomes(first[0]) == ["bad_request", "invalid", "ok"]
    assert outcomes(again[0]) == ["invalid", "ok"]
    assert again[0].attempts[-1].prompt_tokens == first[0].attempts[-1].prompt_tokens


async def test_what_waiting_heals_is_not_recorded(tmp_path):
    faults = ["rate_limited", "server_error", "half_body", None]
    first = await recorded(tmp_path / "c.yaml", [paper()], faults=faults)
    again = await replayed(tmp_path / "c.yaml", [paper()])
    assert len(first[0].attempts) == 4
    assert outcomes(again[0]) == ["ok"]


async def test_no_key_cookie_or_organisation_stands_in_the_file(tmp_path):
    await recorded(tmp_path / "c.yaml", [paper()], faults=["auth", None])
    await recorded(tmp_path / "c.yaml", [paper(), paper(8)])
    text = (tmp_path / "c.yaml").read_text().lower()
    assert "teas" not in text
    for secret in ("planted", KEY, "sk-", "cookie", "organization", "authorization", "bearer"):
        assert secret not in text


async def test_the_file_is_vcrs_format_with_the_model_in_each_request(tmp_path):
    await recorded(tmp_path / "c.yaml", [paper(n) for n in range(3)])
    data = yaml.safe_load((tmp_path / "c.yaml").read_text())
    assert data["version"] == 1
    for exchange in data["interactions"]:
        assert exchange["request"]["method"] == "POST"
        assert exchange["request"]["headers"] == {"content-type": ["application/json"]}
        assert yaml.safe_load(exchange["request"]["body"])["model"] == "mock"
        assert exchange["response"]["headers"] == {"content-type": ["application/json"]}
    tape = Tape.load(path=str(tmp_path / "c.yaml"))
    assert len(tape) == 3
    assert recorded_model(tmp_path / "c.yaml") == "mock"


async def test_a_missing_recording_names_the_paper_and_the_nearest_one(tmp_path):
    await recorded(tmp_path / "c.yaml", [paper(3), paper(4)])
    asked = paper(44)
    with pytest.raises(CassetteError) as caught:
        await replayed(tmp_path / "c.yaml", [asked])
    text = str(caught.value)
    assert asked.id in text
    assert "Sorting 44 kinds of tea" in text
    assert "nearest is “Sorting 4 kinds of tea" in text
    assert text.endswith("differs in the abstract")
    assert "\n" not in text


@pytest.mark.parametrize(
    ("options", "difference"),
    [({"model": "other"}, "model"), ({"max_tokens": 7}, "max_tokens"),
     ({"params": {"seed": 1}}, "seed")],
)  # fmt: skip
async def test_what_sets_the_nearest_recording_apart_is_named(tmp_path, options, difference):
    await recorded(tmp_path / "c.yaml", [paper()])
    with pytest.raises(CassetteError, match=f"differs in {difference}$"):
        await replayed(tmp_path / "c.yaml", [paper()], **options)


async def test_recording_again_adds_what_is_missing_and_asks_for_nothing_else(tmp_path):
    await recorded(tmp_path / "c.yaml", [paper(1)])
    with OpenAIServer() as server:
        await ask(
            server.base_url, [paper(1), paper(2)], cassette=Cassette(tmp_path / "c.yaml", "record")
        )
    assert server.usage.requests == 1
    assert all(a.annotation for a in await replayed(tmp_path / "c.yaml", [paper(1), paper(2)]))


async def test_an_unchanged_recording_is_written_byte_for_byte_alike(tmp_path):
    await recorded(tmp_path / "c.yaml", [paper(1)])
    before = (tmp_path / "c.yaml").read_bytes()
    await recorded(tmp_path / "c.yaml", [paper(1)])
    assert (tmp_path / "c.yaml").read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ["", "interactions: 3", "a: [", "just words", "- 1\n- 2", "interactions:\n- request: {}\n"],
)
async def test_a_file_that_is_no_recording_is_an_error_of_one_line(tmp_path, text):
    (tmp_path / "c.yaml").write_text(text)
    with pytest.raises(CassetteError, match=r"c\.yaml: ") as caught:
        await replayed(tmp_path / "c.yaml", [paper()])
    assert "\n" not in str(caught.value)
    with pytest.raises(CassetteError):
        recorded_model(tmp_path / "c.yaml")


async def test_a_recording_that_is_not_there_is_an_error_of_one_line(tmp_path):
    with pytest.raises(CassetteError, match="no such recording"):
        await replayed(tmp_path / "c.yaml", [paper()])


@pytest.mark.parametrize(
    ("right", "damaged"),
    [
        ("code: 200", "code: fine"),
        ("code: 200", "kode: 200"),
        ("status:", "statuz:"),
        ("string:", "strong:"),
        ('"messages": [', '"massages": ['),
        ('"model": "mock",', '"model": "mock'),
    ],
)
async def test_a_damaged_recording_is_an_error_of_one_line(tmp_path, right, damaged):
    path = tmp_path / "c.yaml"
    await recorded(path, [paper()])
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, damaged))
    with pytest.raises(CassetteError, match="is no recording in vcrpy's format"):
        await replayed(path, [paper()])
