"""How the rows behind the views are made, and the triggers that keep them true."""

from annotate.store.numbers_sql import factor_of, key_of, parsing

__all__ = ["REFRESH", "RUN_READINGS", "TRIGGERS"]

_LABELS_NOW = """
CREATE VIEW _labels_now AS
SELECT l.* FROM labels l WHERE NOT EXISTS (
    SELECT 1 FROM labels n WHERE n.paper_id = l.paper_id AND n.target = l.target
    AND n.key = l.key AND (julianday(n.created_at), n.id) > (julianday(l.created_at), l.id)
);
"""

# A label's value is a JSON object with columns of the claim, or the bare value. What it leaves out
# comes from the key (metric|low|high|unit) where that still holds, or is read from the value.
_AS_JSON = """CASE WHEN json_valid(l.value) AND json_type(l.value) = 'object' THEN l.value
    WHEN l.value IS NULL THEN '{}' ELSE json_object('value', l.value) END"""
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
    json_set(n.given, '$.metric', n.metric, '$.value', n.value, '$.low', n.low,
        '$.high', n.high, '$.unit', n.unit, '$.bound', n.bound,
        '$.factor', CASE WHEN json_type(n.given, '$.factor') IS NULL THEN {factor_of("n")}
            ELSE json_extract(n.given, '$.factor') END)
FROM n
"""

# Writing a paper's id into _refresh makes its rows anew; writing a claim's key into _judge, its
# verdict. Both are views so that the steps stand in one place.
_JUDGE = f"""
CREATE VIEW _judge AS SELECT '' AS paper_id, '' AS key;
CREATE TRIGGER _judge_insert INSTEAD OF INSERT ON _judge BEGIN
    DELETE FROM _verdicts WHERE paper_id = NEW.paper_id AND key = NEW.key;
    INSERT INTO _verdicts (paper_id, key, new_key, label_id, first_id, added, verdict, patch)
    {_JUDGED};
END;
"""

HARDWARE = """
(SELECT group_concat(device, '; ') FROM (
    SELECT device FROM (
        SELECT h.id AS place, COALESCE(
            (SELECT l.value FROM _labels_now l WHERE l.paper_id = {paper_id}
                AND l.target = 'hardware' AND l.key = COALESCE(h.device, h.name)
                AND l.verdict = 'correct'), h.device, h.name) AS device
        FROM hardware h WHERE h.annotation_id = {annotation_id}
            AND NOT (h.evidence = 'missing' AND h.device IS NULL)
            AND NOT EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = {paper_id}
                AND l.target = 'hardware' AND l.key = COALESCE(h.device, h.name)
                AND l.verdict = 'reject')
        UNION ALL
        SELECT 4611686018427387904 + l.id, COALESCE(l.value, l.key) FROM _labels_now l
        WHERE l.paper_id = {paper_id} AND l.target = 'hardware' AND (l.verdict = 'add'
            OR {annotation_id} IS NULL AND l.verdict IN ('accept', 'correct'))
    ) GROUP BY device ORDER BY min(place)
))
"""


def _named(target: str) -> str:
    # A person's name outranks every reading's; a rejected name gives way to any other.
    return f"""COALESCE(
        (SELECT l.value FROM _labels_now l WHERE l.paper_id = n.paper_id AND l.target = '{target}'
            AND l.key = '' AND l.verdict IN ('accept', 'correct', 'add')),
        (SELECT a.{target} FROM annotations a WHERE a.id = n.annotation_id
            AND NOT EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = n.paper_id
                AND l.target = '{target}' AND l.key = '' AND l.verdict = 'reject'
                AND COALESCE(l.value, a.{target}) = a.{target})))"""


def _newest(comparison: str) -> str:
    return f"""(SELECT max(a.id) FROM annotations a JOIN runs r ON r.id = a.run_id
        WHERE a.paper_id = p.id AND a.status = 'ok' AND r.annotator {comparison} 'rules')"""


_STATUS = """COALESCE(
        (SELECT CASE l.verdict WHEN 'accept' THEN 'accepted' WHEN 'reject' THEN 'rejected'
            WHEN 'correct' THEN 'corrected' END FROM _labels_now l
            WHERE l.paper_id = n.paper_id AND l.target = 'paper' AND l.key = ''),
        (SELECT 'corrected' FROM _labels_now l WHERE l.paper_id = n.paper_id
            AND l.target IN ('method', 'task', 'hardware')
            AND l.verdict IN ('correct', 'add', 'reject') LIMIT 1),
        'unreviewed')"""

_READING_NOW = f"""
WITH p AS MATERIALIZED (SELECT rowid AS paper, id FROM papers WHERE id = NEW.paper_id),
ids AS MATERIALIZED (
    SELECT p.paper, p.id AS paper_id, {_newest("<>")} AS model_id, {_newest("=")} AS rules_id FROM p
),
n AS MATERIALIZED (
    SELECT paper, paper_id, COALESCE(model_id, rules_id) AS annotation_id, rules_id FROM ids
)
SELECT n.paper, n.paper_id, n.annotation_id, n.rules_id,
    (SELECT a.run_id FROM annotations a WHERE a.id = n.annotation_id),
    {_named("method")}, {_named("task")},
    {HARDWARE.format(paper_id="n.paper_id", annotation_id="n.annotation_id")}, {_STATUS}
