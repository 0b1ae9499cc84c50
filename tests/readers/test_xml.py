import socket
from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers import written
from tests.readers.reading import read

ACL = """<?xml version='1.0' encoding='UTF-8'?>
<collection id="2024.x"><volume id="1"><meta><booktitle>Proc. of X</booktitle><year>2024</year>
<editor><first>E</first><last>F</last></editor></meta><frontmatter><url>2024.x-1.0</url></frontmatter>
{papers}</volume></collection>
"""


def paper(inside: str) -> str:
    return f"<paper>{inside}</paper>\n"


def test_split_capitals_join_and_inline_tags_leave_no_gap(tmp_path: Path) -> None:
    inside = (
        "<title><fixed-case>F</fixed-case>ast<fixed-case>F</fixed-case>ormers &amp; Co</title>"
        "<author><first>Ada</first><last>Brook</last><variant><first>艾</first></variant></author>"
        "<abstract>It is<i>n't</i> 2<tex-math>\\times</tex-math>\n   slow, k &lt;&lt; p.</abstract>"
        "<revision id='1'>No abstract.</revision><url>2024.x-1.1</url>"
    )
    reading = read(tmp_path, ACL.format(papers=paper(inside) + paper("<title>None</title>")))
    (found,) = reading.papers
    assert found.title == "FastFormers & Co"
    assert found.abstract == "It isn't 2\\times slow, k << p."
    assert (found.authors, found.year, found.venue) == ("Ada Brook", 2024, "Proc. of X")
    assert found.url == "https://aclanthology.org/2024.x-1.1/"
    assert reading.source.title == "Proc. of X"
    assert reading.without_abstract() == ["None"]


def test_a_broken_record_is_reported_with_its_line_and_the_next_one_read(tmp_path: Path) -> None:
    papers = (
        paper("<abstract>One.</abstract>")
        + paper("\n<abstract>R & D</abstract>")
        + paper("<abstract>Two.</abstract>")
        + paper("<abstract>Th<b>ree.</abstract>")
        + paper("<abstract>Four.</abstract>")
    )
    reading = read(tmp_path, ACL.format(papers=papers))
    assert reading.abstracts() == ["One.", "Two.", "Four."]
    assert reading.broken() == [
        (6, "broken XML (not well-formed (invalid token))"),
        (8, "broken XML (mismatched tag)"),
    ]
    assert [found.venue for found in reading.papers] == ["Proc. of X"] * 3


def test_xml_that_is_cut_off_keeps_what_came_before(tmp_path: Path) -> None:
    whole = ACL.format(papers=paper("<abstract>One.</abstract>") * 3)
    reading = read(tmp_path, whole[: whole.rindex("One")])
    assert len(reading.papers) == 2
    assert reading.broken() == [(6, "broken XML (the file ends inside it)")]


def test_broken_records_far_into_a_large_file_are_survived(tmp_path: Path) -> None:
    papers = [paper(f"<abstract>Paper {n} is fast. {'x' * 500}</abstract>") for n in range(1000)]
    papers[500] = paper("<abstract>&undefined;</abstract>")
    papers[900] = paper("<abstract></wrong></abstract>")
    reading = read(tmp_path, ACL.format(papers="".join(papers)))
    assert len(reading.papers) == 998
    assert [line for line, _ in reading.broken()] == [504, 904]


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
        '<!DOCTYPE c [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE c [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x"> %p;]>',
    ],
)
def test_entities_are_refused(doctype: str, tmp_path: Path) -> None:
    text = ACL.format(papers=paper("<abstract>&a; &b;</abstract>"))
    text = text.replace("<collection", f"{doctype}<collection", 1)
    with pytest.raises(InputError, match="declares entities or refers to other files: refused"):
        read(tmp_path, text)


def test_an_external_dtd_is_allowed_and_not_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert "<!DOCTYPE" in written.markup.pubmed()
    assert len(read(tmp_path, written.markup.pubmed()).papers) == 10


