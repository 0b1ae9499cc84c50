"""The triggers of a table of one's own: its changes write labels, and labels change its rows."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from annotate.store.numbers_sql import states

__all__ = ["own_triggers"]

_ABSTRACT = "(SELECT abstract FROM papers WHERE id = NEW.paper_id)"
_LARGEST = "1.7976931348623157e308"
_FOUND = "('exact', 'normalised', 'fuzzy')"


def own_triggers(
    prompt: str,
    columns: Mapping[str, type],
    quotes: Sequence[str],
    facts: Sequence[str],
    required: Collection[str],
) -> Iterator[str]:
    """Yield the statements that make the triggers anew; `required` columns must not be emptied.

    What a person sets is a change of the row, and `_label` is left alone; what a label brings sets
    `_label`, and writes no other label.
    """
    name = f"extracted_{prompt}"
    for end in ("guard", "label", "said"):
        yield f"DROP TRIGGER IF EXISTS {name}_{end}"
    changed = _changed(columns)
    yield _guard(name, quotes, changed, _misfits(columns, quotes, facts, required))
    yield _writes_label(name, prompt, columns, _values(columns, quotes, facts))
    yield _takes_label(name, prompt, columns)


def _changed(columns: Mapping[str, type]) -> str:
    return "(" + " OR ".join(f'NEW."{c}" IS NOT OLD."{c}"' for c in columns) + ")"


def _misfits(
    columns: Mapping[str, type],
    quotes: Sequence[str],
    facts: Sequence[str],
    required: Collection[str],
) -> str:
    """Return the cases that refuse a wrong type, emptiness, and what isn't a person's to set."""
    refused = []
    for c in facts:
        new, kind = f'NEW."{c}"', columns[c]
        fits, words = {
            str: (f"typeof({new}) = 'text'", "text"),
            int: (f"typeof({new}) = 'integer'", "a whole number"),
            float: (
                f"typeof({new}) IN ('integer', 'real') AND abs({new}) <= {_LARGEST}",
                "a finite number",
            ),
        }[kind]
        refused.append((c, f"{new} IS NOT NULL AND NOT ({fits})", f"{c} must be {words}"))
        if c in required:
            empty = f"trim({new}) = ''" if kind is str else "FALSE"
            refused.append((c, f"({new} IS NULL OR {empty})", f"{c} must not be empty"))
    for q in quotes:
        for end in ("start", "end", "evidence"):
            kept = f'NEW."{q}" IS OLD."{q}"'
            refused.append((f"{q}_{end}", kept, f"{q}_{end} follows from {q} and can't be set"))
    if "support" in columns:
        refused.append(("support", "TRUE", "support follows from the quotes and can't be set"))
    return "".join(
        f"""
        WHEN NEW."{c}" IS NOT OLD."{c}" AND {which}
            THEN RAISE(ABORT, '{words.replace("'", "''")}')"""
        for c, which, words in refused
    )


def _guard(name: str, quotes: Sequence[str], changed: str, misfits: str) -> str:
    strange = "".join(
        f"""
        WHEN NEW."{q}" IS NOT OLD."{q}" AND NEW."{q}" <> '' AND instr({_ABSTRACT}, NEW."{q}") = 0
            THEN RAISE(ABORT, '{q} must be words of the abstract, unchanged')"""
        for q in quotes
    )
    return f"""CREATE TRIGGER {name}_guard BEFORE UPDATE ON {name}
    WHEN NEW._label IS OLD._label BEGIN SELECT CASE
        WHEN NEW.status IS NULL
            OR NEW.status NOT IN ('unreviewed', 'accepted', 'corrected', 'rejected')
            THEN RAISE(ABORT, 'status must be unreviewed, accepted, corrected or rejected')
        WHEN NEW.status = 'corrected' AND OLD.status <> 'corrected' AND NOT {changed}
            THEN RAISE(ABORT, 'to correct a row, change one of its fields')
        WHEN trim(NEW.reviewer) = '' THEN RAISE(ABORT, 'reviewer must be a name')
        WHEN NEW.fact IS NOT OLD.fact OR NEW.paper_id IS NOT OLD.paper_id OR NEW.id IS NOT OLD.id
            OR NEW.run_id IS NOT OLD.run_id
            THEN RAISE(ABORT, 'id, paper_id, run_id and fact say what was read; they can''t be set')
        {misfits}{strange} END; END"""


def _values(
    columns: Mapping[str, type], quotes: Sequence[str], facts: Sequence[str]
) -> dict[str, str]:
    """Return by column the SQL for what a change makes of it: moved quotes are placed anew."""
    values = {column: f'NEW."{column}"' for column in columns}
    for q in quotes:
        moved, start = f'NEW."{q}" IS NOT OLD."{q}"', f'instr({_ABSTRACT}, NEW."{q}") - 1'
        given = f"NEW.\"{q}\" <> ''"
        places = {
            "start": f"CASE WHEN {given} THEN {start} END",
            "end": f'CASE WHEN {given} THEN {start} + length(NEW."{q}") END',
            "evidence": f"CASE WHEN {given} THEN 'exact' ELSE 'missing' END",
        }
        for end, place in places.items():
            values[f"{q}_{end}"] = f'CASE WHEN {moved} THEN {place} ELSE NEW."{q}_{end}" END'
    if "support" in columns:
        values["support"] = _support(columns, quotes, facts, values)
    return values


