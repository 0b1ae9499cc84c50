import json
from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers.reading import read


def test_a_broken_line_is_reported_and_skipped(tmp_path: Path) -> None:
    text = '{"abstract": "One."}\n{"abstract": "Two.\n\n[]\n7\n{"abstract": "Three."}\n'
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["One.", "Three."]
    (line, reason), other = reading.broken()
    assert line == 2
    assert reason.startswith("no JSON (unexpected ")
    assert other == (5, "JSON, but no object")


def test_a_broken_first_line_does_not_hide_the_format(tmp_path: Path) -> None:
    reading = read(tmp_path, '{"abstract": oops}\n{"abstract": "One."}\n{"abstract": "Two."}\n')
    assert reading.abstracts() == ["One.", "Two."]
    assert [line for line, _ in reading.broken()] == [1]


def test_what_pandas_and_javascript_write_is_read(tmp_path: Path) -> None:
    text = '{"abstract": "A is fast.", "year": NaN, "title": "T\tU"}\n{"abstract": NaN}\n'
    reading = read(tmp_path, text)
    assert [(paper.title, paper.year) for paper in reading.papers] == [("T U", None)]


@pytest.mark.parametrize(
    "text",
    [
        '[{"abstract": "A."}, {"abstract": "B."}]',
        '[\n  {\n    "abstract": "A."\n  },\n  {\n    "abstract": "B."\n  }\n]\n',
        '{"abstract": "A."}{"abstract": "B."}',
        '{\n"abstract": "A."\n}\n{\n"abstract": "B."\n}\n',
        '{"papers": [{"abstract": "A."}, {"abstract": "B."}]}',
        '{"a": {"b": [1]}, "message": {"x": 1, "items": [{"abstract": "A."}, {"abstract": "B."}]}}',
        '{"hits": {"total": 2, "hits": [{"_source": {"abstract": "A."}},'
        ' {"_source": {"abstract": "B."}}]}}',
        '{"2301.00001": {"abstract": "A."}, "2301.00002": {"abstract": "B."}}',
        '{"cs.CL": [{"abstract": "A."}], "cs.CV": [{"abstract": "B."}]}',
        '["A.", "B."]',
        '[{"abstract": "A."},\n\n{"abstract": "B."}',
    ],
)
def test_lists_may_stand_anywhere(text: str, tmp_path: Path) -> None:
    assert read(tmp_path, text).abstracts() == ["A.", "B."]


def test_a_record_of_a_list_that_is_no_json_is_skipped_with_its_line(tmp_path: Path) -> None:
    text = '[\n {"abstract": "A."},\n {"abstract": B.},\n {"abstract": "C."}\n]'
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["A.", "C."]
    assert reading.broken() == [(3, "no JSON (unexpected character, expected a JSON value)")]


def test_reading_goes_on_after_an_object_that_does_not_end(tmp_path: Path) -> None:
    text = (
        '[\n {"abstract": "A."},\n {"abstract": "B.",\n {"abstract": "C."},\n {"abstract": "D."}\n]'
    )
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["A.", "C.", "D."]
    assert reading.broken() == [(3, "JSON that doesn't end")]


def test_a_list_that_is_cut_off_keeps_what_came_before(tmp_path: Path) -> None:
    reading = read(tmp_path, '[{"abstract": "A."},\n{"abstract": "B')
    assert reading.abstracts() == ["A."]
    assert [line for line, _ in reading.broken()] == [2]


def test_lists_longer_than_one_chunk_are_cut_rightly(tmp_path: Path) -> None:
    papers = [
        {"title": f"T{n}", "abstract": f'Method "{n}" {{is}} fast.' + "x" * n} for n in range(2500)
    ]
    reading = read(tmp_path, json.dumps({"results": papers}, indent=1))
    assert reading.titles() == [paper["title"] for paper in papers]


def test_json_that_is_no_list_of_papers_is_an_error(tmp_path: Path) -> None:
    for text in ('{"name": "x", "version": "1"}', "[1, 2]", '{"a": ', "[[[[[["):
        with pytest.raises(InputError):
            read(tmp_path, text)


@pytest.mark.parametrize("field", ["title", "authors", "year", "url", "abstract", "venue"])
def test_values_nested_without_end_are_broken_records(field: str, tmp_path: Path) -> None:
    for opening, closing in (("[", "]"), ('{"value": ', "}"), ('{"author": ', "}")):
        deep = opening * 700 + "1" + closing * 700
        text = f'{{"x": 1, "{field}": {deep}}}\n{{"abstract": "A."}}\n'
        assert read(tmp_path, text).abstracts() == ["A."]


def test_paragraphs_in_a_list_are_one_abstract(tmp_path: Path) -> None:
    assert read(tmp_path, '{"abstract": ["A.", " B."]}').abstracts() == ["A.\n\nB."]


