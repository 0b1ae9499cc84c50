"""Abstracts that speak to the model: orders, false roles, ready-made answers."""

import re
import unicodedata
from html import unescape

__all__ = ["injections", "speaks_to_model"]

_AI = r"(?:ai|llms?|(?:large\s)?language\smodels?|assistants?|chatgpt|gpt)"
_SAY = r"(?:output|report|respond|reply|return|answer|extract|record|print|claim|say|write)"
_START = r"(?:(?:^|[.!?:;>)\]}]\s?|\b(?:please|instead|now|then|just|must|should|and|you)\b,?\s))"
_EARLIER = r"(?:previous|prior|above|preceding|earlier|foregoing)"
_DROP = r"(?:ignore|disregard|forget|override|bypass)"
_READ = r"(?:reading|processing|annotating|reviewing|summari[sz]ing|extracting)"

# Each pattern is tried only where one of its words stands: far quicker than the patterns.
_SIGNS: tuple[tuple[str, str], ...] = (
    (
        "ignor|disregard|forget|overrid|bypass",
        rf"\b{_DROP}\s(?:\w+\s){{0,3}}?{_EARLIER}\s(?:\w+\s)?(?:instructions?|prompts?|directions?)\b"
        rf"|{_START}{_DROP}\s(?:\w+\s){{0,3}}?{_EARLIER}\s(?:\w+\s)?(?:text|messages?|rules|context)\b"
        rf"(?!\sof\sthumb)|\b{_DROP}\s(?:(?:all|any)\s)?(?:of\s)?(?:your|the\ssystem|these)\s(?:\w+\s)?"
        rf"(?:instructions?|prompts?|rules)\b|{_START}{_DROP}\s(?:all\sof\s)?the\s(?:\w+\s)?above\b"
        rf"|{_START}{_DROP}\s(?:everything|anything|all|what)\s(?:\w+\s){{0,3}}?"
        r"(?:above|before|said|told|so\sfar|written)\b",
    ),
    (
        "overrid",
        r"\boverrides?\s(?:\w+\s){0,3}?(?:rules|instructions?|prompts?)\b"
        r"|\boverride\s?:",
    ),
    (
        "do not|don't|don’t",
        r"\b(?:do\snot|don['’]t)\s(?:follow\s(?:\w+\s){0,2}?instructions?"
        r"|(?:extract|report|list|output|return|record)\s(?:any|the|these|claims?))\b",
    ),
    (
        "you are|your task",
        rf"\b(?:if\s)?you\sare\s(?:an?\s|the\s|now\s)?(?:\w+\s){{0,2}}?(?:{_AI}|annotator|extractor|dan)\b"
        r"|\byou\sare\snow\s(?:an?|the|in|[A-Z])\b|\byour\s(?:new\s|next\s|only\s|real\s)?task\sis\b",
    ),
    (
        "you must|you should|you will|you have to",
        rf"\byou\s(?:must|should|will|have\sto)\s{_SAY}\b",
    ),
    ("please", rf"\bplease\s(?:\w+\s)?{_SAY}\b"),
    (
        "only the|only with|only json|only an|respond only|respond with|reply with|answer with"
        "|exactly|nothing|the following|an empty|output json|return json|no claim|your response"
        "|your answer|your reply|report speed|report a speed|report the speed|claim a speed",
        rf"{_START}{_SAY}\s(?:only\b|exactly\b|nothing\b|the\sfollowing\b|an?\sempty\b|with\s\S*\d|json\b"
        r"|no\sclaims?\b|a\sspeed|(?:\w+\s){0,2}speed-?ups?\sof\b)|\byour\s(?:response|answer|reply)\swith\b",
    ),
    (
        "as an |as a ",
        rf"\bas\san?\s(?:\w+\s)?{_AI},?\s(?:\w+\s){{0,3}}?(?:{_SAY}|must)\b",
    ),
    (
        "reading this|processing this|annotating this|reviewing this|summarizing this"
        "|summarising this|extracting|when read|when annot|when summar|when process|when review",
        rf"\b{_AI}\s(?:\w+\s)?{_READ}\sthis\b"
        rf"|\bwhen\s{_READ}\s(?:\w+\s){{0,2}}?(?:this\s(?:paper|abstract|text)|claims)\b",
    ),
    (
        "note to|note for|message to|message for|instructions to|instructions for|dear |hey |hello "
        "|ai:|ai,|llm:|llms:|llm,|llms,|assistant|chatgpt|gpt:|new instruction|new system|new task"
        "|system prompt|system message|system:|system :|user:|user :|human:|human :|model:|models:",
        rf"\b(?:note|message|instructions?|dear|hey|hello)\s?(?:to|for)?\s(?:the\s|any\s|all\s)?"
        rf"(?:{_AI}|annotators?|reviewers?|extractors?)(?:\s(?:annotators?|reviewers?|readers?|models?"
        rf"|agents?|assistants?|systems?))?\s?[:!,]|\b{_AI}\s?[:,]\s{_SAY}\b"
        r"|\bnew\s(?:system\s)?(?:instructions?|task)\s?:|\bsystem\s(?:prompt|message)\s?:|(?-i:\bSYSTEM\s?:)"
        r"|(?-i:(?:^|[.!?>)\]}\"”]\s?)(?:ASSISTANT|Assistant|USER|User|HUMAN|Human)\s?:)",
    ),
    ("end of", r"\bend\sof\s(?:the\s)?(?:abstract|prompt|system)\b"),
    (
        "<|[inst|[/inst|###",
        r"<\|[^|<>\s]{1,40}\|>|<</?SYS>>|\[/?INST\]|<(?:start|end)_of_turn>"
        r"|</?\s?(?:abstract|system|instructions?|assistant|user|prompt)\s?>"
        r"|###\s?(?:instruction|system|response|assistant|user|human|input|output)",
    ),
    (
        'method_|claims"|hardware"|attribution"|contribution"|json|answer:|output:|response:',
        r"\bmethod_(?:full_)?name\b|\"(?:claims|hardware|attribution|contribution)\"\s?:"
        r"|```\s?json|\b(?:answer|output|response):\s?[{\[]",
    ),
    ("numbers (", r"\bnumbers\s\(\d+\)\s?:"),
    (
        "ignor|忽略|无视|無視|忘|무시|игнорир",
        r"\bignore[rz]?\s(?:\w+\s){0,3}?(?:instructions?|consignes)\s(?:pr[ée]c[ée]dentes|ci-dessus)"
        r"|\bignor(?:a|ar|ad|e)\s(?:\w+\s){0,3}?instrucciones\b"
        r"|\bignorier(?:e|en|t)\s(?:\w+\s){0,3}?(?:anweisung|instruktion|befehl)"
        r"|(?:忽略|无视|無視|忘记|忘掉)[^。.,,]{0,6}(?:之前|以上|上述|先前|前面|此前|所有)[^。.,,]{0,4}(?:指令|指示|说明|規則|规则)"
        r"|(?:指示|命令)を?(?:すべて)?(?:無視|忘れ)|(?:지시|명령)\S{0,4}\s?(?:무시|잊)"
        r"|игнорир\w+\s(?:\w+\s){0,2}?(?:инструкц|указани)",
    ),
)
_ORDERS = tuple(re.compile(pattern, re.IGNORECASE) for _, pattern in _SIGNS)
_WORDS = tuple((word, at) for at, (words, _) in enumerate(_SIGNS) for word in words.split("|"))
_SENTENCE_END = re.compile(r"[.!?](?=\s+[A-Z])|\n|$")
_GOES_ON = re.compile(
    rf"\s?(?:(?:instead|then|now|and|also|please|always|simply),?\s)*(?:{_SAY}|state|mention|list|set|give"
    r"|pretend|act|assume)\s",
    re.IGNORECASE,
)
"""Begins a sentence that goes on with the order before it."""
_TAGS = re.compile(r"<\s?/?\s?(?:abstract|system|instructions?|assistant|user|prompt)\s?>", re.I)
_REACH = 2000
_MIXED = re.compile(r"[A-Za-z][аеікорсухјѕ]|[аеікорсухјѕ][A-Za-z]")
_LATIN = str.maketrans("аеікорсухјѕАЕІКОРСУХЈЅ", "aeikopcyxjsAEIKOPCYXJS")
"""Cyrillic letters that look like Latin ones; both maps keep the length."""


