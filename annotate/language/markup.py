"""Markdown, HTML and Unicode as a reader sees them: handlers for `Scanner`."""

import re
import unicodedata
from html import unescape
from html.entities import html5

from annotate.language.scanner import BLANKS, COMPATIBLE, INVISIBLE, MARKS, Handler, Scanner
from annotate.language.tex import script, script_argument

__all__ = ["HANDLERS", "other"]

_BLANK = re.compile(rf"[ {BLANKS}]+")
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
_COMPATIBLE = re.compile(f"[{COMPATIBLE}]")
_MARKS = re.compile(f"[{MARKS}]+")
_ENTITY = re.compile(
    r"&(?:amp;)?(?:([A-Za-z][A-Za-z0-9]{1,30})|(#(?:\d{1,7}|[xX][\dA-Fa-f]{1,6})));"
)
_NAMES = (
    r"(?:jats:|mml:)?(?:i|b|em|strong|su[bp]|u|p|br|span|div|italic|bold|sc|tt|code|sec|title|ul|ol"
    r"|li|h[1-6]|abstract|font|small|big|inline-formula|disp-formula|tex-math|math|mrow|mi|mn|mo"
    r"|msu[bp]|msubsup|mtext|mfrac|mover|mstyle|msqrt|mspace|semantics|annotation|alternatives"
    r"|monospace|underline|blockquote|list|list-item|sans-serif|styled-content|ext-link|xref)"
)
_TAG = re.compile(
    rf"(?:<|&lt;)(/?)({_NAMES})(?:\s+[\w:-]+=(?:\"[^\"<>]{{0,400}}\"|'[^'<>]{{0,400}}'))*"
    r"\s{0,9}/?(?:>|&gt;)"
    r"|<(?:a|img)(?:\s+[\w:-]+=(?:\"[^\"<>]{0,400}\"|'[^'<>]{0,400}'))+\s{0,9}/?>|</a>"
    r"|<!--.{0,1000}?-->",
    re.DOTALL,
)
_ADDRESS = re.compile(r"<(https?://[^\s<>]{1,300})>")
_BLOCKS = frozenset("p br div li sec title abstract h1 h2 h3 h4 h5 h6 blockquote list-item".split())
_LINK = re.compile(
    r"\[[^\[\]\n]{1,300}(\]\((?:https?://|mailto:|www\.|[#/.])[^\s()]{0,500}"
    r"(?:\([^\s()]{0,100}\)[^\s()]{0,100})?(?:\s\"[^\"\n]{0,100}\")?\))"
)
_STRONG = re.compile(r"(\*{2,3})(?=[^\s*,;)])[^*]{0,400}?(?<=[^\s*])\1(?!\*)")
_EMPHASIS = re.compile(r"\*(?=[^\s*.,;:)\d])[^*\n]{0,300}?(?<=[^\s*])\*(?![\w*])")
_UNDERSCORES = re.compile(r"(_{1,2})(?=[^\W_])[^_\n]{0,200}?(?<=[\w.,;:!?)%])\1(?!\w)")
_CODE = re.compile(r"`(?=[^`\s])[^`\n]{0,300}(?<=[^`\s])`")
_DASHES = re.compile(r"-+")


def _blank(scan: Scanner, at: int) -> int:
    match = _BLANK.match(scan.text, at)
    return scan.write(" ", at, match.end() if match else at + 1)


def _ampersand(scan: Scanner, at: int) -> int:
    text = scan.text
    if tag := _TAG.match(text, at):
        return _tagged(scan, tag)
    if match := _ENTITY.match(text, at):
        name, number = match[1], match[2]
        written = html5.get(f"{name};") if name else unescape(f"&{number};")
        if written:
            return scan.write(" " if written.isspace() else written, at, match.end())
        if text.startswith("&amp;", at):
            return scan.write("&", at, at + 5)
    return scan.copy(at, at + 1)


def _less(scan: Scanner, at: int) -> int:
    if tag := _TAG.match(scan.text, at):
        return _tagged(scan, tag)
    if address := _ADDRESS.match(scan.text, at):
        scan.close(at, address.end(1), address.end())
        return at + 1
    return scan.copy(at, at + 1)


