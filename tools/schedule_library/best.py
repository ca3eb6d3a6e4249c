#!/usr/bin/env python3
"""Adds the best schedules of a log of trials to a library of schedules.

    best.py LOG LIBRARY

Of each program on each machine, the fastest schedule that was measured, a line each, without what only models learn
from. What the library has of a program and a machine that the log has as well is replaced.
"""

import json
import pathlib
import sys


def key(record):
    return record["class"], record["machine"], record["algorithm"]


def best_of(log):
    best = {}
    for line in log.splitlines():
        record = json.loads(line)
        is_measured = record["outcome"] == "measured" and record.get("class")
        if is_measured and record["seconds"] < best.get(key(record), {"seconds": float("inf")})["seconds"]:
            best[key(record)] = record
    return best


def without_details(record):
    """As a library has it: features are most of a line, and how long a build took is nobody's concern."""
    return {name: value for name, value in record.items() if name not in ("features", "prior")}


def main(log, library):
    known = {}
    path = pathlib.Path(library)
    if path.exists():
        known = best_of(path.read_text(encoding="utf-8"))
    known.update(best_of(pathlib.Path(log).read_text(encoding="utf-8")))
    lines = [json.dumps(without_details(known[one]), separators=(",", ":")) + "\n" for one in sorted(known)]
    path.write_text("".join(lines), encoding="utf-8")
    print(f"{path}: {len(lines)} schedules")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
