"""Invented abstracts in any number, and lists of them."""

import json
from pathlib import Path

from annotate.facts import Paper, paper_id

__all__ = ["PROMPT", "abstract", "papers", "write_list"]

PROMPT = str(Path(__file__).parent / "prompt.md")

_NAMES = ("Flotsam", "Kestrel", "Marzipan", "Tundra", "Quokka", "Sextant", "Bramble")


def abstract(number: int) -> str:
    """Return an abstract of its own for each number, with one claim."""
    name = f"{_NAMES[number % len(_NAMES)]}{number}"
    return (
        f"Sorting pebbles is slow. We propose {name}, a scheduler for pebble sorting. "
        f"On {number + 2} beaches, {name} is {number % 40 + 2}x faster than raking."
    )


def papers(count: int) -> list[Paper]:
    """Return so many papers."""
    return [Paper(paper_id(abstract(i)), abstract(i), f"Pebbles {i}") for i in range(count)]


def write_list(path: Path, count: int) -> Path:
    """Write a JSON Lines list of so many papers."""
    with path.open("w") as file:
        for number in range(count):
            line = {"title": f"Pebbles {number}", "abstract": abstract(number)}
            file.write(json.dumps(line) + "\n")
    return path
