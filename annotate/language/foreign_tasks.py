"""The task of French, Spanish, Italian, Portuguese and German abstracts, behind "pour" or "für".

Their verbs are too many for lists, so only phrases at safe places count: behind those words, in the
title, and at the start of the text. Offsets are half-open.
"""

import re

from annotate.language.prose import Prose

__all__ = ["foreign_task", "is_foreign"]

_MARKS = (
    frozenset("le la de les des une et pour dans nous est sur qui que cette sont avec".split()),
    frozenset("el la los las una para que con del de este esta por como se más son".split()),
    frozenset("il lo gli di della dei per con che è sono una nel alla si come più questo".split()),
    frozenset("o os as do da dos das para com que não é são uma um em por na".split()),
    frozenset("der die das und eine für mit ist wir auf den von dem nicht".split()),
)
_FOR = re.compile(
    r"\b(?:pour|para|per|für|zur|zum|tâche de|tarea de|tarefa de|compito di|problème de|"
    r"problema d[ei])\s+"
)
_CLASS_OF = re.compile(
    r"\b(?:méthode|approche|stratégie|algorithme|technique|schéma|cadre|estrategia|método|algoritmo|"
    r"técnica|esquema|marco|enfoque|metodo|approccio|modello|tecnica|abordagem|verfahren|methode|ansatz)"
    r"\s(?:\w+\s)?(?:d[ei]|d['’]|zum|zur|zu)\s?"
)
_ABOUT = re.compile(
    r"\b(?:trabajos|estudios|artículos|publicaciones|travaux|études|articles|arbeiten|studien|"
    r"lavori|studi|articoli|trabalhos|estudos|artigos|"
    r"literatura|littérature|letteratura)\s(?:sobre|sur|su|über|zu|zur|zum)\s+"
)
_STUDY = re.compile(
    r"\b(?:étudions|analysons|examinons|étudie|estudiamos|analizamos|examinamos|estudia|analiza|"
    r"studiamo|analizziamo|esaminiamo|estudamos|analisamos|untersuchen|analysieren)\s+(?:(?:aquí|ici|hier)\s+)?"
)
_ARTICLES = frozenset(
    "la le les los las el die den der das dem une un una uno eine einen einer ein su sus cette ces "
    "ce este esta estos sa ses son il lo gli i o os as uma".split()
)
_JOINTS = frozenset(
    "de du des del der von d d' et y und e à di dei degli delle della dello do da dos das".split()
)
_STOPS = frozenset(
    "en sur dans avec par qui que est sont con mediante sobre sin es mit auf in ist sind bei über "
    "au aux a se ne sans afin como pour para für où dont quand cuando wenn wird werden ont ha han "
    "tout très muy sehr im am via basé basée basado basada no nicht pas tienen tiene il elle nous "
    "lorsque lorsqu vor wir consomme coûte requiere necesita demande demandent exige zu um sowie "
    "ainsi también aussi chez com em no na sem pelo pela através che nel nella nei nelle su sul "
    "sulla senza tra è é são foi viene sono".split()
)
_PAPER = frozenset("artículo trabajo article papier travail beitrag arbeit étude estudio".split())
_VERB = re.compile(r"(?<!m)ent$")
_STUDY_OF = re.compile(
    r"(?:(?:une?|un|una|eine?|uma|uno)\s)?(?:étude|analyse|enquête|estudio|análisis|studio|analisi|"
    r"estudo|análise|untersuchung|studie)\s(?:sur|sobre|su|sull[ao]|über|zu[rm]?|von|der|des|de la|"
    r"de|du|del|della|dei|di|do|da|d['’]|dell['’])\s?",
    re.IGNORECASE,
)
_ENGLISH = re.compile(r"\b(?:a|an|and|of|for|the|in|to)\b", re.IGNORECASE)
_OPENER = re.compile(r"(?:vers|sur|hacia|zur|zum|über|choisir)\s+(?=\w)", re.IGNORECASE)
_KIND = re.compile(
    r"(?:(?:une?|un|una|eine?|le|la|el|der|die|das)\s+)?(?:\w+\s)?(?:corpus|analyse|étude|méthode|"
    r"approche|modèle|outil|système|thèse|mémoire|tesis|tesi|tese|dissertation|metodo|approccio|modello|strumento|abordagem|ferramenta|"
    r"estudio|análisis|método|enfoque|modelo|sistema|herramienta|"
    r"\w*studie|verfahren|ansatz|modell|korpus|werkzeug)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_][\w-]*['’]?|[^\w\s]")