FROM n
WHERE n.annotation_id IS NOT NULL
    OR EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = n.paper_id AND l.verdict <> 'undo')
"""


def priority(alias: str, reviewed: str) -> str:
    """Return SQL for the place in the review queue; the rules alone can't disagree with a model."""
    return (
        f"CASE WHEN {reviewed} THEN NULL WHEN {alias}.support = 'unsupported' THEN 1"
        f" WHEN {alias}.support = 'grounded' AND g.annotation_id IS NOT g.rules_id THEN 2"
        " ELSE 3 END"
    )


_HERE = "g.paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id)"


def _patched(column: str) -> str:
    return (
        f"CASE WHEN patched AND json_type(patch, '$.{column}') IS NOT NULL"
        f" THEN json_extract(patch, '$.{column}') ELSE {column} END AS {column}"
    )


def _read_facts(readings: str, where: str = "") -> str:
    """Return a SELECT of `_facts` rows for the claims of `readings g`."""
    return f"""
SELECT claim_id, paper, annotation_id, label_id, {_patched("metric")}, {_patched("factor")},
    {_patched("device")}, {_patched("attribution")}, {_patched("support")},
    CASE WHEN verdict IS NULL THEN 'unreviewed' WHEN verdict = 'reject' THEN 'rejected'
        WHEN verdict = 'correct' AND NOT corrected_elsewhere THEN 'corrected'
        ELSE 'accepted' END AS status,
    priority, CASE WHEN patched THEN patch END AS patch
FROM (
    SELECT c.id AS claim_id, g.paper, c.annotation_id, v.label_id,
        c.metric, c.factor, c.device, c.attribution, c.support, v.verdict, v.patch,
        v.key = {key_of("c")} AND (v.verdict = 'correct' OR v.new_key <> v.key) AS patched,
        v.key <> {key_of("c")} AS corrected_elsewhere,
        {priority("c", "v.verdict IS NOT NULL")} AS priority
    FROM {readings} g JOIN claims c ON c.annotation_id = g.annotation_id
    LEFT JOIN _verdicts v ON v.rowid = COALESCE(
        (SELECT w.rowid FROM _verdicts w WHERE w.paper_id = g.paper_id AND w.key = {key_of("c")}),
        (SELECT max(w.rowid) FROM _verdicts w WHERE w.paper_id = g.paper_id
            AND w.new_key = {key_of("c")} AND w.verdict = 'correct'))
    {where}
)
"""


# What people added, and all that they judged in a paper that nobody has read (labels imported
# into an empty database). The id is that of the first label, negative, and so stays the same.
_LABELLED_FACTS = f"""
SELECT -v.first_id, g.paper, NULL, v.label_id, json_extract(v.patch, '$.metric'),
    json_extract(v.patch, '$.factor'), json_extract(v.patch, '$.device'),
    COALESCE(json_extract(v.patch, '$.attribution'), 'own'),
    COALESCE(json_extract(v.patch, '$.support'), 'unsupported'),
    CASE v.verdict WHEN 'reject' THEN 'rejected' WHEN 'correct' THEN 'corrected'
        ELSE 'accepted' END,
    NULL, v.patch
FROM _readings g JOIN _verdicts v ON v.paper_id = g.paper_id
WHERE {_HERE} AND (v.added OR g.annotation_id IS NULL)
    AND json_extract(v.patch, '$.metric') IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.annotation_id = g.annotation_id
        AND {key_of("c")} IN (v.key, v.new_key))
"""

# The same for any run's readings, also those that a newer run has outdone; not materialised.
RUN_READINGS = f"""
CREATE VIEW _run_readings AS
SELECT n.paper, n.paper_id, n.annotation_id, n.rules_id, n.run_id,
    {_named("method")} AS method, {_named("task")} AS task,
    {HARDWARE.format(paper_id="n.paper_id", annotation_id="n.annotation_id")} AS hardware,
    {_STATUS} AS status
FROM (
    SELECT p.rowid AS paper, a.paper_id, a.id AS annotation_id, NULL AS rules_id, a.run_id
    FROM annotations a JOIN papers p ON p.id = a.paper_id WHERE a.status = 'ok'
) n;
CREATE VIEW _run_facts AS {_read_facts("_run_readings")};
"""

