BEGIN TRANSACTION;
CREATE TABLE _batch_requests (
    paper_id TEXT NOT NULL REFERENCES papers (id), batch INTEGER NOT NULL REFERENCES _batches (id),
    custom_id TEXT NOT NULL, line TEXT, counted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (paper_id, batch, custom_id)
) WITHOUT ROWID;
CREATE TABLE _batches (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, work TEXT NOT NULL, model TEXT NOT NULL,
    base_url TEXT, prompt TEXT NOT NULL, prompt_id TEXT NOT NULL REFERENCES prompts (id),
    params TEXT NOT NULL, requests INTEGER NOT NULL, created_at TEXT NOT NULL,
    input_file_id TEXT, batch_id TEXT, status TEXT NOT NULL, output_file_id TEXT,
    error_file_id TEXT, completed INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
    collected_at TEXT, error TEXT, host TEXT NOT NULL, pid INTEGER NOT NULL, born TEXT NOT NULL,
    seen_at REAL NOT NULL
);
CREATE TABLE _facts (
    claim_id INTEGER PRIMARY KEY, paper INTEGER NOT NULL, annotation_id INTEGER, label_id INTEGER,
    metric TEXT, factor REAL, device TEXT, ran_on TEXT, attribution TEXT, support TEXT,
    status TEXT NOT NULL, priority INTEGER, patch TEXT
);
INSERT INTO "_facts" VALUES(1,1,1,1,'speedup',5.0,NULL,'NVIDIA A100','own','grounded','accepted',NULL,NULL);
INSERT INTO "_facts" VALUES(3,2,4,NULL,'memory',1.66666666666666674068e+00,NULL,NULL,'own','grounded','unreviewed',3,NULL);
CREATE TABLE _identifiers (
    identifier TEXT NOT NULL, paper_id TEXT NOT NULL REFERENCES papers (id),
    PRIMARY KEY (identifier, paper_id)
) WITHOUT ROWID;
CREATE TABLE _leases (
    work TEXT NOT NULL, paper_id TEXT NOT NULL,
    worker_id INTEGER NOT NULL REFERENCES _workers (id), PRIMARY KEY (work, paper_id)
) WITHOUT ROWID;
CREATE TABLE _names (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (kind, name)
);
INSERT INTO "_names" VALUES(1,'method','Zorblax');
INSERT INTO "_names" VALUES(2,'task','sorting');
INSERT INTO "_names" VALUES(3,'hardware','NVIDIA A100');
INSERT INTO "_names" VALUES(4,'ran_on','NVIDIA A100');
CREATE TABLE _readings (
    paper INTEGER PRIMARY KEY, paper_id TEXT NOT NULL, annotation_id INTEGER, rules_id INTEGER,
    run_id INTEGER, method TEXT, task TEXT, hardware TEXT, status TEXT NOT NULL
);
INSERT INTO "_readings" VALUES(1,'d14ffd031cf1de68',1,3,1,'Zorblax','sorting','NVIDIA A100','unreviewed');
INSERT INTO "_readings" VALUES(2,'610ed292aa33aa24',4,4,2,'Zorblax','sorting',NULL,'unreviewed');
CREATE TABLE _sources_read (source_id INTEGER PRIMARY KEY REFERENCES sources (id), papers INTEGER);
INSERT INTO "_sources_read" VALUES(1,2);
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'annotate','m001_tables','2026-01-01T00:00:00.000Z');
INSERT INTO "_sqlite_migrations" VALUES(2,'annotate','m002_search','2026-01-01T00:00:00.000Z');
INSERT INTO "_sqlite_migrations" VALUES(3,'annotate','m003_views','2026-01-01T00:00:00.000Z');
INSERT INTO "_sqlite_migrations" VALUES(4,'annotate','m004_batches','2026-01-01T00:00:00.000Z');
CREATE TABLE _state (name TEXT NOT NULL PRIMARY KEY, value INTEGER) WITHOUT ROWID;
INSERT INTO "_state" VALUES('indexed',4);
INSERT INTO "_state" VALUES('named',2);
INSERT INTO "_state" VALUES('searchable',2);
CREATE TABLE _verdicts (
    paper_id TEXT NOT NULL, key TEXT NOT NULL, new_key TEXT, label_id INTEGER NOT NULL,
    first_id INTEGER NOT NULL, added INTEGER NOT NULL, verdict TEXT NOT NULL, patch TEXT,
    whole TEXT, PRIMARY KEY (paper_id, key)
);
INSERT INTO "_verdicts" VALUES('d14ffd031cf1de68','speedup|5|5|x','speedup|5|5|x',1,1,0,'accept','{}','{"metric":"speedup","value":"5x","low":5.0,"high":5.0,"unit":"x","bound":"exact","factor":5.0}');
CREATE TABLE _workers (
    id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL,
    born TEXT NOT NULL, seen_at REAL NOT NULL
);
CREATE TABLE annotations (
    id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs (id),
    paper_id TEXT NOT NULL REFERENCES papers (id),
    status TEXT NOT NULL CHECK (status IN ('ok', 'failed')),
    method TEXT, method_full_name TEXT, contribution TEXT, task TEXT, data TEXT, flags TEXT,
    error TEXT, UNIQUE (run_id, paper_id)
);
INSERT INTO "annotations" VALUES(1,1,'d14ffd031cf1de68','ok','Zorblax',NULL,NULL,'sorting',NULL,'[]',NULL);
INSERT INTO "annotations" VALUES(2,1,'610ed292aa33aa24','failed','Zorblax',NULL,NULL,'sorting',NULL,'[]','cut off');
INSERT INTO "annotations" VALUES(3,2,'d14ffd031cf1de68','ok','Zorblax',NULL,NULL,'sorting',NULL,'[]',NULL);
INSERT INTO "annotations" VALUES(4,2,'610ed292aa33aa24','ok','Zorblax',NULL,NULL,'sorting',NULL,'[]',NULL);
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs (id),
    paper_id TEXT NOT NULL REFERENCES papers (id), number INTEGER NOT NULL, started_at TEXT,
    seconds REAL, outcome TEXT NOT NULL, http_status INTEGER, finish_reason TEXT, model TEXT,
    prompt_tokens INTEGER, completion_tokens INTEGER, cached_tokens INTEGER,
    reasoning_tokens INTEGER, cost_usd REAL, error TEXT, UNIQUE (run_id, paper_id, number)
);
INSERT INTO "attempts" VALUES(1,1,'d14ffd031cf1de68',1,'2026-01-01T00:00:00Z',0.5,'ok',NULL,NULL,NULL,100,10,0,0,0.25,NULL);
INSERT INTO "attempts" VALUES(2,1,'610ed292aa33aa24',1,'2026-01-01T00:00:00Z',0.5,'ok',NULL,NULL,NULL,100,10,0,0,0.25,NULL);
INSERT INTO "attempts" VALUES(3,2,'d14ffd031cf1de68',1,'2026-01-01T00:00:00Z',0.5,'ok',NULL,NULL,NULL,100,10,0,0,0.25,NULL);
INSERT INTO "attempts" VALUES(4,2,'610ed292aa33aa24',1,'2026-01-01T00:00:00Z',0.5,'ok',NULL,NULL,NULL,100,10,0,0,0.25,NULL);
CREATE TABLE claims (
    id INTEGER PRIMARY KEY, annotation_id INTEGER NOT NULL REFERENCES annotations (id),
    metric TEXT NOT NULL, value TEXT NOT NULL, low REAL, high REAL, unit TEXT, bound TEXT,
    factor REAL, baseline TEXT, setting TEXT, device TEXT, attribution TEXT, quote TEXT,
    quote_start INTEGER, quote_end INTEGER, evidence TEXT, support TEXT, flags TEXT
);
INSERT INTO "claims" VALUES(1,1,'speedup','5x',5.0,5.0,'x','exact',5.0,NULL,NULL,NULL,'own','is 5x faster',8,20,'exact','grounded','[]');
INSERT INTO "claims" VALUES(2,3,'speedup','3x',3.0,3.0,'x','exact',3.0,NULL,NULL,NULL,'own','is 3x faster',8,20,'exact','grounded','[]');
INSERT INTO "claims" VALUES(3,4,'memory','40%',40.0,40.0,'%','exact',1.66666666666666674068e+00,NULL,NULL,NULL,'own','is 40x faster',8,20,'exact','grounded','[]');
CREATE TABLE hardware (
    id INTEGER PRIMARY KEY, annotation_id INTEGER NOT NULL REFERENCES annotations (id),
    name TEXT NOT NULL, device TEXT, kind TEXT, count INTEGER, role TEXT, quote_start INTEGER,
    quote_end INTEGER, evidence TEXT
);
INSERT INTO "hardware" VALUES(1,1,'A100','NVIDIA A100','gpu',NULL,'evaluated_on',0,4,'exact');
CREATE TABLE labels (
    id INTEGER PRIMARY KEY, paper_id TEXT NOT NULL,
    target TEXT NOT NULL CHECK (target IN ('method', 'task', 'hardware', 'claim', 'paper')),
    key TEXT NOT NULL DEFAULT '',
    verdict TEXT NOT NULL CHECK (verdict IN ('accept', 'correct', 'reject', 'add', 'undo')),
    value TEXT, reviewer TEXT NOT NULL CHECK (length(trim(reviewer)) > 0), note TEXT,
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        CHECK (julianday(created_at) IS NOT NULL),
    CHECK (verdict NOT IN ('correct', 'add') OR value IS NOT NULL)
);
INSERT INTO "labels" VALUES(1,'d14ffd031cf1de68','claim','speedup|5|5|x','accept',NULL,'r1',NULL,'2026-01-01T00:00:00.000Z');
INSERT INTO "labels" VALUES(2,'d14ffd031cf1de68','method','','accept','Zorblax','r1',NULL,'2026-01-01T00:00:00.000Z');
CREATE TABLE paper_sources (
    source_id INTEGER NOT NULL REFERENCES sources (id), position INTEGER NOT NULL,
    paper_id TEXT NOT NULL REFERENCES papers (id), PRIMARY KEY (source_id, position)
) WITHOUT ROWID;
INSERT INTO "paper_sources" VALUES(1,2,'610ed292aa33aa24');
INSERT INTO "paper_sources" VALUES(1,1,'d14ffd031cf1de68');
CREATE TABLE papers (
    id TEXT NOT NULL PRIMARY KEY, title TEXT, abstract TEXT NOT NULL, year INTEGER, venue TEXT,
    url TEXT, doi TEXT, authors TEXT
);
INSERT INTO "papers" VALUES('d14ffd031cf1de68','On sorting','Zorblax is 5x faster.',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "papers" VALUES('610ed292aa33aa24',NULL,'Quenchette uses 40% less memory.',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE prompts (
    id TEXT NOT NULL PRIMARY KEY, name TEXT, version TEXT, template TEXT, schema TEXT
);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, started_at TEXT NOT NULL, finished_at TEXT,
    status TEXT NOT NULL, annotator TEXT NOT NULL, model TEXT NOT NULL, base_url TEXT,
    prompt_id TEXT REFERENCES prompts (id), params TEXT,
    papers INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
    prompt_tokens INTEGER NOT NULL DEFAULT 0, completion_tokens INTEGER NOT NULL DEFAULT 0,
    cost_usd REAL
);
INSERT INTO "runs" VALUES(1,'2026-01-01T00:00:00.000Z','2026-01-01T00:00:00.000Z','done','openai','zeta-1','http://127.0.0.1:1/v1',NULL,'{"temperature":0}',2,1,200,20,0.5);
INSERT INTO "runs" VALUES(2,'2026-01-01T00:00:00.000Z','2026-01-01T00:00:00.000Z','done','rules','rules',NULL,NULL,'{}',2,0,200,20,0.5);
CREATE TABLE sources (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, title TEXT, format TEXT, sha256 TEXT NOT NULL,
    added_at TEXT NOT NULL, UNIQUE (path, sha256)
);
INSERT INTO "sources" VALUES(1,'list.txt','List list.txt','text','list.txt','2026-01-01T00:00:00.000Z');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX paper_sources_paper ON paper_sources (paper_id);
CREATE INDEX annotations_paper ON annotations (paper_id, run_id, status);
CREATE INDEX hardware_annotation ON hardware (annotation_id);
CREATE INDEX claims_annotation ON claims (annotation_id);
CREATE INDEX labels_fact ON labels (paper_id, target, key);
CREATE TRIGGER labels_keep_update BEFORE UPDATE ON labels BEGIN
    SELECT RAISE(ABORT, 'labels are never changed: add another label, it outranks this one');
END;
CREATE TRIGGER labels_keep_delete BEFORE DELETE ON labels BEGIN
    SELECT RAISE(ABORT, 'labels are never deleted: add another one with the verdict undo');
END;
CREATE INDEX _leases_worker ON _leases (worker_id);
CREATE TRIGGER papers_search_update AFTER UPDATE OF title, abstract ON papers
WHEN OLD.rowid <= (SELECT value FROM _state WHERE name = 'searchable')
    AND (OLD.title IS NOT NEW.title OR OLD.abstract IS NOT NEW.abstract)
BEGIN
    INSERT INTO papers_fts (papers_fts, rowid, title, abstract)
    VALUES ('delete', OLD.rowid, OLD.title, OLD.abstract);
    INSERT INTO papers_fts (rowid, title, abstract) VALUES (NEW.rowid, NEW.title, NEW.abstract);
END;
CREATE TRIGGER papers_search_delete AFTER DELETE ON papers
WHEN OLD.rowid <= (SELECT value FROM _state WHERE name = 'searchable')
BEGIN
    INSERT INTO papers_fts (papers_fts, rowid, title, abstract)
    VALUES ('delete', OLD.rowid, OLD.title, OLD.abstract);
    UPDATE _state SET value = MIN(value, (SELECT COALESCE(MAX(rowid), 0) FROM papers))
    WHERE name = 'searchable';
END;
CREATE INDEX _readings_annotation ON _readings (annotation_id);
CREATE INDEX _readings_method ON _readings (method);
CREATE INDEX _readings_task ON _readings (task);
CREATE INDEX _readings_hardware ON _readings (hardware);
CREATE INDEX _readings_reviewed ON _readings (status) WHERE status <> 'unreviewed';
CREATE INDEX _facts_paper ON _facts (paper);
CREATE INDEX _facts_metric ON _facts (metric, factor, paper);
CREATE INDEX _facts_device ON _facts (device, metric, factor, paper);
CREATE INDEX _facts_ran_on ON _facts (ran_on, metric, factor, paper);
CREATE INDEX _facts_support ON _facts (support, paper);
CREATE INDEX _facts_priority ON _facts (priority, paper) WHERE priority IS NOT NULL;
CREATE INDEX _facts_prior ON _facts (paper) WHERE attribution = 'prior';
CREATE INDEX _facts_reviewed ON _facts (status, paper) WHERE status <> 'unreviewed';
CREATE INDEX _verdicts_new_key ON _verdicts (paper_id, new_key);
CREATE TRIGGER _names_of_reading AFTER INSERT ON _readings WHEN NEW.paper <= (SELECT value FROM _state WHERE name = 'named') BEGIN
    INSERT INTO _names (kind, name) SELECT 'method', NEW.method WHERE NEW.method IS NOT NULL AND NOT EXISTS (SELECT 1 FROM _names WHERE kind = 'method' AND name = NEW.method);
    INSERT INTO _names (kind, name) SELECT 'task', NEW.task WHERE NEW.task IS NOT NULL AND NOT EXISTS (SELECT 1 FROM _names WHERE kind = 'task' AND name = NEW.task);
    INSERT INTO _names (kind, name) SELECT 'hardware', NEW.hardware WHERE NEW.hardware IS NOT NULL AND NOT EXISTS (SELECT 1 FROM _names WHERE kind = 'hardware' AND name = NEW.hardware);
END;
CREATE TRIGGER _names_of_change AFTER UPDATE OF method, task, hardware ON _readings
WHEN NEW.paper <= (SELECT value FROM _state WHERE name = 'named') BEGIN
    INSERT INTO _names (kind, name) SELECT 'method', NEW.method WHERE NEW.method IS NOT NULL AND NOT EXISTS (SELECT 1 FROM _names WHERE kind = 'method' AND name = NEW.method);
    INSERT INTO _names (kind, name) SELECT 'task', NEW.task WHERE NEW.task IS NOT NULL AND NOT EXISTS (SELECT 1 FROM _names WHERE kind = 'task' AND name = NEW.task);
    INSERT INTO _names (kind, name) SELECT 'hardware', NEW.hardware WHERE NEW.hardware IS NOT NULL AND NOT EXISTS (SELECT 1 FROM _names WHERE kind = 'hardware' AND name = NEW.hardware);
END;
CREATE TRIGGER _names_of_fact AFTER INSERT ON _facts WHEN NEW.paper <= (SELECT value FROM _state WHERE name = 'named') BEGIN
    INSERT INTO _names (kind, name) SELECT 'ran_on', NEW.ran_on WHERE NEW.ran_on IS NOT NULL AND NOT EXISTS (SELECT 1 FROM _names WHERE kind = 'ran_on' AND name = NEW.ran_on);
END;
CREATE TRIGGER _names_of_move AFTER UPDATE OF ran_on ON _facts WHEN NEW.paper <= (SELECT value FROM _state WHERE name = 'named') BEGIN
    INSERT INTO _names (kind, name) SELECT 'ran_on', NEW.ran_on WHERE NEW.ran_on IS NOT NULL AND NOT EXISTS (SELECT 1 FROM _names WHERE kind = 'ran_on' AND name = NEW.ran_on);
END;
CREATE VIEW _labels_now AS
SELECT l.* FROM labels l WHERE NOT EXISTS (
    SELECT 1 FROM labels n WHERE n.paper_id = l.paper_id AND n.target = l.target
    AND n.key = l.key AND (julianday(n.created_at), n.id) > (julianday(l.created_at), l.id)
);
CREATE VIEW _judge AS SELECT '' AS paper_id, '' AS key;
CREATE TRIGGER _judge_insert INSTEAD OF INSERT ON _judge BEGIN
    DELETE FROM _verdicts WHERE paper_id = NEW.paper_id AND key = NEW.key;
    INSERT INTO _verdicts (paper_id, key, new_key, label_id, first_id, added, verdict, patch,
        whole)
    
WITH q_rows AS MATERIALIZED (
SELECT *, COALESCE(json_extract(given, '$.metric'), NULLIF(k_metric, '')) AS metric,
    COALESCE(json_extract(given, '$.value'), CASE
        WHEN k_low = '' THEN substr(rest2, instr(rest2, '|') + 1)
        WHEN substr(rest2, 1, instr(rest2, '|') - 1) = k_low
            THEN k_low || substr(rest2, instr(rest2, '|') + 1)
        ELSE k_low || '-' || replace(rest2, '|', '') END) AS value
FROM (
SELECT *, substr(rest1, 1, instr(rest1, '|') - 1) AS k_low,
    substr(rest1, instr(rest1, '|') + 1) AS rest2
FROM (
    SELECT l.id AS label_id, l.paper_id, l.key, l.verdict, CASE WHEN l.value IS NULL THEN '{}'
    WHEN CASE WHEN json_valid(l.value) THEN json_type(l.value) = 'object' END THEN l.value
    ELSE json_object('value', l.value) END AS given,
        substr(l.key, 1, instr(l.key, '|') - 1) AS k_metric,
        substr(l.key, instr(l.key, '|') + 1) AS rest1
    FROM _labels_now l
    WHERE l.paper_id = NEW.paper_id AND l.target = 'claim' AND l.key = NEW.key
        AND l.verdict <> 'undo'
))), q_plain_0 AS MATERIALIZED (SELECT *, lower(trim(value)) AS t0 FROM q_rows), q_plain_1 AS MATERIALIZED (SELECT *, replace(t0, '\times', 'x') AS t1 FROM q_plain_0), q_plain_2 AS MATERIALIZED (SELECT *, replace(t1, '×', 'x') AS t2 FROM q_plain_1), q_plain_3 AS MATERIALIZED (SELECT *, replace(t2, ' times', 'x') AS t3 FROM q_plain_2), q_plain_4 AS MATERIALIZED (SELECT *, replace(t3, ' percent', '%') AS t4 FROM q_plain_3), q_plain_5 AS MATERIALIZED (SELECT *, replace(t4, '-fold', 'x') AS t5 FROM q_plain_4), q_plain_6 AS MATERIALIZED (SELECT *, replace(t5, ' fold', 'x') AS t6 FROM q_plain_5), q_plain_7 AS MATERIALIZED (SELECT *, replace(t6, '$', '') AS t7 FROM q_plain_6), q_plain_8 AS MATERIALIZED (SELECT *, replace(t7, '\', '') AS t8 FROM q_plain_7), q_plain_9 AS MATERIALIZED (SELECT *, replace(t8, '–', '-') AS t9 FROM q_plain_8), q_plain_10 AS MATERIALIZED (SELECT *, replace(t9, '—', '-') AS t10 FROM q_plain_9), q_plain_11 AS MATERIALIZED (SELECT *, replace(t10, '−', '-') AS t11 FROM q_plain_10), q_plain_12 AS MATERIALIZED (SELECT *, replace(t11, '--', '-') AS t12 FROM q_plain_11), q_plain_13 AS MATERIALIZED (SELECT *, replace(t12, ',', '') AS t13 FROM q_plain_12), q_text AS MATERIALIZED (SELECT *, t13 AS t FROM q_plain_13), q_start AS MATERIALIZED (SELECT *, ltrim(t, 'abcdefghijklmnopqrstuvwxyz ~≈<>≥≤=+(:-') AS s FROM q_text), q_rest AS MATERIALIZED (SELECT *, ltrim(s, '0123456789.') AS rest FROM q_start), q_first AS MATERIALIZED (SELECT *, ltrim(rest, 'x% ') AS after, CASE WHEN s GLOB '[0-9.]*' THEN CAST(s AS REAL) ELSE CASE WHEN t LIKE '%three orders of magnitude%' THEN 1000 WHEN t LIKE '%two orders of magnitude%' THEN 100 WHEN t LIKE '%orders of magnitude%' THEN 100 WHEN t LIKE '%order of magnitude%' THEN 10 WHEN t LIKE '%order-of-magnitude%' THEN 10 WHEN t LIKE '%quadrupl%' THEN 4 WHEN t LIKE '%tripl%' THEN 3 WHEN t LIKE '%thrice%' THEN 3 WHEN t LIKE '%twice%' THEN 2 WHEN t LIKE '%doubl%' THEN 2 WHEN t LIKE '%half%' THEN 2 WHEN t LIKE '%halv%' THEN 2 END END AS q1 FROM q_rest), q_next AS MATERIALIZED (SELECT *, ltrim(after, '-~to ') AS next FROM q_first), q_range AS MATERIALIZED (SELECT *, (after LIKE '-%' OR after LIKE '~%' OR after LIKE 'to %') AND next GLOB '[0-9]*' AS ranged FROM q_next), q_second AS MATERIALIZED (SELECT *, CASE WHEN ranged THEN CAST(next AS REAL) ELSE q1 END AS q2, CASE WHEN ranged THEN ltrim(next, '0123456789. ') ELSE ltrim(rest) END AS tail FROM q_range), q AS MATERIALIZED (SELECT *, MIN(q1, q2) AS q_low, MAX(q1, q2) AS q_high,
    CASE WHEN q1 IS NULL THEN NULL WHEN s = '' OR tail LIKE 'x%' OR rest LIKE 'x%' THEN 'x'
        WHEN rest LIKE '%!%%' ESCAPE '!' THEN '%' ELSE NULLIF(trim(tail), '') END AS q_unit,
    CASE WHEN q1 IS NULL THEN NULL WHEN q2 <> q1 THEN 'range' WHEN t LIKE 'up to %' THEN 'up_to'
        WHEN (t LIKE 'over %' OR t LIKE 'more than %' OR t LIKE 'at least %' OR t LIKE '>%' OR t LIKE '≥%' OR t LIKE 'exceeding %') OR s = '' AND t LIKE 'orders of magnitude%' THEN 'at_least'
        WHEN (t LIKE 'about %' OR t LIKE 'around %' OR t LIKE 'nearly %' OR t LIKE 'almost %' OR t LIKE 'approximately %' OR t LIKE 'roughly %' OR t LIKE '~%' OR t LIKE '≈%') THEN 'approx' ELSE 'exact' END AS q_bound
FROM q_second), n AS MATERIALIZED (
    SELECT label_id, paper_id, key, verdict, given, metric, value,
        CASE WHEN json_type(given, '$.low') IS NULL THEN q_low ELSE json_extract(given, '$.low') END AS low, CASE WHEN json_type(given, '$.low') IS NULL THEN q_high ELSE json_extract(given, '$.high') END AS high, CASE WHEN json_type(given, '$.low') IS NULL THEN q_unit ELSE json_extract(given, '$.unit') END AS unit, CASE WHEN json_type(given, '$.low') IS NULL THEN q_bound ELSE json_extract(given, '$.bound') END AS bound
    FROM q
)
SELECT n.paper_id, n.key, CASE WHEN n.low IS NULL THEN n.metric || '|||' || COALESCE(n.value, '') ELSE printf('%s|%.10g|%.10g|%s', n.metric, n.low, COALESCE(n.high, n.low), COALESCE(n.unit, '')) END, n.label_id,
    (SELECT min(l.id) FROM labels l
        WHERE l.paper_id = n.paper_id AND l.target = 'claim' AND l.key = n.key),
    EXISTS (SELECT 1 FROM labels l WHERE l.paper_id = n.paper_id AND l.target = 'claim'
        AND l.key = n.key AND l.verdict = 'add'),
    n.verdict,
    CASE WHEN json_type(n.given, '$.value') IS NOT NULL THEN json_set(n.given, '$.metric', n.metric, '$.value', n.value, '$.low', n.low,
        '$.high', n.high, '$.unit', n.unit, '$.bound', n.bound, '$.factor', CASE WHEN json_type(n.given, '$.factor') IS NULL THEN CASE WHEN n.unit = 'x' THEN n.low WHEN n.unit = '%' AND n.metric IN ('speedup', 'throughput') AND NOT (lower(n.value) LIKE '%less%' OR lower(n.value) LIKE '%reduc%' OR lower(n.value) LIKE '%lower%' OR lower(n.value) LIKE '%cut%' OR lower(n.value) LIKE '%decreas%') THEN 1 + n.low / 100.0 WHEN n.unit = '%' AND n.low < 100 THEN 1 / (1 - n.low / 100.0) END
            ELSE json_extract(n.given, '$.factor') END)
        WHEN json_type(n.given, '$.low') IS NOT NULL THEN json_set(n.given, '$.metric', n.metric, '$.value', n.value, '$.low', n.low,
        '$.high', n.high, '$.unit', n.unit, '$.bound', n.bound, '$.factor', CASE WHEN json_type(n.given, '$.factor') IS NULL THEN CASE WHEN n.unit = 'x' THEN n.low WHEN n.unit = '%' AND n.metric IN ('speedup', 'throughput') AND NOT (lower(n.value) LIKE '%less%' OR lower(n.value) LIKE '%reduc%' OR lower(n.value) LIKE '%lower%' OR lower(n.value) LIKE '%cut%' OR lower(n.value) LIKE '%decreas%') THEN 1 + n.low / 100.0 WHEN n.unit = '%' AND n.low < 100 THEN 1 / (1 - n.low / 100.0) END
            ELSE json_extract(n.given, '$.factor') END)
        WHEN json_type(n.given, '$.metric') IS NOT NULL
            THEN json_set(n.given, '$.factor', CASE WHEN json_type(n.given, '$.factor') IS NULL THEN CASE WHEN n.unit = 'x' THEN n.low WHEN n.unit = '%' AND n.metric IN ('speedup', 'throughput') AND NOT (lower(n.value) LIKE '%less%' OR lower(n.value) LIKE '%reduc%' OR lower(n.value) LIKE '%lower%' OR lower(n.value) LIKE '%cut%' OR lower(n.value) LIKE '%decreas%') THEN 1 + n.low / 100.0 WHEN n.unit = '%' AND n.low < 100 THEN 1 / (1 - n.low / 100.0) END
            ELSE json_extract(n.given, '$.factor') END)
        ELSE n.given END,
    json_set(n.given, '$.metric', n.metric, '$.value', n.value, '$.low', n.low,
        '$.high', n.high, '$.unit', n.unit, '$.bound', n.bound, '$.factor', CASE WHEN json_type(n.given, '$.factor') IS NULL THEN CASE WHEN n.unit = 'x' THEN n.low WHEN n.unit = '%' AND n.metric IN ('speedup', 'throughput') AND NOT (lower(n.value) LIKE '%less%' OR lower(n.value) LIKE '%reduc%' OR lower(n.value) LIKE '%lower%' OR lower(n.value) LIKE '%cut%' OR lower(n.value) LIKE '%decreas%') THEN 1 + n.low / 100.0 WHEN n.unit = '%' AND n.low < 100 THEN 1 / (1 - n.low / 100.0) END
            ELSE json_extract(n.given, '$.factor') END)
FROM n
;
END;
CREATE VIEW _refresh AS SELECT '' AS paper_id;
CREATE TRIGGER _refresh_insert INSTEAD OF INSERT ON _refresh BEGIN
    DELETE FROM _facts WHERE paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id);
    DELETE FROM _readings WHERE paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id);
    INSERT INTO _readings (paper, paper_id, annotation_id, rules_id, run_id, method, task, hardware, status) 
WITH p AS MATERIALIZED (SELECT rowid AS paper, id FROM papers WHERE id = NEW.paper_id),
ids AS MATERIALIZED (
    SELECT p.paper, p.id AS paper_id, (SELECT max(a.id) FROM annotations a JOIN runs r ON r.id = a.run_id
        WHERE a.paper_id = p.id AND a.status = 'ok' AND r.annotator <> 'rules') AS model_id, (SELECT max(a.id) FROM annotations a JOIN runs r ON r.id = a.run_id
        WHERE a.paper_id = p.id AND a.status = 'ok' AND r.annotator = 'rules') AS rules_id FROM p
),
n AS MATERIALIZED (
    SELECT paper, paper_id, COALESCE(model_id, rules_id) AS annotation_id, rules_id FROM ids
)
SELECT n.paper, n.paper_id, n.annotation_id, n.rules_id,
    (SELECT a.run_id FROM annotations a WHERE a.id = n.annotation_id),
    COALESCE(
        (SELECT l.value FROM _labels_now l WHERE l.paper_id = n.paper_id AND l.target = 'method'
            AND l.key = '' AND l.verdict IN ('accept', 'correct', 'add')),
        (SELECT a.method FROM annotations a WHERE a.id = n.annotation_id
            AND NOT EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = n.paper_id
                AND l.target = 'method' AND l.key = '' AND l.verdict = 'reject'
                AND COALESCE(l.value, a.method) = a.method))), COALESCE(
        (SELECT l.value FROM _labels_now l WHERE l.paper_id = n.paper_id AND l.target = 'task'
            AND l.key = '' AND l.verdict IN ('accept', 'correct', 'add')),
        (SELECT a.task FROM annotations a WHERE a.id = n.annotation_id
            AND NOT EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = n.paper_id
                AND l.target = 'task' AND l.key = '' AND l.verdict = 'reject'
                AND COALESCE(l.value, a.task) = a.task))),
    
