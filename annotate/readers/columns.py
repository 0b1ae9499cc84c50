"""Which field a column or key holds, whatever its language, case and punctuation."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from annotate.errors import UsageError
from annotate.readers.tidy import one_line

__all__ = ["FIELDS", "check_forced", "choose", "field_of", "folded"]

# In order of preference: the first of a field that has something in it is taken.
_NAMES: dict[str, str] = {
    "abstract": """
        abstract abstracten englishabstract 英文摘要 abstracttext abstractnote paperabstract
        articleabstract abstracts abstractnotes abstractsummary abstractde abstractfr summary
        ab 摘要 中文摘要 论文摘要 要旨 抄録 概要 要約 초록 요약 zusammenfassung kurzfassung
        résumé resumé resumen resumo riassunto sommario samenvatting streszczenie abstrakt
        sammanfattning sammendrag resümee özet özetçe аннотация реферат резюме περίληψη الملخص
        תקציר""",
    "title": """
        title papertitle articletitle documenttitle primarytitle titleen englishtitle ti t1
        displayname titles titledisplay maintitle itemtitle titel titre título titulo titolo tittel
        tytuł název başlık название заглавие τίτλος 标题 英文标题 题名 题目 论文标题 论文题目 篇名
        標題 題名 タイトル 論文名 제목 논문제목 العنوان""",
    "authors": """
        authors author authornames authorlist authorstring authorfullnames creators creator
        contributors authordisplay authfullname authfullnames au af a1 firstauthors autor
        autoren auteurs auteur autores autori autorzy verfasser författare
        作者 作者团队 论文作者 著者 저자 автор авторы συγγραφείς yazar yazarlar autoři المؤلفون
        authorships authorshipsauthordisplayname authorshipsrawauthorname""",
    "year": """
        year publicationyear pubyear py publishedyear yearpublished jahr erscheinungsjahr
        publikationsjahr année annee añodepublicación año ano anno rok jaar år yıl год έτος
        年份 年 发表年份 出版年 発行年 연도 발행연도 publicationdate datepublished published
        publisheddate pubdate coverdate coverdisplaydate date dates issued datum fecha data
        日期 发表日期 дата earliestdate preprintdate produceddateyi produceddate produceddates
        publicationdateyear submitteddate submissiondate publishtime updatedate updated
        createdate""",
    "venue": """
        venue journal journaltitle journalname sourcetitle publicationtitle publicationname
        containertitle booktitle proceedingstitle proceeding proceedings conference
        conferencename conferencetitle journaltitles pub pubname journalbook journalref publication
        publicationvenue so jt t2 zeitschrift quelle revue revista rivista tijdschrift
        czasopismo časopis dergi журнал источник περιοδικό 期刊 刊名 期刊名称 来源 会议 掲載誌
        저널 학술지 primarylocationsourcedisplayname""",
    "url": """
        url urlabs abstracturl absurl paperurl urls link links landingpageurl
        primarylocationlandingpageurl externalurl arxivurl htmlurl
        abs site uri uris articleurl downloadurl sourceurl entryid fulltexturl pdfurl urlpdf
        pdflink pdf documenturl 链接 论文链接 论文地址 网址 リンク ссылка enlace lien адрес""",
    "doi": "doi di doilink doiurl digitalobjectidentifier articledoi doiid doiids do",
    "arxiv": "arxivid arxiv eprint arxivnumber 论文id",
}
FIELDS = tuple(_NAMES)
# Dublin Core and the like ("dc:title", "prism:doi", "citation_title").
_PREFIX = re.compile(r"(?:dc|dcterms|prism|bib|schema)[:.](?=\w)|citation_(?=\w)")


@lru_cache(maxsize=10_000)
def folded(name: str) -> str:
    """Return what of a name counts: its letters and digits, whatever their case and width."""
    return "".join(
        char for char in unicodedata.normalize("NFKC", name).casefold() if char.isalnum()
    )


_RANKS: dict[str, tuple[str, int]] = {}
for _field, _names in _NAMES.items():
    for _rank, _name in enumerate(_names.split()):
        _RANKS.setdefault(folded(_name), (_field, _rank))


@lru_cache(maxsize=10_000)
def field_of(name: str) -> str:
    """Return the field that a column of this name holds; "" for one of no use."""
    field, _ = _ranked(name)
    return field


def _ranked(name: str) -> tuple[str, int]:
    """Return (field or "", rank), rank 0 the surest."""
    return _RANKS.get(folded(_PREFIX.sub("", name)), ("", 0))


def choose(names: Iterable[str], forced: Mapping[str, str]) -> dict[str, list[str]]:
    """Return for each field the columns that may hold it, best first.

    A forced field has only the column that it was given, none where that is missing.
    """
    return _chosen(tuple(names), tuple(sorted(forced.items())))


@lru_cache(maxsize=1000)
def _chosen(names: tuple[str, ...], forced: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    ranked: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        field, rank = _ranked(name)
        if field:
            ranked.setdefault(field, []).append((rank, name))
    chosen = {field: [name for _, name in sorted(places)] for field, places in ranked.items()}
    for field, column in forced:
        chosen[field] = [name for name in names if folded(name) == folded(column)]
    return chosen


def check_forced(names: Iterable[str], forced: Mapping[str, str]) -> None:
    """Raise UsageError when a forced field or its column doesn't exist."""
    chosen = choose(names, forced)
    for field, column in forced.items():
        if field not in FIELDS:
            raise UsageError(f"--column {field}=…: no such field; there are {', '.join(FIELDS)}")
        if not chosen[field]:
            known = one_line(", ".join(list(names)[:20]))
            raise UsageError(f"--column {field}={column}: no such column; there are {known}")
