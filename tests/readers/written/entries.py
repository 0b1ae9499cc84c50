"""The ten invented papers, and how their names and lines are turned."""

import textwrap
from dataclasses import dataclass

ALL = frozenset(("title", "authors", "year", "venue", "url", "doi"))


@dataclass(frozen=True)
class Entry:
    title: str
    abstract: str
    authors: tuple[str, ...]
    year: int
    venue: str
    url: str
    doi: str


def _entry(number: int, title: str, abstract: str, *authors: str) -> Entry:
    return Entry(
        title,
        abstract,
        authors,
        2015 + number,
        "Journal of Invented Systems",
        f"https://example.org/papers/{number}",
        f"10.5555/inv.{number}",
    )


TEN = (
    _entry(
        1,
        "Plumbline: Straight Joins for Crooked Tables",
        "Joins over skewed tables are slow. We present Plumbline, a planner that needs no "
        "statistics and cuts join latency by 45\\% on average, at no cost in memory.",
        "Ada Brook",
        "Chidi Okafor",
    ),
    _entry(
        2,
        "Quillwright and the Art of Small Models",
        "Quillwright prunes language models in one pass. It keeps 99% of their quality with "
        "$2.5\\times$ fewer parameters; the rest (k << p) is a matter of taste.",
        "Mina Sato",
    ),
    _entry(
        3,
        "Does Rust Sleep? Energy of Idle Compilers",
        "Idle compilers draw power. Measured on a Raspberry Pi 4, our scheduler saves 3.1x "
        'energy - a "free lunch" for anyone who waits.',
        "Jörg Weiß",
        "Zoë Álvarez",
        "Łucja Żak",
    ),
    _entry(
        4,
        "Lanternfish",
        "Deep-sea imaging needs light. Lanternfish is a sensor whose read-out is up to 8× faster "
        "than CMOS’s – and whose noise stays below 1 µV.",
        "Noor Haddad",
    ),
    _entry(
        5,
        "Sampling Without Tears",
        "We study samplers: MCMC, SMC, and flows. A new bound, O(n log n), replaces O(n^2); in "
        "practice, sampling takes 12 ms instead of 95 ms on one A100 GPU.",
        "Ravi Menon",
        "Else Holm",
    ),
    _entry(
        6,
        "Bitter Lessons, Sweet Caches",
        "Caches forget. Ours, a sweet one, remembers 30--35% more & evicts less: hit rates rise "
        "from 0.61 to 0.88 while bandwidth halves.",
        "Tom Ash",
    ),
    _entry(
        7,
        "Reading Maps Backwards",
        "Abstract reasoning over maps is hard. Backmap {the inverse of a map} answers routing "
        "queries 20x faster than Dijkstra, e.g. within 5 ms.",
        "Yuki Tanaka",
        "Omar Farouk",
    ),
    _entry(
        8,
        "Threads of Copper",
        "Copper interconnects age; we predict when. Over 1,000 chips, the error is 4% | 5% for "
        "two kinds of stress, and testing time falls by a factor of six.",
        "Ines Duarte",
    ),
    _entry(
        9,
        "Grammar as Glue",
        "Parsers and taggers disagree. Gluing them by a grammar makes parsing 1.7 times faster "
        "without a loss of accuracy; code at https://example.org/glue.",
        "Piotr Nowak",
        "Anna Berg",
        "Li Wei",
    ),
    _entry(
        10,
        "Small Change",
        "Counting coins needs no network: a table of 64 kB counts 10,000 coins a second, which is "
        "seven times what a convolutional network reaches on the same phone.",
        "Grace Mbeki",
    ),
)


def last_first(name: str) -> str:
    first, _, last = name.rpartition(" ")
    return f"{last}, {first}"


def given(name: str) -> tuple[str, str]:
    first, _, last = name.rpartition(" ")
    return first, last


def wrapped(text: str, indent: str, width: int = 78) -> str:
    return textwrap.fill(text, width, subsequent_indent=indent, break_on_hyphens=False)


def plain(entry: Entry) -> dict[str, object]:
    return {
        "title": entry.title,
        "abstract": entry.abstract,
        "authors": "; ".join(entry.authors),
        "year": entry.year,
        "venue": entry.venue,
        "url": entry.url,
        "doi": entry.doi,
    }