(SELECT group_concat(device, '; ') FROM (
    SELECT device FROM (
        SELECT h.id AS place, COALESCE(
            (SELECT l.value FROM _labels_now l WHERE l.paper_id = n.paper_id
                AND l.target = 'hardware' AND l.key = COALESCE(h.device, h.name)
                AND l.verdict = 'correct'), h.device, h.name) AS device
        FROM hardware h WHERE h.annotation_id = n.annotation_id
            AND NOT (h.evidence IS 'missing' AND h.device IS NULL)
            AND NOT EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = n.paper_id
                AND l.target = 'hardware' AND l.key = COALESCE(h.device, h.name)
                AND l.verdict = 'reject')
        UNION ALL
        SELECT 4611686018427387904 + l.id, COALESCE(l.value, l.key) FROM _labels_now l
        WHERE l.paper_id = n.paper_id AND l.target = 'hardware' AND (l.verdict = 'add'
            OR n.annotation_id IS NULL AND l.verdict IN ('accept', 'correct'))
    ) GROUP BY device ORDER BY min(place)
))
, COALESCE(
        (SELECT CASE l.verdict WHEN 'accept' THEN 'accepted' WHEN 'reject' THEN 'rejected'
            WHEN 'correct' THEN 'corrected' END FROM _labels_now l
            WHERE l.paper_id = n.paper_id AND l.target = 'paper' AND l.key = ''),
        (SELECT 'corrected' FROM _labels_now l WHERE l.paper_id = n.paper_id
            AND l.target IN ('method', 'task', 'hardware')
            AND l.verdict IN ('correct', 'add', 'reject') LIMIT 1),
        'unreviewed')
