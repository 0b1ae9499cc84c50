"""Write the table of claims as JSON (Lines), CSV, Parquet or Label Studio tasks.

Everything streams: a batch of rows is held at a time, whatever the size of the database.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from typing import Any, BinaryIO

from annotate.facts import CheckedHardware, Support
from annotate.language.cells import csv_lines, csv_safe
from annotate.schema import Attribution, Metric
from annotate.store import Store
from annotate.store.places import Places
from annotate.store.reviewing import PaperFacts, facts_of

__all__ = ["CLAIM_COLUMNS", "LABEL_CONFIG", "PAPER_COLUMNS", "Format", "Table", "export"]

Row = Mapping[str, Any]
Columns = Mapping[str, type]

BATCH = 8_192
"""Rows that are held at once, and that make one row group of Parquet."""

CLAIM_COLUMNS: Mapping[str, type] = {
    "claim_id": int,
    "paper_id": str,
    "title": str,
    "source": str,
    "position": int,
    "method": str,
    "task": str,
    "hardware": str,
    "metric": str,
    "value": str,
    "low": float,
    "high": float,
    "unit": str,
    "bound": str,
    "factor": float,
    "baseline": str,
    "setting": str,
    "device": str,
    "attribution": str,
    "quote": str,
    "quote_start": int,
    "quote_end": int,
    "evidence": str,
    "support": str,
    "status": str,
    "reviewer": str,
    "run_id": int,
    "model": str,
    "place": str,
}
"""The columns of `extracted_claims`, in their order, and list and place in words."""

PAPER_COLUMNS: Mapping[str, type] = {
    "paper_id": str,
    "title": str,
    "source": str,
    "position": int,
    "method": str,
    "method_full_name": str,
    "contribution": str,
    "task": str,
    "hardware": str,
    "claims": int,
    "best_speedup": float,
    "status": str,
    "run_id": int,
    "model": str,
    "reviewer": str,
    "place": str,
}
"""The columns of `extracted_papers`, in their order, and list and place in words."""


class Format(StrEnum):
    """What can be written."""

    JSONL = "jsonl"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"
    LABEL_STUDIO = "label-studio"

    @classmethod
    def of_name(cls, name: str) -> "Format":
        """Return the format that a file's ending tells of; JSON Lines when it tells of none."""
        ending = name.rpartition(".")[2].lower()
        return cls(ending) if ending in set(cls) else cls.JSONL


class Table(StrEnum):
    """What a row is."""

    CLAIMS = "claims"
    PAPERS = "papers"


def export(store: Store, form: Format, stream: BinaryIO, table: Table = Table.CLAIMS) -> int:
    """Write the whole database and return how many rows, or tasks, were written.

    Text that a spreadsheet would take for a formula gets an apostrophe in CSV, and only there. A
    task is a paper, whatever `table` says.
    """
    if form == Format.LABEL_STUDIO:
        return _write_tasks(_paper_facts(store), stream)
    claims = table == Table.CLAIMS
    rows = store.claims() if claims else store.extracted_papers()
    writers = {
        Format.JSONL: _write_jsonl,
        Format.JSON: _write_json,
        Format.CSV: _write_csv,
        Format.PARQUET: _write_parquet,
    }
    places = Places(store.db.conn)
    rows = (row | {"place": places.place(row)} for row in rows)
    return writers[form](rows, CLAIM_COLUMNS if claims else PAPER_COLUMNS, stream)


def _paper_facts(store: Store) -> Iterator[PaperFacts]:
    for row in store.extracted_papers():
        facts = facts_of(store.db.conn, row["paper_id"])
        if facts is not None:
            yield facts


def _write_jsonl(rows: Iterable[Row], columns: Columns, stream: BinaryIO) -> int:
    count = 0
    for batch in _batches(rows):
        lines = [_json({name: row[name] for name in columns}) + "\n" for row in batch]
        stream.write("".join(lines).encode())
        count += len(batch)
    return count


def _write_json(rows: Iterable[Row], columns: Columns, stream: BinaryIO) -> int:
    count = 0
    for row in rows:
        line = _json({name: row[name] for name in columns})
        stream.write(f"{',' if count else '['}\n{line}".encode())
        count += 1
    stream.write(b"\n]\n" if count else b"[]\n")
    return count


def _write_csv(rows: Iterable[Row], columns: Columns, stream: BinaryIO) -> int:
    count = 0
    stream.write("".join(csv_lines([columns])).encode())
    for batch in _batches(rows):
        cells = ([csv_safe(row[name]) for name in columns] for row in batch)
        stream.write("".join(csv_lines(cells)).encode())
        count += len(batch)
    return count