def is_foreign(page: Prose) -> bool:
    """Say whether the text is French, Spanish or German and not mixed with English."""
    if "the" in page.words:
        return False
    return any(len(marks & page.words) > 3 for marks in _MARKS)


def foreign_task(page: Prose, title: str | None) -> tuple[str, int | None, int | None] | None:
    """Return the noun phrase that names the task, and where it stands in the abstract."""
    headline = _headline(title) if title else ""
    found = _behind_for(headline)
    if found is not None and " " not in found:
        found = _from_introduction(page) or found
    if found is None and (study := _STUDY_OF.match(headline)):
        found = _phrase(headline, study.end())
    if found is None and _KIND.match(headline) is None:
        found = _phrase(headline, 0)
    if found is None:
        found = _from_introduction(page) or _studied(page)
    if found is None:
        found = _behind_for(page.text) or _phrase(page.text, 0, limit=3)
    if found is None:
        return None
    at = page.low.find(found.lower())
    return (found, None, None) if at < 0 else (page.text[at : at + len(found)], at, at + len(found))


def _headline(title: str) -> str:
    """Return the part of a title that names the topic, without its translation in brackets."""
    own, bracket, other = title.partition(" (")
    if bracket and _ENGLISH.search(other):
        title = own
    first, *rest = re.split(r"\s*[:：]\s+", title)
    last = rest[-1] if rest else first
    if rest and " " in first and _KIND.match(last):
        last = first
    return _OPENER.sub("", last)


def _from_introduction(page: Prose) -> str | None:
    for one in page.introductions:
        if one.weight >= 0.5:
            first, stop = page.sentence(one.sentence)
            return _behind_for(page.text[first:stop]) or _behind(_CLASS_OF, page, first, stop)
    return None


def _studied(page: Prose) -> str | None:
    """Return what is surveyed ("132 trabajos sobre …"), else what is studied."""
    size = len(page.text)
    return _behind(_ABOUT, page, 0, size) or _behind(_STUDY, page, 0, size)


def _behind(lead: re.Pattern[str], page: Prose, first: int, stop: int) -> str | None:
    match = lead.search(page.low, first, stop)
    return None if match is None else _phrase(page.text, match.end())


def _behind_for(text: str) -> str | None:
    for match in _FOR.finditer(text.lower()):
        phrase = _phrase(text, match.end())
        if phrase is not None:
            return phrase
    return None


def _phrase(text: str, start: int, limit: int = 5) -> str | None:
    """Return the noun phrase at `start`, None where an infinitive stands ("pour réduire la …")."""
    begin = end = -1
    size = 0
    joint = False
    for match in _WORD.finditer(text, start, min(len(text), start + 120)):
        word = match.group().lower().rstrip("'’")
        if word in _ARTICLES or (word == "l" and not joint):
            if size == 1 and not joint:
                return None
            if begin < 0 or joint:
                continue
            break
        if word in _JOINTS and begin >= 0:
            joint = True
            continue
        if word in _STOPS or not word[:1].isalpha() or size == limit or _VERB.search(word):
            break
        if word in _PAPER:
            return None
        begin = match.start() if begin < 0 else begin
        end = match.end()
        size += 1
        joint = False
    return _to_noun(text[begin:end]) if size else None


def _to_noun(phrase: str) -> str:
    """Return a German phrase without the verb behind its last noun ("Autobahnen stützen sich")."""
    words = phrase.split(" ")
    capital = [at for at, word in enumerate(words) if word[:1].isupper()]
    if _GERMAN_TAIL.search(words[-1]) and capital:
        return " ".join(words[: capital[-1] + 1])
    return phrase


_GERMAN_TAIL = re.compile(r"^(?:sich|[a-zäöü]+(?:en|te|et))$")
