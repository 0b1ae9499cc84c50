"""The name that authors give to what they bring.

Candidates come from introductions ("we propose X, a …", "a method called X", "Full Name (FN)"),
from the title ("X: …") and from "our X"; each is weighed by how it was introduced, where, how
often it comes back and whether it is an established name. Nothing named gives None.
"""

import re
from dataclasses import dataclass

from annotate.language.acronyms import expansion_start, is_known, looks_odd, looks_proper
from annotate.language.prose import Introduction, Prose, prose

__all__ = ["MethodName", "find_method"]

_THRESHOLD = 3.0


@dataclass(frozen=True, slots=True)
class MethodName:
    """A name and the words it stands for; `[start, end)` of the clean text holds `name`.

    Both offsets are None for a name that stands only in the title.
    """

    name: str
    full_name: str | None
    start: int | None
    end: int | None


@dataclass(frozen=True, slots=True)
class _Candidate:
    name: str
    full: str | None
    start: int | None
    end: int | None
    score: float


_TOKEN = re.compile(r"[^\s,;:()\[\]{}\"“”]+|[,;:()\[\]{}\"“”]")
_DETERMINERS = frozenset({"a", "an", "the", "our", "this", "its", "two", "three", "one", "new"})
_BOUNDARY = frozenset(
    "that which where to for by via using with based when whose from as in on under through while "
    "and is are can has without into at over between against towards toward across ; :".split()
)
_CONNECTORS = frozenset("of for with via in on and to from by the through under as at".split())
_CLASS_NOUNS = frozenset(
    "framework method methods model models approach algorithm algorithms system architecture network "
    "networks technique pipeline strategy scheme paradigm benchmark dataset corpus suite library tool "
    "toolkit platform engine solver optimizer family procedure protocol language compiler simulator "
    "agent estimator mechanism variant package environment testbed accelerator recipe toolbox "
    "metric baseline attack defense defence formalism criterion transformer operator policy "
    "decoder encoder detector tokenizer scheduler attention service infrastructure challenge task "
    "layer loss module objective resource kernel runtime format software collection".split()
)
_PARTS = frozenset(
    "loss losses module modules reward rewards token tokens layer layers block blocks head heads unit "
    "objective regularizer regularization term metric metrics score embedding embeddings prompt prompts "
    "sampling function dataset datasets component branch bank constraint curriculum".split()
)
_CALLED = re.compile(
    r"(?:\bcalled|\bnamed|\bdubbed|\btermed|\bcoined|\b(?:we|is|are) (?:call|name|term|dub|"
    r"refer to as|denote)(?: (?:it|this|our|the)(?: \w+){0,2})?(?: as)?|\bdenoted (?:as|by)|"
    r"\breferred to as|\bcoin|\bnamely|\bviz\.|\bentitled|\bnicknamed|\bcodenamed|\bknown as|"
    r"\babbreviated (?:as|to)|\bwhich we refer to as|\bwe refer to (?:\w+ ){0,4}as)\s+"
)
_STRIP = "'’`´*_.,;:!?\"“”‘"


def find_method(clean_text: str, title: str | None) -> MethodName | None:
    """Return the name of what the paper brings, or None when it is only described."""
    page = prose(clean_text)
    candidates: list[_Candidate] = []
    for order, introduction in enumerate(page.introductions):
        candidates += _introduced(page, introduction, order)
    candidates += _ours(page)
    candidates += _titled(page, title)
    best: _Candidate | None = None
    for one in candidates:
        score = one.score + _echo(page, one, title)
        if score >= _THRESHOLD and (best is None or score > best.score):
            best = _Candidate(one.name, one.full, one.start, one.end, score)
    if best is None:
        return None
    return _finished(page, best)


