"""XML of arXiv, PubMed, EndNote, Zotero and the ACL Anthology."""

import re
from xml.sax.saxutils import escape

from tests.readers.written.entries import TEN, given, last_first, wrapped


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
            f"    <summary>  {escape(wrapped(entry.abstract, ''))}\n</summary>\n    {authors}\n"
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
            for first, last in map(given, entry.authors)
        )
        out.append(
            "<record><header><identifier>oai:arXiv.org:1701.00001</identifier></header><metadata>\n"
            ' <arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>1701.00001</id>'
            f"<created>{entry.year}-12-14</created><authors>{authors}</authors>"
            f"<title>{escape(entry.title)}</title><comments>No abstract</comments>"
            f"<journal-ref>{entry.venue}</journal-ref><doi>{entry.doi}</doi>"
            f"<abstract>  {escape(wrapped(entry.abstract, ''))}\n</abstract></arXiv>\n"
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
            for first, last in map(given, entry.authors)
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
        authors = "".join(f"<author>{style(last_first(name))}</author>" for name in entry.authors)
        out.append(
            '<record><database name="x.enl">x.enl</database><ref-type name="Journal Article">17'
            f"</ref-type><contributors><authors>{authors}</authors></contributors><titles><title>"
            f"{style(wrapped(entry.title, '   ', 30))}</title><secondary-title>"
            f"{style(entry.venue)}</secondary-title></titles><dates><year>{style(entry.year)}</year></dates>"
            f"<abstract>{style(wrapped(entry.abstract, ''))}</abstract><notes>{style('note')}"
            f"</notes><urls><related-urls><url>{style(entry.url)}</url></related-urls></urls>"
            f"<electronic-resource-num>{style(entry.doi)}</electronic-resource-num></record>"
        )
    return "".join(out) + "</records></xml>"


def zotero() -> str:
    out = [
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns:z="http://www.zotero.org/namespaces/export#"'
        ' xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bib="http://purl.org/net/biblio#"'
        ' xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
    ]
    for number, entry in enumerate(TEN):
        people = "".join(
            f"<rdf:li><foaf:Person><foaf:surname>{last}</foaf:surname><foaf:givenName>{first}"
            "</foaf:givenName></foaf:Person></rdf:li>"
            for first, last in map(given, entry.authors)
        )
        tag = "rdf:Description" if number % 2 else "bib:Article"
        out.append(
            f'<{tag} rdf:about="#item_{number}"><z:itemType>journalArticle</z:itemType>'
            f"<dcterms:isPartOf><bib:Journal><dc:title>{escape(entry.venue)}</dc:title>"
            f"<dc:identifier>DOI {entry.doi}</dc:identifier></bib:Journal></dcterms:isPartOf>"
            f"<bib:authors><rdf:Seq>{people}</rdf:Seq></bib:authors>"
            f"<dc:title>{escape(entry.title)}</dc:title>"
            f"<dcterms:abstract>{escape(entry.abstract)}</dcterms:abstract>"
            f"<dc:date>{entry.year}-03-01</dc:date><dc:identifier><dcterms:URI><rdf:value>"
            f"{entry.url}</rdf:value></dcterms:URI></dc:identifier></{tag}>\n"
            f'<z:Attachment rdf:about="#file_{number}"><z:itemType>attachment</z:itemType>'
            "<dc:title>Full text</dc:title></z:Attachment>\n"
            f'<bib:Memo rdf:about="#note_{number}"><rdf:value>A note.</rdf:value></bib:Memo>\n'
        )
    return "".join(out) + "</rdf:RDF>\n"


def acl() -> str:
    out = ["<?xml version='1.0' encoding='UTF-8'?>\n<collection id=\"2024.inv\">\n"]
    for number, entry in enumerate(TEN, 1):
        authors = "".join(
            f"<author><first>{first}</first><last>{last}</last></author>"
            for first, last in map(given, entry.authors)
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
