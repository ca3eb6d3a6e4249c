#!/usr/bin/env python3
"""Compares small whole networks, written in the style of exporters, with what ONNX Runtime computes.

    whole_networks.py RUNNER [--keep FOLDER] [--only PART_OF_NAME]

RUNNER is build/<preset>/tests/onnx_suite/onnx_suite. It needs Python's packages `onnx` and `onnxruntime`; every network is
computed by the definitions of its operators, and compiled. Exit status 1 if a result is wrong or refused.
"""

import argparse
import importlib
import pathlib
import sys
import tempfile

import numpy
import onnxruntime

from cases import failures_of, write_case

FAMILIES = ("speech", "pictures", "text", "tables", "odd", "exporters")


def networks(only=None):
    """(name, model, inputs) of all families."""
    for family in (only,) if only else FAMILIES:
        try:
            module = importlib.import_module(f"styles.{family}")
        except ModuleNotFoundError:
            continue
        for write in module.ALL:
            yield from write()


def as_table(values):
    """A list of maps from labels to scores, which ZipMap makes, as the rows that it is made of."""
    if isinstance(values, list) and values and isinstance(values[0], dict):
        return numpy.array([list(row.values()) for row in values], numpy.float32)
    return numpy.asarray(values)


def written(folder, name, model, inputs):
    """Writes a case as a folder, with the outputs of ONNX Runtime."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    wanted = [one.name for one in session.get_outputs()]
    needed = [one.name for one in session.get_inputs()]
    found = [as_table(one) for one in session.run(wanted, inputs)]
    write_case(folder / name, model, [(n, inputs[n]) for n in needed], list(zip(wanted, found)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runner")
    parser.add_argument("--keep", help="the folder for the cases")
    parser.add_argument("--only", default="", help="a part of the names")
    parser.add_argument("--family", help="one of " + ", ".join(FAMILIES))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(asked.keep or scratch)
        for name, model, inputs in networks(asked.family):
            if asked.only in name:
                try:
                    written(folder, name, model, inputs)
                except Exception as reason:
                    print("ORT", name, str(reason)[:300])
        failures = failures_of(asked.runner, folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