def _introduced(page: Prose, intro: Introduction, order: int) -> list[_Candidate]:
    base = 4.6 * intro.weight - (2.2 if intro.extra else 0.0) - min(order, 5) * 0.25
    text, stop = page.text, min(intro.object_end, intro.object_start + 400)
    tokens = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text, intro.object_start, stop)]
    found = []
    crossed = 0
    at = 0
    previous = ""
    while at < len(tokens):
        word, start, end = tokens[at]
        bare = word.strip(_STRIP)
        low = bare.lower()
        if word == "(":
            one = _parenthesis(page, tokens, at, intro, base - 1.6 * crossed)
            if one is not None:
                found.append(one)
            at = _closing(tokens, at) + 1
            continue
        if low in _BOUNDARY or word in ";:":
            crossed += 1
            if crossed > 1 and not _CALLED.search(page.low, intro.object_start, stop):
                break
        elif looks_proper(bare) or looks_odd(bare):
            run_end, extended_end = _run(tokens, at)
            appositive = previous == "," or word[0] in "\"“‘'" or previous in ("\"", "“", "–", "—", "-", ":")
            penalty = 0.0 if crossed == 0 else 1.0 if appositive else 3.0
            one = _run_candidate(page, tokens, at, run_end, extended_end, base - penalty)
            if one is not None:
                found.append(one)
                if crossed == 0:
                    break
            at = run_end
            previous = bare
            continue
        previous = word if word in ",:\"“" or word in "–—-" else bare
        at += 1
    found += _named_after_call(page, intro, base, stop)
    return found


def _run(tokens: list[tuple[str, int, int]], at: int) -> tuple[int, int]:
    """Return the ends (token indices) of the short and of the long run of proper words at `at`."""
    end = at + 1
    if tokens[at][0][-1] in ".,;!?":
        return end, end
    short: int | None = None
    while end < len(tokens):
        word = tokens[end][0]
        bare = word.strip(_STRIP)
        if looks_proper(bare) or looks_odd(bare) or (bare[:1].isupper() and bare):
            end += 1
        elif word.lower() in _CONNECTORS and end + 1 < len(tokens):
            ahead = end + 1
            if tokens[ahead][0].lower() in ("the", "a", "of") and ahead + 1 < len(tokens):
                ahead += 1
            if not tokens[ahead][0][:1].isupper():
                break
            if short is None and word.lower() != "of":
                short = end
            end = ahead + 1
        else:
            break
        if word[-1] in ".!?" and end > at + 1:
            break
    return (short if short is not None else end), end


def _run_candidate(
    page: Prose, tokens: list[tuple[str, int, int]], at: int, end: int, long_end: int, score: float
) -> _Candidate | None:
    text = page.text
    if long_end < len(tokens) and tokens[long_end][0] == "(":
        inside = _inside(page, tokens, long_end)
        if inside is not None:
            name, start, stop = inside
            begin = tokens[at][1]
            if expansion_start(name, text, tokens[long_end - 1][2], begin) is not None:
                return _Candidate(name, text[begin : tokens[long_end - 1][2]], start, stop, score + 0.4)
    if end < len(tokens) and tokens[end][0] == "(":
        closing = _closing(tokens, end)
        content = text[tokens[end][2] : tokens[closing][1]] if closing < len(tokens) else ""
        name = _bare(text[tokens[at][1] : tokens[end - 1][2]])
        inside = _inside(page, tokens, end)
        if inside is not None and end - at > 1 and not is_known(inside[0]):
            return _Candidate(inside[0], name, inside[1], inside[2], score)
        if " " in content and expansion_start(name, content, len(content), 0) == 0 and not is_known(name):
            return _Candidate(name, content, tokens[at][1], tokens[at][1] + len(name), score + 0.4)
    words = [_bare(token) for token, _, _ in tokens[at:end]]
    while words and (is_known(words[-1]) and len(words) > 1 and not looks_proper(words[-1])):
        words.pop()
        end -= 1
    if not words or all(is_known(word) for word in words):
        return None
    start = tokens[at][1]
    name = _bare(text[start : tokens[end - 1][2]])
    start += text[start : tokens[end - 1][2]].find(name)
    odd = any(looks_odd(word) and not is_known(word) for word in words)
    after = tokens[end][0].lower().strip(_STRIP) if end < len(tokens) else ""
    closes = end >= len(tokens) or tokens[end - 1][0][-1] in ".,;:!?" or not after[:1].isalpha()
    closes = closes or after in _BOUNDARY or after in _CLASS_NOUNS or after in ("is", "which", "a", "an")
    score += 0.3 if odd else -0.4
    if len(words) == 1 and not odd:
        score -= 0.5
    if not closes:
        score -= 1.6 if odd else 3.0
    if after in _PARTS:
        score -= 1.2
    return _Candidate(name, None, start, start + len(name), score)


