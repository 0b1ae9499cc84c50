"""The report is one file that anyone can read, whatever the database holds."""

import re
import subprocess
import sys
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from annotate.cli import cli
from annotate.facts import CheckedAnnotation
from annotate.report.gather import report
from annotate.store import Store
from annotate.store.labels import Label
from tests.demo import HOSTILE, Reading, claim, demo_store, make_store, paper
from tests.own import own_store

DAY = datetime(2026, 11, 30, tzinfo=UTC)


class Tags(HTMLParser):
    """Collects every start tag with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def page(database: Path, **options: int) -> str:
    with Store(database, read_only=True) as store:
        return report(store, written=DAY, **options)


def test_five_hundred_papers_fit_three_megabytes(tmp_path: Path):
    long = "What is kept is never read again, which our scheduler turns into room for more. " * 10
    database = demo_store(tmp_path / "claims.db", 500, filler=long)
    html = page(database)
    with Store(database, read_only=True) as store:
        lengths = [len(found.abstract) for found in store.papers()]
    assert sum(lengths) / len(lengths) > 1_400
    assert len(html.encode()) <= 3_000_000


def test_the_page_names_nothing_outside_itself(tmp_path: Path):
    html = page(demo_store(tmp_path / "claims.db", 10))
    tags = Tags(html).found
    assert not [
        (tag, name)
        for tag, attributes in tags
        for name in ("src", "srcset", "action", "data", "poster", "background")
        if name in attributes
    ]
    assert not [tag for tag, _ in tags if tag in ("link", "iframe", "object", "embed", "img")]
    policy = next(a["content"] for t, a in tags if a.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
    assert "@import" not in html
    assert "url(http" not in html


def test_ids_are_unique(tmp_path: Path):
    html = page(demo_store(tmp_path / "claims.db", 30))
    ids = [attributes["id"] for _, attributes in Tags(html).found if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_the_same_database_gives_the_same_page(tmp_path: Path):
    database = demo_store(tmp_path / "claims.db", 10)
    assert page(database) == page(database)


def test_the_lead_counts_claims_and_levels_in_words(tmp_path: Path):
    html = page(demo_store(tmp_path / "claims.db", 40))
    lead = re.sub(r"<[^>]+>", "", re.search(r'<p class="lead">.*?</p>', html, re.S)[0])  # type: ignore[index]
    assert "claims from 40 abstracts" in lead
    assert "unsupported" in lead
    assert "1 paper could not be read" in html
    assert "30 November 2026" in html


def test_a_limit_keeps_the_table_short_and_says_so(tmp_path: Path):
    database = demo_store(tmp_path / "claims.db", 40)
    html = page(database, limit=5)
    assert "The table holds the first 5 of" in html
    assert html.count('"exact"') <= 5


@pytest.mark.parametrize("papers", [0, 1])
def test_a_database_without_claims_has_a_page_too(tmp_path: Path, papers: int):
    readings = [Reading(paper("No number here."), CheckedAnnotation("ok"))] * papers
    html = page(make_store(tmp_path / "claims.db", readings))
    assert ("No claims yet" if papers else "Nothing was read yet") in html
    assert 'id="figures"' not in html
    assert 'tabindex="-1" hidden' in html


def test_what_people_judged_is_laid_against_support(tmp_path: Path):
    body = "Zorblax is 3x faster. Zorblax is 4x faster."
    claims = (claim(body, "is 3x faster", "3x", 3.0), claim(body, "is 4x faster", "4x", 4.0))
    read = Reading(paper(body), CheckedAnnotation("ok", claims=claims))
    database = make_store(tmp_path / "claims.db", [read])
    with Store(database) as store:
        store.add_labels(
            [
                Label(read.paper.id, "claim", "speedup|3|3|x", "accept", "r1"),
                Label(read.paper.id, "claim", "speedup|4|4|x", "reject", "r1"),
            ]
        )
    html = page(database)
    assert "What people said, by support" in html
    assert ">50\N{NO-BREAK SPACE}%<" in html
    assert "out of 1 of their own" in html


def test_rows_of_ones_own_stand_beside_their_abstracts(tmp_path: Path):
    database = own_store(tmp_path / "own.db")
    with Store(database) as store:
        store.db.execute("UPDATE extracted_data_sets SET status = 'accepted', reviewer = 'r1'")
    html = page(database)
    assert "<b>3 rows</b> of data sets from <b>2 abstracts</b>" in html
    assert '<section id="extracted_data_sets"' in html
    section = html.partition('<section id="extracted_data_sets"')[2].partition("</section>")[0]
    assert '<mark class="this">76.1% on ImageNet</mark>' in section
    assert "accepted by r1" in section
    assert section.count("<article") == 2
    assert '<section id="claims" aria-labelledby="claims-title" tabindex="-1" hidden>' in html
    assert "extracted_data_sets" not in page(demo_store(tmp_path / "claims.db", 3))


def test_many_rows_of_ones_own_are_cut_and_said(tmp_path: Path):
    assert "The first 2 are shown." in page(own_store(tmp_path / "own.db"), limit=2)


def test_hostile_names_open_no_element_and_end_no_script(tmp_path: Path):
    readings = []
    for text in HOSTILE:
        body = f"{text} is 3x faster. {'long ' * 20_000}"
        found = claim(body, "is 3x faster", "3x", 3.0, device=text, baseline=text, setting=text)
        model = CheckedAnnotation("ok", method=text, task=text, claims=(found,))
        readings.append(Reading(paper(body, title=text, venue=text, url=text, doi=text), model))
    html = page(own_store(make_store(tmp_path / "claims.db", readings, title=HOSTILE[0]), True))
    tags = [tag for tag, _ in Tags(html).found]
    assert tags.count("script") == 2
    assert not {"img", "a:bad", "iframe"} & set(tags)
    assert not [a for _, a in Tags(html).found if any(name.startswith("on") for name in a)]
    assert "\x1b" not in html
    assert not [line for line in html.splitlines() if line.endswith("\u2028")]
    assert "javascript:" not in {(a.get("href") or "")[:11] for _, a in Tags(html).found}


def test_the_command_writes_the_file_whole_and_keeps_the_database(tmp_path: Path):
    database, output = demo_store(tmp_path / "claims.db", 5), tmp_path / "report.html"
    result = CliRunner().invoke(cli, ["report", "--db", str(database), "-o", str(output)])
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert output.read_text("utf-8").rstrip().endswith("</html>")
    piped = CliRunner().invoke(cli, ["report", "--db", str(database), "-o", "-"])
    assert piped.stdout_bytes.rstrip().endswith(b"</html>")
    again = CliRunner().invoke(cli, ["report", "--db", str(database), "-o", str(database)])
    assert again.exit_code == 2
    assert "SQLite database" in again.stderr


def test_a_missing_matplotlib_is_said_with_the_way_to_get_it(tmp_path: Path):
    database = demo_store(tmp_path / "claims.db", 3)
    code = (
        "import sys; sys.modules['matplotlib'] = None; from annotate.cli import main;"
        f" sys.argv = ['annotate', 'report', '--db', {str(database)!r}, '-o', 'r.html']; main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert result.returncode == 2
    assert re.search(r"pip install '\S+\[report\]'", result.stderr)
    assert not (tmp_path / "r.html").exists()
