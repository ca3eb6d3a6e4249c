#!/usr/bin/env python3
"""Runs ONNX's operator suite, and writes docs/networks/coverage.md.

    coverage.py RUNNER [--page FILE] [--every N] [--keep FOLDER]

RUNNER is build/<preset>/tests/onnx_suite/onnx_suite. It needs Python's package `onnx`, which has the suite; every case is
computed by the definitions of the operators, and every N-th (default 1) is compiled, too. Exit status 1 if a result is wrong.
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

STATUSES = ("right", "bound", "refused", "wrong")


def write_suite(folder):
    """Writes the cases as folders, and returns the operator that each is about."""
    import numpy
    import onnx
    from onnx import numpy_helper
    from onnx.backend.test.case.node import collect_testcases

    operators = {}
    for case in collect_testcases(None):
        if is_random(case):
            continue
        place = folder / case.name
        data = place / "test_data_set_0"
        data.mkdir(parents=True, exist_ok=True)
        onnx.save(case.model, str(place / "model.onnx"))
        inputs, outputs = case.data_sets[0] if case.data_sets else ([], [])
        graph = case.model.graph
        for kind, values, declared in (("input", inputs, graph.input), ("output", outputs, graph.output)):
            for i, (value, declaration) in enumerate(zip(values, declared)):
                if not isinstance(value, onnx.TensorProto):
                    try:
                        value = numpy_helper.from_array(numpy.asarray(value), declaration.name)
                    except (TypeError, ValueError, NotImplementedError):
                        continue  # a sequence or nothing: the network is refused anyhow
                (data / f"{kind}_{i}.pb").write_bytes(value.SerializeToString())
        operators[case.name] = operator_of(case)
    return onnx.__version__, operators


def is_random(case):
    """Whether other numbers than the suite's would be right, too."""
    nodes = list(case.model.graph.node) + [node for one in case.model.functions for node in one.node]
    return any(node.op_type.startswith("Random") or node.op_type in ("Bernoulli", "Multinomial") for node in nodes)


def operator_of(case):
    """The node of the suite's case; where ONNX's own function is written out, the one that it stands for."""
    nodes = case.model.graph.node
    if len(nodes) == 1:
        domain = nodes[0].domain
        return (domain + "." if domain and domain != "ai.onnx" else "") + nodes[0].op_type
    return "several, together" if "_expanded" not in case.name else "functions written out"


def results_of(runner, folder, options):
    """name -> (status, inputs that had to be known, text)"""
    told = subprocess.run([runner, *options, str(folder)], check=True, capture_output=True, text=True).stdout
    rows = (line.split("\t") for line in told.splitlines())
    return {name: (status, bound, text) for name, status, bound, text in rows}


def table_of(operators, results):
    counts = collections.defaultdict(collections.Counter)
    for name, (status, _, _) in results.items():
        counts[operators[name]][status] += 1
    return counts


def page_of(version, operators, evaluated, compiled, every):
    of_evaluated, of_compiled = table_of(operators, evaluated), table_of(operators, compiled)

    def total(results):
        counts = collections.Counter(status for status, _, _ in results.values())
        done = counts["right"] + counts["bound"]
        return f"{done} of {len(results)} right, {counts['refused']} refused, {counts['wrong']} wrong"

    lines = [
        "# Coverage of ONNX's operator suite",
        "",
        f"What became of the cases of `onnx.backend.test` (package `onnx` {version}), written by",
        "`tests/onnx_suite/coverage.py`. A case is right, or refused with the reason; compiled, it is right as it is, or where",
        "inputs that operators need while compiling (shapes, axes, ...) are constants. Float16 and bfloat16 are computed as",
        "float32. Cases that draw random numbers are left out.",
        "",
        f"- By the definitions of the operators: {total(evaluated)}.",
        f"- Compiled{'' if every == 1 else f', each {every}th case'}: {total(compiled)}.",
        "",
        "| operator | cases | right | refused | compiled: right | with constants | refused |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    none = []
    for name in sorted(of_evaluated, key=str.lower):
        one, other = of_evaluated[name], of_compiled.get(name, collections.Counter())
        if one["right"] == 0:
            none.append(f"{name} ({sum(one.values())})")
            continue
        lines.append(f"| {name} | {sum(one.values())} | {one['right']} | {one['refused']} "
                     f"| {other['right']} | {other['bound']} | {other['refused']} |")
    lines += ["", "Operators of which no case is computed, with the number of cases: " + ", ".join(none) + ".", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runner")
    parser.add_argument("--page")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--keep", help="the folder for the cases")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(asked.keep or scratch)
        version, operators = write_suite(folder)
        evaluated = results_of(asked.runner, folder, [])
        compiled = results_of(asked.runner, folder, ["--compile", "--every", str(asked.every)])
    if asked.page:
        pathlib.Path(asked.page).write_text(page_of(version, operators, evaluated, compiled, asked.every))
    wrong = 0
    for kind, results in (("evaluated", evaluated), ("compiled", compiled)):
        counts = collections.Counter(status for status, _, _ in results.values())
        print(kind, ", ".join(f"{counts[status]} {status}" for status in STATUSES))
        for name, (status, _, text) in results.items():
            if status == "wrong":
                print(f"  {name}: {text}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
