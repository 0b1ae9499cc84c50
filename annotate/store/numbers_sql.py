"""Read a corrected value in plain SQL, for tools that have no Python beside them.

This understands the usual forms ("up to 5x", "30-35%", "twice", "60 fps"); labels that come through
`Store.add_labels` carry the numbers that `language.quantities` finds, which go before these.
"""

from annotate.facts import Bound
from annotate.language.units import UNIT_METRICS
from annotate.schema import Metric

__all__ = [
    "BOUNDS",
    "METRICS",
    "factor_of",
    "has_number",
    "is_sound",
    "is_unit",
    "key_of",
    "parsing",
    "said_before",
    "stands_in",
    "states",
]

METRICS = ", ".join(f"'{metric}'" for metric in Metric)
BOUNDS = ", ".join(f"'{bound}'" for bound in Bound)
_UNITS = ", ".join(f"'{unit}'" for unit in sorted({"x", "%", *(u.lower() for u in UNIT_METRICS)}))

_LARGEST = "1.7976931348623157e308"

_PLAIN = (
    ("\\times", "x"),
    ("×", "x"),
    (" times", "x"),
    (" percent", "%"),
    ("-fold", "x"),
    (" fold", "x"),
    ("$", ""),
    ("\\", ""),
    ("–", "-"),
    ("—", "-"),
    ("−", "-"),
    ("--", "-"),
    (",", ""),
)
_WORDS = (
    ("%three orders of magnitude%", 1000),
    ("%two orders of magnitude%", 100),
    ("%orders of magnitude%", 100),
    ("%order of magnitude%", 10),
    ("%order-of-magnitude%", 10),
    ("%quadrupl%", 4),
    ("%tripl%", 3),
    ("%thrice%", 3),
    ("%twice%", 2),
    ("%doubl%", 2),
    ("%half%", 2),
    ("%halv%", 2),
)
_AT_LEAST = ("over ", "more than ", "at least ", ">", "≥", "exceeding ")
_ABOUT = ("about ", "around ", "nearly ", "almost ", "approximately ", "roughly ", "~", "≈")
_LEADING = "abcdefghijklmnopqrstuvwxyz ~≈<>≥≤=+(:-"


def has_number(value: str) -> str:
    """Return SQL that is true when the SQL expression `value` states a quantity."""
    words = " OR ".join(f"lower({value}) LIKE '{pattern}'" for pattern, _ in _WORDS)
    return f"({value} GLOB '*[0-9]*' OR {words})"


def is_sound(number: str) -> str:
    """Return SQL that is true of a finite number of 0 or more, false of all else and of NULL."""
    return f"(typeof({number}) IN ('integer', 'real') AND {number} BETWEEN 0 AND {_LARGEST})"


def is_unit(unit: str, value: str) -> str:
    """Return SQL that is true of a unit that is known, or written in the SQL expression `value`."""
    known = f"lower({unit}) IN ({_UNITS})"
    return f"(typeof({unit}) = 'text' AND {unit} <> '' AND ({known} OR instr({value}, {unit})))"


def states(text: str, number: str) -> str:
    """Return SQL that is true when the digits of `number` stand in `text`, in no longer number."""
    words, digits = f"' ' || replace({text}, ',', '') || ' '", f"printf('%.15g', {number})"
    ends = ("[^0-9.]*", ".[^0-9]*", ".0[^0-9]*", ".00[^0-9]*")
    found = " OR ".join(f"{words} GLOB '*[^0-9.]' || {digits} || '{end}'" for end in ends)
    return f"({found})"


def stands_in(value: str, quote: str) -> str:
    """Return SQL that is true when `value` stands in `quote`, cut out of no number: 2x of 22.2x."""
    plain = f"replace(replace(replace({value}, '[', '[[]'), '*', '[*]'), '?', '[?]')"
    found = " OR ".join(
        f"""' ' || {quote} || ' ' GLOB CASE WHEN {value} GLOB '[0-9]*' THEN '{before}' ELSE '*' END
        || {plain} || CASE WHEN {value} GLOB '*[0-9]' THEN '{after}' ELSE '*' END"""
        for before in ("*[^0-9.,]", "*[^0-9],")
        for after in ("[^0-9.,]*", "[.,][^0-9]*")
    )
    # SQLite refuses patterns of more than 50,000 bytes, and CASE alone keeps it from looking.
    whole = f"CASE WHEN length({value}) > 1000 THEN TRUE ELSE {found} END"
    return f"(instr({quote}, {value}) AND {whole})"