FROM n
WHERE n.annotation_id IS NOT NULL
    OR EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = n.paper_id AND l.verdict <> 'undo')
;
    INSERT INTO _facts (claim_id, paper, annotation_id, label_id, metric, factor, device, ran_on, attribution, support, status, priority, patch) 
SELECT claim_id, paper, annotation_id, label_id, metric, factor, device,
    COALESCE(device, hardware) AS ran_on, attribution, support, status, priority, patch
FROM (
SELECT claim_id, paper, annotation_id, label_id, CASE WHEN patched AND json_type(patch, '$.metric') IS NOT NULL THEN json_extract(patch, '$.metric') ELSE metric END AS metric, CASE WHEN patched AND json_type(patch, '$.factor') IS NOT NULL THEN json_extract(patch, '$.factor') ELSE factor END AS factor,
    CASE WHEN patched AND json_type(patch, '$.device') IS NOT NULL THEN json_extract(patch, '$.device') ELSE device END AS device, CASE WHEN patched AND json_type(patch, '$.attribution') IS NOT NULL THEN json_extract(patch, '$.attribution') ELSE attribution END AS attribution, CASE WHEN patched AND json_type(patch, '$.support') IS NOT NULL THEN json_extract(patch, '$.support') ELSE support END AS support, hardware,
    CASE WHEN verdict IS NULL THEN 'unreviewed' WHEN verdict = 'reject' THEN 'rejected'
        WHEN verdict = 'correct' AND NOT corrected_elsewhere THEN 'corrected'
        ELSE 'accepted' END AS status,
    priority, CASE WHEN patched THEN patch END AS patch
FROM (
    SELECT c.id AS claim_id, g.paper, c.annotation_id, v.label_id, g.hardware,
        c.metric, c.factor, c.device, c.attribution, c.support, v.verdict, v.patch,
        v.key = CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END AND (v.verdict = 'correct' OR v.new_key <> v.key) AS patched,
        v.key <> CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END AS corrected_elsewhere,
        CASE WHEN v.verdict IS NOT NULL THEN NULL WHEN c.support = 'unsupported' THEN 1 WHEN c.support = 'grounded' AND g.annotation_id IS NOT g.rules_id THEN 2 ELSE 3 END AS priority
    FROM _readings g JOIN claims c ON c.annotation_id = g.annotation_id
    LEFT JOIN _verdicts v ON v.rowid = COALESCE(
        (SELECT w.rowid FROM _verdicts w WHERE w.paper_id = g.paper_id AND w.key = CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END),
        (SELECT max(w.rowid) FROM _verdicts w WHERE w.paper_id = g.paper_id
            AND w.new_key = CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END AND w.verdict = 'correct' AND NOT EXISTS (
                SELECT 1 FROM claims o
                WHERE o.annotation_id = c.annotation_id AND CASE WHEN o.low IS NULL THEN o.metric || '|||' || COALESCE(o.value, '') ELSE printf('%s|%.10g|%.10g|%s', o.metric, o.low, COALESCE(o.high, o.low), COALESCE(o.unit, '')) END = w.key)))
    WHERE NOT (instr(COALESCE(c.flags, ''), '"duplicate"') > 0) AND g.paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id)
))
;
    INSERT INTO _facts (claim_id, paper, annotation_id, label_id, metric, factor, device, ran_on, attribution, support, status, priority, patch) 
