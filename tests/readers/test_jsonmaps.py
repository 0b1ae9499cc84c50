import json
from pathlib import Path
from typing import Any

import pytest

from annotate.errors import InputError
from tests.readers.reading import read
from tests.readers.test_textlist import A, T


def test_keys_may_be_titles_and_values_abstracts(tmp_path: Path) -> None:
    for value in ({T[0]: A[0], T[1]: None, T[2]: A[2]}, {"papers": {T[0]: A[0], T[2]: A[2]}}):
        reading = read(tmp_path, json.dumps(value))
        assert reading.titles() == [T[0], T[2]]
        assert reading.abstracts() == [A[0], A[2]]
        assert reading.without_abstract() == ([T[1]] if T[1] in value else [])


def test_keys_may_be_ids_and_values_abstracts(tmp_path: Path) -> None:
    value = {"2401.00001": A[0], "10.5555/AB": A[1], "https://x.org/1": A[2]}
    papers = read(tmp_path, json.dumps(value)).papers
    assert [paper.abstract for paper in papers] == list(A)
    assert [paper.url for paper in papers] == [
        "https://arxiv.org/abs/2401.00001",
        None,
        "https://x.org/1",
    ]
    assert [paper.doi for paper in papers] == [None, "10.5555/ab", None]


def test_keys_tell_what_the_objects_under_them_do_not(tmp_path: Path) -> None:
    value = {
        "papers": {
            T[0]: {"abstract": A[0], "year": 2024},
            "2401.00001": {"title": T[1], "abstract": A[1]},
            "paper_3": {"title": T[2], "abstract": A[2]},
        }
    }
    papers = read(tmp_path, json.dumps(value)).papers
    assert [paper.title for paper in papers] == list(T)
    assert [paper.url for paper in papers] == [None, "https://arxiv.org/abs/2401.00001", None]
    assert [paper.year for paper in papers] == [2024, 2024, None]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("key", ["papers", "sessions"])
def test_sessions_that_have_titles_are_no_papers(
    key: str, indent: int | None, tmp_path: Path
) -> None:
    value = {
        key: [
            {"title": "Morning", "papers": [{"title": T[0], "abstract": A[0]}]},
            {"title": "Noon", "papers": [{"title": T[1], "abstract": A[1]}, {"title": T[2]}]},
        ]
    }
    reading = read(tmp_path, json.dumps(value, indent=indent))
    assert reading.titles() == [T[0], T[1]]
    assert reading.without_abstract() == [T[2]]


def test_columns_are_turned_into_rows(tmp_path: Path) -> None:
    by_place = {"title": dict(enumerate(T)), "abstract": dict(enumerate(A))}
    for value in (by_place, {"title": T, "abstract": A, "year": [2021, 2022, 2023], "n": 3}):
        reading = read(tmp_path, json.dumps(value))
        assert reading.titles() == list(T)
        assert reading.abstracts() == list(A)
    assert [paper.year for paper in reading.papers] == [2021, 2022, 2023]


