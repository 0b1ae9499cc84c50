"""Titles as lists write them: links, bold, numbers and pictures around them."""

import re

from annotate.readers.markup import rendered

__all__ = ["lead", "without_markup"]

_LINK = re.compile(
    r"\[((?:[^\[\]]|\[[^\[\]]*\])+)\]\(\s*<?([^\s()<>]+(?:\([^\s()]*\))?[^\s()<>]*)>?[^()]*\)"
)
_LONGEST = 3000
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
# A title that is a link, before what else is said of the paper; and tags set as code after it.
_LINKED = re.compile(
    rf"((?:[-*+] |\d+[.)] )?(?:\*\*)?{_LINK.pattern}(?:\*\*)?)\s*(?:[,(|`–—-]|by\s).*",
    re.DOTALL,
)
# The same with bold words; what follows a colon belongs to the title.
_BOLD = re.compile(
    r"((?:[-*+] |\d+[.)] )?(?:\*\*[^*\n]{12,}\*\*|<(b|strong)>[^<>\n]{12,}</\2>))\s*"
    r"(?:\((?=\[)|\||\[|`|—).*",
    re.DOTALL,
)
_CODE = re.compile(r"(?:\s*(?:`[^`\n]*`|\[(?:PDF|Copy|Kimi|REL)\d*\]))+\s*$")
_HTML_LINK = re.compile(
    r"<a\s[^>]*href=[\"']([^\"']+)[\"'][^>]*>(.*?)</a>", re.IGNORECASE | re.DOTALL
)
_NUMBER = re.compile(
    r"^(?:#\d{1,4}(?=\s)|Paper \d{1,4}[:.]|\[\d{1,4}\](?!\()|\(\d{1,4}\)|\d{1,3}[.)](?=\s))\s*"
)
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|__|\*)(?=\S)(.+?)(?<=\S)\1")
_REST = r"(?P<rest>\S.{40,})"
_BOLD_LEAD = re.compile(
    r"\*\*(?P<title>[^*\n]{8,250}?)(?:[.:]\*\*\s*|\*\*\s*(?:[.:–—-]\s*|\n\s*|<br\s*/?>\s*))"
    + _REST,
    re.DOTALL,
)
_LINK_LEAD = re.compile(
    r"(?:\*\*)?(?P<title>\[[^\n]+?\]\(https?://[^)\s]+\))(?:\*\*)?\s*(?:[.:–—-]\s*|\n\s*)" + _REST,
    re.DOTALL,
)


def without_markup(title: str) -> tuple[str, str | None]:
    """Return the title as plain text, and the link that it was or that it held."""
    if len(title) > _LONGEST:
        return " ".join(title.split()), None
    url = None
    text = _IMAGE.sub("", title).strip()
    whole = _LINKED.fullmatch(text) or _BOLD.fullmatch(text)
    rest = text[whole.end(1) :] if whole else ""
    text = whole[1] if whole else _CODE.sub("", text) or text
    for pattern, words, target in ((_LINK, 1, 2), (_HTML_LINK, 2, 1)):
        found = pattern.search(text)
        if found is not None:
            url = url or (found[target] if "://" in found[target] else None)
            text = pattern.sub(rf"\{words}", text)
    if url is None and rest:
        url = without_markup(rest)[1]
    text = _EMPHASIS.sub(r"\2", _NUMBER.sub("", rendered(text).strip()))
    text = _EMPHASIS.sub(r"\2", _NUMBER.sub("", text.strip()))
    return " ".join(text.split()), url


def lead(item: str) -> tuple[str | None, str]:
    """Part the title that starts an item in bold or as a link from the abstract after it."""
    for pattern in (_LINK_LEAD, _BOLD_LEAD):
        found = pattern.match(item)
        if found is not None:
            return found["title"], found["rest"].strip()
    return None, item