PUBMED = """<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID>1</PMID><Article>
 <Journal><JournalIssue><PubDate><MedlineDate>2018 May-Jun</MedlineDate></PubDate></JournalIssue>
 <Title>J of X</Title></Journal>
 <ArticleTitle>Risk of
    <i>APOE</i> locus.</ArticleTitle>
 <Abstract><AbstractText Label="BACKGROUND">Slow (P &lt;0.03).</AbstractText>
 <AbstractText Label="UNLABELLED">Fast, 10<sup>2</sup>.</AbstractText>
 <CopyrightInformation>(c) X</CopyrightInformation></Abstract>
 <AuthorList><Author><LastName>Brook</LastName><Initials>A</Initials><Suffix>Jr</Suffix></Author>
 <Author><CollectiveName>The Group</CollectiveName></Author></AuthorList>
 </Article></MedlineCitation>
 <PubmedData><ArticleIdList><ArticleId IdType="pii">X</ArticleId>
 <ArticleId IdType="doi">10.1000/AB</ArticleId></ArticleIdList></PubmedData>
</PubmedArticle>
<PubmedBookArticle><BookDocument><PMID>2</PMID><Book><BookTitle>A book</BookTitle>
 <PubDate><Year>2009</Year></PubDate></Book><Abstract>
 <AbstractText>Just so.</AbstractText></Abstract>
</BookDocument></PubmedBookArticle>
<PubmedArticle><MedlineCitation><PMID>3</PMID><Article><ArticleTitle>None</ArticleTitle></Article>
</MedlineCitation></PubmedArticle></PubmedArticleSet>
"""


def test_pubmed_labels_its_sections_and_has_books_too(tmp_path: Path) -> None:
    reading = read(tmp_path, PUBMED)
    article, book = reading.papers
    assert article.abstract == "BACKGROUND: Slow (P <0.03). Fast, 102."
    assert article.title == "Risk of APOE locus."
    assert (article.authors, article.year, article.venue) == (
        "A Brook Jr; The Group",
        2018,
        "J of X",
    )
    assert (article.url, article.doi) == ("https://pubmed.ncbi.nlm.nih.gov/1/", "10.1000/ab")
    assert (book.title, book.year, book.abstract) == ("A book", 2009, "Just so.")
    assert reading.without_abstract() == ["None"]


def test_dublin_core_leaves_out_arxivs_comments(tmp_path: Path) -> None:
    text = (
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header>'
        "<identifier>oai:arXiv.org:2101.00001</identifier></header><metadata>"
        '<oai_dc:dc xmlns:oai_dc="http://x/oai_dc/" xmlns:dc="http://x/dc/"><dc:title>T</dc:title>'
        "<dc:creator>Brook, Ada</dc:creator><dc:description>Comment: 10 pages</dc:description>"
        "<dc:description>  We are\nfast.</dc:description><dc:date>2021-01-01</dc:date>"
        "<dc:identifier>http://arxiv.org/abs/2101.00001</dc:identifier></oai_dc:dc></metadata>"
        "</record></ListRecords></OAI-PMH>"
    )
    (found,) = read(tmp_path, text).papers
    assert (found.abstract, found.authors, found.year) == ("We are fast.", "Ada Brook", 2021)
    assert found.url == "http://arxiv.org/abs/2101.00001"


def test_arxivs_news_feed_is_read_without_its_preface(tmp_path: Path) -> None:
    text = (
        '<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://x/dc"><channel>'
        "<title>cs.CL updates on arXiv.org</title><item><title>Fast</title>"
        "<link>https://arxiv.org/abs/2501.00001</link><description>arXiv:2501.00001v1 Announce "
        "Type: new \nAbstract: We are fast.</description><dc:creator>Ada Brook, Ben Cole"
        "</dc:creator><pubDate>Thu, 02 Jan 2025 00:00:00 -0500</pubDate></item></channel></rss>"
    )
    reading = read(tmp_path, text)
    (found,) = reading.papers
    assert (found.abstract, found.authors, found.year) == (
        "We are fast.",
        "Ada Brook; Ben Cole",
        2025,
    )
    assert reading.source.title == "cs.CL updates on arXiv.org"


def test_atom_feeds_have_a_title(tmp_path: Path) -> None:
    assert read(tmp_path, written.markup.atom()).source.title == "ArXiv Query: all:invented"


def test_control_characters_that_xml_forbids_are_left_out(tmp_path: Path) -> None:
    text = ACL.format(papers=paper("<abstract>A\x0b is\x1f fast.</abstract>"))
    assert read(tmp_path, text).abstracts() == ["A is fast."]


def test_deep_nesting_is_a_broken_record(tmp_path: Path) -> None:
    deep = paper("<abstract>" + "<i>" * 1000 + "x" + "</i>" * 1000 + "</abstract>")
    reading = read(tmp_path, ACL.format(papers=deep + paper("<abstract>One.</abstract>")))
    assert reading.abstracts() == ["One."]
    assert reading.broken() == [(4, "broken XML (nested too deeply)")]


@pytest.mark.parametrize("root", ["svg", "TEI", "plist", "project"])
def test_xml_of_another_kind_is_refused_by_its_root(root: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=rf"XML of another kind \(<{root}>\)"):
        read(
            tmp_path, f'<?xml version="1.0"?>\n<!-- x -->\n<{root} xmlns="urn:x"><a>b</a></{root}>'
        )