@pytest.mark.parametrize(
    "value",
    [
        {"description": A[0], "license": A[1], "name": "tool"},
        {
            "LLM": {
                "2401.00001": f"|**2024-01-01**|**{T[0]}**|Ada Brook et.al.|[2401.00001](x)|{A}|"
            }
        },
    ],
)
def test_other_maps_are_no_lists(value: object, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read(tmp_path, json.dumps(value))


FULL_TEXTS: tuple[dict[str, Any], ...] = (
    {"abstract": [{"text": "It folds.", "section": "Abstract"}, {"text": "It is 3x faster."}]},
    {"abstract": {"section": "Abstract", "text": "It folds.\n\nIt is 3x faster."}},
)


@pytest.mark.parametrize("abstract", FULL_TEXTS)
def test_full_texts_have_title_and_authors_apart_from_the_abstract(
    abstract: dict[str, Any], tmp_path: Path
) -> None:
    value = {
        "paper_id": "x",
        "metadata": {"title": T[0], "authors": [{"first": "Ada", "middle": [], "last": "Brook"}]},
        "body_text": [{"text": "Long."}],
    }
    (paper,) = read(tmp_path, json.dumps(value | abstract)).papers
    assert paper.abstract == "It folds.\n\nIt is 3x faster."
    assert (paper.title, paper.authors) == (T[0], "Ada Brook")


SERVICES: dict[str, dict[str, Any]] = {
    "INSPIRE": {
        "metadata": {
            "titles": [{"title": "Fold", "source": "arXiv"}],
            "abstracts": [{"value": A[0], "source": "arXiv"}, {"value": A[1]}],
            "authors": [{"full_name": "Brook, Ada"}, {"full_name": "Cole, Ben"}],
            "dois": [{"value": "10.5555/AB"}],
            "publication_info": [{"journal_title": "J. of X", "year": 2024}],
        }
    },
    "DOAJ": {
        "bibjson": {
            "title": "Fold",
            "abstract": A[0],
            "year": "2024",
            "author": [{"name": "Ada Brook"}, {"name": "Ben Cole"}],
            "journal": {"title": "J. of X"},
            "identifier": [{"id": "1234", "type": "pissn"}, {"id": "10.5555/AB", "type": "DOI"}],
        }
    },
    "HAL": {
        "docid": 1,
        "title_s": ["Fold"],
        "abstract_s": [A[0]],
        "authFullName_s": ["Ada Brook", "Ben Cole"],
        "producedDateY_i": 2024,
        "journalTitle_s": "J. of X",
        "doiId_s": "10.5555/ab",
    },
    "PLOS": {
        "id": "10.5555/ab",
        "journal": "J. of X",
        "publication_date": "2024-07-19T00:00:00Z",
        "author_display": ["Ada Brook", "Ben Cole"],
        "abstract": [f"\n   {A[0]}"],
        "title_display": "Fold",
    },
    "ADS": {
        "title": ["Fold"],
        "abstract": A[0],
        "author": ["Brook, Ada", "Cole, Ben"],
        "pub": "J. of X",
        "year": "2024",
        "doi": ["10.5555/ab"],
    },
    "Scopus": {
        "dc:title": "Fold",
        "dc:creator": "Ada Brook; Ben Cole",
        "dc:description": A[0],
        "prism:publicationName": "J. of X",
        "prism:coverDate": "2024-01-01",
        "prism:doi": "10.5555/ab",
    },
    "Zenodo": {
        "id": 1,
        "metadata": {
            "title": "Fold",
            "doi": "10.5555/ab",
            "publication_date": "2024-01-01",
            "description": f"<p>{A[0]}</p>",
            "creators": [{"name": "Brook, Ada"}, {"name": "Cole, Ben"}],
            "container": {"title": "J. of X"},
        },
    },
    "Mendeley": {
        "title": "Fold",
        "authors": [
            {"first_name": "Ada", "last_name": "Brook"},
            {"first_name": "Ben", "last_name": "Cole"},
        ],
        "year": 2024,
        "journal": "J. of X",
        "identifiers": {"doi": "10.5555/ab"},
        "abstract": A[0],
    },
    "a virtual conference": {
        "id": 7,
        "name": "Fold",
        "authors": [{"fullname": "Ada Brook", "institution": "X"}, {"fullname": "Ben Cole"}],
        "abstract": A[0],
        "year": 2024,
        "journal": "J. of X",
        "doi": "10.5555/ab",
    },
    "bioRxiv": {
        "doi": "10.5555/ab",
        "title": "Fold",
        "authors": "Brook, Ada; Cole, Ben",
        "date": "2024-01-01",
        "published": "NA",
        "journal": "J. of X",
        "abstract": A[0],
    },
}


@pytest.mark.parametrize("name", SERVICES)
def test_services_give_papers_in_their_own_ways(name: str, tmp_path: Path) -> None:
    reading = read(tmp_path, json.dumps({"total": 1, "results": [SERVICES[name]]}))
    (paper,) = reading.papers
    assert paper.abstract == A[0]
    assert (paper.title, paper.authors, paper.year, paper.venue, paper.doi) == (
        "Fold",
        "Ada Brook; Ben Cole",
        2024,
        "J. of X",
        "10.5555/ab",
    )


@pytest.mark.parametrize(
    ("raw", "stored"),
    [
        ("<p>We fold.</p><p>It is <i>3x</i> faster.</p>", "We fold. It is 3x faster."),
        ("R&amp;D needs 2&times; less.", "R&D needs 2× less."),
        ("For a<b>c and p<0.05 it holds.", "For a<b>c and p<0.05 it holds."),
        ("A <math><msup><mi>x</mi><mn>2</mn></msup></math> law.", "A x2 law."),
        (
            "A <mml:math><mml:mi>x</mml:mi></mml:math><jats:tex-math>$x$</jats:tex-math> law.",
            "A x law.",
        ),
    ],
)
def test_abstracts_of_no_known_service_lose_their_mark_up_too(
    raw: str, stored: str, tmp_path: Path
) -> None:
    assert read(tmp_path, json.dumps({"abstract": raw, "tags": []})).abstracts() == [stored]
    if "\\" not in raw:
        bib = f"@article{{a,\n abstract = {{{raw}}},\n}}\n"
        assert read(tmp_path, bib).abstracts() == [stored]


def test_the_description_of_a_program_is_no_abstract(tmp_path: Path) -> None:
    value = {"displayName": "Tool", "author": "Ada Brook", "description": A[0], "engines": {}}
    with pytest.raises(InputError, match="none with an abstract"):
        read(tmp_path, json.dumps(value))


@pytest.mark.parametrize(
    "raw", ["It is <em>3x</em> faster &amp; &gt;72x smaller.", "Donâ€™t fold it, it is 3x faster."]
)
def test_our_own_form_labels_and_plain_lists_are_kept_letter_by_letter(
    raw: str, tmp_path: Path
) -> None:
    own = {"title": "Fold", "abstract": raw}
    for value in (own, own | {"method": [], "task": [], "claims": []}):
        assert read(tmp_path, json.dumps(value)).abstracts() == [raw]
    long = f"{raw} We measure how long a fold takes on three kinds of paper, and what it costs."
    assert read(tmp_path, f"Folds of a year\n\n{long}\n\n{long} Twice.\n").abstracts() == [
        long,
        f"{long} Twice.",
    ]