def test_commas_after_the_objects_of_lines_are_forgiven(tmp_path: Path) -> None:
    assert read(tmp_path, '{"abstract": "A."},\n{"abstract": "B."},\n').abstracts() == ["A.", "B."]


def test_a_forced_column_is_the_only_one(tmp_path: Path) -> None:
    text = '{"abstract": "A.", "x": "X."}\n{"abstract": "B."}\n'
    reading = read(tmp_path, text, columns={"abstract": "x"})
    assert reading.abstracts() == ["X."]
    assert len(reading.problems) == 1


def test_references_of_one_paper_are_no_papers(tmp_path: Path) -> None:
    paper = {
        "paperId": "x",
        "title": "T",
        "abstract": "A.",
        "externalIds": {"ArXiv": "2301.00001"},
        "citations": [{"title": "C", "abstract": "Cited."}],
        "tldr": {"text": "Short."},
        "references": [{"title": "R", "abstract": "Other."}],
    }
    reading = read(tmp_path, json.dumps(paper, indent=1))
    assert reading.source.format == "semantic-scholar"
    (found,) = reading.papers
    assert (found.title, found.url) == ("T", "https://arxiv.org/abs/2301.00001")


def test_a_search_without_abstracts_says_so(tmp_path: Path) -> None:
    text = (
        '{"total": 70499, "data": [{"paperId": "1", "title": "T"}, {"paperId": "2", "title": "U"}]}'
    )
    with pytest.raises(InputError, match=r"2 records \(semantic-scholar\), none with an abstract"):
        read(tmp_path, text)


def test_citations_of_semantic_scholar_are_unwrapped(tmp_path: Path) -> None:
    text = '{"data": [{"contexts": [], "citingPaper": {"paperId": "1", "abstract": "A."}}]}'
    assert read(tmp_path, text).abstracts() == ["A."]


def test_openalex_words_are_put_in_their_order(tmp_path: Path) -> None:
    work = {
        "id": "https://openalex.org/W1",
        "title": "T",
        "abstract_inverted_index": {"fast": [2, 5], "We": [0], "are": [1], "and": [3], "very": [4]},
        "abstract_inverted_index_v3": None,
        "primary_location": {"source": None, "landing_page_url": None},
        "authorships": [{"author": {"display_name": "Ada Brook"}}],
    }
    reading = read(tmp_path, json.dumps(work, indent=1))
    assert reading.source.format == "openalex"
    (paper,) = reading.papers
    assert paper.abstract == "We are fast and very fast"
    assert (paper.authors, paper.url) == ("Ada Brook", "https://openalex.org/W1")


def test_openreview_revisions_and_reviews_are_no_papers(tmp_path: Path) -> None:
    note = {
        "id": "n1",
        "forum": "f1",
        "invitation": "X.cc/2018/Workshop/-/Submission",
        "content": {"title": "T", "abstract": "A.", "TL;DR": "Short.", "authors": ["Ada Brook"]},
        "revisions": [{"content": {"title": "T", "abstract": "Older."}}],
        "notes": [{"content": {"title": "Decision", "decision": "Accept"}, "replyto": "n1"}],
    }
    reading = read(tmp_path, json.dumps([{"venue": "X.cc", "year": 2018, "submissions": [note]}]))
    assert reading.source.format == "openreview"
    (paper,) = reading.papers
    assert (paper.abstract, paper.year) == ("A.", 2018)
    assert paper.url == "https://openreview.net/forum?id=f1"
    assert not reading.problems


def test_openreview_replies_are_left_out_and_dates_are_milliseconds(tmp_path: Path) -> None:
    notes = [
        {"id": "1", "cdate": 1_786_449_600_000, "content": {"abstract": {"value": "A."}}},
        {"id": "2", "replyto": "1", "content": {"title": {"value": "Nice"}}},
    ]
    reading = read(tmp_path, json.dumps({"notes": notes}))
    assert [(p.abstract, p.year) for p in reading.papers] == [("A.", 2026)]
    assert not reading.problems


def test_the_arxiv_snapshot_keeps_wraps_and_takes_real_placeholders_only(tmp_path: Path) -> None:
    lines = [
        {"id": "0704.0156", "abstract": "  This paper has been withdrawn by the authors.\n"},
        {"id": "0704.0071", "abstract": "  No abstract given; compares pairs of\nlanguages.\n"},
        {"id": "hep-th/9901001", "abstract": "n/a", "title": "Placeholder\n  Substructures"},
    ]
    lines = [line | {"authors_parsed": [["Brook", "Ada", ""]], "license": None} for line in lines]
    reading = read(tmp_path, "".join(json.dumps(line) + "\n" for line in lines))
    assert reading.source.format == "arxiv-snapshot"
    assert reading.abstracts() == [
        "This paper has been withdrawn by the authors.",
        "No abstract given; compares pairs of\nlanguages.",
    ]
    assert reading.without_abstract() == ["Placeholder Substructures"]
    assert {(p.authors, p.year) for p in reading.papers} == {("Ada Brook", 2007)}
    assert reading.papers[0].url == "https://arxiv.org/abs/0704.0156"


