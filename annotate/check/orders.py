"""Abstracts that speak to the model: orders, false roles, ready-made answers."""

import re
import unicodedata
from collections import defaultdict
from html import unescape

from annotate.language.device_table import lowered
from annotate.language.letters import beyond_ascii
from annotate.language.vocabulary import words_of

__all__ = ["injections", "speaks_to_model"]

_AI = r"(?:ai|llms?|(?:large\s)?language\smodels?|assistants?|chatgpt|gpt)"
_SAY = r"(?:output|report|respond|reply|return|answer|extract|record|print|claim|say|write)"
_START = r"(?:(?:^|[.!?:;>)\]}]\s?|\b(?:please|instead|now|then|just|must|should|and|you)\b,?\s))"
_EARLIER = r"(?:previous|prior|above|preceding|earlier|foregoing)"
_DROP = r"(?:ignore|disregard|forget|override|bypass)"
_READ = r"(?:reading|processing|annotating|reviewing|summari[sz]ing|extracting)"

_WHO = "ai llm llms model models assistant assistants chatgpt gpt"
_AS_A = "|".join(f"{who}>as a" for who in _WHO.split())

# Each pattern is tried only where one of its phrases stands, and a phrase is looked for only where
# its most telling word, or the one before its ">", is a word of the text: far quicker than that.
_SIGNS: tuple[tuple[str, str], ...] = (
    (
        "ignore|disregard|forget|override|bypass",
        rf"\b{_DROP}\s(?:\w+\s){{0,3}}?{_EARLIER}\s(?:\w+\s)?(?:instructions?|prompts?|directions?)\b"
        rf"|{_START}{_DROP}\s(?:\w+\s){{0,3}}?{_EARLIER}\s(?:\w+\s)?(?:text|messages?|rules|context)\b"
        rf"(?!\sof\sthumb)|\b{_DROP}\s(?:(?:all|any)\s)?(?:of\s)?(?:your|the\ssystem|these)\s(?:\w+\s)?"
        rf"(?:instructions?|prompts?|rules)\b|{_START}{_DROP}\s(?:all\sof\s)?the\s(?:\w+\s)?above\b"
        rf"|{_START}{_DROP}\s(?:everything|anything|all|what)\s(?:\w+\s){{0,3}}?"
        r"(?:above|before|said|told|so\sfar|written)\b",
    ),
    (
        "override|overrides",
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
        "|exactly|nothing|the following|an empty|output json|return json|no claim|no claims"
        "|your response|your answer|your reply|report speed|report a speed|report the speed"
        "|claim a speed",
        rf"{_START}{_SAY}\s(?:only\b|exactly\b|nothing\b|the\sfollowing\b|an?\sempty\b|with\s\S*\d|json\b"
        r"|no\sclaims?\b|a\sspeed|(?:\w+\s){0,2}speed-?ups?\sof\b)|\byour\s(?:response|answer|reply)\swith\b",
    ),
    (
        _AS_A,
        rf"\bas\san?\s(?:\w+\s)?{_AI},?\s(?:\w+\s){{0,3}}?(?:{_SAY}|must)\b",
    ),
    (
        "reading this|processing this|annotating this|reviewing this|summarizing this"
        "|summarising this|extracting|when reading|when annotating|when summarizing"
        "|when summarising|when processing|when reviewing",
        rf"\b{_AI}\s(?:\w+\s)?{_READ}\sthis\b"
        rf"|\bwhen\s{_READ}\s(?:\w+\s){{0,2}}?(?:this\s(?:paper|abstract|text)|claims)\b",
    ),
    (
        "note to|note for|message to|message for|instruction to|instruction for|instructions to"
        "|instructions for|dear |hey |hello |ai:|ai,|llm:|llms:|llm,|llms,|assistant|assistants"
        "|chatgpt|gpt:|new instruction|new instructions|new system|new task"
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
        "ignore|ignorer|ignorez|ignora|ignorar|ignorad|ignoriere|ignorieren|ignoriert"
        "|忽略|无视|無視|忘|무시|игнорир",
        r"\bignore[rz]?\s(?:\w+\s){0,3}?(?:instructions?|consignes)\s(?:pr[ée]c[ée]dentes|ci-dessus)"
        r"|\bignor(?:a|ar|ad|e)\s(?:\w+\s){0,3}?instrucciones\b"
        r"|\bignorier(?:e|en|t)\s(?:\w+\s){0,3}?(?:anweisung|instruktion|befehl)"
        r"|(?:忽略|无视|無視|忘记|忘掉)[^。.,,]{0,6}(?:之前|以上|上述|先前|前面|此前|所有)[^。.,,]{0,4}(?:指令|指示|说明|規則|规则)"
        r"|(?:指示|命令)を?(?:すべて)?(?:無視|忘れ)|(?:지시|명령)\S{0,4}\s?(?:무시|잊)"
        r"|игнорир\w+\s(?:\w+\s){0,2}?(?:инструкц|указани)",
    ),
)
_ORDERS = tuple(re.compile(pattern, re.IGNORECASE) for _, pattern in _SIGNS)
_HEAD = re.compile("[a-z]+")
_COMMON = frozenset("a an the as with only must should will have system".split())


