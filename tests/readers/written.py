"""Ten invented papers, and how each format writes them down."""

import csv
import io
import json
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from xml.sax.saxutils import escape

import yaml

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


def _last_first(name: str) -> str:
    first, _, last = name.rpartition(" ")
    return f"{last}, {first}"


def _given(name: str) -> tuple[str, str]:
    first, _, last = name.rpartition(" ")
    return first, last


def _wrapped(text: str, indent: str, width: int = 78) -> str:
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


def text() -> str:
    return "A list of ten\n\n" + "\n\n".join(entry.abstract for entry in TEN) + "\n"


def jsonl() -> str:
    return "".join(json.dumps(plain(entry)) + "\n" for entry in TEN)


def json_list() -> str:
    return json.dumps([plain(entry) for entry in TEN], indent=1, ensure_ascii=False)


def arxiv_snapshot() -> str:
    def line(entry: Entry) -> str:
        record = {
            "id": f"17{entry.year - 2015:02}.{entry.year}1",
            "submitter": entry.authors[0],
            "authors": ", ".join(entry.authors),
            "title": entry.title.replace(" ", "\n  ", 1),
            "comments": "12 pages. No abstract.",
            "journal-ref": entry.venue,
            "doi": entry.doi,
            "abstract": f"  {_wrapped(entry.abstract, '')}\n",
            "versions": [{"version": "v1", "created": f"Mon, 2 Apr {entry.year} 19:18:42 GMT"}],
            "update_date": "2024-01-01",
            "authors_parsed": [[last, first, ""] for first, last in map(_given, entry.authors)],
        }
        return json.dumps(record) + "\n"

    return "".join(map(line, TEN))


def openreview_v1() -> str:
    notes = [
        {
            "id": f"id{entry.year}",
            "forum": entry.url,
            "invitation": f"Conf.cc/{entry.year}/Conference/-/Submission",
            "replyto": None,
            "content": {"title": entry.title, "abstract": entry.abstract, "TL;DR": "Short."}
            | {"authors": list(entry.authors), "venue": entry.venue, "pdf": "/pdf/1.pdf"},
        }
        for entry in TEN
    ]
    review = {"id": "r", "forum": "x", "replyto": "x", "content": {"title": "No", "review": "No."}}
    return json.dumps({"notes": [notes[0], review, *notes[1:]], "count": 11})


def openreview_v2() -> str:
    notes = [
        {
            "id": entry.url,
            "cdate": 1_600_000_000_000,
            "invitations": [f"Conf.cc/{entry.year}/Conference/-/Submission"],
            "content": {
                "title": {"value": entry.title},
                "abstract": {"value": entry.abstract},
                "authors": {"value": list(entry.authors)},
                "venue": {"value": entry.venue},
            },
        }
        for entry in TEN
    ]
    return json.dumps({"notes": notes, "count": 10}, indent=2)


def papers_with_code() -> str:
    return json.dumps(
        [
            {
                "paper_url": "https://paperswithcode.com/paper/x",
                "arxiv_id": None,
                "title": entry.title,
                "abstract": entry.abstract,
                "short_abstract": "Short.",
                "url_abs": entry.url,
                "url_pdf": f"{entry.url}.pdf",
                "proceeding": entry.venue,
                "authors": list(entry.authors),
                "date": f"{entry.year}-05-27",
                "methods": [{"name": "x", "full_name": "x", "description": "A description."}],
                "doi": entry.doi,
            }
            for entry in TEN
        ]
    )


def semantic_scholar() -> str:
    data = [
        {
            "paperId": "0" * 40,
            "externalIds": {"DOI": entry.doi.upper(), "CorpusId": 1},
            "url": entry.url,
            "title": entry.title,
            "abstract": entry.abstract,
            "venue": "",
            "journal": {"name": entry.venue, "pages": "1-2"},
            "year": entry.year,
            "tldr": {"model": "m", "text": "Short."},
            "authors": [{"authorId": "1", "name": name} for name in entry.authors],
        }
        for entry in TEN
    ]
    return json.dumps({"total": 70_000, "offset": 0, "data": data})


def openalex() -> str:
    def work(entry: Entry) -> dict[str, object]:
        index: dict[str, list[int]] = {}
        for place, word in enumerate(entry.abstract.split(" ")):
            index.setdefault(word, []).append(place)
        return {
            "id": "https://openalex.org/W1",
            "doi": f"https://doi.org/{entry.doi}",
            "display_name": entry.title,
            "publication_year": entry.year,
            "primary_location": {
                "landing_page_url": entry.url,
                "source": {"display_name": entry.venue},
            },
            "authorships": [
                {"author": {"display_name": name}, "institutions": [{"display_name": "X"}]}
                for name in entry.authors
            ],
            "keywords": [{"display_name": "Limiting"}],
            "abstract_inverted_index": dict(sorted(index.items())),
        }

    return json.dumps({"meta": {"count": 10}, "results": [work(entry) for entry in TEN]}, indent=1)


