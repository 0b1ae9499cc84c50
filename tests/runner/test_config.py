"""What a run falls back on, and in which order."""

from pathlib import Path

import pytest

from annotate.config import choose_model, load_settings
from annotate.errors import UsageError
from annotate.runner.planning import Wishes, make_plan


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def write(folder: Path, text: str) -> None:
    (folder / "annotate.toml").write_text(text, encoding="utf-8")


def test_nothing_set_means_the_offline_reading(folder: Path) -> None:
    choice = choose_model(None, load_settings(folder))
    assert choice.model == "rules"
    assert "no key" in choice.why


def test_a_key_or_a_base_url_calls_for_the_default_model(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    assert choose_model(None, load_settings(folder)).model == "gpt-5-mini"
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.setenv("ANNOTATE_BASE_URL", "http://127.0.0.1:1/v1")
    assert choose_model(None, load_settings(folder)).model == "gpt-5-mini"


def test_the_command_line_outranks_the_environment_and_that_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, 'model = "from-file"\nrpm = 7\n')
    assert choose_model(None, load_settings(folder)).model == "from-file"
    monkeypatch.setenv("ANNOTATE_MODEL", "from-environment")
    settings = load_settings(folder)
    assert choose_model(None, settings).model == "from-environment"
    assert choose_model("asked", settings).model == "asked"
    assert settings.rpm == 7


def test_our_own_variables_outrank_those_of_openai(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://theirs/v1")
    assert load_settings(folder).base_url == "http://theirs/v1"
    monkeypatch.setenv("ANNOTATE_BASE_URL", "http://ours/v1")
    assert load_settings(folder).base_url == "http://ours/v1"


def test_request_parameters_come_from_a_table_of_the_file(folder: Path) -> None:
    write(folder, "[params]\ntemperature = 0.2\nseed = 3\n")
    assert load_settings(folder).params == {"temperature": 0.2, "seed": 3}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("modle = 'x'", "modle"),
        ("rpm = 0", "rpm"),
        ("timeout = inf", "timeout"),
        ("batch_poll = 1e9", "batch_poll"),
        ("max_tokens = 99999999999999999999", "max_tokens"),
        ("rpm = ", "TOML"),
        ("api_key = 'sk-planted'", "OPENAI_API_KEY"),
    ],
)
def test_a_bad_settings_file_is_one_line_that_names_the_setting(
    folder: Path, text: str, word: str
) -> None:
    write(folder, text)
    with pytest.raises(UsageError, match=word) as caught:
        load_settings(folder)
    assert "\n" not in str(caught.value)
    assert "sk-planted" not in str(caught.value)


def test_parameters_in_the_environment_are_json(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANNOTATE_PARAMS", "seed")
    with pytest.raises(UsageError, match="ANNOTATE_PARAMS: expected a JSON object"):
        load_settings(folder)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("99999999999999999999", "64-bit"),
        ("nan", "not JSON compliant"),
        ("2020-01-01", "not JSON serializable"),
    ],
)
def test_a_parameter_that_no_request_can_hold_is_refused(
    folder: Path, value: str, words: str
) -> None:
    write(folder, f"[params]\nseed = {value}")
    with pytest.raises(UsageError, match=f"--param seed: .*{words}"):
        make_plan(Wishes(folder / "x.db", model="m"), load_settings(folder), "m")


def test_a_key_stands_in_no_repr(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-planted")
    settings = load_settings(folder)
    assert "planted" not in repr(settings)
    assert settings.api_key is not None
    assert settings.api_key.get_secret_value() == "sk-planted"