SELECT -v.first_id, g.paper, NULL, v.label_id, json_extract(v.whole, '$.metric'),
    json_extract(v.whole, '$.factor'), json_extract(v.whole, '$.device'),
    COALESCE(json_extract(v.whole, '$.device'), g.hardware),
    COALESCE(json_extract(v.whole, '$.attribution'), 'own'),
    COALESCE(json_extract(v.whole, '$.support'), 'unsupported'),
    CASE v.verdict WHEN 'reject' THEN 'rejected' WHEN 'correct' THEN 'corrected'
        ELSE 'accepted' END,
    NULL, v.whole
FROM _readings g JOIN _verdicts v ON v.paper_id = g.paper_id
WHERE g.paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id) AND (v.added OR g.annotation_id IS NULL)
    AND json_extract(v.whole, '$.metric') IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.annotation_id = g.annotation_id
        AND CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END IN (v.key, v.new_key))
;
END;
CREATE VIEW _run_readings AS
SELECT n.paper, n.paper_id, n.annotation_id, n.rules_id, n.run_id,
    COALESCE(
        (SELECT l.value FROM _labels_now l WHERE l.paper_id = n.paper_id AND l.target = 'method'
            AND l.key = '' AND l.verdict IN ('accept', 'correct', 'add')),
        (SELECT a.method FROM annotations a WHERE a.id = n.annotation_id
            AND NOT EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = n.paper_id
                AND l.target = 'method' AND l.key = '' AND l.verdict = 'reject'
                AND COALESCE(l.value, a.method) = a.method))) AS method, COALESCE(
        (SELECT l.value FROM _labels_now l WHERE l.paper_id = n.paper_id AND l.target = 'task'
            AND l.key = '' AND l.verdict IN ('accept', 'correct', 'add')),
        (SELECT a.task FROM annotations a WHERE a.id = n.annotation_id
            AND NOT EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = n.paper_id
                AND l.target = 'task' AND l.key = '' AND l.verdict = 'reject'
                AND COALESCE(l.value, a.task) = a.task))) AS task,
    
(SELECT group_concat(device, '; ') FROM (
    SELECT device FROM (
        SELECT h.id AS place, COALESCE(
            (SELECT l.value FROM _labels_now l WHERE l.paper_id = n.paper_id
                AND l.target = 'hardware' AND l.key = COALESCE(h.device, h.name)
                AND l.verdict = 'correct'), h.device, h.name) AS device
        FROM hardware h WHERE h.annotation_id = n.annotation_id
            AND NOT (h.evidence IS 'missing' AND h.device IS NULL)
            AND NOT EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = n.paper_id
                AND l.target = 'hardware' AND l.key = COALESCE(h.device, h.name)
                AND l.verdict = 'reject')
        UNION ALL
        SELECT 4611686018427387904 + l.id, COALESCE(l.value, l.key) FROM _labels_now l
        WHERE l.paper_id = n.paper_id AND l.target = 'hardware' AND (l.verdict = 'add'
            OR n.annotation_id IS NULL AND l.verdict IN ('accept', 'correct'))
    ) GROUP BY device ORDER BY min(place)
))
 AS hardware,
    COALESCE(
        (SELECT CASE l.verdict WHEN 'accept' THEN 'accepted' WHEN 'reject' THEN 'rejected'
            WHEN 'correct' THEN 'corrected' END FROM _labels_now l
            WHERE l.paper_id = n.paper_id AND l.target = 'paper' AND l.key = ''),
        (SELECT 'corrected' FROM _labels_now l WHERE l.paper_id = n.paper_id
            AND l.target IN ('method', 'task', 'hardware')
            AND l.verdict IN ('correct', 'add', 'reject') LIMIT 1),
        'unreviewed') AS status
FROM (
    SELECT p.rowid AS paper, a.paper_id, a.id AS annotation_id, NULL AS rules_id, a.run_id
    FROM annotations a JOIN papers p ON p.id = a.paper_id WHERE a.status = 'ok'
) n;
CREATE VIEW _run_facts AS 
SELECT claim_id, paper, annotation_id, label_id, metric, factor, device,
    COALESCE(device, hardware) AS ran_on, attribution, support, status, priority, patch