def crossref() -> str:
    items = [
        {
            "DOI": entry.doi.upper(),
            "URL": entry.url,
            "title": [escape(entry.title)],
            "container-title": [entry.venue],
            "reference-count": 2,
            "reference": [{"key": "1", "article-title": "Other"}],
            "issued": {"date-parts": [[entry.year, 5]]},
            "author": [
                {"given": first, "family": last, "sequence": "first"}
                for first, last in map(_given, entry.authors)
            ],
            "abstract": "<jats:title>Abstract</jats:title>\n   <jats:p>"
            + escape(entry.abstract).replace("is", "<jats:italic>is</jats:italic>", 1)
            + "</jats:p>",
        }
        for entry in TEN
    ]
    return json.dumps({"status": "ok", "message": {"total-results": 9, "items": items}})


def csl_json() -> str:
    return json.dumps(
        [
            {
                "id": entry.doi,
                "type": "article-journal",
                "title": entry.title,
                "container-title": entry.venue,
                "DOI": entry.doi,
                "URL": entry.url,
                "note": "abstract: none of this",
                "abstract": f"<jats:p>{escape(entry.abstract)}</jats:p>",
                "issued": {"date-parts": [[str(entry.year), 1, 1]]},
                "author": [{"given": a, "family": b} for a, b in map(_given, entry.authors)],
            }
            for entry in TEN
        ],
        indent=2,
    )


def daily_arxiv() -> str:
    papers = [
        {
            "id": f"2512.{entry.year}1v1",
            "title": entry.title,
            "summary": entry.abstract,
            "authors": list(entry.authors),
            "published": f"{entry.year}-12-28",
            "url": entry.url,
            "matched_interests": [{"name": "兴趣"}],
            "comment": "12 pages.",
            "doi": entry.doi,
            "journal_ref": entry.venue,
        }
        for entry in TEN
    ]
    return json.dumps({"count": 10, "papers": papers}, ensure_ascii=False)


def bibtex() -> str:
    out = ["% ten invented papers\n", '@string{jis = "Journal of " # {Invented Systems}}\n']
    for number, entry in enumerate(TEN):
        title = entry.title.replace("Rust", "{R}ust").replace("ü", '{\\"u}')
        out.append(
            f"@article{{key{number},\n"
            f"  title = {{{{{title}}}}},\n"
            f"  author = {{{' and '.join(map(_last_first, entry.authors))}}},\n"
            f"  abstract = {{{_wrapped(entry.abstract, '      ')}}},\n"
            f"  journal = jis, year = {entry.year}, month = jan,\n"
            f"  url = {{{entry.url}}},\n  doi = {{https://doi.org/{entry.doi}}}\n}}\n"
        )
    return "".join(out).replace("ö", '{\\"o}').replace("ë", '{\\"e}')


def biblatex() -> str:
    return "".join(
        f"@Article(k{number},\n"
        f'title = "{entry.title}",\n'
        f'author = "{" and ".join(entry.authors)}",\n'
        f"date = {{{entry.year}-05-01}},\n"
        f"journaltitle = {{{entry.venue}}},\n"
        f"abstract = {{{entry.abstract}}},\nurl = {{{entry.url}}},\ndoi = {{{entry.doi}}},\n)\n\n"
        for number, entry in enumerate(TEN)
    )


def ris() -> str:
    out = []
    for entry in TEN:
        lines = ["TY  - JOUR", f"TI  - {entry.title}"]
        lines += [f"AU  - {_last_first(name)}" for name in entry.authors]
        lines += [f"T2  - {entry.venue}", f"PY  - {entry.year}///", "KW  - one", "two", "three"]
        lines += [f"AB  - {_wrapped(entry.abstract, '')}", f"UR  - {entry.url}"]
        lines += [
            "UR  - <Go to ISI>://WOS:000",
            f"DO  - {entry.doi}",
            "N1  - No abstract.",
            "ER  -",
        ]
        out.append("\r\n".join(lines).replace("\n", "\r\n").replace("\r\r", "\r"))
    return "\r\n\r\n".join(out) + "\r\n"


