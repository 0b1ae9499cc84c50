from pathlib import Path

import pytest

from annotate.errors import InputError, UsageError
from tests.readers.reading import read


@pytest.mark.parametrize(
    "header",
    [
        "Title,Abstract",
        "TITLE,ABSTRACT NOTE",
        '"Article Title","Abstract Text"',
        "Titel,Zusammenfassung",
        "Titre,Résumé",
        "标题,摘要",
        "タイトル,要旨",
        "Название,Аннотация",
        "TI,AB",
        "\ufefftitle,\tabstract ",
        "sep=,\ntitle,abstract",
        "\n\ntitle,abstract",
    ],
)
def test_columns_are_known_by_many_names(header: str, tmp_path: Path) -> None:
    reading = read(tmp_path, f"{header}\nA,A is fast.\nB,B is small.\n")
    assert reading.source.format == "csv"
    assert reading.titles() == ["A", "B"]
    assert reading.abstracts() == ["A is fast.", "B is small."]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separators_are_told_by_the_header(separator: str, tmp_path: Path) -> None:
    text = 'No@Title@Abstract@Year\n1@T@"A, b; c@\n\n""d"" is fast."@2020\n'.replace("@", separator)
    (paper,) = read(tmp_path, text).papers
    assert paper.abstract == f'A, b; c{separator}\n\n"d" is fast.'
    assert (paper.title, paper.year) == ("T", 2020)


@pytest.mark.parametrize(
    "above",
    [
        'About the data: Exported on Sep 30, 2026. Criteria: "fold" in title and abstract.\n',
        "\"About the data: Exported on Mar 12, 2024. Criteria: fold, 'x'.\"\n",
        '"SEARCH QUERY"\n"(\'fold\'/exp OR a, b:ti,ab) AND [2021]/py"\n\n',
    ],
)
def test_what_was_searched_for_may_stand_above_the_header(above: str, tmp_path: Path) -> None:
    text = f'{above}DOI,Title,Abstract,PubYear,Authors\n10.5555/a,T,A is fast.,2021,"Brook, Ada"\n'
    reading = read(tmp_path, f"{text}10.5555/b,No words,,2020,\n")
    (paper,) = reading.papers
    assert (paper.title, paper.year, paper.doi) == ("T", 2021, "10.5555/a")
    lines = above.count("\n") + 3
    assert [(item.line, item.title) for item in reading.problems] == [(lines, "No words")]


def test_openalexs_columns_are_known_by_their_paths(tmp_path: Path) -> None:
    text = (
        "id,title,abstract,publication_year,primary_location.source.display_name,"
        "authorships.author.display_name\nhttps://openalex.org/W1,T,A is fast.,2021,J of X,"
        "Ada Brook|Ben Cole\n"
    )
    (paper,) = read(tmp_path, text).papers
    assert (paper.venue, paper.authors) == ("J of X", "Ada Brook; Ben Cole")


def test_columns_of_similar_names_are_not_taken(tmp_path: Path) -> None:
    text = (
        "#,Original Abstract,Publication Title,Title,Abstract,Notes,alternate_title2,Extra\n"
        "P1,,J,T,A is fast.,note,other,extra\n"
    )
    (paper,) = read(tmp_path, text).papers
    assert (paper.title, paper.abstract, paper.venue) == ("T", "A is fast.", "J")


def test_a_column_can_be_forced(tmp_path: Path) -> None:
    text = "Title,Abstract,Long text\nT,Short.,The long text.\n"
    assert read(tmp_path, text, columns={"abstract": "long text"}).abstracts() == ["The long text."]
    with pytest.raises(UsageError, match=r"no such column; there are Title, Abstract, Long text"):
        read(tmp_path, text, columns={"abstract": "x"})
    with pytest.raises(UsageError, match="no such field; there are abstract, title"):
        read(tmp_path, text, columns={"abstrakt": "Abstract"})


def test_names_of_columns_that_are_no_utf8_can_be_printed(tmp_path: Path) -> None:
    text = "Title,Größe,Maße,Breite,Höhe,Bad X\nT,1,2,3,4,5\n".encode().replace(b"X", b"\xe9")
    with pytest.raises(UsageError) as caught:
        read(tmp_path, text, columns={"abstract": "x"})
    assert str(caught.value).encode()


