"""Keys, organisations and projects are sent to the server and stand nowhere else."""

import logging
import traceback
from base64 import b64encode

import pytest

from annotate.errors import ModelError
from annotate.models import ModelOptions
from annotate.models.client import Client
from annotate.models.failures import Scrubber
from tests.models.conftest import ask
from tests.servers import OpenAIServer
from tests.servers.faults import auth, status

BASIC = b64encode(b"ada:planted-pass-word").decode()
PLANTED = {
    "api_key": "sk-planted-key-4242424242",
    "organization": "org-planted4242",
    "project": "proj_planted4242",
}


async def test_they_are_sent():
    with OpenAIServer() as server:
        await ask(server.base_url, **PLANTED)
    headers = server.seen[0].headers
    assert headers["authorization"] == f"Bearer {PLANTED['api_key']}"
    assert headers["openai-organization"] == PLANTED["organization"]
    assert headers["openai-project"] == PLANTED["project"]


@pytest.mark.parametrize("code", [400, 401, 403, 404, 418, 429, 500, 503])
async def test_a_server_that_repeats_them_does_not_get_them_into_answers_or_logs(code, caplog):
    text = f"Bad: {PLANTED['api_key']} of {PLANTED['organization']} in {PLANTED['project']}!"
    fault = status(code, text)
    with caplog.at_level(logging.DEBUG), OpenAIServer(faults=lambda number, body: fault) as server:
        (answer,) = await ask(server.base_url, **PLANTED)
    assert answer.error
    assert "planted" not in repr(answer)
    assert "planted" not in "\n".join(
        r.getMessage() for r in caplog.records if r.name == "annotate"
    )


async def test_another_key_that_a_server_repeats_is_cut_out_as_well():
    with OpenAIServer(faults=[auth("sk-proj-somebody-elses-key-0123")]) as server:
        (answer,) = await ask(server.base_url, **PLANTED)
    assert "somebody" not in repr(answer)


async def test_an_answer_that_repeats_them_is_cleaned_before_anybody_reads_it():
    def answer(abstract):
        text = " ".join((*PLANTED.values(), "planted-pass-word", BASIC, "planted-query-key"))
        return {"method_name": text, "method_full_name": None, "contribution": "method",
                "task": None, "hardware": [], "claims": []}  # fmt: skip

    with OpenAIServer(answer=answer) as server:
        url = server.base_url.replace("//", "//ada:planted-pass-word@")
        (given,) = await ask(f"{url}?api-key=planted-query-key&api-version=2026-01", **PLANTED)
    assert server.seen[0].headers["authorization"] == f"Basic {BASIC}"
    assert given.annotation is not None
    assert "planted" not in repr(given)
    assert BASIC not in repr(given)


def test_a_broken_base_url_is_told_without_its_password():
    with pytest.raises(ModelError) as caught:
        Client(ModelOptions("m", base_url="http://ada:planted@host:99999/v1?key=planted"))
    assert "planted" not in str(caught.value)
    assert "host:99999" in str(caught.value)


def test_options_do_not_show_them():
    options = ModelOptions("m", base_url="http://ada:planted@host/v1", **PLANTED)
    assert "planted" not in repr(options)
    assert "planted" not in str(options.key())


def test_errors_and_tracebacks_do_not_show_them():
    with pytest.raises(ModelError) as caught:
        Client(ModelOptions("m", base_url="http://[bad", **PLANTED))
    shown = "".join(traceback.format_exception(caught.value))
    assert "planted" not in shown


def test_a_missing_key_is_an_error_of_one_line(monkeypatch):
    with pytest.raises(ModelError, match="OPENAI_API_KEY") as caught:
        Client(ModelOptions("gpt-5-mini"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "key sk-abc123def456 is bad", "Bearer abc.def.ghi", "sess-0123456789", "gsk_0123456789ab",
        "xai-0123456789ab and org-0123456789ab",
    ],
)  # fmt: skip
def test_whatever_looks_like_a_key_is_cut_out(text):
    assert "0123456789" not in Scrubber(())(text)
    assert "abc123" not in Scrubber(())(text)
    assert "abc.def" not in Scrubber(())(text)


def test_scrubbed_text_is_one_short_line():
    text = Scrubber(())("<h1>Bad\x00</h1>\r\n<script>x()</script>" + "gateway \ud800" * 100)
    assert len(text) <= 300
    assert text.startswith("Bad gateway")
    text.encode()
