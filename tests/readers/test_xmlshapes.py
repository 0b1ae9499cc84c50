from pathlib import Path

import pytest

from annotate.errors import InputError
from tests.readers.reading import Reading, read

MODS = """<?xml version="1.0" encoding="UTF-8"?>
<modsCollection xmlns="http://www.loc.gov/mods/v3">
<mods ID="a"><titleInfo><nonSort>The</nonSort><title>Fold</title><subTitle>In a blink</subTitle>
</titleInfo><titleInfo type="alternative"><title>Blink</title></titleInfo>
<name type="personal"><namePart type="family">Brook</namePart><namePart type="given">Ada</namePart>
<role><roleTerm type="code">aut</roleTerm></role></name>
<name><namePart>Cole, Ben</namePart></name>
<name><namePart>Dent, Cy</namePart><role><roleTerm>editor</roleTerm></role></name>
<abstract lang="eng">We fold &lt;3 chains 3x faster.</abstract><originInfo>
<dateIssued>2023-05</dateIssued></originInfo>
<relatedItem type="host"><titleInfo><title>J. of X</title></titleInfo></relatedItem>
<identifier type="doi">10.5555/AB</identifier>
<location><url>https://x.org/a</url></location></mods>
<mods><titleInfo><title>No words</title></titleInfo></mods>
</modsCollection>"""
MARC = """<collection xmlns="http://www.loc.gov/MARC21/slim"><record>
<datafield tag="024" ind1="7" ind2=" "><subfield code="2">DOI</subfield>
<subfield code="a">10.5555/ab</subfield></datafield>
<datafield tag="100" ind1=" " ind2=" "><subfield code="a">Brook, Ada</subfield></datafield>
<datafield tag="245" ind1=" " ind2=" "><subfield code="a">Fold :</subfield>
<subfield code="b">in a blink /</subfield></datafield>
<datafield tag="269" ind1=" " ind2=" "><subfield code="c">2023-05-01</subfield></datafield>
<datafield tag="520" ind1=" " ind2=" "><subfield code="a">We fold 3x faster.</subfield></datafield>
<datafield tag="700" ind1=" " ind2=" "><subfield code="a">Cole, Ben</subfield></datafield>
<datafield tag="773" ind1=" " ind2=" "><subfield code="p">J. of X</subfield></datafield>
<datafield tag="856" ind1="4" ind2=" "><subfield code="u">https://x.org/a</subfield></datafield>
</record><record><datafield tag="245"><subfield code="a">No words</subfield></datafield></record>
</collection>"""
GROBID = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt>
<title level="a" type="main">Fold</title></titleStmt><sourceDesc><biblStruct><analytic>
<author><persName><forename type="first">Ada</forename><surname>Brook</surname></persName></author>
<author><persName><forename>Ben</forename><surname>Cole</surname></persName></author>
<title level="a">Fold</title></analytic><monogr><title level="j">J. of X</title><imprint>
<date type="published" when="2023-05-01" /></imprint></monogr><idno type="DOI">10.5555/ab</idno>
</biblStruct></sourceDesc></fileDesc><profileDesc><abstract><div><head>Abstract</head>
<p><s>We fold.</s><s>It is <hi>3x</hi></s></p><p>faster.</p></div>
</abstract></profileDesc></teiHeader>
<text><body><div><p>Long text.</p></div></body></text></TEI>"""
HAL = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/><text><body><listBibl><biblFull>
<titleStmt><title xml:lang="en">Fold</title><author role="aut"><persName>
<forename type="first">Ada</forename><surname>Brook</surname></persName></author></titleStmt>
<publicationStmt><idno type="halUri">https://x.org/hal-1</idno></publicationStmt>
<sourceDesc><biblStruct><analytic><title>Fold</title><author role="aut"><persName>
<forename>Ada</forename><surname>Brook</surname></persName></author></analytic><monogr>
<title level="j">J. of X</title><imprint><date type="datePub">2023</date></imprint></monogr>
<idno type="doi">10.5555/ab</idno></biblStruct></sourceDesc><profileDesc>
<abstract xml:lang="en"><p>We fold 3x faster.</p></abstract>
<abstract xml:lang="fr"><p>Nous plions.</p></abstract></profileDesc></biblFull>
<biblFull><titleStmt><title>No words</title></titleStmt></biblFull>
</listBibl></body></text></TEI>"""
JATS = """<!DOCTYPE article PUBLIC "-//NLM//DTD JATS" "JATS.dtd">
<article xmlns:mml="http://www.w3.org/1998/Math/MathML"><front><journal-meta><journal-title-group>
<journal-title>J. of X</journal-title></journal-title-group></journal-meta><article-meta>
<article-id pub-id-type="pmid">1</article-id><article-id pub-id-type="doi">10.5555/ab</article-id>
<title-group><article-title>Fold <italic>in vitro</italic><sup>2</sup></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Brook</surname>
<given-names>Ada</given-names></name></contrib><contrib contrib-type="author"><collab>The Group
</collab></contrib><contrib contrib-type="editor"><name><surname>Dent</surname></name></contrib>
</contrib-group><pub-date><year>2023</year></pub-date><abstract abstract-type="teaser"><p>Wow.</p>
</abstract><abstract><title>Abstract</title><sec><title>Aim</title><p>To fold <alternatives>
<mml:math><mml:mi>x</mml:mi></mml:math><tex-math>$x$</tex-math></alternatives>.</p></sec><sec>
<title>Results</title><p>It is 3x faster.</p></sec></abstract></article-meta></front>
<body><p>Long.</p></body><back><ref-list><title>References</title></ref-list></back></article>"""
OAI = (
    '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header>'
    "<identifier>oai:x:1</identifier></header><metadata>{}</metadata></record></ListRecords>"
    "</OAI-PMH>"
)
DATACITE = (
    '<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">'
    "10.5555/AB</identifier><creators><creator><creatorName>Brook, Ada</creatorName></creator>"
    "<creator><creatorName>X</creatorName><givenName>Ben</givenName><familyName>Cole</familyName>"
    "</creator></creators><titles><title>Fold</title></titles><publicationYear>2023"
    '</publicationYear><descriptions><description descriptionType="Methods">M.</description>'
    '<description descriptionType="Abstract">We fold<br/>3x faster.</description></descriptions>'
    "</resource>"
)


