"""Find the files that ship with the package: prompts, labels and data tables."""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

__all__ = ["data_file", "labels_dir", "prompts_dir"]

_PACKAGE = resources.files("annotate")
_CHECKOUT = Path(__file__).resolve().parent.parent


def prompts_dir() -> Traversable:
    """Return the folder of the prompts that ship with annotate, in a wheel or in a checkout."""
    return _shipped("prompts")


def labels_dir() -> Traversable:
    """Return the folder of the labelled abstracts, in a wheel or in a checkout."""
    return _shipped("labels")


def data_file(name: str) -> Traversable:
    """Return a data table of the package, such as `devices.toml`."""
    return _PACKAGE / "data" / name


def _shipped(name: str) -> Traversable:
    # hatchling's force-include is not seen by editable installs, so a checkout is asked too.
    inside = _PACKAGE / "_shipped" / name
    return inside if inside.is_dir() else _CHECKOUT / name