def test_summaries_by_a_machine_and_links_are_no_abstracts(tmp_path: Path) -> None:
    line = {
        "id": "2511.10627",
        "pdf": "https://arxiv.org/pdf/2511.10627",
        "abs": "https://arxiv.org/abs/2511.10627",
        "summary": "We are fast.",
        "AI": {"tldr": "很快", "method": "方法"},
        "categories": ["cs.AI"],
        "title": "T",
    }
    reading = read(tmp_path, json.dumps(line))
    assert reading.source.format == "daily-arxiv"
    (paper,) = reading.papers
    assert (paper.abstract, paper.year) == ("We are fast.", 2025)
    assert paper.url == "https://arxiv.org/abs/2511.10627"


def test_jats_is_rendered_without_its_heading_and_entities_after_its_tags(tmp_path: Path) -> None:
    abstract = (
        "<jats:title>Abstract</jats:title>\n  <jats:sec>\n <jats:title>Objective</jats:title>\n"
        " <jats:p>Go <jats:italic>fa</jats:italic>st (p&lt;0.05) &lt;8 words</jats:p></jats:sec>"
    )
    item = {"DOI": "10.1/x", "title": ["On <i>k</i>-means &amp; co"], "abstract": abstract}
    (paper,) = read(tmp_path, json.dumps({"message": {"items": [item]}})).papers
    assert paper.abstract == "Objective Go fast (p<0.05) <8 words"
    assert paper.title == "On k-means & co"


@pytest.mark.parametrize(
    ("shape", "title", "authors", "year"),
    [
        (
            {"data": [{"attributes": {"titles": [{"title": "T"}],
             "creators": [{"name": "Brook, Ada"}], "publicationYear": 2020, "descriptions": [
                 {"description": "No.", "descriptionType": "Other"},
                 {"description": "A.", "descriptionType": "Abstract"}]}}]},
            "T", "Ada Brook", 2020,
        ),
        (
            {"resultList": {"result": [{"title": "T", "abstractText": "A.", "pubYear": "2020",
             "authorString": "Brook A, Cole B."}]}},
            "T", "Brook A; Cole B.", 2020,
        ),
        (
            {"articles": [{"title": "T", "abstract": "A.", "publication_year": 2020,
             "authors": {"authors": [{"full_name": "Ada Brook"}]}}]},
            "T", "Ada Brook", 2020,
        ),
        (
            [{"paper": {"id": "2001.00001", "title": "T", "summary": "A.",
              "authors": [{"name": "Ada Brook", "hidden": False}]}, "title": "T"}],
            "T", "Ada Brook", 2020,
        ),
        (
            [{"title": "T", "abstractNote": "A.", "date": "May 2020", "creators": [
             {"creatorType": "author", "firstName": "Ada", "lastName": "Brook"},
             {"creatorType": "editor", "firstName": "E", "lastName": "F"}]}],
            "T", "Ada Brook", 2020,
        ),
        (
            {"response": {"docs": [{"title": ["T"], "abstract": "A.", "author": ["Brook, Ada"],
             "pubdate": "2020-01-00"}]}},
            "T", "Ada Brook", 2020,
        ),
        (
            {"result": [{"total": "1"}], "records": [{"title": "T", "publicationDate": "2020-05-01",
             "abstract": {"h1": "Abstract", "p": "A."}, "creators": [{"creator": "Brook, Ada"}]}]},
            "T", "Ada Brook", 2020,
        ),
        (
            {"search-results": {"entry": [{"dc:title": "T", "dc:description": "A.", "author": [
             {"given-name": "Ada", "surname": "Brook"}], "prism:coverDate": "2020-05-01"}]}},
            "T", "Ada Brook", 2020,
        ),
    ],
)  # fmt: skip
def test_other_services_are_read_too(
    shape: object, title: str, authors: str, year: int, tmp_path: Path
) -> None:
    (paper,) = read(tmp_path, json.dumps(shape)).papers
    assert (paper.abstract, paper.title, paper.authors, paper.year) == ("A.", title, authors, year)


def test_hugging_face_says_title_and_summary_twice_and_the_id_inside(tmp_path: Path) -> None:
    paper = {"id": "2401.00001", "title": "T", "summary": "We are 3x faster.", "ai_summary": "No."}
    outer = {"paper": paper | {"authors": [{"name": "Ada Brook"}]}, "title": "T"}
    for entry in (outer, outer | {"summary": "We are 3x faster."}):
        (found,) = read(tmp_path, json.dumps([entry])).papers
        assert (found.abstract, found.title) == ("We are 3x faster.", "T")
        assert (found.url, found.authors) == ("https://arxiv.org/abs/2401.00001", "Ada Brook")