def _parenthesis(
    page: Prose, tokens: list[tuple[str, int, int]], at: int, intro: Introduction, score: float
) -> _Candidate | None:
    inside = _inside(page, tokens, at)
    if inside is None or at == 0:
        return None
    name, start, end = inside
    if is_known(name):
        return None
    before = tokens[at - 1][2]
    begin = expansion_start(name, page.text, before, intro.object_start)
    if begin is None:
        return _Candidate(name, None, start, end, score - 1.0) if looks_odd(name) else None
    return _Candidate(name, page.text[begin:before], start, end, score + 0.2)


def _inside(
    page: Prose, tokens: list[tuple[str, int, int]], at: int
) -> tuple[str, int, int] | None:
    """Return the acronym that alone, or with "for short", stands in the parenthesis at `at`."""
    closing = _closing(tokens, at)
    if closing >= len(tokens) or closing == at + 1:
        return None
    words = tokens[at + 1 : closing]
    if len(words) > 1:
        low = [word.lower() for word, _, _ in words]
        if low[-2:] == ["for", "short"] or low[1] in (",", ";"):
            words = words[:1]
        elif low[0] in ("i.e.", "or", "abbreviated", "named", "called", "dubbed", "termed"):
            words = words[-1:]
        else:
            return None
    name = _bare(words[0][0])
    if not name or not any(c.isupper() for c in name) or len(name) > 30:
        return None
    if not (looks_odd(name) or name.isupper() or looks_proper(name)):
        return None
    start = words[0][1] + words[0][0].find(name)
    return name, start, start + len(name)


def _closing(tokens: list[tuple[str, int, int]], at: int) -> int:
    depth = 0
    for index in range(at, len(tokens)):
        if tokens[index][0] == "(":
            depth += 1
        elif tokens[index][0] == ")":
            depth -= 1
            if depth == 0:
                return index
    return len(tokens)


def _named_after_call(page: Prose, intro: Introduction, base: float, stop: int) -> list[_Candidate]:
    if intro.weight < 0.45:
        return []
    found = []
    for match in _CALLED.finditer(page.low, intro.object_start, stop):
        one = _name_at(page, match.end(), stop, base + 1.0, "known as" in match.group())
        if one is not None:
            found.append(one)
    return found


def _name_at(page: Prose, at: int, stop: int, score: float, weak: bool = False) -> _Candidate | None:
    tokens = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(page.text, at, min(stop, at + 160))]
    while tokens and (tokens[0][0] in "\"“" or tokens[0][0].lower() in ("the", "a", "an", "as", "by")):
        tokens.pop(0)
    if not tokens:
        return None
    word = tokens[0][0]
    if looks_proper(word.strip(_STRIP)) or looks_odd(word.strip(_STRIP)):
        end, long_end = _run(tokens, 0)
        return _run_candidate(page, tokens, 0, end, long_end, score - (1.0 if weak else 0.0))
    return _lower_case_name(page, tokens, score - 1.0)


def _lower_case_name(
    page: Prose, tokens: list[tuple[str, int, int]], score: float
) -> _Candidate | None:
    for index, (word, _, _) in enumerate(tokens[:7]):
        if word == "(":
            inside = _inside(page, tokens, index)
            if inside is None or index == 0:
                break
            full = page.text[tokens[0][1] : tokens[index - 1][2]]
            return _Candidate(inside[0], full, inside[1], inside[2], score + 0.5)
    bare = _bare(tokens[0][0])
    if any(c.isdigit() for c in bare) and bare[:1].isalpha():
        return _Candidate(bare, None, tokens[0][1], tokens[0][1] + len(bare), score)
    return None


_OUR = re.compile(
    r"\bour (?:\w+ )?(?:method|model|approach|framework|system|algorithm|architecture|design of|"
    r"dataset|benchmark|solution|tool|network|technique|proposal)?,? ?"
)