FROM (
SELECT claim_id, paper, annotation_id, label_id, CASE WHEN patched AND json_type(patch, '$.metric') IS NOT NULL THEN json_extract(patch, '$.metric') ELSE metric END AS metric, CASE WHEN patched AND json_type(patch, '$.factor') IS NOT NULL THEN json_extract(patch, '$.factor') ELSE factor END AS factor,
    CASE WHEN patched AND json_type(patch, '$.device') IS NOT NULL THEN json_extract(patch, '$.device') ELSE device END AS device, CASE WHEN patched AND json_type(patch, '$.attribution') IS NOT NULL THEN json_extract(patch, '$.attribution') ELSE attribution END AS attribution, CASE WHEN patched AND json_type(patch, '$.support') IS NOT NULL THEN json_extract(patch, '$.support') ELSE support END AS support, hardware,
    CASE WHEN verdict IS NULL THEN 'unreviewed' WHEN verdict = 'reject' THEN 'rejected'
        WHEN verdict = 'correct' AND NOT corrected_elsewhere THEN 'corrected'
        ELSE 'accepted' END AS status,
    priority, CASE WHEN patched THEN patch END AS patch
FROM (
    SELECT c.id AS claim_id, g.paper, c.annotation_id, v.label_id, g.hardware,
        c.metric, c.factor, c.device, c.attribution, c.support, v.verdict, v.patch,
        v.key = CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END AND (v.verdict = 'correct' OR v.new_key <> v.key) AS patched,
        v.key <> CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END AS corrected_elsewhere,
        CASE WHEN v.verdict IS NOT NULL THEN NULL WHEN c.support = 'unsupported' THEN 1 WHEN c.support = 'grounded' AND g.annotation_id IS NOT g.rules_id THEN 2 ELSE 3 END AS priority
    FROM _run_readings g JOIN claims c ON c.annotation_id = g.annotation_id
    LEFT JOIN _verdicts v ON v.rowid = COALESCE(
        (SELECT w.rowid FROM _verdicts w WHERE w.paper_id = g.paper_id AND w.key = CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END),
        (SELECT max(w.rowid) FROM _verdicts w WHERE w.paper_id = g.paper_id
            AND w.new_key = CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END AND w.verdict = 'correct' AND NOT EXISTS (
                SELECT 1 FROM claims o
                WHERE o.annotation_id = c.annotation_id AND CASE WHEN o.low IS NULL THEN o.metric || '|||' || COALESCE(o.value, '') ELSE printf('%s|%.10g|%.10g|%s', o.metric, o.low, COALESCE(o.high, o.low), COALESCE(o.unit, '')) END = w.key)))
    WHERE NOT (instr(COALESCE(c.flags, ''), '"duplicate"') > 0) AND TRUE
));
CREATE TRIGGER _labels_insert AFTER INSERT ON labels BEGIN
    INSERT INTO _judge (paper_id, key) SELECT NEW.paper_id, NEW.key WHERE NEW.target = 'claim';
    INSERT INTO _refresh (paper_id) VALUES (NEW.paper_id);
END;
CREATE TRIGGER _annotations_insert AFTER INSERT ON annotations WHEN NEW.status = 'ok' BEGIN
    INSERT INTO _readings (paper, paper_id, annotation_id, rules_id, run_id, method, task, hardware, status)
    SELECT p.rowid, p.id, NEW.id, CASE WHEN r.annotator = 'rules' THEN NEW.id END, NEW.run_id,
        NEW.method, NEW.task, NULL, 'unreviewed'
    FROM papers p JOIN runs r ON r.id = NEW.run_id WHERE p.id = NEW.paper_id
        AND NOT EXISTS (SELECT 1 FROM labels WHERE paper_id = NEW.paper_id)
        AND NOT EXISTS (SELECT 1 FROM _readings WHERE paper = p.rowid);
    UPDATE _readings SET rules_id = NEW.id
    WHERE paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id)
        AND annotation_id <> NEW.id AND annotation_id IS NOT rules_id
        AND (SELECT annotator FROM runs WHERE id = NEW.run_id) = 'rules';
    INSERT INTO _refresh (paper_id) SELECT NEW.paper_id WHERE NOT EXISTS (
        SELECT 1 FROM _readings WHERE paper = (SELECT rowid FROM papers WHERE id = NEW.paper_id)
        AND NEW.id IN (annotation_id, rules_id)
    );
END;
CREATE TRIGGER _annotations_update AFTER UPDATE ON annotations BEGIN
    INSERT INTO _refresh (paper_id) VALUES (NEW.paper_id);
END;
CREATE TRIGGER _annotations_delete AFTER DELETE ON annotations BEGIN
    INSERT INTO _refresh (paper_id) VALUES (OLD.paper_id);
END;
CREATE TRIGGER _claims_insert AFTER INSERT ON claims WHEN NOT (instr(COALESCE(NEW.flags, ''), '"duplicate"') > 0) BEGIN
    INSERT INTO _facts (claim_id, paper, annotation_id, label_id, metric, factor, device, ran_on, attribution, support, status, priority, patch)
    SELECT NEW.id, g.paper, NEW.annotation_id, NULL, NEW.metric, NEW.factor, NEW.device,
        COALESCE(NEW.device, g.hardware), NEW.attribution, NEW.support, 'unreviewed',
        CASE WHEN FALSE THEN NULL WHEN NEW.support = 'unsupported' THEN 1 WHEN NEW.support = 'grounded' AND g.annotation_id IS NOT g.rules_id THEN 2 ELSE 3 END, NULL
    FROM _readings g WHERE g.annotation_id = NEW.annotation_id
        AND NOT EXISTS (SELECT 1 FROM _verdicts v WHERE v.paper_id = g.paper_id);
    INSERT INTO _refresh (paper_id)
    SELECT g.paper_id FROM _readings g WHERE g.annotation_id = NEW.annotation_id
        AND EXISTS (SELECT 1 FROM _verdicts v WHERE v.paper_id = g.paper_id);
END;
CREATE TRIGGER _claims_update AFTER UPDATE ON claims BEGIN
    INSERT INTO _refresh (paper_id) SELECT a.paper_id FROM annotations a JOIN _readings g ON g.annotation_id = a.id WHERE a.id = NEW.annotation_id;
END;
CREATE TRIGGER _claims_delete AFTER DELETE ON claims BEGIN
    INSERT INTO _refresh (paper_id) SELECT a.paper_id FROM annotations a JOIN _readings g ON g.annotation_id = a.id WHERE a.id = OLD.annotation_id;
END;
CREATE TRIGGER _hardware_insert AFTER INSERT ON hardware BEGIN
    UPDATE _readings
    SET hardware = COALESCE(hardware || '; ', '') || COALESCE(NEW.device, NEW.name)
    WHERE annotation_id = NEW.annotation_id
        AND NOT (NEW.evidence IS 'missing' AND NEW.device IS NULL)
        AND NOT EXISTS (SELECT 1 FROM labels WHERE paper_id = _readings.paper_id)
        AND instr('; ' || COALESCE(hardware, '') || '; ',
            '; ' || COALESCE(NEW.device, NEW.name) || '; ') = 0;
    UPDATE _readings SET hardware = 
(SELECT group_concat(device, '; ') FROM (
    SELECT device FROM (
        SELECT h.id AS place, COALESCE(
            (SELECT l.value FROM _labels_now l WHERE l.paper_id = _readings.paper_id
                AND l.target = 'hardware' AND l.key = COALESCE(h.device, h.name)
                AND l.verdict = 'correct'), h.device, h.name) AS device
        FROM hardware h WHERE h.annotation_id = _readings.annotation_id
            AND NOT (h.evidence IS 'missing' AND h.device IS NULL)
            AND NOT EXISTS (SELECT 1 FROM _labels_now l WHERE l.paper_id = _readings.paper_id
                AND l.target = 'hardware' AND l.key = COALESCE(h.device, h.name)
                AND l.verdict = 'reject')
        UNION ALL
        SELECT 4611686018427387904 + l.id, COALESCE(l.value, l.key) FROM _labels_now l
        WHERE l.paper_id = _readings.paper_id AND l.target = 'hardware' AND (l.verdict = 'add'
            OR _readings.annotation_id IS NULL AND l.verdict IN ('accept', 'correct'))
    ) GROUP BY device ORDER BY min(place)
))

    WHERE annotation_id = NEW.annotation_id
        AND EXISTS (SELECT 1 FROM labels WHERE paper_id = _readings.paper_id);
    UPDATE _facts SET ran_on = (SELECT hardware FROM _readings g WHERE g.paper = _facts.paper)
    WHERE +device IS NULL AND paper = (
        SELECT paper FROM _readings WHERE annotation_id = NEW.annotation_id);
END;
CREATE TRIGGER _hardware_update AFTER UPDATE ON hardware BEGIN
    INSERT INTO _refresh (paper_id) SELECT a.paper_id FROM annotations a JOIN _readings g ON g.annotation_id = a.id WHERE a.id = NEW.annotation_id;
END;
CREATE TRIGGER _hardware_delete AFTER DELETE ON hardware BEGIN
    INSERT INTO _refresh (paper_id) SELECT a.paper_id FROM annotations a JOIN _readings g ON g.annotation_id = a.id WHERE a.id = OLD.annotation_id;
END;
CREATE TRIGGER _runs_update AFTER UPDATE OF annotator ON runs
WHEN OLD.annotator IS NOT NEW.annotator BEGIN
    INSERT INTO _refresh (paper_id) SELECT paper_id FROM annotations WHERE run_id = NEW.id;
END;
CREATE VIEW extracted_claims AS SELECT 
    f.claim_id, p.id AS paper_id, p.title, (SELECT COALESCE(s.title, s.path) FROM paper_sources ps JOIN sources s ON s.id = ps.source_id
        WHERE ps.paper_id = p.id ORDER BY ps.source_id, ps.position LIMIT 1) AS source, (SELECT ps.position FROM paper_sources ps JOIN sources s ON s.id = ps.source_id
        WHERE ps.paper_id = p.id ORDER BY ps.source_id, ps.position LIMIT 1) AS position,
    g.method, g.task, g.hardware, f.metric, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.value') IS NULL THEN c.value ELSE json_extract(f.patch, '$.value') END AS value, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.low') IS NULL THEN c.low ELSE json_extract(f.patch, '$.low') END AS low, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.high') IS NULL THEN c.high ELSE json_extract(f.patch, '$.high') END AS high,
    CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.unit') IS NULL THEN c.unit ELSE json_extract(f.patch, '$.unit') END AS unit, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.bound') IS NULL THEN c.bound ELSE json_extract(f.patch, '$.bound') END AS bound, f.factor, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.baseline') IS NULL THEN c.baseline ELSE json_extract(f.patch, '$.baseline') END AS baseline, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.setting') IS NULL THEN c.setting ELSE json_extract(f.patch, '$.setting') END AS setting, f.device,
    f.attribution, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.quote') IS NULL THEN c.quote ELSE json_extract(f.patch, '$.quote') END AS quote, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.quote_start') IS NULL THEN c.quote_start ELSE json_extract(f.patch, '$.quote_start') END AS quote_start, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.quote_end') IS NULL THEN c.quote_end ELSE json_extract(f.patch, '$.quote_end') END AS quote_end,
    CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.evidence') IS NULL THEN c.evidence ELSE json_extract(f.patch, '$.evidence') END AS evidence, f.support, f.status,
    (SELECT l.reviewer FROM labels l WHERE l.id = f.label_id) AS reviewer, g.run_id,
    (SELECT r.model FROM runs r WHERE r.id = g.run_id) AS model
 FROM _facts f JOIN _readings g ON g.paper = f.paper
    JOIN papers p ON p.rowid = f.paper LEFT JOIN claims c ON c.id = f.claim_id;