def key_of(alias: str) -> str:
    """Return SQL for `store.text.claim_key` over columns metric, low, high, unit and value."""
    a = alias
    return (
        f"CASE WHEN {a}.low IS NULL THEN {a}.metric || '|||' || COALESCE({a}.value, '')"
        f" ELSE printf('%s|%.10g|%.10g|%s', {a}.metric, {a}.low, COALESCE({a}.high, {a}.low),"
        f" COALESCE({a}.unit, '')) END"
    )


def factor_of(alias: str) -> str:
    """Return SQL for the improvement factor over columns metric, low, unit and value."""
    a = alias
    less = " OR ".join(
        f"lower({a}.value) LIKE '%{word}%'" for word in ("less", "reduc", "lower", "cut", "decreas")
    )
    return (
        f"CASE WHEN {a}.unit = 'x' THEN {a}.low"
        f" WHEN {a}.unit = '%' AND {a}.metric IN ('speedup', 'throughput') AND NOT ({less})"
        f" THEN 1 + {a}.low / 100.0"
        f" WHEN {a}.unit = '%' AND {a}.low < 100 THEN 1 / (1 - {a}.low / 100.0) END"
    )


def parsing(rows: str) -> str:
    """Return the steps of a WITH that end in `q`: `rows`, which have `value`, with its quantity.

    The new columns are q_low, q_high, q_unit and q_bound. The steps are materialised because
    SQLite would otherwise write each into the next, over and over.
    """
    steps = [("q_rows", rows), ("q_plain_0", "SELECT *, lower(trim(value)) AS t0 FROM q_rows")]
    for at, (old, new) in enumerate(_PLAIN):
        step = f"SELECT *, replace(t{at}, '{old}', '{new}') AS t{at + 1} FROM q_plain_{at}"
        steps.append((f"q_plain_{at + 1}", step))
    words = " ".join(f"WHEN t LIKE '{pattern}' THEN {number}" for pattern, number in _WORDS)
    steps += [
        ("q_text", f"SELECT *, t{len(_PLAIN)} AS t FROM q_plain_{len(_PLAIN)}"),
        ("q_start", f"SELECT *, ltrim(t, '{_LEADING}') AS s FROM q_text"),
        ("q_rest", "SELECT *, ltrim(s, '0123456789.') AS rest FROM q_start"),
        (
            "q_first",
            "SELECT *, ltrim(rest, 'x% ') AS after, CASE WHEN s GLOB '[0-9.]*'"
            f" THEN CAST(s AS REAL) ELSE CASE {words} END END AS q1 FROM q_rest",
        ),
        ("q_next", "SELECT *, ltrim(after, '-~to ') AS next FROM q_first"),
        (
            "q_range",
            "SELECT *, (after LIKE '-%' OR after LIKE '~%' OR after LIKE 'to %')"
            " AND next GLOB '[0-9]*' AS ranged FROM q_next",
        ),
        (
            "q_second",
            "SELECT *, CASE WHEN ranged THEN CAST(next AS REAL) ELSE q1 END AS q2,"
            " CASE WHEN ranged THEN ltrim(next, '0123456789. ') ELSE ltrim(rest) END AS tail"
            " FROM q_range",
        ),
        ("q", _QUANTITY),
    ]
    return ", ".join(f"{name} AS MATERIALIZED ({select})" for name, select in steps)


def _starts(column: str, words: tuple[str, ...]) -> str:
    return "(" + " OR ".join(f"{column} LIKE '{word}%'" for word in words) + ")"


_QUANTITY = f"""SELECT *, MIN(q1, q2) AS q_low, MAX(q1, q2) AS q_high,
    CASE WHEN q1 IS NULL THEN NULL WHEN s = '' OR tail LIKE 'x%' OR rest LIKE 'x%' THEN 'x'
        WHEN rest LIKE '%!%%' ESCAPE '!' THEN '%' ELSE NULLIF(trim(tail), '') END AS q_unit,
    CASE WHEN q1 IS NULL THEN NULL WHEN q2 <> q1 THEN 'range' WHEN t LIKE 'up to %' THEN 'up_to'
        WHEN {_starts("t", _AT_LEAST)} OR s = '' AND t LIKE 'orders of magnitude%' THEN 'at_least'
        WHEN {_starts("t", _ABOUT)} THEN 'approx' ELSE 'exact' END AS q_bound
FROM q_second"""


def said_before(alias: str) -> str:
    """Return SQL that is true of a stored claim that another one says as well (flag duplicate)."""
    return f"(instr(COALESCE({alias}.flags, ''), '\"duplicate\"') > 0)"
