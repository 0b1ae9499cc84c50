"""How the rows behind the views are made, and the triggers that keep them true."""

from annotate.store.numbers_sql import key_of, said_before
from annotate.store.verdicts import VERDICTS

__all__ = ["FACTS_CAME_ANEW", "REFRESH", "RUN_READINGS", "TRIGGERS"]

HARDWARE = """
(SELECT group_concat(device, '; ') FROM (
    SELECT device FROM (
        SELECT h.id AS place, COALESCE(
            (SELECT l.value FROM _labels_now l WHERE l.paper_id = {paper_id}
                AND l.target = 'hardware' AND l.key = COALESCE(h.device, h.name)
                AND l.verdict = 'correct'), h.device, h.name) AS device
        FROM hardware h WHERE h.annotation_id = {annotation_id}
            AND NOT (h.evidence IS 'missing' AND h.device IS NULL)
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


def _read_facts(readings: str, where: str = "TRUE") -> str:
    """Return a SELECT of `_facts` rows for the claims of `readings g`.

    A claim that says what a person corrected another one to is right, unless its reading has that
    other one as well: then they are two claims, and nobody has judged this one.
    """
    return f"""
SELECT claim_id, paper, annotation_id, label_id, metric, factor, device,
    COALESCE(device, hardware) AS ran_on, attribution, support, status, priority, patch
FROM (
SELECT claim_id, paper, annotation_id, label_id, {_patched("metric")}, {_patched("factor")},
    {_patched("device")}, {_patched("attribution")}, {_patched("support")}, hardware,
    CASE WHEN verdict IS NULL THEN 'unreviewed' WHEN verdict = 'reject' THEN 'rejected'
        WHEN verdict = 'correct' AND NOT corrected_elsewhere THEN 'corrected'
        ELSE 'accepted' END AS status,
    priority, CASE WHEN patched THEN patch END AS patch
FROM (
    SELECT c.id AS claim_id, g.paper, c.annotation_id, v.label_id, g.hardware,
        c.metric, c.factor, c.device, c.attribution, c.support, v.verdict, v.patch,
        v.key = {key_of("c")} AND (v.verdict = 'correct' OR v.new_key <> v.key) AS patched,
        v.key <> {key_of("c")} AS corrected_elsewhere,
        {priority("c", "v.verdict IS NOT NULL")} AS priority
    FROM {readings} g JOIN claims c ON c.annotation_id = g.annotation_id
    LEFT JOIN _verdicts v ON v.rowid = COALESCE(
        (SELECT w.rowid FROM _verdicts w WHERE w.paper_id = g.paper_id AND w.key = {key_of("c")}),
        (SELECT max(w.rowid) FROM _verdicts w WHERE w.paper_id = g.paper_id
            AND w.new_key = {key_of("c")} AND w.verdict = 'correct' AND NOT EXISTS (
                SELECT 1 FROM claims o
                WHERE o.annotation_id = c.annotation_id AND {key_of("o")} = w.key)))
    WHERE NOT {said_before("c")} AND {where}
))
"""


# What people added, and all that they judged in a paper that nobody has read (labels imported
# into an empty database). The id is that of the first label, negative, and so stays the same.
_LABELLED_FACTS = f"""
SELECT -v.first_id, g.paper, NULL, v.label_id, json_extract(v.whole, '$.metric'),
    json_extract(v.whole, '$.factor'), json_extract(v.whole, '$.device'),
    COALESCE(json_extract(v.whole, '$.device'), g.hardware),
    COALESCE(json_extract(v.whole, '$.attribution'), 'own'),
    COALESCE(json_extract(v.whole, '$.support'), 'unsupported'),
    CASE v.verdict WHEN 'reject' THEN 'rejected' WHEN 'correct' THEN 'corrected'
        ELSE 'accepted' END,
    NULL, v.whole