CREATE VIEW review_queue AS SELECT 
    f.claim_id, p.id AS paper_id, p.title, (SELECT COALESCE(s.title, s.path) FROM paper_sources ps JOIN sources s ON s.id = ps.source_id
        WHERE ps.paper_id = p.id ORDER BY ps.source_id, ps.position LIMIT 1) AS source, (SELECT ps.position FROM paper_sources ps JOIN sources s ON s.id = ps.source_id
        WHERE ps.paper_id = p.id ORDER BY ps.source_id, ps.position LIMIT 1) AS position,
    g.method, g.task, g.hardware, f.metric, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.value') IS NULL THEN c.value ELSE json_extract(f.patch, '$.value') END AS value, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.low') IS NULL THEN c.low ELSE json_extract(f.patch, '$.low') END AS low, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.high') IS NULL THEN c.high ELSE json_extract(f.patch, '$.high') END AS high,
    CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.unit') IS NULL THEN c.unit ELSE json_extract(f.patch, '$.unit') END AS unit, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.bound') IS NULL THEN c.bound ELSE json_extract(f.patch, '$.bound') END AS bound, f.factor, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.baseline') IS NULL THEN c.baseline ELSE json_extract(f.patch, '$.baseline') END AS baseline, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.setting') IS NULL THEN c.setting ELSE json_extract(f.patch, '$.setting') END AS setting, f.device,
    f.attribution, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.quote') IS NULL THEN c.quote ELSE json_extract(f.patch, '$.quote') END AS quote, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.quote_start') IS NULL THEN c.quote_start ELSE json_extract(f.patch, '$.quote_start') END AS quote_start, CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.quote_end') IS NULL THEN c.quote_end ELSE json_extract(f.patch, '$.quote_end') END AS quote_end,
    CASE WHEN f.patch IS NULL OR json_type(f.patch, '$.evidence') IS NULL THEN c.evidence ELSE json_extract(f.patch, '$.evidence') END AS evidence, f.support, f.status,
    (SELECT l.reviewer FROM labels l WHERE l.id = f.label_id) AS reviewer, g.run_id,
    (SELECT r.model FROM runs r WHERE r.id = g.run_id) AS model
,
    CASE f.priority WHEN 1 THEN 'unsupported' WHEN 2 THEN 'disagreement' ELSE 'unreviewed' END
        AS reason, f.priority
 FROM _facts f JOIN _readings g ON g.paper = f.paper
    JOIN papers p ON p.rowid = f.paper LEFT JOIN claims c ON c.id = f.claim_id
    WHERE f.priority IS NOT NULL ORDER BY f.priority, f.paper, f.claim_id;
CREATE VIEW extracted_papers AS SELECT p.id AS paper_id, p.title, (SELECT COALESCE(s.title, s.path) FROM paper_sources ps JOIN sources s ON s.id = ps.source_id
        WHERE ps.paper_id = p.id ORDER BY ps.source_id, ps.position LIMIT 1) AS source, (SELECT ps.position FROM paper_sources ps JOIN sources s ON s.id = ps.source_id
        WHERE ps.paper_id = p.id ORDER BY ps.source_id, ps.position LIMIT 1) AS position, g.method,
    a.method_full_name, a.contribution, g.task, g.hardware,
    (SELECT count(*) FROM _facts f WHERE f.paper = g.paper AND +f.status <> 'rejected') AS claims,
    (SELECT max(f.factor) FROM _facts f WHERE f.paper = g.paper AND +f.status <> 'rejected'
        AND +f.attribution = 'own' AND +f.metric IN ('speedup', 'throughput', 'latency')
        AND (+f.support <> 'unsupported' OR +f.status <> 'unreviewed')) AS best_speedup,
    g.status, g.run_id, (SELECT r.model FROM runs r WHERE r.id = g.run_id) AS model
FROM _readings g JOIN papers p ON p.rowid = g.paper
    LEFT JOIN annotations a ON a.id = g.annotation_id;
CREATE VIEW disagreements (paper_id, field, model_value, rules_value) AS
SELECT g.paper_id, 'method', m.method, r.method FROM _readings g JOIN annotations m ON m.id = g.annotation_id AND g.annotation_id <> g.rules_id
    JOIN annotations r ON r.id = g.rules_id WHERE lower(m.method) IS NOT lower(r.method)
UNION ALL SELECT g.paper_id, 'task', m.task, r.task FROM _readings g JOIN annotations m ON m.id = g.annotation_id AND g.annotation_id <> g.rules_id
    JOIN annotations r ON r.id = g.rules_id WHERE lower(m.task) IS NOT lower(r.task)
UNION ALL 
SELECT g.paper_id, 'hardware', COALESCE(c.device, c.name), NULL
FROM _readings g JOIN annotations m ON m.id = g.annotation_id AND g.annotation_id <> g.rules_id JOIN hardware c ON c.annotation_id = g.annotation_id
WHERE  NOT EXISTS (SELECT 1 FROM hardware o WHERE o.annotation_id = g.rules_id AND COALESCE(o.device, o.name) = COALESCE(c.device, c.name))
UNION ALL 
SELECT g.paper_id, 'hardware', NULL, COALESCE(c.device, c.name)
FROM _readings g JOIN annotations m ON m.id = g.annotation_id AND g.annotation_id <> g.rules_id JOIN hardware c ON c.annotation_id = g.rules_id
WHERE  NOT EXISTS (SELECT 1 FROM hardware o WHERE o.annotation_id = g.annotation_id AND COALESCE(o.device, o.name) = COALESCE(c.device, c.name))
UNION ALL 
SELECT g.paper_id, 'claim', c.metric || ' ' || c.value, NULL
FROM _readings g JOIN annotations m ON m.id = g.annotation_id AND g.annotation_id <> g.rules_id JOIN claims c ON c.annotation_id = g.annotation_id
WHERE NOT (instr(COALESCE(c.flags, ''), '"duplicate"') > 0) AND NOT EXISTS (SELECT 1 FROM claims o WHERE o.annotation_id = g.rules_id AND o.metric = c.metric AND o.low IS c.low AND o.high IS c.high AND o.unit IS c.unit)
UNION ALL 
SELECT g.paper_id, 'claim', NULL, c.metric || ' ' || c.value
FROM _readings g JOIN annotations m ON m.id = g.annotation_id AND g.annotation_id <> g.rules_id JOIN claims c ON c.annotation_id = g.rules_id
WHERE NOT (instr(COALESCE(c.flags, ''), '"duplicate"') > 0) AND NOT EXISTS (SELECT 1 FROM claims o WHERE o.annotation_id = g.annotation_id AND o.metric = c.metric AND o.low IS c.low AND o.high IS c.high AND o.unit IS c.unit);
CREATE VIEW unmatched_labels AS
SELECT l.id AS label_id, l.paper_id, p.title, l.target, l.key, l.verdict, l.value, l.reviewer,
    l.note, l.created_at
FROM _verdicts v JOIN labels l ON l.id = v.label_id LEFT JOIN papers p ON p.id = v.paper_id
    LEFT JOIN _readings g ON g.paper = p.rowid
WHERE NOT (v.added OR g.paper IS NOT NULL AND g.annotation_id IS NULL) AND NOT EXISTS (
    SELECT 1 FROM claims c WHERE c.annotation_id = g.annotation_id
    AND (CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END = v.key OR v.verdict = 'correct' AND CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END = v.new_key)
)
UNION ALL
SELECT l.id, l.paper_id, p.title, l.target, l.key, l.verdict, l.value, l.reviewer, l.note,
    l.created_at
FROM _labels_now l LEFT JOIN papers p ON p.id = l.paper_id
    LEFT JOIN _readings g ON g.paper = p.rowid
WHERE l.target = 'hardware' AND l.verdict IN ('accept', 'correct', 'reject')
    AND NOT (g.paper IS NOT NULL AND g.annotation_id IS NULL)
    AND NOT EXISTS (SELECT 1 FROM labels a WHERE a.paper_id = l.paper_id
        AND a.target = 'hardware' AND a.key = l.key AND a.verdict = 'add')
    AND NOT EXISTS (SELECT 1 FROM hardware h WHERE h.annotation_id = g.annotation_id
        AND COALESCE(h.device, h.name) = l.key);
CREATE VIEW run_totals AS
SELECT r.id AS run_id, r.status, r.annotator, r.model,
    (SELECT count(*) FROM annotations a WHERE a.run_id = r.id) AS papers,
    (SELECT count(*) FROM annotations a WHERE a.run_id = r.id AND a.status = 'failed') AS failed,
    (SELECT count(*) FROM annotations a JOIN claims c ON c.annotation_id = a.id
        WHERE a.run_id = r.id) AS claims,
    (SELECT count(*) FROM attempts t WHERE t.run_id = r.id) AS attempts,
    (SELECT COALESCE(sum(t.prompt_tokens), 0) FROM attempts t WHERE t.run_id = r.id) AS prompt_tokens,
    (SELECT COALESCE(sum(t.completion_tokens), 0) FROM attempts t WHERE t.run_id = r.id) AS completion_tokens,
    (SELECT COALESCE(sum(t.cached_tokens), 0) FROM attempts t WHERE t.run_id = r.id) AS cached_tokens,
    (SELECT COALESCE(sum(t.reasoning_tokens), 0) FROM attempts t WHERE t.run_id = r.id) AS reasoning_tokens,
    (SELECT sum(t.cost_usd) FROM attempts t WHERE t.run_id = r.id) AS cost_usd,
    (SELECT COALESCE(sum(t.seconds), 0) FROM attempts t WHERE t.run_id = r.id) AS request_seconds,
    (julianday(COALESCE(r.finished_at, 'now')) - julianday(r.started_at)) * 86400 AS seconds
