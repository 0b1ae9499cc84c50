"""What can go wrong, as one tree.

    AnnotateError
    ├── UsageError(ValueError)          an option, a prompt or a setting that makes no sense
    ├── InputError(ValueError)          a file that can't be read as a list of abstracts
    ├── StoreError(RuntimeError)        a database that isn't ours, is newer, or is locked
    ├── QuantityError(ValueError)       a number that means nothing (a reduction of 100 % or more)
    ├── ModelError(RuntimeError)        a model that can't be reached or started at all
    │   └── CassetteError(LookupError)  a request that stands in no recording
    └── MissingExtraError(ImportError)  an optional package that isn't installed

The command line prints `str(error)` as one line and exits with `error.exit_code`.
"""

from pathlib import Path
from typing import ClassVar

__all__ = [
    "AnnotateError",
    "CassetteError",
    "InputError",
    "MissingExtraError",
    "ModelError",
    "QuantityError",
    "StoreError",
    "UsageError",
]

_NAME = "annotate-claims"


class AnnotateError(Exception):
    """Base of every error that this package raises on purpose."""

    exit_code: ClassVar[int] = 2


class UsageError(AnnotateError, ValueError):
    """An option, a prompt or a setting that makes no sense."""


class InputError(AnnotateError, ValueError):
    """A file that can't be read as a list of abstracts.

    Args:
        problem: What was found, what was expected, and what to do; one line.
        path: The file, if there is one.
        line: 1-based line of the problem, if it is known.
    """

    def __init__(
        self, problem: str, path: str | Path | None = None, line: int | None = None
    ) -> None:
        self.problem, self.path, self.line = problem, path, line
        place = "" if path is None else f"{path}:{line}: " if line else f"{path}: "
        super().__init__(f"{place}{problem}")

    def __reduce__(self) -> tuple[type, tuple[str, str | Path | None, int | None]]:
        return type(self), (self.problem, self.path, self.line)


class StoreError(AnnotateError, RuntimeError):
    """A database that isn't ours, was made by a newer release, or stays locked."""


class QuantityError(AnnotateError, ValueError):
    """A number that means nothing, such as a reduction of more than 100 %."""


class ModelError(AnnotateError, RuntimeError):
    """A model that can't be reached or started at all."""


class CassetteError(ModelError, LookupError):
    """A request that stands in no recording, or a recording that can't be read."""


class MissingExtraError(AnnotateError, ImportError):
    """An optional package that isn't installed; says which extra brings it."""

    def __init__(self, package: str, extra: str) -> None:
        self.package, self.extra = package, extra
        how = f"pip install '{_installed_from()}[{extra}]'"
        super().__init__(f"this needs {package}, which isn't installed: {how}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.package, self.extra)


def _installed_from() -> str:
    """Return what pip is to be given: the checkout that annotate came from, or its name."""
    # Every command imports this module, and few miss a package.
    import json  # noqa: PLC0415
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415
    from urllib.parse import unquote, urlsplit  # noqa: PLC0415

    try:
        origin = json.loads(distribution(_NAME).read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return _NAME
    place = urlsplit(origin.get("url", ""))
    folder = Path(unquote(place.path))
    if place.scheme != "file" or not (folder / "pyproject.toml").is_file():
        return _NAME
    return "." if folder == Path.cwd() else str(folder)
