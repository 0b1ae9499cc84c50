"""Names and tasks in Japanese abstracts, whose verbs stand behind what they bring in.

Offsets are half-open and count code points of the text given.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from annotate.language.chinese import has_wide

__all__ = ["is_japanese", "japanese_names", "japanese_task"]

_KANA = re.compile(r"[぀-ヿ]")
_NAME = (
    r"(?<![A-Za-z0-9_+\-])"
    r"([A-Za-zΑ-ω][A-Za-z0-9_+\-.²³]{0,40}(?: [A-Z][A-Za-z0-9_+\-]{0,40}){0,5})[」』”\")）]?"
)
_NEW = (
    r"(?:を(?:新たに|新しく)?(?:提案|開発|構築|導入|紹介|設計|発表|公開|実装|提示)|という|を提供)"
)
_BROUGHT = re.compile(rf"{_NAME}\s*{_NEW}")
_CALLED = re.compile(
    rf"{_NAME}\s*(?:と(?:呼ぶ|呼び|呼ばれる|名付け|名づけ|称する|称し|命名)|と題する)"
)
_COMMON = (
    r"(?:手法|方法|方式|方策|モデル|ネットワーク|システム|フレームワーク|アルゴリズム|技術|研究|検討|装置|"
    r"回路|アーキテクチャ)"
)
_TAIL = re.compile(rf"(?:[㐀-鿿々]+な|の|に関する)?{_COMMON}+$")
_RUN = r"[㐀-鿿々ァ-ヿA-Za-z0-9]"
_LAST = re.compile(rf"{_RUN}+$")
_SUBJECT = re.compile(rf"\s*({_RUN}{{2,20}})(?:は|とは|では|において)")
_TASK = re.compile(rf"({_RUN}{{2,20}}?)(?:を行う|タスク|問題|のため)")
_FOR = re.compile(
    rf"({_RUN}{{2,20}})(?:のための|に向けた|を目的とした|における)(?!.*(?:のための|に向けた))"
)
_PLACES = re.compile(
    r"(?:機器|端末|デバイス|マイコン|環境|基盤|GPU|CPU|FPGA|エッジ|スマートフォン|計算機)$"
)
_LONGEST = 300
"""Only the end of a longer title is looked at."""
_SHARED = 2
"""The title and the first subject end alike in so many characters where both name the task."""


@lru_cache(maxsize=16)
def is_japanese(text: str) -> bool:
    """Say whether `text` is mostly written in Japanese: no other language has so much kana."""
    return has_wide(text) and len(_KANA.findall(text)) * 8 > len(text)


def japanese_names(text: str) -> Iterator[tuple[str, int, int, float]]:
    """Yield names that a Japanese text brings in: name, start, end, score."""
    for pattern, score in ((_CALLED, 4.6), (_BROUGHT, 4.4)):
        for match in pattern.finditer(text):
            name = match.group(1).rstrip(".-")
            yield name, match.start(1), match.start(1) + len(name), score


def japanese_task(text: str, title: str | None) -> tuple[str, int | None, int | None] | None:
    """Return the last noun of the title, or the first subject of the text where they end alike."""
    subject = _SUBJECT.match(text)
    first = _TAIL.sub("", subject.group(1)) if subject else ""
    headline = (title or "").strip(" 。")[-_LONGEST:]
    last = _LAST.search(_TAIL.sub("", headline))
    name = last.group() if last is not None else ""
    purpose = _FOR.search(headline)
    if not name and purpose and not _PLACES.search(purpose.group(1)):
        name = purpose.group(1)
    name = name or first
    if first and name != first and name.endswith(first[-_SHARED:]):
        name = first
    if len(name) < 2:
        found = _TASK.search(text)
        name = found.group(1) if found else ""
    if len(name) < 2:
        return None
    at = text.find(name)
    return (name, None, None) if at < 0 else (name, at, at + len(name))