def injections(text: str) -> list[tuple[int, int]]:
    """Return the half-open places of the sentences of `text` that give orders to a model.

    They are found by their words alone, so other orders remain unseen, and a paper about orders to
    models may be taken for one that gives them.
    """
    if not text.isascii() and _MIXED.search(text):
        text = text.translate(_LATIN)
    low = text.casefold()
    said = {at for word, at in _WORDS if word in low}
    found = sorted(match.span() for at in said for match in _ORDERS[at].finditer(text))
    out: list[tuple[int, int]] = []
    for start, end in found:
        if out and end <= out[-1][1]:
            continue
        out.append((_sentence_start(text, start), _order_end(text, end)))
    return out


def _order_end(text: str, at: int) -> int:
    end = _sentence_end(text, at)
    while end < len(text) and (more := _GOES_ON.match(text, end)):
        end = _sentence_end(text, more.end())
    return end


def _sentence_start(text: str, at: int) -> int:
    low = max(0, at - _REACH)
    ends = [text.rfind(sign, low, at) for sign in (". ", "! ", "? ", "\n")]
    return max(*ends, low - 1) + 1


def _sentence_end(text: str, at: int) -> int:
    high = min(len(text), at + _REACH)
    end = _SENTENCE_END.search(text, at, high)
    return end.end() if end else high


def speaks_to_model(abstract: str, title: str | None) -> bool:
    """Say whether the title gives orders, or the original of either holds a prompt's own tags.

    Cleaning takes such tags out, so they are no place of the clean abstract.
    """
    if title and injections(title):
        return True
    whole = f"{title or ''}\n{abstract}"
    if "&" in whole:
        whole = unescape(whole)
    if not whole.isascii():
        whole = unicodedata.normalize("NFKC", whole)
    return "<" in whole and _TAGS.search(whole) is not None
