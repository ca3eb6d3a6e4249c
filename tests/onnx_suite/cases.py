"""Cases in the form of ONNX's own: folders with a model, inputs, and the outputs that are right."""

import subprocess

import onnx
from onnx import numpy_helper


def write_case(folder, model, inputs, outputs):
    """`inputs` and `outputs` are lists of names with arrays, in the model's order."""
    data = folder / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(folder / "model.onnx"))
    for kind, tensors in (("input", inputs), ("output", outputs)):
        for i, (name, x) in enumerate(tensors):
            (data / f"{kind}_{i}.pb").write_bytes(numpy_helper.from_array(x, name).SerializeToString())


def failures_of(runner, folder):
    """How many cases of the folder are not right by definition, and compiled; prints which."""
    failures = 0
    for options in ([], ["--compile"]):
        told = subprocess.run([runner, *options, str(folder)], check=True, capture_output=True, text=True).stdout
        rows = [line.split("\t") for line in told.splitlines()]
        bad = [row for row in rows if row[1] not in ("right", "bound")]
        print("compiled" if options else "evaluated", f"{len(rows) - len(bad)} of {len(rows)} right")
        for row in bad + [row for row in rows if row[1] == "bound"]:
            print("  " + ": ".join(row))
        failures += len(bad)
    return failures
