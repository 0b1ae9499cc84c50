"""Guess the encoding of text that is no UTF-8; an honest "don't know" rather than mojibake."""

import codecs
import re
import unicodedata
from collections.abc import Iterator

from charset_normalizer import from_bytes

__all__ = ["LATIN", "guess"]

_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
LATIN = (
    "cp1252",
    "mac_roman",
    "cp1250",
    "iso8859_2",
    "cp1254",
    "iso8859_15",
    "cp850",
    "cp437",
    "cp1257",
)
_MULTIPLE = ("gb18030", "big5", "cp932", "euc_jp", "cp949")
_OTHER_SCRIPTS = (
    *("cp1251", "koi8_r", "iso8859_5", "cp866", "mac_cyrillic"),
    *("cp1253", "iso8859_7", "cp1255", "cp1256", "tis_620"),
)
# One language's letters beside a–z; real text keeps to one of these, a wrong decoding doesn't.
_ALPHABETS = tuple(
    map(
        frozenset,
        (
            "àâçéèêëîïôùûüÿœæ",
            "äöüß",
            "áéíñóúüªº",
            "àáâãçéêíóôõúü",
            "àèéìíòóù",
            "åäöéüæøô",
            "áðéíóúýþæö",
            "áčďéěíňóřšťúůýžäĺľŕô",
            "ąćęłńóśźż",
            "áéíóöőúüű",
            "ăâîșțşţ",
            "čćđšž",
            "çğıöşüâîûi̇",
            "ąčęėįšųūžāēģīķļņõäöü",
        ),
    )
)
_INNER = frozenset("’'´-‐·\xad")
_NEVER = frozenset("¬¦¨¸¯¤¶ˆ˜‚„†‡‹›˘˛˝˙ˇ¹")


def guess(sample: bytes) -> str | None:
    """Return the codec that reads the sample as plausible text, None when no one surely does."""
    runs = [len(run) for run in _HIGH_RUN.findall(sample)]
    # Accents seldom stand side by side; the bytes of other scripts always do.
    if max(runs, default=0) > 3 and sum(length for length in runs if length > 1) > sum(runs) / 2:
        return _multiple(sample) or _other_script(sample)
    return _single(sample)


def _decoded(sample: bytes, encoding: str) -> str | None:
    try:
        # The sample may end within a character.
        return codecs.getincrementaldecoder(encoding)().decode(sample)
    except UnicodeDecodeError:
        return None


def _multiple(sample: bytes) -> str | None:
    """Tell Chinese, Japanese and Korean encodings; two independent opinions must agree."""
    scores = {}
    for encoding in _MULTIPLE:
        text = _decoded(sample, encoding)
        if text is not None:
            scores[encoding] = _commonness(text, encoding)
    if not scores:
        return None
    best = max(scores, key=scores.__getitem__)
    if scores[best] < 0.75:
        return None
    second = from_bytes(sample, cp_isolation=list(_MULTIPLE)).best()
    if second is None:
        return None
    same = str(second) == _decoded(sample, best)
    return best if same else None


def _commonness(text: str, encoding: str) -> float:
    """Return the share of non-ASCII characters that everyday text of the encoding consists of."""
    others = [char for char in text if ord(char) > 127]
    if len(others) < 12:
        return 0.0
    kana = sum("\u3041" <= char <= "\u30ff" for char in others)
    hangul = sum("\uac00" <= char <= "\ud7a3" for char in others)
    odd = sum("\ue000" <= char <= "\uf8ff" or "\uff61" <= char <= "\uff9f" for char in others)
    if encoding in ("cp932", "euc_jp"):
        return 0.0 if kana < 0.15 * len(others) else 1 - 2 * odd / len(others)
    if encoding == "cp949":
        return hangul / (len(others) - _punctuation(others) or 1)
    if kana > 0.1 * len(others):
        return 0.0
    low, high = (0xB0, 0xD7) if encoding == "gb18030" else (0xA4, 0xC6)
    first = [char.encode(encoding)[0] for char in others if "\u4e00" <= char <= "\u9fff"]
    common = sum(low <= byte <= high for byte in first)
    if encoding == "gb18030" and sum(byte > 0xC8 for byte in first) < 0.2 * len(first):
        # Korean in EUC-KR keeps to the first half of these rows.
        return 0.0
    return common / (len(others) - _punctuation(others) or 1)


def _punctuation(chars: list[str]) -> int:
    return sum(unicodedata.category(char)[0] in "PSZN" for char in chars)


def _other_script(sample: bytes) -> str | None:
    matches = list(from_bytes(sample, cp_isolation=list(_OTHER_SCRIPTS)))
    if not matches or matches[0].chaos > 0.03 or matches[0].coherence < 0.3:
        return None
    text = str(matches[0])
    for other in matches[1:]:
        if other.chaos <= matches[0].chaos + 0.03 and str(other) != text:
            return None
    return matches[0].encoding


def _single(sample: bytes) -> str | None:
    """Tell the encodings of Latin letters by where each character stands and by its alphabet."""
    scores: dict[str, tuple[float, float]] = {}
    for encoding in LATIN:
        text = _decoded(sample, encoding)
        if text is not None:
            scores[encoding] = (_fitting(text), _one_language(text))
    if not scores:
        return None
    best = max(scores, key=lambda encoding: sum(scores[encoding]))
    # Few letters prove little, and then the commonest of these encodings is the likeliest.
    margin = 0.1 if sum(map(len, _HIGH_RUN.findall(sample))) < 12 else 0.03
    if "cp1252" in scores and sum(scores["cp1252"]) >= sum(scores[best]) - margin:
        best = "cp1252"
    return best if scores[best][0] >= 0.9 else None


def _fitting(text: str) -> float:
    """Return the share of non-ASCII characters that stand where such characters stand."""
    placed = [_fits(*trio) for trio in _trios(text)]
    return sum(placed) / len(placed) if placed else 0.0


def _trios(text: str) -> Iterator[tuple[str, str, str]]:
    padded = f" {text} "
    for index in range(1, len(padded) - 1):
        if padded[index] > "\x7f":
            yield padded[index - 1], padded[index], padded[index + 1]


def _fits(left: str, char: str, right: str) -> bool:
    kind = unicodedata.category(char)
    if char in _NEVER or (kind in ("Cc", "Cn", "Co", "So") and char not in "©®°™"):
        return False
    if kind == "Lu":
        return not left.islower() and (right.isalpha() or not right.isalnum())
    if kind[0] == "L":
        return not (left.isupper() and right.isupper())
    between_letters = left.isalpha() and right.isalpha()
    if char in _INNER or kind in ("Pd", "Zs"):
        return True
    if kind in ("Pi", "Ps") or char in "¿¡":
        return not left.isalnum()
    if kind == "Pf":
        return not between_letters
    return not between_letters


def _one_language(text: str) -> float:
    """Return how well single alphabets explain the accented letters, of each word and of all."""
    words = [word for word in map(_accents, text.lower().split()) if word]
    if not words:
        return 1.0
    return (_explained("".join(words)) + sum(map(_explained, words)) / len(words)) / 2


def _accents(word: str) -> str:
    return "".join(char for char in word if char > "\x7f" and char.isalpha() and char not in "µªº")


def _explained(letters: str) -> float:
    return max(sum(map(alphabet.__contains__, letters)) for alphabet in _ALPHABETS) / len(letters)