FROM _readings g JOIN _verdicts v ON v.paper_id = g.paper_id
WHERE {_HERE} AND (v.added OR g.annotation_id IS NULL)
    AND json_extract(v.whole, '$.metric') IS NOT NULL
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
    "claim_id, paper, annotation_id, label_id, metric, factor, device, ran_on, attribution,"
    " support, status, priority, patch"
)
_READING = "paper, paper_id, annotation_id, rules_id, run_id, method, task, hardware, status"
# Writing a paper's id into this view makes its rows anew.
_REFRESH = f"""
CREATE VIEW _refresh AS SELECT '' AS paper_id;
CREATE TRIGGER _refresh_insert INSTEAD OF INSERT ON _refresh BEGIN
    DELETE FROM _facts WHERE paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id);
    DELETE FROM _readings WHERE paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id);
    INSERT INTO _readings ({_READING}) {_READING_NOW};
    INSERT INTO _facts ({_FACT}) {_read_facts("_readings", _HERE)};
    INSERT INTO _facts ({_FACT}) {_LABELLED_FACTS};
END;
"""
REFRESH = VERDICTS + _REFRESH

_PAPER_OF = "SELECT a.paper_id FROM annotations a JOIN _readings g ON g.annotation_id = a.id"
# A "+" in what follows keeps SQLite from an index by which it would look at every paper.
_HARDWARE_OF_READING = HARDWARE.format(
    paper_id="_readings.paper_id", annotation_id="_readings.annotation_id"
)
# Short cuts for the usual case, a paper that nobody has judged: what _refresh would do. Within a
# trigger SQLite opens a table of its own for an INSERT of a SELECT, and for an UPDATE by anything
# but the key, which costs more than all else: so rows are given as VALUES, under a WHEN.
_PAPER = "(SELECT rowid FROM papers WHERE id = NEW.paper_id)"
_BY_RULES = "(SELECT annotator FROM runs WHERE id = NEW.run_id) = 'rules'"
_IS_FIRST = """(EXISTS (SELECT 1 FROM papers p WHERE p.id = NEW.paper_id
        AND NOT EXISTS (SELECT 1 FROM _readings WHERE paper = p.rowid))
    AND EXISTS (SELECT 1 FROM runs WHERE id = NEW.run_id)
    AND NOT EXISTS (SELECT 1 FROM labels WHERE paper_id = NEW.paper_id))"""
