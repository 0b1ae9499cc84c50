"""Each error is one line, has an exit code and survives a process boundary."""

import json
import pickle
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from annotate import errors


@pytest.mark.parametrize("name", [n for n in errors.__all__ if n != "AnnotateError"])
def test_each_error_is_also_the_fitting_builtin(name: str):
    kind = getattr(errors, name)
    assert issubclass(kind, errors.AnnotateError)
    assert issubclass(kind, (ValueError, RuntimeError, LookupError, ImportError))
    assert kind.exit_code == 2


def test_an_input_error_names_file_and_line():
    assert str(errors.InputError("not JSON", "a.jsonl", 3)) == "a.jsonl:3: not JSON"
    assert str(errors.InputError("is empty", "a.txt")) == "a.txt: is empty"
    assert str(errors.InputError("nothing to read")) == "nothing to read"


@pytest.mark.parametrize(
    "error", [errors.InputError("x", "f", 2), errors.MissingExtraError("ray", "ray")]
)
def test_errors_cross_a_process_boundary(error: errors.AnnotateError):
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_missing_extra_is_installed_from_where_annotate_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    origin = json.loads(distribution("annotate-claims").read_text("direct_url.json") or "{}")
    folder = unquote(urlsplit(origin.get("url", "")).path)
    if not Path(folder, "pyproject.toml").is_file():
        pytest.skip("not installed from a checkout")
    monkeypatch.chdir(tmp_path)
    assert f"pip install '{folder}[ray]'" in str(errors.MissingExtraError("ray", "ray"))
    monkeypatch.chdir(folder)
    assert "pip install '.[ray]'" in str(errors.MissingExtraError("ray", "ray"))
