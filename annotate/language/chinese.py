"""Names and tasks in Chinese abstracts, where words have no blanks between them.

Offsets are half-open and count code points of the text given.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from annotate.language.letters import beyond_ascii

__all__ = ["blanked", "chinese_names", "chinese_task", "has_wide", "is_chinese"]

_HAN = re.compile(r"[㐀-鿿]")
_WIDE = re.compile(r"[⺀-鿿豈-﫿＀-￯]")
_NAME = r"[“\"《「]?([A-Za-zΑ-ω∞][A-Za-z0-9_+\-.²³]{0,40}(?:[ -][A-Z][A-Za-z0-9_+\-]{0,40}){0,5})"
_BRINGS = r"(?:提出|设计|构建|介绍|开发|发布|引入|实现|建立|推出)"
_CALLED = re.compile(rf"(?:名为|称为|称之为|称作|叫做|命名为|取名为|简称(?:为)?|记为|即)\s*{_NAME}")
_DIRECT = re.compile(rf"{_BRINGS}(?:了|出)?(?:一种|一个|一套|新的|全新的)?\s*{_NAME}")
_BRACKETED = re.compile(
    rf"{_BRINGS}[^。；]{{2,60}}?(?:方法|模型|框架|算法|系统|网络|数据集|基准|机制|策略|平台|工具|语料库)\s*[(（]\s*{_NAME}\s*[)）]"
)
_QUOTED = re.compile(
    rf"(?:名为|称为|称之为|叫做|命名为|取名为|{_BRINGS}[^。；，“《「]{{0,30}})[“《「]([㐀-鿿]{{2,12}})[”》」]"
)
_BEFORE_CLASS = re.compile(
    rf"{_BRINGS}[^。；]{{0,40}}?(?<![于用合和与对在将以把进该即A-Za-z0-9_+\-]){_NAME}\s*(?:方法|模型|框架|算法|系统|网络|数据集|基准|架构)"
)
_CLASS = r"(?:方法|模型|算法|框架|系统|网络|技术|研究|任务|数据集|基准|综述|问题|机制)"
_TASKS = (
    re.compile(
        rf"(?:提出|介绍|推出)[^。；]{{0,40}}?[，,]\s*一[种个套]([^，,。；;]{{2,45}}?){_CLASS}(?=[，,。；;(（]|$)"
    ),
    re.compile(rf"{_BRINGS}了?([^，,。；;]{{2,45}}?){_CLASS}(?=[，,。；;(（]|$)"),
    re.compile(rf"一[种个]([^，,。；;]{{2,40}}?){_CLASS}(?=[，,。；;(（]|$)"),
    re.compile(r"(?:^|[。；])\s*([㐀-鿿]{2,10}?)(?:是|旨在|作为|任务)"),
    re.compile(r"(?:给|为)([㐀-鿿]{2,8})带来"),
    re.compile(r"([㐀-鿿]{2,10}(?<!模型))[(（][A-Z]{2,}"),
    re.compile(r"(?:针对|面向|用于|解决)([㐀-鿿]{2,12}?)(?:任务|问题|的|中|，|。)"),
)
_FOR_DATA = re.compile(r"^(?:面向|针对|用于)([㐀-鿿]{2,12}?)的.*(?:数据集|语料库|基准|资源)")
_FOR = re.compile(
    r"^(?:面向|针对)([㐀-鿿]{2,12}?(?:理解|识别|检测|分割|翻译|生成|预测|分类|检索|问答|推荐|估计|重建|诊断|"
    r"调度|规划|摘要|推理))的"
)
"""What a title says the work is for, where that is a problem and no place to run it."""
_PURPOSE = re.compile(r"^(?:通过|利用|使用).+来(?:完全|直接|有效)?")
_NO_TASK = ("结合", "基于", "利用", "融合", "通过", "使用", "免", "无需")
_HAN_RUN = re.compile(r"[㐀-鿿]+")
_TAIL = re.compile(
    r"(?:的?(?:方法|模型|算法|框架|系统|网络|技术|研究|综述|机制|分析研究|构建研究|考察及|考察))+$"
)
_MODIFIERS = re.compile(
    r"^(?:求解|解决|处理|实现|进行|一种|一个|一类|新的|新型|高效的?|轻量级的?|轻量化的?|自适应的?|鲁棒的?|动态的?|快速的?|有效的?|端到端的?|改进的?|"
    r"(?:基于|面向|结合|融合|针对|使用|引入).+?的)+"
)


_ANY = re.compile(
    r"(?<![于用合和与对在将以把进该即A-Za-z0-9_+\-])[A-Za-z][A-Za-z0-9_+\-.²³]*[A-Z0-9][A-Za-z0-9_+\-.²³]*"
)
_BRING = re.compile(_BRINGS)
_LONGEST_CLAUSE = 300
_BY = (
    (_CALLED, 4.6),
    (_BRACKETED, 4.4),
    (_DIRECT, 4.4),
    (_QUOTED, 4.0),
    (_BEFORE_CLASS, 3.4),
)


@lru_cache(maxsize=16)
def is_chinese(text: str) -> bool:
    """Say whether `text` is mostly written in Chinese."""
    return has_wide(text) and len(_HAN.findall(beyond_ascii(text))) * 4 > len(text)


@lru_cache(maxsize=16)
def has_wide(text: str) -> bool:
    """Say whether `text` holds characters of East Asian width."""
    return not text.isascii() and _WIDE.search(beyond_ascii(text)) is not None


def blanked(text: str) -> str:
    """Return `text` with wide characters as blanks, so that Latin words in it have borders."""
    return _WIDE.sub(" ", text)


def chinese_names(text: str) -> Iterator[tuple[str, int, int, float]]:
    """Yield names that a Chinese text brings in: name, start, end, score."""
    for pattern, score in _BY:
        for match in pattern.finditer(text):
            name = match.group(1).rstrip(".-")
            yield name, match.start(1), match.start(1) + len(name), score
    for match in _ANY.finditer(text):
        name, start = match.group().rstrip(".-"), match.start()
        if len(name) < 3 or not (text.startswith("是", match.end()) or _is_brought(text, start)):
            continue
        # Capitals alone are more often somebody else's acronym.
        if not name.isupper() or text.count(name) > 2:
            yield name, start, start + len(name), 3.4


def _is_brought(text: str, at: int) -> bool:
    """Say whether the clause before `at` has a verb that brings something in."""
    low = max(0, at - _LONGEST_CLAUSE)
    clause = max(text.rfind(mark, low, at) for mark in "。；,，")
    return _BRING.search(text, max(low, clause + 1), at) is not None


def chinese_task(text: str, title: str | None) -> tuple[str, int | None, int | None] | None:
    """Return the words of the title, or before "方法" or "是", that name the problem.

    The two offsets are None when the words don't stand in `text`.
    """
    if title and _HAN.search(title):
        headline = re.split(r"[(（]", title)[0]
        data = _FOR_DATA.search(headline) or _FOR.match(headline)
        if data is None:
            quoted = headline.find("“")  # "X考察及“的”字研究" is about X
            headline = headline[:quoted] if quoted > 3 else headline
            name = _core("".join(_HAN_RUN.findall(headline)[-1:]))
        else:
            name = data.group(1)
        if len(name) > 1:
            at = text.find(name)
            return (name, None, None) if at < 0 else (name, at, at + len(name))
    for pattern in _TASKS:
        match = pattern.search(text)
        if match is not None and len(name := _core(match.group(1))) > 1:
            return name, match.end(1) - len(name), match.end(1)
    return None


def _core(words: str) -> str:
    problem = words.find("问题的")
    words = words if problem < 2 else words[:problem]  # "求解…问题的学习方法"
    words = _PURPOSE.sub("", words).removesuffix("的")
    bare = _MODIFIERS.sub("", _TAIL.sub("", words)).rpartition("的")[2]
    bare = "".join(_HAN_RUN.findall(bare)[-1:])
    return "" if bare.startswith(_NO_TASK) else bare