def _support(
    columns: Mapping[str, type],
    quotes: Sequence[str],
    facts: Sequence[str],
    values: Mapping[str, str],
) -> str:
    # What proved the old row proves nothing of a new one.
    if not quotes:
        return "NEW.support"
    words = " || ' ' || ".join(f"COALESCE(NEW.\"{q}\", '')" for q in quotes)
    moved = " OR ".join(f'NEW."{q}" IS NOT OLD."{q}"' for q in quotes)
    stands = [
        f"(COALESCE(NEW.\"{q}\", '') = '' OR {values[f'{q}_evidence']} IN {_FOUND})" for q in quotes
    ]
    numbers = [
        f"""(NEW."{c}" IS NULL
            OR NOT ({moved}) AND NEW."{c}" IS OLD."{c}" AND OLD.support <> 'unsupported'
            OR typeof(NEW."{c}") = 'integer' AND NEW."{c}" IN (0, 1)
            OR {_stands(words, f'NEW."{c}"')})"""
        for c in facts
        if columns[c] is not str
    ]
    changed = " OR ".join(f'NEW."{c}" IS NOT OLD."{c}"' for c in (*facts, *quotes))
    proven = " AND ".join((f"trim({words}) <> ''", *stands, *numbers))
    return f"""CASE WHEN NOT ({changed}) THEN NEW.support WHEN {proven}
            THEN 'grounded' ELSE 'unsupported' END"""


def _stands(words: str, number: str) -> str:
    """Return SQL that is true when a number stands in some words, in no longer one: 99 of 99.3."""
    digits = f"printf('%.15g', {number})"
    zero = f"' ' || replace({words}, ',', '') || ' ' GLOB '*[^0-9.]' || {digits} || '0[^0-9]*'"
    return f"({states(words, number)} OR instr({digits}, '.') AND {zero})"


def _writes_label(
    name: str, prompt: str, columns: Mapping[str, type], values: Mapping[str, str]
) -> str:
    changed = _changed(columns)
    pairs = ", ".join(f"'{column}', {value}" for column, value in values.items())
    return f"""CREATE TRIGGER {name}_label AFTER UPDATE ON {name}
    WHEN NEW._label IS OLD._label AND ({changed} OR NEW.status IS NOT OLD.status
        OR NEW.status <> 'unreviewed' AND NEW.reviewer IS NOT OLD.reviewer) BEGIN
        INSERT INTO labels (paper_id, target, key, verdict, value, reviewer)
        SELECT OLD.paper_id, 'paper', '{prompt}|' || OLD.fact,
            CASE WHEN NEW.status = 'rejected' AND (OLD.status <> 'rejected' OR NOT {changed})
                    THEN 'reject'
                WHEN {changed} OR NEW.status = 'corrected' THEN 'correct'
                WHEN NEW.status = 'unreviewed' THEN 'undo' ELSE 'accept' END,
            CASE WHEN NEW.status <> 'unreviewed' OR {changed} THEN json_object({pairs}) END,
            COALESCE(NEW.reviewer, 'anonymous');
    END"""


def _takes_label(name: str, prompt: str, columns: Mapping[str, type]) -> str:
    # A label that other software wrote may hold anything: a number's column takes numbers only.
    number = "IN ('integer', 'real', 'true', 'false', 'null')"
    sets = ", ".join(
        f"""
            "{c}" = CASE WHEN json_type(l.said, '$.{c}') {"IS NOT NULL" if kind is str else number}
                THEN json_extract(l.said, '$.{c}') WHEN _read IS NULL THEN "{c}"
                ELSE json_extract(_read, '$.{c}') END"""
        for c, kind in columns.items()
    )
    prefix = len(prompt) + 1
    return f"""CREATE TRIGGER {name}_said AFTER INSERT ON labels
    WHEN NEW.target = 'paper' AND substr(NEW.key, 1, {prefix}) = '{prompt}|' BEGIN
        UPDATE {name} SET{sets},
            status = CASE l.verdict WHEN 'accept' THEN 'accepted' WHEN 'add' THEN 'accepted'
                WHEN 'correct' THEN 'corrected' WHEN 'reject' THEN 'rejected'
                ELSE 'unreviewed' END,
            reviewer = CASE WHEN l.verdict <> 'undo' THEN l.reviewer END, _label = l.id
        FROM (SELECT id, verdict, reviewer, CASE WHEN verdict <> 'undo' THEN
                CASE WHEN json_valid(value) THEN
                    CASE WHEN json_type(value) = 'object' THEN value END END END AS said
            FROM labels WHERE paper_id = NEW.paper_id AND target = 'paper' AND key = NEW.key
            ORDER BY julianday(created_at) DESC, id DESC LIMIT 1) l
        WHERE {name}.paper_id = NEW.paper_id AND fact = substr(NEW.key, {prefix + 1});
    END"""