def medline() -> str:
    out = []
    for number, entry in enumerate(TEN, 1):
        lines = [f"PMID- {number}", "OWN - NLM", f"TI  - {_wrapped(entry.title, '      ', 40)}"]
        lines += [f"LID - {entry.doi} [doi]", "LID - S1 [pii]"]
        lines += [f"AB  - {_wrapped(entry.abstract, '      ')}", "OAB - Another abstract."]
        for name in entry.authors:
            lines += [f"FAU - {_last_first(name)}", f"AU  - {name.split()[-1]} X"]
        lines += [f"JT  - {entry.venue}", "TA  - J Inv", f"DP  - {entry.year} Jan"]
        out.append("\n".join(lines))
    return "\n" + "\n\n".join(out) + "\n"


def wos() -> str:
    out = ["FN Clarivate Analytics Web of Science\nVR 1.0\n"]
    for entry in TEN:
        full = "\n   ".join(map(_last_first, entry.authors))
        short = "\n   ".join(f"{name.split()[-1]}, X" for name in entry.authors)
        out.append(
            f"PT J\nAU {short}\nAF {full}\nTI {_wrapped(entry.title, '   ', 30)}\n"
            f"SO {entry.venue}\nAB {_wrapped(entry.abstract, '   ')}\n"
            f"CR Other A, 1999, J X\n   Other B, 2000, J Y\nPY {entry.year}\nDI {entry.doi}\n"
            "UT WOS:0001\nER\n\n"
        )
    return "".join(out) + "EF\n"


def enw() -> str:
    out = []
    for entry in TEN:
        lines = ["%0 Journal Article", f"%T {entry.title}"]
        lines += [f"%A {_last_first(name)}" for name in entry.authors]
        lines += [f"%J {entry.venue}", f"%D {entry.year}", f"%X {entry.abstract}"]
        lines += [f"%U {entry.url}", f"%R {entry.doi}", "%K one", "two"]
        out.append("\n".join(lines))
    return "\n\n".join(out) + "\n"


def atom() -> str:
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        '  <title type="html">ArXiv Query: all:invented</title>\n  <id>http://x/api</id>\n'
    ]
    for entry in TEN:
        authors = "".join(f"<author><name>{name}</name></author>" for name in entry.authors)
        out.append(
            f"  <entry>\n    <id>{entry.url}</id>\n    <updated>2024-01-01T00:00:00Z</updated>\n"
            f"    <published>{entry.year}-05-01T00:00:00Z</published>\n"
            f"    <title>{escape(entry.title)}</title>\n"
            f"    <summary>  {escape(_wrapped(entry.abstract, ''))}\n</summary>\n    {authors}\n"
            '    <arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">'
            f"{entry.doi}</arxiv:doi>\n    "
            '<arxiv:journal_ref xmlns:arxiv="http://arxiv.org/schemas/atom">'
            f'{entry.venue}</arxiv:journal_ref>\n    <link href="http://x/pdf" rel="related"/>\n'
            "  </entry>\n"
        )
    return "".join(out) + "</feed>\n"


def oai() -> str:
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">\n<ListRecords>\n'
        '<record><header status="deleted"><identifier>oai:x:1</identifier></header></record>\n'
    ]
    for entry in TEN:
        authors = "".join(
            f"<author><keyname>{last}</keyname><forenames>{first}</forenames></author>"
            for first, last in map(_given, entry.authors)
        )
        out.append(
            "<record><header><identifier>oai:arXiv.org:1701.00001</identifier></header><metadata>\n"
            ' <arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>1701.00001</id>'
            f"<created>{entry.year}-12-14</created><authors>{authors}</authors>"
            f"<title>{escape(entry.title)}</title><comments>No abstract</comments>"
            f"<journal-ref>{entry.venue}</journal-ref><doi>{entry.doi}</doi>"
            f"<abstract>  {escape(_wrapped(entry.abstract, ''))}\n</abstract></arXiv>\n"
            "</metadata></record>\n"
        )
    token = '<resumptionToken completeListSize="10">1|2</resumptionToken>'
    return "".join(out) + token + "</ListRecords></OAI-PMH>"


