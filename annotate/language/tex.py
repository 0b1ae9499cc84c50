"""LaTeX as a reader sees it: handlers for `Scanner`."""

import re
import unicodedata

from annotate.language.scanner import Handler, Scanner
from annotate.language.symbols import (
    ACCENTS,
    BLACKBOARD,
    DROPPED,
    FIRST_DROPPED,
    LETTERS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    SWITCHES,
    SYMBOLS,
)

__all__ = ["HANDLERS", "script", "script_argument"]

_NAME = re.compile(r"\\([A-Za-z]+)\*?")
_OPTIONS = re.compile(r"(?:\s{0,2}\[[^\[\]]{0,200}\])*\s{0,2}(?=\{)")
_ACCENTED = re.compile(r"\s{0,2}(?:\{\s*(\\[ij](?![A-Za-z])|\w?)\s*\}|(\\[ij](?![A-Za-z])|\w))")
_GROUP = re.compile(r"\{[^{}]{0,200}\}")
_PROSE = re.compile(r"[^\W\d_]{3,}[,;]?\s+[^\W\d_]{2,}[\s,]+[^\W\d_]{2,}|[.;]\s+[A-Z]")
_PLAIN_GROUP = re.compile(r"[^\W\d_][\w /+.'’-]{0,200}")
_BLANKS = re.compile(r"\s*")
_PREAMBLE = re.compile(r"\\documentclass[^$]{0,2000}?\\begin\{document\}")
_VERBATIM = re.compile(r"([|!+/@])(\S{1,100}(?: \S{1,100}){0,5}?)\1")
_GAP = re.compile(r"\s\s|[^\S ]|^ | $")
_ORDINAL = re.compile(r"\^\{?\s*(?:\\(?:text|rm|mathrm)\s*\{?\s*)?(th|st|nd|rd)\b[\s}]*")
_STYLED = re.compile(r"\\(?:math|text)[a-z]{1,6}\s?\{([^{}\\]{1,20})\}")
_SPACE_SIGNS = frozenset(", ;:>\n\t\\")
_MATH_LIMIT = 2000
_COMMENT_LIMIT = 2000


def _backslash(scan: Scanner, at: int) -> int:
    named = _NAME.match(scan.text, at)
    if named:
        return _command(scan, at, named[1], named.end())
    sign = scan.text[at + 1 : at + 2]
    end = at + 2
    if sign in ("(", "["):
        closing = scan.text.find("\\)" if sign == "(" else "\\]", end, end + _MATH_LIMIT)
        if closing >= 0:
            return _mathematics(scan, at, end, closing, closing + 2)
    if sign in ACCENTS and (accented := _accented(scan, at, sign, end)):
        return accented
    if sign and sign in _SPACE_SIGNS:
        return scan.write(" ", at, end)
    if sign and sign in "!-@/":
        return scan.write("/", at, end) if sign == "/" and _joins(scan.text, end) else end
    if sign == "|":
        return scan.write("‖", at, end)
    if sign and not sign.isalnum() and sign.isascii():
        return scan.write(sign, at, end)
    return scan.copy(at, at + 1)


def _joins(text: str, at: int) -> bool:
    return text[at : at + 1].isalnum() or text[at : at + 1] in ("/", "\\")


def _accented(scan: Scanner, at: int, accent: str, end: int) -> int | None:
    match = _ACCENTED.match(scan.text, end)
    if not match or (accent.isalpha() and len(accent) == 1 and match.start() == match.start(2)):
        return None
    letter = match[1] or match[2] or ""
    bare = letter.removeprefix("\\")
    if not letter or not bare.isalpha():
        return None
    return scan.write(unicodedata.normalize("NFC", bare + ACCENTS[accent]), at, match.end())