FROM runs r;
CREATE TRIGGER extracted_claims_update INSTEAD OF UPDATE ON extracted_claims BEGIN
    SELECT CASE
        WHEN NEW.status IS NULL OR NEW.status NOT IN ('unreviewed', 'accepted', 'corrected', 'rejected') THEN RAISE(ABORT, 'status must be unreviewed, accepted, corrected or rejected')
        WHEN NEW.metric IS NULL OR NEW.metric NOT IN ('speedup', 'throughput', 'latency', 'memory', 'compute', 'energy', 'cost', 'model_size', 'data', 'communication') THEN RAISE(ABORT, 'metric must be one of speedup, throughput, latency, memory, compute, energy, cost, model_size, data, communication')
        WHEN NEW.value IS NOT OLD.value AND (NEW.value IS NULL OR typeof(NEW.value) <> 'text' OR NOT (NEW.value GLOB '*[0-9]*' OR lower(NEW.value) LIKE '%three orders of magnitude%' OR lower(NEW.value) LIKE '%two orders of magnitude%' OR lower(NEW.value) LIKE '%orders of magnitude%' OR lower(NEW.value) LIKE '%order of magnitude%' OR lower(NEW.value) LIKE '%order-of-magnitude%' OR lower(NEW.value) LIKE '%quadrupl%' OR lower(NEW.value) LIKE '%tripl%' OR lower(NEW.value) LIKE '%thrice%' OR lower(NEW.value) LIKE '%twice%' OR lower(NEW.value) LIKE '%doubl%' OR lower(NEW.value) LIKE '%half%' OR lower(NEW.value) LIKE '%halv%')) THEN RAISE(ABORT, 'value must state a number, such as ''5x'', ''30-35%'' or ''twice''')
        WHEN COALESCE(NEW.attribution, 'own') NOT IN ('own', 'prior') THEN RAISE(ABORT, 'attribution must be own or prior')
        WHEN NEW.reviewer IS NOT NULL AND trim(NEW.reviewer) = '' THEN RAISE(ABORT, 'reviewer must be a name')
        WHEN NEW.quote IS NOT OLD.quote AND NEW.quote IS NOT NULL AND NEW.quote <> '' AND instr((SELECT abstract FROM papers WHERE id = NEW.paper_id), NEW.quote) = 0 THEN RAISE(ABORT, 'the quote must be words of the abstract, unchanged')
        WHEN NEW.claim_id IS NOT OLD.claim_id OR NEW.paper_id IS NOT OLD.paper_id OR NEW.title IS NOT OLD.title OR NEW.source IS NOT OLD.source OR NEW.position IS NOT OLD.position OR NEW.method IS NOT OLD.method OR NEW.task IS NOT OLD.task OR NEW.hardware IS NOT OLD.hardware OR NEW.evidence IS NOT OLD.evidence OR NEW.support IS NOT OLD.support THEN RAISE(ABORT, 'only status, reviewer, metric, value, its numbers, baseline, setting, device, attribution and quote can be changed here')
        WHEN NEW.status = 'corrected' AND OLD.status <> 'corrected' AND NOT (NEW.metric IS NOT OLD.metric OR NEW.value IS NOT OLD.value OR NEW.low IS NOT OLD.low OR NEW.high IS NOT OLD.high OR NEW.unit IS NOT OLD.unit OR NEW.bound IS NOT OLD.bound OR NEW.factor IS NOT OLD.factor OR NEW.baseline IS NOT OLD.baseline OR NEW.setting IS NOT OLD.setting OR NEW.device IS NOT OLD.device OR NEW.attribution IS NOT OLD.attribution OR NEW.quote IS NOT OLD.quote) THEN RAISE(ABORT, 'to correct a claim, change its metric, its value or another column')
    END;
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    SELECT OLD.paper_id, 'claim', CASE WHEN OLD.claim_id > 0
        THEN (SELECT CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END FROM claims c WHERE c.id = OLD.claim_id)
        ELSE (SELECT l.key FROM labels l WHERE l.id = -OLD.claim_id) END,
        CASE WHEN NEW.status = 'rejected'
                AND (OLD.status <> 'rejected' OR NOT (NEW.metric IS NOT OLD.metric OR NEW.value IS NOT OLD.value OR NEW.low IS NOT OLD.low OR NEW.high IS NOT OLD.high OR NEW.unit IS NOT OLD.unit OR NEW.bound IS NOT OLD.bound OR NEW.factor IS NOT OLD.factor OR NEW.baseline IS NOT OLD.baseline OR NEW.setting IS NOT OLD.setting OR NEW.device IS NOT OLD.device OR NEW.attribution IS NOT OLD.attribution OR NEW.quote IS NOT OLD.quote)) THEN 'reject'
            WHEN NEW.metric IS NOT OLD.metric OR NEW.value IS NOT OLD.value OR NEW.low IS NOT OLD.low OR NEW.high IS NOT OLD.high OR NEW.unit IS NOT OLD.unit OR NEW.bound IS NOT OLD.bound OR NEW.factor IS NOT OLD.factor OR NEW.baseline IS NOT OLD.baseline OR NEW.setting IS NOT OLD.setting OR NEW.device IS NOT OLD.device OR NEW.attribution IS NOT OLD.attribution OR NEW.quote IS NOT OLD.quote OR NEW.status = 'corrected' THEN 'correct'
            WHEN NEW.status = 'unreviewed' THEN 'undo' ELSE 'accept' END,
        CASE WHEN NEW.status = 'unreviewed' AND NOT (NEW.metric IS NOT OLD.metric OR NEW.value IS NOT OLD.value OR NEW.low IS NOT OLD.low OR NEW.high IS NOT OLD.high OR NEW.unit IS NOT OLD.unit OR NEW.bound IS NOT OLD.bound OR NEW.factor IS NOT OLD.factor OR NEW.baseline IS NOT OLD.baseline OR NEW.setting IS NOT OLD.setting OR NEW.device IS NOT OLD.device OR NEW.attribution IS NOT OLD.attribution OR NEW.quote IS NOT OLD.quote) THEN NULL
            ELSE json_set(json_patch(json_object('metric', NEW.metric, 'value', NEW.value, 'low', NEW.low, 'high', NEW.high, 'unit', NEW.unit, 'bound', NEW.bound, 'factor', NEW.factor, 'baseline', NEW.baseline, 'setting', NEW.setting, 'device', NEW.device, 'attribution', NEW.attribution, 'quote', NEW.quote, 'quote_start', NEW.quote_start, 'quote_end', NEW.quote_end, 'evidence', NEW.evidence, 'support', NEW.support), CASE WHEN NEW.value IS NOT OLD.value AND NOT (NEW.low IS NOT OLD.low OR NEW.high IS NOT OLD.high OR NEW.unit IS NOT OLD.unit OR NEW.bound IS NOT OLD.bound OR NEW.factor IS NOT OLD.factor)
        THEN '{"low":null,"high":null,"unit":null,"bound":null,"factor":null}'
        WHEN NEW.metric IS NOT OLD.metric AND NEW.factor IS OLD.factor THEN '{"factor":null}'
        ELSE '{}' END), '$.quote_start', CASE WHEN NEW.quote IS NOT OLD.quote THEN CASE WHEN NEW.quote <> '' THEN instr((SELECT abstract FROM papers WHERE id = NEW.paper_id), NEW.quote) - 1 END ELSE NEW.quote_start END,
            '$.quote_end', CASE WHEN NEW.quote IS NOT OLD.quote THEN CASE WHEN NEW.quote <> '' THEN instr((SELECT abstract FROM papers WHERE id = NEW.paper_id), NEW.quote) - 1 END + length(NEW.quote)
                ELSE NEW.quote_end END,
            '$.evidence', CASE WHEN NOT (NEW.quote IS NOT OLD.quote) THEN NEW.evidence
            WHEN NEW.quote <> '' THEN 'exact' ELSE 'missing' END, '$.support', CASE WHEN NOT (NEW.quote IS NOT OLD.quote) AND NEW.value IS OLD.value THEN NEW.support
            WHEN CASE WHEN NOT (NEW.quote IS NOT OLD.quote) THEN NEW.evidence
            WHEN NEW.quote <> '' THEN 'exact' ELSE 'missing' END IN ('exact', 'normalised', 'fuzzy') AND instr(NEW.quote, NEW.value)
                THEN 'grounded' ELSE 'unsupported' END) END,
        COALESCE(NEW.reviewer, 'anonymous');
END;
CREATE TRIGGER extracted_claims_delete INSTEAD OF DELETE ON extracted_claims BEGIN
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    VALUES (OLD.paper_id, 'claim', CASE WHEN OLD.claim_id > 0
        THEN (SELECT CASE WHEN c.low IS NULL THEN c.metric || '|||' || COALESCE(c.value, '') ELSE printf('%s|%.10g|%.10g|%s', c.metric, c.low, COALESCE(c.high, c.low), COALESCE(c.unit, '')) END FROM claims c WHERE c.id = OLD.claim_id)
        ELSE (SELECT l.key FROM labels l WHERE l.id = -OLD.claim_id) END, 'reject', json_object('metric', OLD.metric, 'value', OLD.value, 'low', OLD.low, 'high', OLD.high, 'unit', OLD.unit, 'bound', OLD.bound, 'factor', OLD.factor, 'baseline', OLD.baseline, 'setting', OLD.setting, 'device', OLD.device, 'attribution', OLD.attribution, 'quote', OLD.quote, 'quote_start', OLD.quote_start, 'quote_end', OLD.quote_end, 'evidence', OLD.evidence, 'support', OLD.support),
        COALESCE(OLD.reviewer, 'anonymous'));