def pubmed() -> str:
    out = [
        '<?xml version="1.0"?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" '
        '"https://dtd.example.org/pubmed.dtd">\n<PubmedArticleSet>\n'
    ]
    for number, entry in enumerate(TEN, 1):
        head, _, tail = entry.abstract.partition(". ")
        authors = "".join(
            f"<Author><LastName>{last}</LastName><ForeName>{first}</ForeName>"
            f"<AffiliationInfo><Affiliation>X</Affiliation></AffiliationInfo></Author>"
            for first, last in map(_given, entry.authors)
        )
        parts = f"<AbstractText>{escape(head)}.</AbstractText>" if tail else ""
        out.append(
            f'<PubmedArticle><MedlineCitation><PMID Version="1">{number}</PMID><Article><Journal>'
            f"<JournalIssue><PubDate><Year>{entry.year}</Year></PubDate></JournalIssue>"
            f"<Title>{entry.venue}</Title></Journal><ArticleTitle>{escape(entry.title)}"
            f'</ArticleTitle><ELocationID EIdType="doi">{entry.doi}</ELocationID>'
            f"<Abstract>{parts}\n"
            f'<AbstractText Label="UNLABELLED">{escape(tail or head)}</AbstractText>'
            "<CopyrightInformation>(c)</CopyrightInformation></Abstract>"
            f"<AuthorList>{authors}</AuthorList></Article></MedlineCitation></PubmedArticle>\n"
        )
    return "".join(out) + "</PubmedArticleSet>\n"


def endnote() -> str:
    def style(value: object) -> str:
        return f'<style face="normal" size="100%">{escape(str(value))}</style>'

    out = ['<?xml version="1.0" encoding="UTF-8"?><xml><records>']
    for entry in TEN:
        authors = "".join(f"<author>{style(_last_first(name))}</author>" for name in entry.authors)
        out.append(
            '<record><database name="x.enl">x.enl</database><ref-type name="Journal Article">17'
            f"</ref-type><contributors><authors>{authors}</authors></contributors><titles><title>"
            f"{style(_wrapped(entry.title, '   ', 30))}</title><secondary-title>"
            f"{style(entry.venue)}</secondary-title></titles><dates><year>{style(entry.year)}</year></dates>"
            f"<abstract>{style(_wrapped(entry.abstract, ''))}</abstract><notes>{style('note')}"
            f"</notes><urls><related-urls><url>{style(entry.url)}</url></related-urls></urls>"
            f"<electronic-resource-num>{style(entry.doi)}</electronic-resource-num></record>"
        )
    return "".join(out) + "</records></xml>"


def acl() -> str:
    out = ["<?xml version='1.0' encoding='UTF-8'?>\n<collection id=\"2024.inv\">\n"]
    for number, entry in enumerate(TEN, 1):
        authors = "".join(
            f"<author><first>{first}</first><last>{last}</last></author>"
            for first, last in map(_given, entry.authors)
        )
        title = re.sub(r"\b([A-Z])", r"<fixed-case>\1</fixed-case>", escape(entry.title))
        out.append(
            f'<volume id="{number}"><meta><booktitle>{entry.venue}</booktitle><editor><first>E'
            f"</first><last>F</last></editor><year>{entry.year}</year></meta><frontmatter><url>x"
            f'</url></frontmatter><paper id="1"><title>{title}</title>{authors}'
            f"<abstract>{escape(entry.abstract)}</abstract><url>{entry.url}</url>"
            f"<doi>{entry.doi}</doi></paper></volume>\n"
        )
    return "".join(out) + "</collection>\n"


_ZOTERO = {
    "Key": lambda entry: "K",
    "Item Type": lambda entry: "journalArticle",
    "Publication Year": lambda entry: entry.year,
    "Author": lambda entry: "; ".join(map(_last_first, entry.authors)),
    "Title": lambda entry: entry.title,
    "Publication Title": lambda entry: entry.venue,
    "DOI": lambda entry: entry.doi,
    "Url": lambda entry: entry.url,
    "Abstract Note": lambda entry: entry.abstract,
    "Notes": lambda entry: "a note; not the abstract",
}


def _table(columns: dict[str, Callable[[Entry], object]], **dialect: object) -> str:
    out = io.StringIO()
    writer = csv.writer(out, **{"lineterminator": "\r\n", **dialect})
    writer.writerow(columns)
    writer.writerows([value(entry) for value in columns.values()] for entry in TEN)
    return out.getvalue()


def zotero_csv() -> str:
    return _table(_ZOTERO, quoting=csv.QUOTE_ALL)


def german_csv() -> str:
    names = ["Schlüssel", "Art", "Jahr", "Autoren", "Titel", "Zeitschrift", "DOI", "URL"]
    names += ["ZUSAMMENFASSUNG", "Notizen"]
    return _table(dict(zip(names, _ZOTERO.values(), strict=True)), delimiter=";")


def excel_tsv() -> str:
    return _table(_ZOTERO, delimiter="\t")


