"""Labels that people put before the parts of a paper: "Abstract:", "**Authors:**", "摘要:"."""

import re

from annotate.readers.columns import FIELDS, field_of

__all__ = ["is_labelled_item", "is_only_links", "label_of", "labelled_text"]

# Labels whose text is no field of ours, but which end the text of the label before them.
_OTHERS = frozenset(
    """tldr tl;dr keywords keyword categories category maincategory primarycategory subjects
    subject comments comment code github project projectpage motivation method methods result
    results conclusion conclusions arxivcategories tags tag score relevance topics topic field
    notes note remark affiliations affiliation institution email video slides poster session track
    volume issue number pages page pmid pmcid issn isbn publisher source citations citationcount
    citedby citation bibtex language type published posted version versions versiondate submitdate
    journalref doiurl id paperid relevancescore
    所属领域 arxiv所属领域 关键词 领域 分类 代码 机构 单位 动机 方法 结果 结论 一句话总结
    中文标题 备注 评分 github仓库 代码仓库 项目页面 项目主页 模型功能
    分析时间 发布时间 更新时间""".split()
)
_LONGEST_LABEL = 120
_TAG = re.compile(r"</?(?:font|b|strong|i|em|span|u)\b[^<>]*>", re.IGNORECASE)
_LINKS = re.compile(
    r"(?:\W*\[\W*(?:abs(?:tract)?|arxiv|bibtex|blog|code|data(?:set)?|demo|doi|github|html|link"
    r"|openreview|page|paper|pdf|poster|project(?: page)?|slides|source|supp\w*|url|video"
    r"|web(?:site)?|原文|链接|代码|论文)\W*\]\([^()\s]*\))+\W*",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"^((?:[-*+•]\s+)?)[^\w\s\x00-\x7f‐-‧]{1,4}\s*")
_LINKED = re.compile(r"^\[(Abstract|Summary|摘要)\]\([^()\s]*\)", re.IGNORECASE)
_ITEM = re.compile(r"\*\*[^*\n]{1,40}?(?:[:：]\*\*|\*\*\s*[:：])")
_LABEL = re.compile(
    r"""(?:[-*+•]\s+|>\s*)?
        (?:(?P<mark>\*\*|__|\*|_)\s*)?
        (?P<name>[^\W\d_][\w /&;'-]{0,30}?)
        (?:\s*(?P=mark)\s*[:：—–.]+|\s*[:：]\s*(?P=mark)|(?P=mark)\s*$)
        \s*(?P<text>.*)""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN_LABEL = re.compile(
    r"(?:[-*+•]\s+|>\s*)?(?P<name>[^\W\d_][\w /&;'-]{0,30}?)\s*[:：](?:\s+|$|(?<=：))(?P<text>.*)",
    re.DOTALL,
)
# "Abstract" is known without a colon too: alone on its line, in capitals, or before a dash.
_BARE_ABSTRACT = re.compile(
    r"""(?:>\s*)?(?P<mark>\*{1,3}|_{1,3})?(?P<name>Abstract|ABSTRACT|Summary|SUMMARY|摘要)
        (?:\s*[(（][^()（）]{1,20}[)）])?
        (?(mark)(?P=mark)|)
        (?:\s*[.:：—–-]*\s*$
          |\s+-{1,2}\s+|\s*(?:[—–:：]|-{1,3}(?=\S)|\.\s+(?=[A-Z]))\s*
          |(?(mark)\s+|(?<=ABSTRACT)\s+(?=[A-Z][a-z])))
        (?P<text>.*)""",
    re.VERBOSE | re.DOTALL,
)


def is_labelled_item(item: str) -> bool:
    """Tell whether an item of a list starts with a label in bold, whatever it says."""
    return _ITEM.match(_PICTURE.sub(r"\1", item[:_LONGEST_LABEL])) is not None


def labelled_text(item: str) -> str:
    """Return what stands after the label of an item for which `is_labelled_item` holds."""
    start, rest = item[:_LONGEST_LABEL], item[_LONGEST_LABEL:]
    return _ITEM.sub("", _PICTURE.sub(r"\1", start), count=1).lstrip() + rest


def is_only_links(line: str) -> bool:
    """Tell whether a line has nothing but links to a paper's PDF, code and the like."""
    return "](" in line and _LINKS.fullmatch(line) is not None


def label_of(line: str) -> tuple[str, str] | None:
    """Return (field or "", text) of a line that starts with a label, None for any other line.

    The field is "" for labels of parts that a paper of ours doesn't have.
    """
    # A label stands at the start, so that the patterns needn't walk through a whole abstract.
    start, rest = line[:_LONGEST_LABEL], line[_LONGEST_LABEL:]
    if "<" in start:
        start = _TAG.sub("", start)
    if not start.isascii():
        start = _PICTURE.sub(r"\1", start)
    if "](" in start:
        start = _LINKED.sub(r"\1", start)
    for pattern in (_LABEL, _PLAIN_LABEL):
        found = pattern.match(start)
        if found is None:
            continue
        name = found["name"]
        field = field_of(name)
        text = (found["text"] + rest).strip()
        if field in FIELDS:
            return field, text
        if "".join(name.lower().split()) in _OTHERS:
            return "", text
    bare = _BARE_ABSTRACT.match(start)
    return None if bare is None else ("abstract", (bare["text"] + rest).strip())