END;
CREATE TRIGGER extracted_claims_insert INSTEAD OF INSERT ON extracted_claims BEGIN
    SELECT CASE
        WHEN NOT EXISTS (SELECT 1 FROM papers WHERE id = NEW.paper_id) THEN RAISE(ABORT, 'paper_id must be the id of a stored paper')
        WHEN NEW.metric IS NULL OR NEW.metric NOT IN ('speedup', 'throughput', 'latency', 'memory', 'compute', 'energy', 'cost', 'model_size', 'data', 'communication') THEN RAISE(ABORT, 'metric must be one of speedup, throughput, latency, memory, compute, energy, cost, model_size, data, communication')
        WHEN NEW.value IS NULL OR typeof(NEW.value) <> 'text' OR NOT (NEW.value GLOB '*[0-9]*' OR lower(NEW.value) LIKE '%three orders of magnitude%' OR lower(NEW.value) LIKE '%two orders of magnitude%' OR lower(NEW.value) LIKE '%orders of magnitude%' OR lower(NEW.value) LIKE '%order of magnitude%' OR lower(NEW.value) LIKE '%order-of-magnitude%' OR lower(NEW.value) LIKE '%quadrupl%' OR lower(NEW.value) LIKE '%tripl%' OR lower(NEW.value) LIKE '%thrice%' OR lower(NEW.value) LIKE '%twice%' OR lower(NEW.value) LIKE '%doubl%' OR lower(NEW.value) LIKE '%half%' OR lower(NEW.value) LIKE '%halv%') THEN RAISE(ABORT, 'value must state a number, such as ''5x'', ''30-35%'' or ''twice''')
        WHEN COALESCE(NEW.attribution, 'own') NOT IN ('own', 'prior') THEN RAISE(ABORT, 'attribution must be own or prior')
        WHEN NEW.reviewer IS NOT NULL AND trim(NEW.reviewer) = '' THEN RAISE(ABORT, 'reviewer must be a name')
        WHEN NEW.quote IS NOT NULL AND NEW.quote <> '' AND instr((SELECT abstract FROM papers WHERE id = NEW.paper_id), NEW.quote) = 0 THEN RAISE(ABORT, 'the quote must be words of the abstract, unchanged')
    END;
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    WITH q_rows AS MATERIALIZED (SELECT NEW.metric AS metric, NEW.value AS value, NEW.low AS low, NEW.high AS high, NEW.unit AS unit, NEW.bound AS bound, NEW.factor AS factor, NEW.baseline AS baseline, NEW.setting AS setting, NEW.device AS device, NEW.attribution AS attribution, NEW.quote AS quote, NEW.paper_id AS paper_id), q_plain_0 AS MATERIALIZED (SELECT *, lower(trim(value)) AS t0 FROM q_rows), q_plain_1 AS MATERIALIZED (SELECT *, replace(t0, '\times', 'x') AS t1 FROM q_plain_0), q_plain_2 AS MATERIALIZED (SELECT *, replace(t1, '×', 'x') AS t2 FROM q_plain_1), q_plain_3 AS MATERIALIZED (SELECT *, replace(t2, ' times', 'x') AS t3 FROM q_plain_2), q_plain_4 AS MATERIALIZED (SELECT *, replace(t3, ' percent', '%') AS t4 FROM q_plain_3), q_plain_5 AS MATERIALIZED (SELECT *, replace(t4, '-fold', 'x') AS t5 FROM q_plain_4), q_plain_6 AS MATERIALIZED (SELECT *, replace(t5, ' fold', 'x') AS t6 FROM q_plain_5), q_plain_7 AS MATERIALIZED (SELECT *, replace(t6, '$', '') AS t7 FROM q_plain_6), q_plain_8 AS MATERIALIZED (SELECT *, replace(t7, '\', '') AS t8 FROM q_plain_7), q_plain_9 AS MATERIALIZED (SELECT *, replace(t8, '–', '-') AS t9 FROM q_plain_8), q_plain_10 AS MATERIALIZED (SELECT *, replace(t9, '—', '-') AS t10 FROM q_plain_9), q_plain_11 AS MATERIALIZED (SELECT *, replace(t10, '−', '-') AS t11 FROM q_plain_10), q_plain_12 AS MATERIALIZED (SELECT *, replace(t11, '--', '-') AS t12 FROM q_plain_11), q_plain_13 AS MATERIALIZED (SELECT *, replace(t12, ',', '') AS t13 FROM q_plain_12), q_text AS MATERIALIZED (SELECT *, t13 AS t FROM q_plain_13), q_start AS MATERIALIZED (SELECT *, ltrim(t, 'abcdefghijklmnopqrstuvwxyz ~≈<>≥≤=+(:-') AS s FROM q_text), q_rest AS MATERIALIZED (SELECT *, ltrim(s, '0123456789.') AS rest FROM q_start), q_first AS MATERIALIZED (SELECT *, ltrim(rest, 'x% ') AS after, CASE WHEN s GLOB '[0-9.]*' THEN CAST(s AS REAL) ELSE CASE WHEN t LIKE '%three orders of magnitude%' THEN 1000 WHEN t LIKE '%two orders of magnitude%' THEN 100 WHEN t LIKE '%orders of magnitude%' THEN 100 WHEN t LIKE '%order of magnitude%' THEN 10 WHEN t LIKE '%order-of-magnitude%' THEN 10 WHEN t LIKE '%quadrupl%' THEN 4 WHEN t LIKE '%tripl%' THEN 3 WHEN t LIKE '%thrice%' THEN 3 WHEN t LIKE '%twice%' THEN 2 WHEN t LIKE '%doubl%' THEN 2 WHEN t LIKE '%half%' THEN 2 WHEN t LIKE '%halv%' THEN 2 END END AS q1 FROM q_rest), q_next AS MATERIALIZED (SELECT *, ltrim(after, '-~to ') AS next FROM q_first), q_range AS MATERIALIZED (SELECT *, (after LIKE '-%' OR after LIKE '~%' OR after LIKE 'to %') AND next GLOB '[0-9]*' AS ranged FROM q_next), q_second AS MATERIALIZED (SELECT *, CASE WHEN ranged THEN CAST(next AS REAL) ELSE q1 END AS q2, CASE WHEN ranged THEN ltrim(next, '0123456789. ') ELSE ltrim(rest) END AS tail FROM q_range), q AS MATERIALIZED (SELECT *, MIN(q1, q2) AS q_low, MAX(q1, q2) AS q_high,
    CASE WHEN q1 IS NULL THEN NULL WHEN s = '' OR tail LIKE 'x%' OR rest LIKE 'x%' THEN 'x'
        WHEN rest LIKE '%!%%' ESCAPE '!' THEN '%' ELSE NULLIF(trim(tail), '') END AS q_unit,
    CASE WHEN q1 IS NULL THEN NULL WHEN q2 <> q1 THEN 'range' WHEN t LIKE 'up to %' THEN 'up_to'
        WHEN (t LIKE 'over %' OR t LIKE 'more than %' OR t LIKE 'at least %' OR t LIKE '>%' OR t LIKE '≥%' OR t LIKE 'exceeding %') OR s = '' AND t LIKE 'orders of magnitude%' THEN 'at_least'
        WHEN (t LIKE 'about %' OR t LIKE 'around %' OR t LIKE 'nearly %' OR t LIKE 'almost %' OR t LIKE 'approximately %' OR t LIKE 'roughly %' OR t LIKE '~%' OR t LIKE '≈%') THEN 'approx' ELSE 'exact' END AS q_bound
FROM q_second), n AS MATERIALIZED (SELECT paper_id, metric, value, COALESCE(low, q_low) AS low,
        CASE WHEN low IS NULL THEN q_high ELSE high END AS high,
        CASE WHEN low IS NULL THEN q_unit ELSE unit END AS unit,
        COALESCE(bound, q_bound) AS bound, factor, baseline, setting, device, attribution, quote,
        CASE WHEN quote <> '' THEN instr((SELECT abstract FROM papers WHERE id = NEW.paper_id), quote) - 1 END AS quote_start
    FROM q)
    SELECT n.paper_id, 'claim', CASE WHEN n.low IS NULL THEN n.metric || '|||' || COALESCE(n.value, '') ELSE printf('%s|%.10g|%.10g|%s', n.metric, n.low, COALESCE(n.high, n.low), COALESCE(n.unit, '')) END, 'add',
        json_patch('{}', json_object('metric', metric, 'value', value, 'low', low,
            'high', COALESCE(high, low), 'unit', unit, 'bound', bound, 'factor', factor,
            'baseline', baseline, 'setting', setting, 'device', device,
            'attribution', COALESCE(attribution, 'own'), 'quote', quote,
            'quote_start', quote_start, 'quote_end', quote_start + length(quote),
            'evidence', CASE WHEN quote_start IS NULL THEN 'missing' ELSE 'exact' END,
            'support', CASE WHEN quote_start IS NOT NULL AND instr(quote, value)
                THEN 'grounded' ELSE 'unsupported' END)),
        COALESCE(NEW.reviewer, 'anonymous')
    FROM n;
END;
CREATE TRIGGER extracted_papers_update INSTEAD OF UPDATE ON extracted_papers BEGIN
    SELECT CASE
        WHEN NEW.status IS NULL OR NEW.status NOT IN ('unreviewed', 'accepted', 'corrected', 'rejected') THEN RAISE(ABORT, 'status must be unreviewed, accepted, corrected or rejected')
        WHEN NEW.paper_id IS NOT OLD.paper_id OR NEW.title IS NOT OLD.title OR NEW.source IS NOT OLD.source OR NEW.position IS NOT OLD.position OR NEW.method_full_name IS NOT OLD.method_full_name OR NEW.contribution IS NOT OLD.contribution OR NEW.hardware IS NOT OLD.hardware OR NEW.claims IS NOT OLD.claims OR NEW.best_speedup IS NOT OLD.best_speedup OR NEW.run_id IS NOT OLD.run_id OR NEW.model IS NOT OLD.model THEN RAISE(ABORT, 'only status, method and task can be changed here')
    END;
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    SELECT OLD.paper_id, 'method', '',
        CASE WHEN NEW.method IS NULL THEN 'reject' ELSE 'correct' END,
        COALESCE(NEW.method, OLD.method), 'anonymous'
    WHERE NEW.method IS NOT OLD.method;
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    SELECT OLD.paper_id, 'task', '',
        CASE WHEN NEW.task IS NULL THEN 'reject' ELSE 'correct' END,
        COALESCE(NEW.task, OLD.task), 'anonymous'
    WHERE NEW.task IS NOT OLD.task;
    INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
    SELECT OLD.paper_id, 'paper', '', CASE NEW.status WHEN 'accepted' THEN 'accept'
        WHEN 'rejected' THEN 'reject' WHEN 'corrected' THEN 'correct' ELSE 'undo' END,
        NEW.status, 'anonymous' WHERE NEW.status IS NOT OLD.status;
END;
CREATE INDEX _batch_requests_custom ON _batch_requests (batch, custom_id);
CREATE VIRTUAL TABLE papers_fts USING fts5(
    title, abstract, content="papers", tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE _names_fts USING fts5(method, task, hardware, ran_on, content='',
    tokenize='trigram');
INSERT INTO papers_fts (papers_fts) VALUES ('rebuild');
DELETE FROM _names;
UPDATE _state SET value = 0 WHERE name IN ('named', 'indexed');
COMMIT;
