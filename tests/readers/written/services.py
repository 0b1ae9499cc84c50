"""JSON as services answer it."""

import json
from xml.sax.saxutils import escape

from tests.readers.written.entries import TEN, Entry, given, plain, wrapped


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
            "abstract": f"  {wrapped(entry.abstract, '')}\n",
            "versions": [{"version": "v1", "created": f"Mon, 2 Apr {entry.year} 19:18:42 GMT"}],
            "update_date": "2024-01-01",
            "authors_parsed": [[last, first, ""] for first, last in map(given, entry.authors)],
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
                for first, last in map(given, entry.authors)
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
                "author": [{"given": a, "family": b} for a, b in map(given, entry.authors)],
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
