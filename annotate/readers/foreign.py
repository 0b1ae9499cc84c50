"""Name texts that are something else than lists of abstracts, to refuse them in plain words."""

import re

__all__ = ["foreign_kind", "is_yaml"]

_MAIL = re.compile(
    r"^(?:From|To|Cc|Subject|Date|Message-ID|Received|Return-Path|Reply-To|MIME-Version|X-[\w-]+"
    r"|List-[\w-]+|Delivered-To|Sender): ?\S",
    re.MULTILINE | re.IGNORECASE,
)
_MAIL_SURE = re.compile(r"^(?:From|Subject|Message-ID|Received): ", re.MULTILINE | re.IGNORECASE)
_YAML_LINE = re.compile(r"\s*(?:- )*[\w\"'./-]+:(?:\s|$)|\s*#")
_KINDS: tuple[tuple[str, str, int], ...] = (
    (
        r"^(?:interactions|http_interactions):\s*$|^\s*[\"'](?:http_)?interactions[\"']\s*:\s*\[",
        "a cassette of recorded HTTP (VCR) and no list of abstracts",
        1,
    ),
    (r"^cff-version:", "a CITATION.cff, which describes software; give the paper's own record", 1),
    (
        r"\A\s*<!doctype html|\A\s*<html[\s>]|<head[\s>].*?<body[\s>]",
        "an HTML page; save the list itself, as text or as one of the formats",
        1,
    ),
    (r"\"nbformat\"\s*:", "a Jupyter notebook", 1),
    (
        r"^\\documentclass|^\\begin\{document\}|^\\usepackage",
        "a LaTeX document; give its abstract as text",
        1,
    ),
    (r"\A#!", "a script", 1),
    (r"\A-----BEGIN [A-Z ]+-----", "a key or certificate", 1),
    (r"\ABEGIN:V(?:CARD|CALENDAR)", "a calendar or address book", 1),
    (r"\A(?:diff --git |Index: |--- \S+.*\n\+\+\+ \S)", "a patch", 1),
    (r"\A\s*(?:\d+\n)?\d\d:\d\d:\d\d[.,]\d+ --> ", "subtitles", 1),
    (r"\AWEBVTT", "subtitles", 1),
    (
        r"^(?:def |class |import |from \w[\w.]* import |    (?:return|self\.|if .*:$))",
        "source code (Python)",
        4,
    ),
    (
        r"^(?:#include\s*[<\"]|#define |int main\(|using namespace |public class |package [\w.]+;"
        r"|fn \w+\(|func \w+\(|use [\w:]+;|impl )",
        "source code",
        2,
    ),
    (
        r"^(?:(?:export )?(?:const|let|var|function) \w|import .* from ['\"]|module\.exports)",
        "source code (JavaScript)",
        3,
    ),
    (r"^\[[\w.\" -]+\]\s*$\n(?:[\w.-]+\s*=\s*.*\n)+", "a configuration file", 1),
    (r"^(?:CREATE TABLE|INSERT INTO|SELECT .* FROM|DROP TABLE)\b", "SQL", 1),
    (r"^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d", "a log", 5),
    (r"^(?:FROM|RUN|COPY|ENTRYPOINT|WORKDIR) \S", "a Dockerfile", 3),
)
_COMPILED = tuple(
    (
        re.compile(pattern, re.MULTILINE | (re.IGNORECASE if "html" in pattern else re.NOFLAG)),
        name,
        count,
    )
    for pattern, name, count in _KINDS
)


def foreign_kind(head: str) -> str | None:
    """Return what a text is that is surely no list of abstracts, None when it may be one."""
    first = head[:20_000]
    for pattern, name, count in _COMPILED:
        found = pattern.finditer(first)
        if sum(1 for _, _ in zip(range(count), found, strict=False)) == count:
            return name
    top = "\n".join(first.lstrip().split("\n")[:25])
    if len(_MAIL.findall(top)) >= 3 and len(_MAIL_SURE.findall(top)) >= 2:
        return "a mail or mail digest; take the list out of it"
    return None


def is_yaml(head: str) -> bool:
    """Tell whether most lines of a text are YAML's keys and items."""
    lines = [line for line in head[:20_000].split("\n")[:-1] if line.strip()]
    return len(lines) >= 3 and sum(
        _YAML_LINE.match(line) is not None for line in lines
    ) > 0.8 * len(lines)