def _write_parquet(rows: Iterable[Row], columns: Columns, stream: BinaryIO) -> int:
    # Imported here because it takes longer to load than most databases take to export.
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    kinds = {int: pa.int64(), float: pa.float64(), str: pa.string()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
    count = 0
    with pq.ParquetWriter(stream, schema, compression="zstd") as writer:
        for batch in _batches(rows):
            values = [[row[name] for row in batch] for name in columns]
            arrays = [pa.array(v, f.type) for v, f in zip(values, schema, strict=True)]
            writer.write_batch(pa.record_batch(arrays, schema=schema))
            count += len(batch)
    return count


# -- Label Studio


_HARDWARE = "hardware"


def _label_config() -> str:
    labels = "\n".join(f'    <Label value="{name}"/>' for name in (*Metric, _HARDWARE))
    choices = "\n".join(f'    <Choice value="{whose}"/>' for whose in Attribution)
    return f"""\
<View>
  <Header value="$title"/>
  <Labels name="label" toName="abstract">
{labels}
  </Labels>
  <Text name="abstract" value="$abstract" granularity="symbol"/>
  <TextArea name="value" toName="abstract" perRegion="true" maxSubmissions="1"/>
  <Choices name="attribution" toName="abstract" perRegion="true">
{choices}
  </Choices>
  <TextArea name="method" toName="abstract" maxSubmissions="1"/>
  <TextArea name="task" toName="abstract" maxSubmissions="1"/>
</View>
"""


LABEL_CONFIG = _label_config()
"""The labelling interface that the tasks are made for; Label Studio asks for it once a project."""


def _write_tasks(papers: Iterable[PaperFacts], stream: BinaryIO) -> int:
    """Write one task a paper, with its facts as a prediction, and return how many there were.

    Offsets count code points, as Label Studio's own exports do. A claim without evidence has no
    place in the text and so stands in the task's data; a rejected one is left out.
    """
    count = 0
    stream.write(b"[")
    for facts in papers:
        stream.write((",\n" if count else "\n").encode() + _json(_task(facts)).encode())
        count += 1
    stream.write(b"\n]\n")
    return count


def _task(facts: PaperFacts) -> dict[str, Any]:
    paper, row = facts.paper, facts.row or {}
    claims = [claim for claim in facts.claims if claim["status"] != "rejected"]
    data = {
        "abstract": paper.abstract,
        "title": paper.title or paper.id,
        "paper_id": paper.id,
        "source": paper.source,
        "position": paper.position,
        "claims_without_evidence": [
            f"{claim['metric']}: {claim['value']}"
            for claim in claims
            if claim["quote_start"] is None
        ],
    }
    result = [part for claim in claims for part in _claim_region(claim)]
    result += [
        part
        for number, device in enumerate(facts.reading.hardware if facts.reading else ())
        for part in _device_region(number, device)
    ]
    result += [
        {"from_name": name, "to_name": "abstract", "type": "textarea", "value": {"text": [words]}}
        for name in ("method", "task")
        if (words := row.get(name))
    ]
    version = row.get("model") or "people"
    prediction = {"model_version": version, "score": _score(claims), "result": result}
    return {"data": data, "predictions": [prediction]}


def _claim_region(row: Row) -> Iterator[dict[str, Any]]:
    if row["quote_start"] is None:
        return
    region, place = (
        f"claim-{row['claim_id']}",
        {"start": row["quote_start"], "end": row["quote_end"]},
    )
    yield _part(region, "label", "labels", place | {"labels": [row["metric"]]})
    yield _part(region, "value", "textarea", place | {"text": [row["value"]]})
    if row["attribution"]:
        yield _part(region, "attribution", "choices", place | {"choices": [row["attribution"]]})


def _device_region(number: int, device: CheckedHardware) -> Iterator[dict[str, Any]]:
    if device.quote_start is not None:
        place = {"start": device.quote_start, "end": device.quote_end, "labels": [_HARDWARE]}
        yield _part(f"hardware-{number}", "label", "labels", place)


def _part(region: str, name: str, kind: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"id": region, "from_name": name, "to_name": "abstract", "type": kind, "value": value}


def _score(claims: Sequence[Row]) -> float:
    # Label Studio shows the lowest first, so papers with unproven claims come before the others.
    proven = sum(row["support"] != Support.UNSUPPORTED for row in claims)
    return round(proven / len(claims), 3) if claims else 1.0


def _json(value: Any) -> str:
    # Escaped U+2028 and U+2029 keep a line one line for every reader of JSON Lines.
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085")


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    them = iter(rows)
    while batch := list(islice(them, BATCH)):
        yield batch