def test_a_table_of_unknown_columns_is_read_when_one_is_forced(tmp_path: Path) -> None:
    text = "id,body\n1,A is fast.\n2,B is small.\n"
    reading = read(tmp_path, text, columns={"abstract": "body"})
    assert reading.abstracts() == ["A is fast.", "B is small."]


def test_empty_cells_and_placeholders_are_no_abstracts(tmp_path: Path) -> None:
    text = 'title,abstract\nA,\n"B",""\nC,n/a\nD,[No abstract available]\nE,-\nF,nan\n,G is fast.\n'
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["G is fast."]
    assert reading.titles() == [None]
    assert reading.without_abstract() == ["A", "B", "C", "D", "E", "F"]


def test_rows_with_a_wrong_number_of_cells_are_broken(tmp_path: Path) -> None:
    text = "title,year,abstract\nA,2020,A is fast.\nB,2020,B, is, fast.\nC\nD,2021,D is fast.,,\n"
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["A is fast.", "D is fast."]
    assert reading.broken() == [
        (3, "5 cells where the header has 3"),
        (4, "1 cells where the header has 3"),
    ]


def test_a_quote_that_does_not_end_costs_one_row(tmp_path: Path) -> None:
    rows = "".join(f"T{n},{n} is fast.\n" for n in range(3000))
    reading = read(tmp_path, f'title,abstract\nA,"A is\n{rows}')
    assert len(reading.papers) == 3000
    assert reading.broken() == [(2, "a cell whose quote doesn't end")]


def test_tables_that_do_not_quote_keep_their_quotes(tmp_path: Path) -> None:
    text = 'TI\tAB\tPY\n"Big" data\t"Fast" is 5" wide.\t2020\n'
    (paper,) = read(tmp_path, text).papers
    assert (paper.title, paper.abstract) == ('"Big" data', '"Fast" is 5" wide.')


def test_cells_with_mark_up_are_rendered(tmp_path: Path) -> None:
    text = 'title,abstract\n<i>T</i>,"A is fast.<br/><br/><b>Index Terms</b>: k << p &amp; q"\n'
    (paper,) = read(tmp_path, text).papers
    assert (paper.title, paper.abstract) == ("T", "A is fast. Index Terms: k << p & q")


def test_a_cell_beyond_the_limit_is_called_too_long(tmp_path: Path) -> None:
    long = "x y " * (3 << 20)
    reading = read(tmp_path, f'title,abstract\nA,A is fast.\nB,"{long}"\nC,C is fast.\n')
    assert reading.titles() == ["A", "C"]
    limit = "a cell of more than 8,388,608 characters, which is the limit: shorten it"
    assert reading.broken() == [(3, limit)]


def test_lists_that_python_printed_are_lists_of_names(tmp_path: Path) -> None:
    text = "title,authors,abstract\nT,\"['Brook, Ada', 'Cole, Ben']\",A is fast.\n"
    assert read(tmp_path, text).papers[0].authors == "Ada Brook; Ben Cole"


def test_an_inverted_index_in_a_cell_is_put_in_order(tmp_path: Path) -> None:
    text = 'title,abstract,abstract_inverted_index\nT,,"{""fast"": [1], ""Very"": [0]}"\n'
    assert read(tmp_path, text).abstracts() == ["Very fast"]


def test_a_table_without_abstracts_counts_its_records(tmp_path: Path) -> None:
    text = '"PMID","Title","Citation"\n"1","T","J. 2022; A long citation."\n'
    with pytest.raises(InputError, match=r"1 record \(csv\), none with an abstract"):
        read(tmp_path, text)


def test_one_column_is_a_table_too(tmp_path: Path) -> None:
    assert read(tmp_path, 'abstract\n"A, then B."\nC is fast.\n').abstracts() == [
        "A, then B.",
        "C is fast.",
    ]


def test_replacement_characters_of_the_file_stay(tmp_path: Path) -> None:
    assert read(tmp_path, "title,abstract\nT,A � B.\n").abstracts() == ["A � B."]


def test_cells_beside_the_abstract_may_be_long(tmp_path: Path) -> None:
    text = f'title,references,abstract\nT,"{"x, " * 100_000}",A is fast.\n'
    assert read(tmp_path, text).abstracts() == ["A is fast."]
