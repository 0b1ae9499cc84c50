"""The INSTEAD OF triggers by which any SQLite tool reviews: each change writes a label."""

from annotate.store.numbers_sql import (
    BOUNDS,
    METRICS,
    factor_of,
    has_number,
    is_sound,
    is_unit,
    key_of,
    parsing,
    stands_in,
    states,
)
from annotate.store.views import PAPER_VIEW

__all__ = ["CORRECTIONS", "CORRECTIONS_ANEW", "NAMES_ANEW", "PAPERS_ANEW"]

_NOBODY = "anonymous"
_CHANGEABLE = (
    "metric value low high unit bound factor baseline setting device attribution quote".split()
)
_FIXED = "claim_id paper_id title source position method task hardware evidence support".split()
_FIXED += ["run_id", "model"]
_PLACE = ["quote_start", "quote_end"]
_SNAPSHOT = (*_CHANGEABLE, "quote_start", "quote_end", "evidence", "support")


def _changed(columns: list[str]) -> str:
    return " OR ".join(f"NEW.{name} IS NOT OLD.{name}" for name in columns)


def _refusals(*pairs: tuple[str, str]) -> str:
    cases = "\n".join(
        f"        WHEN {when} THEN RAISE(ABORT, '{words.replace(chr(39), chr(39) * 2)}')"
        for when, words in pairs
    )
    return f"    SELECT CASE\n{cases}\n    END;"


_STATUS_WORDS = "status must be unreviewed, accepted, corrected or rejected"
_BAD_METRIC = (
    f"NEW.metric IS NULL OR NEW.metric NOT IN ({METRICS})",
    f"metric must be one of {METRICS.replace(chr(39), '')}",
)
_BAD_VALUE = (
    f"NEW.value IS NULL OR typeof(NEW.value) <> 'text' OR NOT {has_number('NEW.value')}",
    "value must state a number, such as '5x', '30-35%' or 'twice'",
)
_BAD_ATTRIBUTION = (
    "COALESCE(NEW.attribution, 'own') NOT IN ('own', 'prior')",
    "attribution must be own or prior",
)
_BAD_REVIEWER = (
    "NEW.reviewer IS NOT NULL AND trim(NEW.reviewer) = ''",
    "reviewer must be a name",
)
_ABSTRACT = "(SELECT abstract FROM papers WHERE id = NEW.paper_id)"
_BAD_QUOTE = (
    f"NEW.quote IS NOT NULL AND NEW.quote <> '' AND instr({_ABSTRACT}, NEW.quote) = 0",
    "the quote must be words of the abstract, unchanged",
)


_NUMBER_WORDS = "low and high must be finite numbers of 0 or more"
_CROSSED = ("NEW.low > NEW.high", "low can't be above high")
_FACTOR_WORDS = "factor must be a finite number of 0 or more, or NULL for an absolute figure"
_UNIT_WORDS = "unit must be x, % or a known unit such as ms or GB, or be written in the value"
_BOUND_WORDS = f"bound must be one of {BOUNDS.replace(chr(39), '')}"


def _bad_numbers(*, updated: bool) -> list[tuple[str, str]]:
    """Return what is refused of numbers: those changed, or those given with a new claim."""

    def touched(name: str) -> str:
        return f"NEW.{name} IS NOT {f'OLD.{name}' if updated else 'NULL'}"

    def bad(name: str, sound: str) -> str:
        return f"{touched(name)} AND NOT {sound}"

    return [
        (bad("low", is_sound("NEW.low")), _NUMBER_WORDS),
        (bad("high", is_sound("NEW.high")), _NUMBER_WORDS),
        (f"({touched('low')} OR {touched('high')}) AND {_CROSSED[0]}", _CROSSED[1]),
        (bad("unit", is_unit("NEW.unit", "COALESCE(NEW.value, '')")), _UNIT_WORDS),
        (bad("bound", f"COALESCE(NEW.bound IN ({BOUNDS}), FALSE)"), _BOUND_WORDS),
        (f"NEW.factor IS NOT NULL AND {bad('factor', is_sound('NEW.factor'))}", _FACTOR_WORDS),
    ]


# The key is the stored claim's own, whatever was corrected since: labels hang on what was read.
_KEY = f"""CASE WHEN OLD.claim_id > 0
        THEN (SELECT {key_of("c")} FROM claims c WHERE c.id = OLD.claim_id)
        ELSE (SELECT l.key FROM labels l WHERE l.id = -OLD.claim_id) END"""
_NUMBERS = ["low", "high", "unit", "bound", "factor"]
# Null in a json_patch drops a field: numbers that the value no longer states are read anew.
_DROPPED = f"""CASE WHEN NEW.value IS NOT OLD.value AND NOT ({_changed(_NUMBERS)})
        THEN '{{"low":null,"high":null,"unit":null,"bound":null,"factor":null}}'
        WHEN NEW.factor IS OLD.factor AND ({_changed(["metric", "low", "unit"])})
            THEN '{{"factor":null}}'
        ELSE '{{}}' END"""