_FACT = (
    "claim_id, paper, annotation_id, label_id, metric, factor, device, attribution, support,"
    " status, priority, patch"
)
_READING = "paper, paper_id, annotation_id, rules_id, run_id, method, task, hardware, status"
_REFRESH = f"""
CREATE VIEW _refresh AS SELECT '' AS paper_id;
CREATE TRIGGER _refresh_insert INSTEAD OF INSERT ON _refresh BEGIN
    DELETE FROM _facts WHERE paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id);
    DELETE FROM _readings WHERE paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id);
    INSERT INTO _readings ({_READING}) {_READING_NOW};
    INSERT INTO _facts ({_FACT}) {_read_facts("_readings", f"WHERE {_HERE}")};
    INSERT INTO _facts ({_FACT}) {_LABELLED_FACTS};
END;
"""
REFRESH = _LABELS_NOW + _JUDGE + _REFRESH

_PAPER_OF = "SELECT a.paper_id FROM annotations a JOIN _readings g ON g.annotation_id = a.id"
_HARDWARE_OF_READING = HARDWARE.format(
    paper_id="_readings.paper_id", annotation_id="_readings.annotation_id"
)
TRIGGERS = f"""
CREATE TRIGGER _labels_insert AFTER INSERT ON labels BEGIN
    INSERT INTO _judge (paper_id, key) SELECT NEW.paper_id, NEW.key WHERE NEW.target = 'claim';
    INSERT INTO _refresh (paper_id) VALUES (NEW.paper_id);
END;
CREATE TRIGGER _annotations_insert AFTER INSERT ON annotations WHEN NEW.status = 'ok' BEGIN
    INSERT INTO _refresh (paper_id) VALUES (NEW.paper_id);
END;
CREATE TRIGGER _annotations_update AFTER UPDATE ON annotations BEGIN
    INSERT INTO _refresh (paper_id) VALUES (NEW.paper_id);
END;
CREATE TRIGGER _annotations_delete AFTER DELETE ON annotations BEGIN
    INSERT INTO _refresh (paper_id) VALUES (OLD.paper_id);
END;
CREATE TRIGGER _claims_insert AFTER INSERT ON claims BEGIN
    INSERT INTO _facts ({_FACT})
    SELECT NEW.id, g.paper, NEW.annotation_id, NULL, NEW.metric, NEW.factor, NEW.device,
        NEW.attribution, NEW.support, 'unreviewed', {priority("NEW", "FALSE")}, NULL
    FROM _readings g WHERE g.annotation_id = NEW.annotation_id
        AND NOT EXISTS (SELECT 1 FROM _verdicts v WHERE v.paper_id = g.paper_id);
    INSERT INTO _refresh (paper_id)
    SELECT g.paper_id FROM _readings g WHERE g.annotation_id = NEW.annotation_id
        AND EXISTS (SELECT 1 FROM _verdicts v WHERE v.paper_id = g.paper_id);
END;
CREATE TRIGGER _claims_update AFTER UPDATE ON claims BEGIN
    INSERT INTO _refresh (paper_id) {_PAPER_OF} WHERE a.id = NEW.annotation_id;
END;
CREATE TRIGGER _claims_delete AFTER DELETE ON claims BEGIN
    INSERT INTO _refresh (paper_id) {_PAPER_OF} WHERE a.id = OLD.annotation_id;
END;
CREATE TRIGGER _hardware_insert AFTER INSERT ON hardware BEGIN
    UPDATE _readings
    SET hardware = {_HARDWARE_OF_READING}
    WHERE annotation_id = NEW.annotation_id;
END;
CREATE TRIGGER _hardware_update AFTER UPDATE ON hardware BEGIN
    INSERT INTO _refresh (paper_id) {_PAPER_OF} WHERE a.id = NEW.annotation_id;
END;
CREATE TRIGGER _hardware_delete AFTER DELETE ON hardware BEGIN
    INSERT INTO _refresh (paper_id) {_PAPER_OF} WHERE a.id = OLD.annotation_id;
END;
CREATE TRIGGER _runs_update AFTER UPDATE OF annotator ON runs
WHEN OLD.annotator IS NOT NEW.annotator BEGIN
    INSERT INTO _refresh (paper_id) SELECT paper_id FROM annotations WHERE run_id = NEW.id;
END;
"""