def _command(scan: Scanner, at: int, name: str, end: int) -> int:
    text = scan.text
    if name in SYMBOLS:
        if name == "times" and scan.last() == "×":
            return end  # pages made from TeX say it twice: "1.4×\\times"
        if name in LETTERS and text[end : end + 1] == " " and text[end + 1 : end + 2].isalpha():
            end += 1
        elif text.startswith("{}", end):
            end += 2
        return scan.write(SYMBOLS[name], at, end)
    if name in ACCENTS and (accented := _accented(scan, at, name, end)):
        return accented
    if name in SWITCHES or (name in ACCENTS and len(name) > 1 and text[end : end + 1] == "\\"):
        return _skip_blank(text, end)
    if name in DROPPED:
        return _dropped(scan, end)
    if name == "documentclass" and (preamble := _PREAMBLE.match(text, at)):
        return preamble.end()
    if name in ("quad", "qquad", "item", "newline", "space", "linebreak", "smallskip"):
        return scan.write(" ", at, end)
    if name == "verb" and (verbatim := _VERBATIM.match(text, end)):
        scan.copy(*verbatim.span(2))
        return verbatim.end()
    if options := _OPTIONS.match(text, end):
        return _wrapped(scan, at, name, options.end())
    if name in ("frac", "tfrac", "dfrac") and text[end : end + 2].isdigit():
        scan.copy(end, end + 1)
        scan.write("/", end, end + 1)
        return scan.copy(end + 1, end + 2)
    written = "√" if name == "sqrt" else name
    return scan.write(written, at, end)


def _skip_blank(text: str, end: int) -> int:
    while text[end : end + 1] == " ":
        end += 1
    return end


def _dropped(scan: Scanner, end: int) -> int:
    text = scan.text
    while options := _OPTIONS.match(text, end):
        closing = scan.closing_brace(options.end())
        if closing is None:
            break
        end = closing + 1
    if text[end : end + 1] in tuple(".,;:)") or text[end : end + 1].isspace():
        scan.take_blank()
    return end


def _wrapped(scan: Scanner, at: int, name: str, brace: int) -> int:
    """Read `name{…}`: `brace` is where the brace opens."""
    text, closing = scan.text, scan.closing_brace(brace)
    if closing is None:
        return brace
    inner = text[brace + 1 : closing] if closing - brace < 400 else ""
    if name in ("url", "path", "nolinkurl", "doi") and inner and not _GAP.search(inner):
        scan.copy(brace + 1, closing)
        scan.pairs.append((at, closing + 1))
        return closing + 1
    if name in FIRST_DROPPED:
        options = _OPTIONS.match(text, closing + 1)
        return _wrapped(scan, at, "", options.end()) if options else closing + 1
    if name in ("textsuperscript", "textsubscript") and inner:
        return script(scan, at, (brace + 1, closing), closing + 1, name == "textsuperscript")
    if name == "mathbb" and inner in BLACKBOARD:
        return scan.write(BLACKBOARD[inner], at, closing + 1)
    if name in ("frac", "tfrac", "dfrac", "SI", "qty", "SIrange"):
        second = scan.closing_brace(closing + 1)
        if second is not None:
            scan.closers[closing] = (closing + 2, "/" if "frac" in name else " ")
            scan.close(at, second, second + 1)
            return brace + 1
    before, after = "", ""
    if name == "sqrt":
        before, after = ("√", "") if inner.isalnum() else ("√(", ")")
    elif name == "footnote":
        before, after = " (", ")"
    scan.write(before, at, brace + 1)
    scan.close(at, closing, closing + 1, after)
    return brace + 1


def script(scan: Scanner, at: int, inner: tuple[int, int], end: int, superscript: bool) -> int:
    """Write `text[inner]` raised or lowered where Unicode can, else as it stands."""
    table = SUPERSCRIPTS if superscript else SUBSCRIPTS
    content = scan.text[inner[0] : inner[1]]
    scan.pairs.append((at, end))
    for offset, char in enumerate(content, inner[0]):
        raised = table.get(char) if all(c in table for c in content) else char
        scan.write(raised or char, offset, offset + 1)
    return end


def script_argument(scan: Scanner, at: int) -> int:
    """Read `^` or `_` with its argument."""
    text, superscript = scan.text, scan.text[at] == "^"
    table = SUPERSCRIPTS if superscript else SUBSCRIPTS
    following = text[at + 1 : at + 2]
    if superscript and (ordinal := _ORDINAL.match(text, at)):
        scan.copy(ordinal.start(1), ordinal.end(1))
        return ordinal.end()
    if following == "{":
        closing = scan.closing_brace(at + 1)
        if closing is None:
            return scan.copy(at, at + 1)
        inner = text[at + 2 : closing] if closing - at < 40 else "?"
        styled = _STYLED.fullmatch(inner)
        first, last = styled.span(1) if styled else (0, len(inner))
        if inner and all(char in table for char in inner[first:last]):
            return script(scan, at, (at + 2 + first, at + 2 + last), closing + 1, superscript)
        if inner.strip() in ("\\circ", "\\prime", "\\dagger", "\\star", "\\ast", "*"):
            return at + 1
        simple = inner.isalnum() or inner.startswith("\\")
        scan.write(text[at] if simple else text[at] + "(", at, at + 2)
        scan.close(at, closing, closing + 1, "" if simple else ")")
        return at + 2
    if at < scan.math_end and following in table and following != "n":
        return scan.write(table[following], at, at + 2)
    if (
        at < scan.math_end
        and superscript
        and (following in "*'" or text.startswith(("\\circ", "\\prime", "\\dagger"), at + 1))
    ):
        return at + 1
    return scan.copy(at, at + 1)


