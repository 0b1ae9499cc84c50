"""Each error is one line, has an exit code and survives a process boundary."""

import pickle

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