def fields(reading: Reading) -> tuple[object, ...]:
    (found,) = reading.papers
    return (found.title, found.authors, found.year, found.venue, found.url, found.doi)


def test_mods_is_read(tmp_path: Path) -> None:
    reading = read(tmp_path, MODS)
    assert reading.source.format == "mods"
    assert reading.abstracts() == ["We fold <3 chains 3x faster."]
    assert fields(reading) == (
        "The Fold: In a blink",
        "Ada Brook; Ben Cole",
        2023,
        "J. of X",
        "https://x.org/a",
        "10.5555/ab",
    )
    assert reading.without_abstract() == ["No words"]


def test_marc_is_read(tmp_path: Path) -> None:
    reading = read(tmp_path, MARC)
    assert reading.source.format == "marcxml"
    assert reading.abstracts() == ["We fold 3x faster."]
    assert fields(reading) == (
        "Fold : in a blink",
        "Ada Brook; Ben Cole",
        2023,
        "J. of X",
        "https://x.org/a",
        "10.5555/ab",
    )
    assert reading.without_abstract() == ["No words"]


def test_answers_of_libraries_are_read_though_a_prefix_is_not_declared(tmp_path: Path) -> None:
    record = MARC.partition("<record>")[2].partition("</record>")[0]
    text = (
        "<zs:searchRetrieveResponse><zs:records><zs:record><zs:recordData><record>"
        f"{record}</record></zs:recordData></zs:record></zs:records></zs:searchRetrieveResponse>"
    )
    reading = read(tmp_path, text)
    assert reading.source.format == "marcxml"
    assert reading.abstracts() == ["We fold 3x faster."]
    assert reading.titles() == ["Fold : in a blink"]


def test_a_document_in_tei_is_one_paper(tmp_path: Path) -> None:
    reading = read(tmp_path, GROBID)
    assert reading.source.format == "tei"
    assert reading.abstracts() == ["We fold. It is 3x faster."]
    assert fields(reading) == ("Fold", "Ada Brook; Ben Cole", 2023, "J. of X", None, "10.5555/ab")


def test_a_list_in_tei_has_several(tmp_path: Path) -> None:
    reading = read(tmp_path, HAL)
    assert reading.abstracts() == ["We fold 3x faster."]
    assert fields(reading) == (
        "Fold",
        "Ada Brook",
        2023,
        "J. of X",
        "https://x.org/hal-1",
        "10.5555/ab",
    )
    assert reading.without_abstract() == ["No words"]


def test_jats_has_one_abstract_without_its_heading_and_teaser(tmp_path: Path) -> None:
    reading = read(tmp_path, JATS)
    assert reading.source.format == "jats"
    assert reading.abstracts() == ["Aim To fold x. Results It is 3x faster."]
    assert fields(reading) == (
        "Fold in vitro2",
        "Ada Brook; The Group",
        2023,
        "J. of X",
        None,
        "10.5555/ab",
    )


@pytest.mark.parametrize("text", [DATACITE, OAI.format(DATACITE)])
def test_datacite_is_read(text: str, tmp_path: Path) -> None:
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["We fold 3x faster."]
    assert fields(reading) == ("Fold", "Ada Brook; Ben Cole", 2023, None, None, "10.5555/ab")


