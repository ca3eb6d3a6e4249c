"""Rows of the benchmarks' CSV files, and the record that a run leaves beside them."""

from __future__ import annotations

import csv
import dataclasses
import json
import pathlib

COLUMNS = "set,id,variant,threads,ours_ms,peer,peer_ms,ratio,gflops,peak_share,max_error".split(",")


class NotAResult(Exception):
    """A file is not what `./dev bench --csv` writes."""


@dataclasses.dataclass(frozen=True)
class Row:
    """Times are medians in ms, `fastest` those of the fastest run; None where somebody cannot do the problem."""

    set: str
    id: str
    variant: str
    threads: int
    ours_ms: float | None
    peer: str
    peer_ms: float | None
    gflops: float | None
    peak_share: float | None
    max_error: float | None
    ours_fastest_ms: float | None = None
    peer_fastest_ms: float | None = None


@dataclasses.dataclass(frozen=True)
class Run:
    """One CSV file with its record, which is empty where there is none."""

    name: str
    rows: list[Row]
    record: dict

    def measured(self, threads):
        """(GFLOP/s of the multiply-adds' peak, GB/s of memory), or None."""
        for one in self.record.get("machine", {}).get("measured", []):
            if one["threads"] == threads:
                return one["fma_peak_gflops"], one["memory_gb_per_s"]
        return None

    def intensity(self, id):
        """Operations a byte of a problem, or None."""
        cost = self.record.get("problems", {}).get(id)
        return cost["operations"] / cost["bytes"] if cost else None


def _number(text):
    return float(text) if text else None


def _row(fields):
    return Row(
        fields["set"],
        fields["id"],
        fields["variant"],
        int(fields["threads"]),
        _number(fields["ours_ms"]),
        fields["peer"],
        _number(fields["peer_ms"]),
        _number(fields["gflops"]),
        _number(fields["peak_share"]),
        _number(fields["max_error"]),
    )


def _with_fastest(rows, record):
    """Known where the record tells them."""
    fastest = {(one["id"], one["variant"], one["threads"], one["peer"]): one for one in record.get("fastest", [])}
    found = []
    for row in rows:
        one = fastest.get((row.id, row.variant, row.threads, row.peer), {})
        found.append(
            dataclasses.replace(row, ours_fastest_ms=one.get("ours_ms"), peer_fastest_ms=one.get("peer_ms"))
        )
    return found


def read_run(path):
    """Reads a CSV file and the .json of the same name. Raises NotAResult, OSError."""
    path = pathlib.Path(path)
    with path.open(newline="", encoding="utf-8") as file:
        table = csv.DictReader(file)
        # What a search took comes behind, in files that are not older than it.
        if (table.fieldnames or [])[: len(COLUMNS)] != COLUMNS:
            raise NotAResult(f"{path}: the first line must read {','.join(COLUMNS)}")
        try:
            rows = [_row(fields) for fields in table]
        except (TypeError, ValueError) as error:
            raise NotAResult(f"{path}, line {table.line_num}: {error}") from error
    beside = path.with_suffix(".json")
    try:
        record = json.loads(beside.read_text(encoding="utf-8")) if beside.exists() else {}
    except json.JSONDecodeError as error:
        raise NotAResult(f"{beside}: {error}") from error
    return Run(path.stem, _with_fastest(rows, record), record)
