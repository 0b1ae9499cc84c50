"""The newest label of each fact, and what labels on claims say as rows."""

from annotate.store.numbers_sql import factor_of, key_of, parsing

__all__ = ["VERDICTS"]

_LABELS_NOW = """
CREATE VIEW _labels_now AS
SELECT l.* FROM labels l WHERE NOT EXISTS (
    SELECT 1 FROM labels n WHERE n.paper_id = l.paper_id AND n.target = l.target
    AND n.key = l.key AND (julianday(n.created_at), n.id) > (julianday(l.created_at), l.id)
);
"""

# A label's value is a JSON object with columns of the claim, or the bare value. What it leaves out
# comes from the key (metric|low|high|unit) where that still holds, or is read from the value.
_AS_JSON = """CASE WHEN l.value IS NULL THEN '{}'
    WHEN CASE WHEN json_valid(l.value) THEN json_type(l.value) = 'object' END THEN l.value
    ELSE json_object('value', l.value) END"""
_GIVEN = f"""
SELECT *, substr(rest1, 1, instr(rest1, '|') - 1) AS k_low,
    substr(rest1, instr(rest1, '|') + 1) AS rest2
FROM (
    SELECT l.id AS label_id, l.paper_id, l.key, l.verdict, {_AS_JSON} AS given,
        substr(l.key, 1, instr(l.key, '|') - 1) AS k_metric,
        substr(l.key, instr(l.key, '|') + 1) AS rest1
    FROM _labels_now l
    WHERE l.paper_id = NEW.paper_id AND l.target = 'claim' AND l.key = NEW.key
        AND l.verdict <> 'undo'
)"""
_KEYED = f"""
SELECT *, COALESCE(json_extract(given, '$.metric'), NULLIF(k_metric, '')) AS metric,
    COALESCE(json_extract(given, '$.value'), CASE
        WHEN k_low = '' THEN substr(rest2, instr(rest2, '|') + 1)
        WHEN substr(rest2, 1, instr(rest2, '|') - 1) = k_low
            THEN k_low || substr(rest2, instr(rest2, '|') + 1)
        ELSE k_low || '-' || replace(rest2, '|', '') END) AS value
FROM ({_GIVEN})"""


def _or_parsed(column: str) -> str:
    return (
        f"CASE WHEN json_type(given, '$.low') IS NULL THEN q_{column}"
        f" ELSE json_extract(given, '$.{column}') END AS {column}"
    )


_FACTOR = f"""CASE WHEN json_type(n.given, '$.factor') IS NULL THEN {factor_of("n")}
            ELSE json_extract(n.given, '$.factor') END"""
_WHOLE = f"""json_set(n.given, '$.metric', n.metric, '$.value', n.value, '$.low', n.low,
        '$.high', n.high, '$.unit', n.unit, '$.bound', n.bound, '$.factor', {_FACTOR})"""
# `patch` changes a claim that was read, `whole` stands where nobody has read it.
_JUDGED = f"""
WITH {parsing(_KEYED)}, n AS MATERIALIZED (
    SELECT label_id, paper_id, key, verdict, given, metric, value,
        {_or_parsed("low")}, {_or_parsed("high")}, {_or_parsed("unit")}, {_or_parsed("bound")}
    FROM q
)
SELECT n.paper_id, n.key, {key_of("n")}, n.label_id,
    (SELECT min(l.id) FROM labels l
        WHERE l.paper_id = n.paper_id AND l.target = 'claim' AND l.key = n.key),
    EXISTS (SELECT 1 FROM labels l WHERE l.paper_id = n.paper_id AND l.target = 'claim'
        AND l.key = n.key AND l.verdict = 'add'),
    n.verdict,
    CASE WHEN json_type(n.given, '$.value') IS NOT NULL THEN {_WHOLE}
        WHEN json_type(n.given, '$.low') IS NOT NULL THEN {_WHOLE}
        WHEN json_type(n.given, '$.metric') IS NOT NULL
            THEN json_set(n.given, '$.factor', {_FACTOR})
        ELSE n.given END,
    {_WHOLE}
FROM n
"""

# Writing a claim's key into this view makes its verdict anew; a view, so that it stands once.
_JUDGE = f"""
CREATE VIEW _judge AS SELECT '' AS paper_id, '' AS key;
CREATE TRIGGER _judge_insert INSTEAD OF INSERT ON _judge BEGIN
    DELETE FROM _verdicts WHERE paper_id = NEW.paper_id AND key = NEW.key;
    INSERT INTO _verdicts (paper_id, key, new_key, label_id, first_id, added, verdict, patch,
        whole)
    {_JUDGED};
END;
"""

VERDICTS = _LABELS_NOW + _JUDGE