_IS_SECOND = f"(annotation_id <> NEW.id AND annotation_id IS NOT rules_id AND {_BY_RULES})"
# In whatever order the triggers of one event are fired, one of these makes the row.
_READING_CAME = f"""
CREATE TRIGGER _annotations_other AFTER INSERT ON annotations WHEN NEW.status = 'ok'
    AND NOT EXISTS (SELECT 1 FROM _readings WHERE paper = {_PAPER}
        AND (NEW.id IN (annotation_id, rules_id) OR {_IS_SECOND}))
    AND NOT {_IS_FIRST} BEGIN
    INSERT INTO _refresh (paper_id) VALUES (NEW.paper_id);
END;
CREATE TRIGGER _annotations_second AFTER INSERT ON annotations
WHEN NEW.status = 'ok' AND {_BY_RULES} BEGIN
    UPDATE _readings SET rules_id = NEW.id WHERE paper = {_PAPER} AND {_IS_SECOND};
END;
CREATE TRIGGER _annotations_first AFTER INSERT ON annotations
WHEN NEW.status = 'ok' AND {_IS_FIRST} BEGIN
    INSERT INTO _readings ({_READING}) VALUES ({_PAPER}, NEW.paper_id, NEW.id,
        CASE WHEN {_BY_RULES} THEN NEW.id END, NEW.run_id, NEW.method, NEW.task, NULL,
        'unreviewed');
END;
"""
_READING_OF = "FROM _readings g WHERE g.annotation_id = NEW.annotation_id"
_ARE_VERDICTS = "EXISTS (SELECT 1 FROM _verdicts v WHERE v.paper_id = g.paper_id)"
_CLAIM_CAME = f"""
CREATE TRIGGER _claims_insert AFTER INSERT ON claims WHEN NOT {said_before("NEW")}
    AND EXISTS (SELECT 1 {_READING_OF} AND NOT {_ARE_VERDICTS}) BEGIN
    INSERT INTO _facts ({_FACT}) VALUES (NEW.id, (SELECT g.paper {_READING_OF}),
        NEW.annotation_id, NULL, NEW.metric, NEW.factor, NEW.device,
        COALESCE(NEW.device, (SELECT g.hardware {_READING_OF})), NEW.attribution, NEW.support,
        'unreviewed', (SELECT {priority("NEW", "FALSE")} {_READING_OF}), NULL);
END;
CREATE TRIGGER _claims_insert_judged AFTER INSERT ON claims WHEN NOT {said_before("NEW")}
    AND EXISTS (SELECT 1 {_READING_OF} AND {_ARE_VERDICTS}) BEGIN
    INSERT INTO _refresh (paper_id) VALUES ((SELECT g.paper_id {_READING_OF}));
END;
"""
_THIS_READING = f"paper = (SELECT g.paper {_READING_OF})"
_ARE_LABELS = "EXISTS (SELECT 1 FROM labels WHERE paper_id = _readings.paper_id)"
_DEVICE_CAME = f"""
CREATE TRIGGER _hardware_insert AFTER INSERT ON hardware BEGIN
    UPDATE _readings
    SET hardware = COALESCE(hardware || '; ', '') || COALESCE(NEW.device, NEW.name)
    WHERE {_THIS_READING} AND NOT (NEW.evidence IS 'missing' AND NEW.device IS NULL)
        AND NOT {_ARE_LABELS}
        AND instr('; ' || COALESCE(hardware, '') || '; ',
            '; ' || COALESCE(NEW.device, NEW.name) || '; ') = 0;
    UPDATE _readings SET hardware = {_HARDWARE_OF_READING} WHERE {_THIS_READING} AND {_ARE_LABELS};
END;
CREATE TRIGGER _readings_hardware AFTER UPDATE OF hardware ON _readings
WHEN EXISTS (SELECT 1 FROM _facts WHERE paper = NEW.paper) BEGIN
    UPDATE _facts SET ran_on = NEW.hardware WHERE +device IS NULL AND paper = NEW.paper;
END;
"""
FACTS_CAME = _READING_CAME + _CLAIM_CAME + _DEVICE_CAME
FACTS_CAME_ANEW = (
    """
DROP TRIGGER IF EXISTS _annotations_insert;
DROP TRIGGER IF EXISTS _annotations_other;
DROP TRIGGER IF EXISTS _annotations_second;
DROP TRIGGER IF EXISTS _annotations_first;
DROP TRIGGER _claims_insert;
DROP TRIGGER IF EXISTS _claims_insert_judged;
DROP TRIGGER _hardware_insert;
DROP TRIGGER IF EXISTS _readings_hardware;
"""
    + FACTS_CAME
)
TRIGGERS = f"""
CREATE TRIGGER _labels_insert AFTER INSERT ON labels BEGIN
    INSERT INTO _judge (paper_id, key) SELECT NEW.paper_id, NEW.key WHERE NEW.target = 'claim';
    INSERT INTO _refresh (paper_id) VALUES (NEW.paper_id);
END;
CREATE TRIGGER _annotations_update AFTER UPDATE ON annotations BEGIN
    INSERT INTO _refresh (paper_id) VALUES (NEW.paper_id);
END;
CREATE TRIGGER _annotations_delete AFTER DELETE ON annotations BEGIN
    INSERT INTO _refresh (paper_id) VALUES (OLD.paper_id);
END;
{FACTS_CAME}
CREATE TRIGGER _claims_update AFTER UPDATE ON claims BEGIN
    INSERT INTO _refresh (paper_id) {_PAPER_OF} WHERE a.id = NEW.annotation_id;
END;
CREATE TRIGGER _claims_delete AFTER DELETE ON claims BEGIN
    INSERT INTO _refresh (paper_id) {_PAPER_OF} WHERE a.id = OLD.annotation_id;
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