_MOVED = "NEW.quote IS NOT OLD.quote"
_START = f"CASE WHEN NEW.quote <> '' THEN instr({_ABSTRACT}, NEW.quote) - 1 END"
_EVIDENCE = f"""CASE WHEN NOT ({_MOVED}) THEN NEW.evidence
            WHEN NEW.quote <> '' THEN 'exact' ELSE 'missing' END"""
_QUOTED = stands_in("NEW.value", "NEW.quote")


def _stand(alias: str, old_factor: str) -> str:
    """Return SQL that is true when a value states the numbers beside it; `alias` is made of q."""
    return f"""(low = q_low OR {states("value", "low")})
            AND (high = q_high OR {states("value", "high")})
            AND (unit IS q_unit OR instr(value, unit))
            AND (factor IS {old_factor} OR factor IS NULL
                OR abs(factor - {factor_of(alias)}) <= 0.005 * factor)"""


_RENUMBERED = _changed(["low", "high", "unit", "factor"])
_GIVEN = "SELECT " + ", ".join(
    f"NEW.{name} AS {name}" for name in ("metric", "value", "low", "high", "unit", "factor")
)
# What proved the old value, its numbers or the old words proves nothing of new ones.
_SUPPORT = f"""CASE WHEN NOT ({_MOVED} OR NEW.value IS NOT OLD.value OR {_RENUMBERED})
            THEN NEW.support
            WHEN {_EVIDENCE} IN ('exact', 'normalised', 'fuzzy') AND {_QUOTED}
                AND (NOT ({_RENUMBERED}) OR (WITH {parsing(_GIVEN)}
                    SELECT {_stand("q", "OLD.factor")} FROM q))
                THEN 'grounded' ELSE 'unsupported' END"""
_PROVEN = f"""'$.quote_start', CASE WHEN {_MOVED} THEN {_START} ELSE NEW.quote_start END,
            '$.quote_end', CASE WHEN {_MOVED} THEN {_START} + length(NEW.quote)
                ELSE NEW.quote_end END,
            '$.evidence', {_EVIDENCE}, '$.support', {_SUPPORT}"""


def _snapshot(row: str) -> str:
    pairs = ", ".join(f"'{name}', {row}.{name}" for name in _SNAPSHOT)
    return f"json_object({pairs})"


_AFTER = f"json_set(json_patch({_snapshot('NEW')}, {_DROPPED}), {_PROVEN})"

_UPDATE = f"""
CREATE TRIGGER extracted_claims_update INSTEAD OF UPDATE ON extracted_claims BEGIN
{
    _refusals(
        (
            "NEW.status IS NULL OR NEW.status NOT IN"
            " ('unreviewed', 'accepted', 'corrected', 'rejected')",
            _STATUS_WORDS,
        ),
        _BAD_METRIC,
        (f"NEW.value IS NOT OLD.value AND ({_BAD_VALUE[0]})", _BAD_VALUE[1]),
        _BAD_ATTRIBUTION,
        _BAD_REVIEWER,
        *_bad_numbers(updated=True),
        (f"NEW.quote IS NOT OLD.quote AND {_BAD_QUOTE[0]}", _BAD_QUOTE[1]),
        (
            f"{_changed(_FIXED)} OR NEW.quote IS OLD.quote AND ({_changed(_PLACE)})",
            "only status, reviewer, metric, value, its numbers, baseline, setting, device,"
            " attribution and quote can be changed here",
        ),
        (
            "NEW.status = 'corrected' AND OLD.status <> 'corrected'"
            f" AND NOT ({_changed(_CHANGEABLE)})",
            "to correct a claim, change its metric, its value or another column",
        ),
    )
}
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    SELECT OLD.paper_id, 'claim', {_KEY},
        CASE WHEN NEW.status = 'rejected'
                AND (OLD.status <> 'rejected' OR NOT ({_changed(_CHANGEABLE)})) THEN 'reject'
            WHEN {_changed(_CHANGEABLE)} OR NEW.status = 'corrected' THEN 'correct'
            WHEN NEW.status = 'unreviewed' THEN 'undo' ELSE 'accept' END,
        CASE WHEN NEW.status = 'unreviewed' AND NOT ({_changed(_CHANGEABLE)}) THEN NULL
            ELSE {_AFTER} END,
        COALESCE(NEW.reviewer, '{_NOBODY}');
END;
"""

_DELETE = f"""
CREATE TRIGGER extracted_claims_delete INSTEAD OF DELETE ON extracted_claims BEGIN
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    VALUES (OLD.paper_id, 'claim', {_KEY}, 'reject', {_snapshot("OLD")},
        COALESCE(OLD.reviewer, '{_NOBODY}'));
END;
"""

