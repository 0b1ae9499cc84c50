"""The tables of the contract, and those beside them that the rooms never see."""

__all__ = ["BESIDE", "CONTRACT", "LABEL_GUARDS", "MATERIALISED", "SEARCH"]

CONTRACT = """
CREATE TABLE sources (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, title TEXT, format TEXT, sha256 TEXT NOT NULL,
    added_at TEXT NOT NULL, UNIQUE (path, sha256)
);
CREATE TABLE papers (
    id TEXT NOT NULL PRIMARY KEY, title TEXT, abstract TEXT NOT NULL, year INTEGER, venue TEXT,
    url TEXT, doi TEXT, authors TEXT
);
CREATE TABLE paper_sources (
    source_id INTEGER NOT NULL REFERENCES sources (id), position INTEGER NOT NULL,
    paper_id TEXT NOT NULL REFERENCES papers (id), PRIMARY KEY (source_id, position)
) WITHOUT ROWID;
CREATE INDEX paper_sources_paper ON paper_sources (paper_id);
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
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs (id),
    paper_id TEXT NOT NULL REFERENCES papers (id), number INTEGER NOT NULL, started_at TEXT,
    seconds REAL, outcome TEXT NOT NULL, http_status INTEGER, finish_reason TEXT, model TEXT,
    prompt_tokens INTEGER, completion_tokens INTEGER, cached_tokens INTEGER,
    reasoning_tokens INTEGER, cost_usd REAL, error TEXT, UNIQUE (run_id, paper_id, number)
);
CREATE TABLE annotations (
    id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs (id),
    paper_id TEXT NOT NULL REFERENCES papers (id),
    status TEXT NOT NULL CHECK (status IN ('ok', 'failed')),
    method TEXT, method_full_name TEXT, contribution TEXT, task TEXT, data TEXT, flags TEXT,
    error TEXT, UNIQUE (run_id, paper_id)
);
CREATE INDEX annotations_paper ON annotations (paper_id, run_id, status);
CREATE TABLE hardware (
    id INTEGER PRIMARY KEY, annotation_id INTEGER NOT NULL REFERENCES annotations (id),
    name TEXT NOT NULL, device TEXT, kind TEXT, count INTEGER, role TEXT, quote_start INTEGER,
    quote_end INTEGER, evidence TEXT
);
CREATE INDEX hardware_annotation ON hardware (annotation_id);
CREATE TABLE claims (
    id INTEGER PRIMARY KEY, annotation_id INTEGER NOT NULL REFERENCES annotations (id),
    metric TEXT NOT NULL, value TEXT NOT NULL, low REAL, high REAL, unit TEXT, bound TEXT,
    factor REAL, baseline TEXT, setting TEXT, device TEXT, attribution TEXT, quote TEXT,
    quote_start INTEGER, quote_end INTEGER, evidence TEXT, support TEXT, flags TEXT
);
CREATE INDEX claims_annotation ON claims (annotation_id);
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
CREATE INDEX labels_fact ON labels (paper_id, target, key);
"""

LABEL_GUARDS = """
CREATE TRIGGER labels_keep_update BEFORE UPDATE ON labels BEGIN
    SELECT RAISE(ABORT, 'labels are never changed: add another label, it outranks this one');
END;
CREATE TRIGGER labels_keep_delete BEFORE DELETE ON labels BEGIN
    SELECT RAISE(ABORT, 'labels are never deleted: add another one with the verdict undo');
END;
"""

BESIDE = """
CREATE TABLE _state (name TEXT NOT NULL PRIMARY KEY, value INTEGER) WITHOUT ROWID;
CREATE TABLE _sources_read (source_id INTEGER PRIMARY KEY REFERENCES sources (id), papers INTEGER);
CREATE TABLE _identifiers (
    identifier TEXT NOT NULL, paper_id TEXT NOT NULL REFERENCES papers (id),
    PRIMARY KEY (identifier, paper_id)
) WITHOUT ROWID;
CREATE TABLE _workers (
    id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL,
    born TEXT NOT NULL, seen_at REAL NOT NULL
);
CREATE TABLE _leases (
    work TEXT NOT NULL, paper_id TEXT NOT NULL,
    worker_id INTEGER NOT NULL REFERENCES _workers (id), PRIMARY KEY (work, paper_id)
) WITHOUT ROWID;
CREATE INDEX _leases_worker ON _leases (worker_id);
"""

# sqlite-utils and Datasette know the index of a table by `content="papers"`, with these quotes.
SEARCH = """
CREATE VIRTUAL TABLE papers_fts USING fts5(
    title, abstract, content="papers", tokenize='porter unicode61 remove_diacritics 2'
);
INSERT INTO _state (name, value) VALUES ('searchable', 0);
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
"""

# _readings, _facts and _verdicts hold what the views show: a row for each paper that was read, for
# each claim of that reading, and for each claim that people judged. Triggers keep them true, so
# that a million claims can be asked through plain indexes. `paper` is papers.rowid; `ran_on` is the
# claim's device, or the paper's hardware where the claim names none.
MATERIALISED = """
CREATE TABLE _readings (
    paper INTEGER PRIMARY KEY, paper_id TEXT NOT NULL, annotation_id INTEGER, rules_id INTEGER,
    run_id INTEGER, method TEXT, task TEXT, hardware TEXT, status TEXT NOT NULL
);
CREATE INDEX _readings_annotation ON _readings (annotation_id);
CREATE INDEX _readings_method ON _readings (method);
CREATE INDEX _readings_task ON _readings (task);
CREATE INDEX _readings_hardware ON _readings (hardware);
CREATE INDEX _readings_reviewed ON _readings (status) WHERE status <> 'unreviewed';
CREATE TABLE _facts (
    claim_id INTEGER PRIMARY KEY, paper INTEGER NOT NULL, annotation_id INTEGER, label_id INTEGER,
    metric TEXT, factor REAL, device TEXT, ran_on TEXT, attribution TEXT, support TEXT,
    status TEXT NOT NULL, priority INTEGER, patch TEXT
);
CREATE INDEX _facts_paper ON _facts (paper);
CREATE INDEX _facts_metric ON _facts (metric, factor, paper);
CREATE INDEX _facts_device ON _facts (device, metric, factor, paper);
CREATE INDEX _facts_ran_on ON _facts (ran_on, metric, factor, paper);
CREATE INDEX _facts_support ON _facts (support, paper);
CREATE INDEX _facts_priority ON _facts (priority, paper) WHERE priority IS NOT NULL;
CREATE INDEX _facts_prior ON _facts (paper) WHERE attribution = 'prior';
CREATE INDEX _facts_reviewed ON _facts (status, paper) WHERE status <> 'unreviewed';
CREATE TABLE _verdicts (
    paper_id TEXT NOT NULL, key TEXT NOT NULL, new_key TEXT, label_id INTEGER NOT NULL,
    first_id INTEGER NOT NULL, added INTEGER NOT NULL, verdict TEXT NOT NULL, patch TEXT,
    whole TEXT, PRIMARY KEY (paper_id, key)
);
CREATE INDEX _verdicts_new_key ON _verdicts (paper_id, new_key);
"""