def markdown() -> str:
    return "# Ten papers\n\n" + "".join(
        f"## [{entry.title}]({entry.url})\n\n**Authors:** {', '.join(entry.authors)}\n\n"
        f"**Year:** {entry.year}\n\n**Journal:** {entry.venue}\n\n**DOI:** {entry.doi}\n\n"
        f"**Abstract:** {entry.abstract}\n\n---\n\n"
        for entry in TEN
    )


def markdown_table() -> str:
    def cell(value: str) -> str:
        return value.replace("|", "\\|")

    rows = "".join(
        f"| **[{entry.title}]({entry.url})** | {entry.year}-08-19 | <details><summary>Show"
        f"</summary><p>{cell(entry.abstract)}</p></details> | <details><summary>12 p..</summary>"
        f"<p>12 pages, not the abstract</p></details> | {', '.join(entry.authors)} |\n"
        for entry in TEN
    )
    return (
        "# Daily\nThe latest papers. Updated each day.\n\n## Systems\n"
        "| **Title** | **Date** | **Abstract** | **Comment** | **Authors** |\n"
        f"| --- | :--- | --- | --- | --- |\n{rows}"
    )


def labelled_text() -> str:
    return "\n".join(
        f"Title: {entry.title}\nAuthors: {', '.join(entry.authors)}\nYear: {entry.year}\n"
        f"Venue: {entry.venue}\nURL: {entry.url}\nDOI: {entry.doi}\n"
        f"Abstract: {_wrapped(entry.abstract, '')}\n"
        for entry in TEN
    )


def numbered_text() -> str:
    return "".join(
        f"{number}. {entry.title}\n\n   {entry.abstract}\n\n" for number, entry in enumerate(TEN, 1)
    )


def yaml_list() -> str:
    return yaml.safe_dump([plain(entry) for entry in TEN], sort_keys=False, allow_unicode=True)


def page(entry: Entry) -> str:
    """One page with front matter, as PMLR's posts have it."""
    matter = {
        "title": entry.title,
        "tex_title": "{Other}",
        "abstract": entry.abstract,
        "container-title": entry.venue,
        "author": [{"given": a, "family": b} for a, b in map(_given, entry.authors)],
        "date": f"{entry.year}-12-10",
        "url": entry.url,
        "doi": entry.doi,
    }
    return f"---\n{yaml.safe_dump(matter, allow_unicode=True)}# Format based on x\n---\n"


@dataclass(frozen=True)
class Written:
    """What a format's file holds, how it is to be recognised, and which fields it has."""

    write: Callable[[], str]
    format: str
    fields: frozenset[str] = ALL


WRITTEN = {
    "text": Written(text, "text", frozenset()),
    "numbered text": Written(numbered_text, "text", frozenset(("title",))),
    "labelled text": Written(labelled_text, "text"),
    "markdown": Written(markdown, "markdown"),
    "markdown table": Written(markdown_table, "markdown-table", ALL - {"venue", "doi"}),
    "jsonl": Written(jsonl, "jsonl"),
    "json": Written(json_list, "json"),
    "arxiv snapshot": Written(arxiv_snapshot, "arxiv-snapshot", ALL - {"url"}),
    "openreview 1": Written(openreview_v1, "openreview", ALL - {"url", "doi"}),
    "openreview 2": Written(openreview_v2, "openreview", ALL - {"url", "doi"}),
    "papers with code": Written(papers_with_code, "papers-with-code"),
    "semantic scholar": Written(semantic_scholar, "semantic-scholar"),
    "openalex": Written(openalex, "openalex"),
    "crossref": Written(crossref, "crossref"),
    "csl-json": Written(csl_json, "csl-json"),
    "daily arxiv": Written(daily_arxiv, "daily-arxiv"),
    "bibtex": Written(bibtex, "bibtex"),
    "biblatex": Written(biblatex, "bibtex"),
    "ris": Written(ris, "ris"),
    "medline": Written(medline, "medline", ALL - {"url"}),
    "wos": Written(wos, "wos", ALL - {"url"}),
    "enw": Written(enw, "enw"),
    "arxiv atom": Written(atom, "arxiv-atom"),
    "arxiv oai": Written(oai, "arxiv-oai", ALL - {"url"}),
    "pubmed xml": Written(pubmed, "pubmed-xml", ALL - {"url"}),
    "endnote xml": Written(endnote, "endnote-xml"),
    "acl xml": Written(acl, "acl-xml"),
    "zotero csv": Written(zotero_csv, "csv"),
    "german csv": Written(german_csv, "csv"),
    "excel tsv": Written(excel_tsv, "csv"),
    "yaml": Written(yaml_list, "yaml"),
}