def _tagged(scan: Scanner, tag: re.Match[str]) -> int:
    name = (tag[2] or "").rpartition(":")[2]
    if name in _BLOCKS:
        return scan.write(" ", tag.start(), tag.end())
    if name in ("sub", "sup") and not tag[1]:
        closing = re.compile(rf"([^<&]{{1,12}})(?:<|&lt;)/{tag[2]}(?:>|&gt;)")
        if match := closing.match(scan.text, tag.end()):
            return script(scan, tag.start(), match.span(1), match.end(), name == "sup")
    return tag.end()


def _open_bracket(scan: Scanner, at: int) -> int:
    if link := _LINK.match(scan.text, at):
        opened = scan.take()[1] if scan.last() == "!" else at
        scan.close(opened, link.start(1), link.end())
        return at + 1
    return scan.copy(at, at + 1)


def _star(scan: Scanner, at: int) -> int:
    text, before = scan.text, scan.text[at - 1 : at]
    strong = _STRONG.match(text, at)
    if strong and not (before.isalnum() and not text[strong.end(1)].isalpha()):
        scan.close(at, strong.end() - len(strong[1]), strong.end())
        return strong.end(1)
    word = before.isalnum() or before in (")", "]", "}")
    if not word and at >= scan.math_end and (emphasis := _EMPHASIS.match(text, at)):
        scan.close(at, emphasis.end() - 1, emphasis.end())
        return at + 1
    return scan.copy(at, at + 1)


def _underscore(scan: Scanner, at: int) -> int:
    text, before = scan.text, scan.text[at - 1 : at]
    if at < scan.math_end or text[at + 1 : at + 2] == "{":
        return script_argument(scan, at)
    if not before.isalnum() and before not in (")", "]", "}", "_", "$", "/"):
        match = _UNDERSCORES.match(text, at)
        # __init__ is a name, __so bold__ is not
        if match and not (len(match[1]) == 2 and match[0].islower() and " " not in match[0]):
            scan.close(at, match.end() - len(match[1]), match.end())
            return match.end(1)
    return scan.copy(at, at + 1)


def _backtick(scan: Scanner, at: int) -> int:
    text = scan.text
    if text.startswith("``", at) and not text.startswith("```", at):
        scan.open_quotes += 1
        return scan.write("“", at, at + 2)
    if code := _CODE.match(text, at):
        scan.close(at, code.end() - 1, code.end())
        return at + 1
    return scan.copy(at, at + 1)


def _quotes(scan: Scanner, at: int) -> int:
    if scan.open_quotes:
        scan.open_quotes -= 1
        return scan.write("”", at, at + 2)
    return scan.copy(at, at + 1)


def _dashes(scan: Scanner, at: int) -> int:
    text = scan.text
    match = _DASHES.match(text, at)
    end = match.end() if match else at + 1
    option = text[end : end + 1].isalpha() and text[at - 1 : at].isspace()
    if end - at in (2, 3) and not option and text[end : end + 1] != ">":
        return scan.write("–" if end - at == 2 else "—", at, end)
    return scan.copy(at, end)


def other(scan: Scanner, at: int) -> int:
    """Read odd blanks, invisible characters, combining marks and compatibility characters."""
    text = scan.text
    if _BLANK.match(text, at):
        return _blank(scan, at)
    if match := _INVISIBLE.match(text, at):
        return _invisible(scan, at, match.end())
    if _COMPATIBLE.match(text, at):
        return scan.write(unicodedata.normalize("NFKC", text[at]), at, at + 1)
    if (match := _MARKS.match(text, at)) and scan.parts:
        base, start = scan.take()
        return scan.write(unicodedata.normalize("NFC", base + match[0]), start, match.end())
    return scan.copy(at, at + 1)


def _invisible(scan: Scanner, at: int, end: int) -> int:
    # Joiners are letters' business in scripts that need them (Persian, Hindi) and in emoji.
    if (
        scan.text[at] in "\u200c\u200d"
        and scan.last() > "\u0590"
        and scan.text[end:][:1] > "\u0590"
    ):
        return scan.copy(at, at + 1)
    return end


HANDLERS: dict[str, Handler] = {
    " ": _blank,
    "\n": _blank,
    "&": _ampersand,
    "<": _less,
    "[": _open_bracket,
    "*": _star,
    "_": _underscore,
    "`": _backtick,
    "'": _quotes,
    "-": _dashes,
}