_ROW = f"SELECT {', '.join(f'NEW.{name} AS {name}' for name in (*_CHANGEABLE, 'paper_id'))}"
_ADDED = f"""SELECT paper_id, metric, value, COALESCE(low, q_low) AS low,
        CASE WHEN low IS NULL THEN q_high ELSE COALESCE(high, low) END AS high,
        COALESCE(unit, q_unit) AS unit, q_low, q_high, q_unit,
        COALESCE(bound, q_bound) AS bound, factor, baseline, setting, device, attribution, quote,
        CASE WHEN quote <> '' THEN instr({_ABSTRACT}, quote) - 1 END AS quote_start
    FROM q"""
_INSERT = f"""
CREATE TRIGGER extracted_claims_insert INSTEAD OF INSERT ON extracted_claims BEGIN
{
    _refusals(
        (
            "NOT EXISTS (SELECT 1 FROM papers WHERE id = NEW.paper_id)",
            "paper_id must be the id of a stored paper",
        ),
        _BAD_METRIC,
        _BAD_VALUE,
        _BAD_ATTRIBUTION,
        _BAD_REVIEWER,
        (
            "NEW.low IS NULL AND NEW.high IS NOT NULL",
            "high can't be given without low",
        ),
        *_bad_numbers(updated=False),
        _BAD_QUOTE,
    )
}
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    WITH {parsing(_ROW)}, n AS MATERIALIZED ({_ADDED})
    SELECT n.paper_id, 'claim', {key_of("n")}, 'add',
        json_patch('{{}}', json_object('metric', metric, 'value', value, 'low', low,
            'high', high, 'unit', unit, 'bound', bound, 'factor', factor,
            'baseline', baseline, 'setting', setting, 'device', device,
            'attribution', COALESCE(attribution, 'own'), 'quote', quote,
            'quote_start', quote_start, 'quote_end', quote_start + length(quote),
            'evidence', CASE WHEN quote_start IS NULL THEN 'missing' ELSE 'exact' END,
            'support', CASE WHEN quote_start IS NOT NULL AND {stands_in("value", "quote")}
                AND {_stand("n", "NULL")} THEN 'grounded' ELSE 'unsupported' END)),
        COALESCE(NEW.reviewer, '{_NOBODY}')
    FROM n;
END;
"""


def _renamed(target: str) -> str:
    named = f"NULLIF(trim(NEW.{target}), '')"
    return f"""    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    SELECT OLD.paper_id, '{target}', '',
        CASE WHEN {named} IS NULL THEN 'reject' ELSE 'correct' END,
        COALESCE({named}, OLD.{target}), COALESCE(NEW.reviewer, '{_NOBODY}')
    WHERE NEW.{target} IS NOT OLD.{target} AND {named} IS NOT OLD.{target};"""


# Whoever signs what another one said says it too.
_SIGNED = f"NEW.reviewer IS NOT OLD.reviewer AND NOT ({_changed(['status', 'method', 'task'])})"
_PAPERS = f"""
CREATE TRIGGER extracted_papers_update INSTEAD OF UPDATE ON extracted_papers BEGIN
{
    _refusals(
        (
            "NEW.status IS NULL OR NEW.status NOT IN"
            " ('unreviewed', 'accepted', 'corrected', 'rejected')",
            _STATUS_WORDS,
        ),
        (
            _changed(
                "paper_id title source position method_full_name contribution hardware claims"
                " best_speedup run_id model".split()
            ),
            "only status, reviewer, method and task can be changed here",
        ),
        _BAD_REVIEWER,
        (
            f"{_SIGNED} AND NEW.status = 'unreviewed'",
            "a reviewer says something: set status, method or task as well",
        ),
    )
}
{_renamed("method")}
{_renamed("task")}
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    SELECT OLD.paper_id, 'paper', '', CASE NEW.status WHEN 'accepted' THEN 'accept'
        WHEN 'rejected' THEN 'reject' WHEN 'corrected' THEN 'correct' ELSE 'undo' END,
        NEW.status, COALESCE(NEW.reviewer, '{_NOBODY}')
    WHERE NEW.status IS NOT OLD.status OR {_SIGNED};
END;
"""
NAMES_ANEW = "DROP TRIGGER extracted_papers_update;\n" + _PAPERS
PAPERS_ANEW = f"DROP VIEW extracted_papers;\n{PAPER_VIEW}{_PAPERS}"
CORRECTIONS = _UPDATE + _DELETE + _INSERT + _PAPERS
CORRECTIONS_ANEW = (
    """
DROP TRIGGER extracted_claims_update;
DROP TRIGGER extracted_claims_insert;
"""
    + _UPDATE
    + _INSERT
)