@pytest.mark.parametrize(
    "body",
    [
        MODS.partition("?>")[2].partition("slim")[0].split("\n", 2)[2].partition("<mods><")[0],
        MARC.partition("slim")[2].partition(">")[2].partition("<record><")[0],
        JATS.partition("\n")[2],
        GROBID.partition("\n")[2],
    ],
)
def test_harvested_records_have_any_of_these_shapes(body: str, tmp_path: Path) -> None:
    (found,) = read(tmp_path, OAI.format(body)).papers
    assert (found.year, found.venue, found.doi) == (2023, "J. of X", "10.5555/ab")


SERVICES = {
    "a service's answer": (
        "<responseWrapper><version>6</version><resultList><result><id>1</id><source>MED</source>"
        "<doi>10.5555/ab</doi><title>Fold</title><authorString>Brook A, Cole B.</authorString>"
        "<authorList><author><fullName>Brook A</fullName><firstName>Ada</firstName>"
        "<lastName>Brook</lastName></author><author><firstName>Ben</firstName>"
        "<lastName>Cole</lastName></author></authorList><journalInfo><journal><title>J. of X"
        "</title></journal></journalInfo><pubYear>2023</pubYear><abstractText>&lt;h4>Aim&lt;/h4>"
        "We fold 3x faster.</abstractText></result><result><title>No words</title></result>"
        "</resultList></responseWrapper>"
    ),
    "BibTeX in XML": (
        '<bibtex:file xmlns:bibtex="http://bibtexml.sf.net/"><bibtex:entry id="a"><bibtex:article>'
        "<bibtex:author>Brook, Ada and Cole, Ben</bibtex:author><bibtex:title>Fold</bibtex:title>"
        "<bibtex:year>2023</bibtex:year><bibtex:doi>10.5555/ab</bibtex:doi>"
        "<bibtex:abstract>Aim We fold 3x faster.</bibtex:abstract></bibtex:article></bibtex:entry>"
        '<bibtex:entry id="b"><bibtex:article><bibtex:title>No words</bibtex:title>'
        "</bibtex:article></bibtex:entry></bibtex:file>"
    ),
    "abstracts before titles": (
        "<root><item><abstract>Aim We fold 3x faster.</abstract><authors><item>Ada Brook</item>"
        "<item>Ben Cole</item></authors><doi>10.5555/ab</doi><title>Fold</title><year>2023</year>"
        "</item><item><title>No words</title></item></root>"
    ),
}


@pytest.mark.parametrize("name", SERVICES)
def test_xml_of_no_known_kind_is_read_by_its_names(name: str, tmp_path: Path) -> None:
    reading = read(tmp_path, SERVICES[name])
    assert reading.source.format == "xml"
    (found,) = reading.papers
    assert found.abstract == "Aim We fold 3x faster."
    assert (found.title, found.year, found.doi) == ("Fold", 2023, "10.5555/ab")
    assert found.authors == "Ada Brook; Ben Cole"
    assert reading.without_abstract() == ["No words"]


def test_a_paper_in_publishers_xml_is_one_record_without_its_references(tmp_path: Path) -> None:
    text = (
        '<doc:document xmlns:doc="d" xmlns:ce="c" xmlns:prism="p"><meta><prism:doi>10.5555/ab'
        "</prism:doi><prism:publicationName>J. of X</prism:publicationName></meta><article><head>"
        "<ce:title>Fold</ce:title><ce:author-group><ce:author><ce:given-name>Ada</ce:given-name>"
        "<ce:surname>Brook</ce:surname></ce:author></ce:author-group>"
        '<ce:abstract class="graphical">'
        "<ce:section-title>Graphical abstract</ce:section-title></ce:abstract><ce:abstract><ce:"
        "section-title>Abstract</ce:section-title><ce:abstract-sec><ce:simple-para>We fold."
        "</ce:simple-para></ce:abstract-sec></ce:abstract></head><tail><ce:bibliography><ce:author>"
        "<ce:surname>Dent</ce:surname></ce:author></ce:bibliography></tail></article></doc:document>"
    )
    reading = read(tmp_path, text)
    assert reading.abstracts() == ["We fold."]
    assert fields(reading) == ("Fold", "Ada Brook", None, "J. of X", None, "10.5555/ab")


def test_libraries_without_abstracts_are_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"1 record \(mods\), none with an abstract"):
        read(tmp_path, "<mods><titleInfo><title>No words</title></titleInfo></mods>")
    with pytest.raises(InputError, match=r"XML of another kind \(<dblp>\)"):
        read(tmp_path, "<dblp><article><title>No words</title></article></dblp>")
