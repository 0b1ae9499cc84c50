"""Measure how near a misquotation must come to be found, and what false quotes come as near.

    python tests/bench/fuzzy_cutoff.py tests/data/icml2026-a.txt tests/data/icml2026-b.txt

Each quote is a run of words of one abstract. Perturbed quotes are mistyped or lack words and ought
to be found where they came from; false ones come from another abstract, or have a number, a
comparison or a noun exchanged, and ought not to be found.
"""

import argparse
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from annotate.language.latex import clean
from annotate.language.spans import align, similar_run

SMALL = set("the a an of in on for and to with by is are our we that this which at as".split())
TURNED = dict(
    pair.split(":")
    for pair in (
        "reduces:increases faster:slower less:more memory:energy speedup:accuracy with:without "
        "training:serving improves:degrades up:down lower:higher inference:storage by:to to:by "
        "while:without reduction:growth and:or latency:accuracy large:small high:low all:some"
    ).split()
)


def runs(abstracts: list[str], rng: random.Random, number: int) -> Iterator[tuple[int, str]]:
    """Yield abstracts' numbers with runs of 5 to 25 of their words."""
    for _ in range(number):
        which = rng.randrange(len(abstracts))
        words = abstracts[which].split(" ")
        length = rng.randint(5, 25)
        start = rng.randrange(max(1, len(words) - length))
        yield which, " ".join(words[start : start + length])


def mistyped(quote: str, rng: random.Random) -> str:
    """Swap, drop or double a letter in one word of eight."""
    words = quote.split(" ")
    long = [at for at, word in enumerate(words) if len(word) > 5 and word.isalpha()]
    for at in rng.sample(long, min(len(long), max(1, len(words) // 8))):
        word, place = words[at], rng.randrange(1, len(words[at]) - 2)
        words[at] = rng.choice(
            [
                word[:place] + word[place + 1] + word[place] + word[place + 2 :],
                word[:place] + word[place + 1 :],
                word[:place] + word[place] + word[place:],
            ]
        )
    return " ".join(words)


def thinned(quote: str, rng: random.Random) -> str:
    """Leave out one or two small words inside the quote."""
    words = quote.split(" ")
    small = [at for at in range(1, len(words) - 1) if words[at] in SMALL]
    gone = set(rng.sample(small, min(len(small), 2)))
    return " ".join(word for at, word in enumerate(words) if at not in gone)


def shortened(quote: str, rng: random.Random) -> str:
    """Leave out one long word inside the quote."""
    words = quote.split(" ")
    long = [at for at in range(1, len(words) - 1) if len(words[at]) > 3 and words[at].isalpha()]
    gone = rng.choice(long) if long else -1
    return " ".join(word for at, word in enumerate(words) if at != gone)


def renumbered(quote: str, rng: random.Random) -> str:
    """Change a digit."""
    places = [match.start() for match in re.finditer(r"\d", quote)]
    if not places:
        return ""
    at = rng.choice(places)
    return quote[:at] + str((int(quote[at]) + rng.randint(1, 9)) % 10) + quote[at + 1 :]


def turned(quote: str, rng: random.Random) -> str:
    """Exchange a word for its opposite or another noun."""
    words = quote.split(" ")
    places = [at for at, word in enumerate(words) if word in TURNED]
    if not places:
        return ""
    at = rng.choice(places)
    return " ".join([*words[:at], TURNED[words[at]], *words[at + 1 :]])


def main() -> None:
    """Print the share found for each kind of quote, cut-off and cost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("lists", nargs="+", type=Path, help="one abstract a line")
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lines = [line for path in options.lists for line in path.read_text("utf-8").splitlines()]
    abstracts = [clean(line).text for line in lines if len(line) > 200]
    perturb: dict[str, Callable[[str, random.Random], str]] = {
        "mistyped": mistyped, "thinned": thinned, "shortened": shortened,
        "renumbered": renumbered, "turned": turned, "foreign": lambda quote, _: quote,
    }  # fmt: skip
    print(f"{'cutoff':>6} {'cost':>5}  " + "  ".join(f"{name:>10}" for name in perturb))
    for cutoff in (70, 75, 80, 85, 90, 95):
        for cost in (0.1, 0.2, 0.3):
            row = []
            for name, change in perturb.items():
                rng = random.Random(options.seed)
                found = tried = 0
                for which, quote in runs(abstracts, rng, options.number):
                    text = abstracts[which - 1 if name == "foreign" else which]
                    words = change(quote, rng)
                    if not words or align(words, text).evidence in (
                        "exact",
                        "normalised",
                        "ambiguous",
                    ):
                        continue
                    tried += 1
                    found += similar_run(words, text, cutoff=cutoff, cost=cost) is not None
                row.append(f"{found:>4}/{tried:<4} " if tried else "   -   ")
            print(f"{cutoff:>6} {cost:>5}  " + "  ".join(f"{cell:>10}" for cell in row))


if __name__ == "__main__":
    main()