def _ours(page: Prose) -> list[_Candidate]:
    found = []
    at = page.low.find("our ")
    while at >= 0:
        match = _OUR.match(page.low, at)
        if match is not None:
            sentence_end = page.sentences[page.sentence_at(at)][1]
            one = _name_at(page, match.end(), min(sentence_end, match.end() + 120), 2.6)
            if one is not None:
                found.append(one)
        at = page.low.find("our ", at + 4)
    return found


_COLON = re.compile(r"\s*[:：]\s|\s+[-–—]+\s+|[—]")


def _titled(page: Prose, title: str | None) -> list[_Candidate]:
    if not title or not (colon := _COLON.search(title)):
        return []
    prefix = title[: colon.start()].strip()
    words = prefix.split()
    if not words or len(words) > 7:
        return []
    if len(words) > 2 and words[1].lower() in ("and", "&") and looks_odd(_bare(words[0])):
        words = words[:1]
        prefix = words[0]
    if words[0].lower() in ("towards", "toward", "introducing", "meet", "presenting") and words[1:]:
        words = words[1:]
        prefix = " ".join(words)
    bare = _bare(prefix)
    start = page.text.find(bare)
    if all(is_known(_bare(word)) for word in words):
        return []
    if len(words) == 1:
        odd = looks_odd(bare)
        if not odd and start < 0:
            return []
        return [_placed(page, bare, start, 4.2 if odd else 3.0)]
    if start < 0 or not all(w[:1].isupper() or w.lower() in _CONNECTORS for w in words):
        return []
    return [_placed(page, bare, start, 3.2)]


def _placed(page: Prose, name: str, start: int, score: float) -> _Candidate:
    if start < 0:
        return _Candidate(name, None, None, None, score)
    return _Candidate(name, None, start, start + len(name), score)


def _echo(page: Prose, one: _Candidate, title: str | None) -> float:
    """Weigh what the rest of the paper says of a candidate."""
    name = one.name
    count = 0
    first = -1
    at = page.text.find(name)
    while at >= 0 and count < 4:
        left = page.text[at - 1] if at else " "
        if not left.isalnum() and left not in "-/":
            count += 1
            first = at if first < 0 else first
        at = page.text.find(name, at + len(name))
    bonus = (0.0, 0.0, 0.8, 1.2, 1.4)[count]
    if title and name in title:
        bonus += 1.8 if title.startswith(name) else 0.8
    if one.start is not None and 0 <= first and one.full is None:
        place = page.sentence_at(one.start)
        if page.sentence_at(first) < place and place > 0:
            bonus -= 3.0
    return bonus


def _finished(page: Prose, best: _Candidate) -> MethodName:
    name, full, start, end = best.name, best.full, best.start, best.end
    if full is None and start is not None and end is not None:
        if " " in name:
            acronym = _later_acronym(page, name, end)
            if acronym is not None:
                return MethodName(page.text[acronym[0] : acronym[1]], name, *acronym)
        else:
            full = _expansion(page, name)
    return MethodName(name, full, start, end)


_SUBJECT_WORD = re.compile(r"[A-Z][\w²³+-]*[A-Z0-9²³+][\w²³+-]*|[a-z][\w-]*[A-Z][\w-]*")


def _later_acronym(page: Prose, name: str, end: int) -> tuple[int, int] | None:
    """Return where a later sentence starts with an acronym of `name`, as in "DiP-G operates"."""
    for start, _ in page.sentences:
        if start < end:
            continue
        match = _SUBJECT_WORD.match(page.text, start)
        if match and expansion_start(match.group(), name, len(name), 0) == 0:
            return match.start(), match.end()
    return None


def _expansion(page: Prose, name: str) -> str | None:
    at = page.text.find(f"({name})")
    if at <= 0:
        return None
    before = at - 1 if page.text[at - 1] == " " else at
    sentence = page.sentences[page.sentence_at(at)][0]
    begin = expansion_start(name, page.text, before, sentence)
    return None if begin is None else page.text[begin:before]


def _bare(word: str) -> str:
    bare = word.strip(_STRIP)
    for tail in ("'s", "’s"):
        bare = bare.removesuffix(tail)
    return bare
