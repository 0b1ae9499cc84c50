"""Labels that people put before the parts of a paper: "Abstract:", "**Authors:**", "摘要:"."""

import re

from annotate.readers.columns import FIELDS, field_of

__all__ = ["label_of"]

# Labels whose text is no field of ours, but which end the text of the label before them.
_OTHERS = frozenset(
    """tldr tl;dr keywords keyword categories category maincategory primarycategory subjects
    subject comments comment code github project projectpage motivation method methods result
    results conclusion conclusions arxivcategories tags tag score relevance topics topic field
    notes note remark affiliations affiliation institution email video slides poster session track
    关键词 领域 分类 代码 机构 单位 动机 方法 结果 结论 一句话总结 中文标题 备注 评分""".split()
)
_LONGEST_LABEL = 120
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
        (?(mark)(?P=mark)|)
        (?:\s*[.:：—–-]*\s*$
          |\s+-{1,2}\s+|\s*(?:[—–:：]|-{1,3}(?=\S)|\.\s+(?=[A-Z]))\s*
          |(?(mark)\s+|(?<=ABSTRACT)\s+(?=[A-Z][a-z])))
        (?P<text>.*)""",
    re.VERBOSE | re.DOTALL,
)


def label_of(line: str) -> tuple[str, str] | None:
    """Return (field or "", text) of a line that starts with a label, None for any other line.

    The field is "" for labels of parts that a paper of ours doesn't have.
    """
    # A label stands at the start, so that the patterns needn't walk through a whole abstract.
    start, rest = line[:_LONGEST_LABEL], line[_LONGEST_LABEL:]
    for pattern in (_LABEL, _PLAIN_LABEL):
        found = pattern.match(start)
        if found is None:
            continue
        name = found["name"]
        field = field_of(name)
        text = (found["text"] + rest).strip()
        if field is not None and field[0] in FIELDS:
            return field[0], text
        if "".join(name.lower().split()) in _OTHERS:
            return "", text
    bare = _BARE_ABSTRACT.match(start)
    return None if bare is None else ("abstract", (bare["text"] + rest).strip())