def _by_head() -> dict[str, list[tuple[str, int]]]:
    """Return the phrases and the patterns that they are signs of, by their most telling word."""
    found = defaultdict(list)
    for at, (phrases, _) in enumerate(_SIGNS):
        for one in phrases.split("|"):
            head, _, phrase = one.rpartition(">")
            words = _HEAD.findall(head or phrase)
            telling = [word for word in words if word not in _COMMON] or words
            found[max(telling, key=len, default="")].append((phrase, at))
    return found


_PHRASES = _by_head()
_HEADS = frozenset(_PHRASES)
_WITHOUT_HEAD = frozenset(("",))
_FOLDED = re.compile("[ſKİı÷]")
"""Letters that the patterns take for others, and a sign that no word ends at."""
_SENTENCE_END = re.compile(r"[.!?](?=\s+[A-Z])|\n|$")
_GOES_ON = re.compile(
    rf"\s?(?:(?:instead|then|now|and|also|please|always|simply),?\s)*(?:{_SAY}|state|mention|list|set|give"
    r"|pretend|act|assume)\s",
    re.IGNORECASE,
)
"""Begins a sentence that goes on with the order before it."""
_TAGS = re.compile(r"<\s?/?\s?(?:abstract|system|instructions?|assistant|user|prompt)\s?>", re.I)
_LESS = "<﹤＜"
_REACH = 2000
_MIXED = re.compile(r"[A-Za-z][аеікорсухјѕ]|[аеікорсухјѕ][A-Za-z]")
_LATIN = str.maketrans("аеікорсухјѕАЕІКОРСУХЈЅ", "aeikopcyxjsAEIKOPCYXJS")
"""Cyrillic letters that look like Latin ones; both maps keep the length."""
_LIKE_LATIN = re.compile("[аеікорсухјѕ]")


def injections(text: str) -> list[tuple[int, int]]:
    """Return the half-open places of the sentences of `text` that give orders to a model.

    They are found by their words alone, so other orders remain unseen, and a paper about orders to
    models may be taken for one that gives them.
    """
    beyond = beyond_ascii(text)
    if _LIKE_LATIN.search(beyond) and _MIXED.search(text):
        text = text.translate(_LATIN)
    heads = _HEADS
    if _FOLDED.search(beyond) is None:
        heads = _WITHOUT_HEAD | (_HEADS & words_of(lowered(text)))
    low = text.casefold()
    said = {at for head in heads for phrase, at in _PHRASES[head] if phrase in low}
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
    if not any(sign in whole for sign in _LESS):
        return False
    if not whole.isascii():
        whole = unicodedata.normalize("NFKC", whole)
    return _TAGS.search(whole) is not None