def _caret(scan: Scanner, at: int) -> int:
    if at < scan.math_end or scan.text[at + 1 : at + 2] == "{":
        return script_argument(scan, at)
    return scan.copy(at, at + 1)


def _brace(scan: Scanner, at: int) -> int:
    closing = scan.closing_brace(at)
    if closing is not None and (scan.is_tex or _PLAIN_GROUP.fullmatch(scan.text, at + 1, closing)):
        scan.close(at, closing, closing + 1)
        return at + 1
    return scan.copy(at, at + 1)


def _dollar(scan: Scanner, at: int) -> int:
    text = scan.text
    double = text.startswith("$$", at)
    start = at + 2 if double else at + 1
    closing = _closing_dollar(text, start, "$$" if double else "$")
    if closing is None or not _is_mathematics(text, start, closing):
        return scan.copy(at, start)
    return _mathematics(scan, at, start, closing, closing + (2 if double else 1))


def _closing_dollar(text: str, start: int, sign: str) -> int | None:
    closing = text.find(sign, start, start + _MATH_LIMIT)
    while closing > 0 and text[closing - 1] == "\\":
        closing = text.find(sign, closing + 1, start + _MATH_LIMIT)
    return closing if closing > start else None


def _is_mathematics(text: str, start: int, closing: int) -> bool:
    # Two prices in one sentence ("from $5 to $10") are no formula.
    content = text[start:closing]
    bare = _GROUP.sub("", content) if "{" in content else content
    if _PROSE.search(bare):
        return False
    if any(sign in content for sign in "\\^_"):
        return not (content[0].isdigit() and content[-1].isspace())
    price = text[closing + 1 : closing + 2].isdigit()
    return not (price or content[-1].isspace() or content[0].isspace()) or content.strip() in "<>=~"


def _mathematics(scan: Scanner, at: int, start: int, closing: int, end: int) -> int:
    scan.math_end = closing
    scan.close(at, closing, end)
    return start


def _percent(scan: Scanner, at: int) -> int:
    newline = scan.text.find("\n", at, at + _COMMENT_LIMIT) if at >= scan.math_end else -1
    if newline >= 0 and _starts_comment(scan, at) and (blanks := _BLANKS.match(scan.text, newline)):
        return blanks.end()
    return scan.copy(at, at + 1)


def _starts_comment(scan: Scanner, at: int) -> bool:
    # "45% less" and "the % of tokens" are percent signs; a comment begins a line, follows the end
    # of a sentence or, in text that is LaTeX anyhow, sticks to what it comments out.
    text = scan.text
    before = text[max(0, at - 80) : at].rstrip()[-1:]
    if before.isdigit() or before in tuple("$})*~\\-–/("):
        return False
    gap = at == 0 or text[at - 1].isspace()
    if not before or (gap and (before in ".;:!?" or text[at - 1] == "\n")):
        return True
    after = text[at + 1]
    return scan.is_tex and (after == "\n" or (gap and (after.isalpha() or after in "\\%")))


def _tilde(scan: Scanner, at: int) -> int:
    text, end = scan.text, at + 1
    before, after = text[at - 1 : at], text[end : end + 1]
    tie = bool(before.strip() and after.strip()) and before not in "/([<~" and after != "~"
    # "1.5~1.8x" is a range, "z~2.56" an approximation.
    variable = before.isalpha() and not text[max(0, at - 2) : at - 1].isalnum()
    of_number = after.isdigit() and (before.isdigit() or before in "x×X%}$" or variable)
    if tie and not of_number:
        return scan.write(" ", at, end)
    return scan.copy(at, end)


HANDLERS: dict[str, Handler] = {
    "\\": _backslash,
    "$": _dollar,
    "{": _brace,
    "^": _caret,
    "%": _percent,
    "~": _tilde,
}
