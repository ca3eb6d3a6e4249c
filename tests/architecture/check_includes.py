#!/usr/bin/env python3
"""Checks who includes whom, and who calls isl's C functions. Prints what is not allowed and why; exit status 1 if there
is something.

    check_includes.py SOURCE_TREE
"""

import pathlib
import re
import sys

# Each component may include those before it. The runtime stands apart: it is linked into programs without the compiler,
# of which only codegen, which makes the calls to it, and graph, which writes the files of weights that it maps, know its
# headers.
COMPONENTS = ["support", "polyhedral", "core", "codegen", "autoscheduler", "nn", "graph"]
LEAVES = ["runtime"]
KNOW_RUNTIME = {"codegen", "graph"}
# Of a component with folders: each may include those before it. "" stands for files that are in none.
FOLDERS = {
    "core": ["expr", "program", "commands", "meaning", "staging", "search", "report", "derivative", "interface"],
    "codegen": ["expressions", "loops", "vectors", "entry", "device", "machine_code", "output", "passes", "", "sequence"],
    "nn": ["framework", "layers", "sparse", "kinds", "c_interface"],
    "autoscheduler": ["space", "space/rules", "cost", "search", "measure", "transfer", "tasks", ""],
    "graph": ["model", "onnx", "operators", "typing", "reference", "rewrite", "compile", "plan", ""],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

ISL_CALL = re.compile(r"\bisl_\w+(?=\()")

HALIDE = re.compile(r"^Halide\w*\.h$")
ISL = re.compile(r"^isl/")
HEAVY = re.compile(r"^(isl/|Halide\w*\.h$|llvm/|cuda|nvrtc)")

# Helpers for programs that call generated code, which know Halide.
UTILS = "utils.h"
# Older programs expect that they, and the libraries, come with the first one.
OLDER = ("core.h", "older_headers.h")
ISL_HEADER = "polyhedral/isl.h"
ISL_WRAPPERS = {ISL_HEADER, "polyhedral/isl_bridge.h"}
# codegen walks isl's syntax trees and turns their expressions into Halide's.
ISL_COMPONENTS = {"polyhedral", "core", "codegen"}


def includes(path):
    """(line number, included name) of each include of a file."""
    text = path.read_text(encoding="utf-8")
    return [(text.count("\n", 0, match.start()) + 1, match.group(2)) for match in INCLUDE.finditer(text)]


def source_files(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in {".h", ".cpp", ".c", ".inc"})


def wrong_direction(component, name):
    """Why a file of `component` may not include `name`, a path from src/, or None."""
    target = name.split("/")[0]
    if target not in COMPONENTS + LEAVES or target == component:
        return None
    if target in LEAVES:
        return None if component in KNOW_RUNTIME else f"only {' and '.join(sorted(KNOW_RUNTIME))} know {target}"
    if component in LEAVES:
        return f"{component} includes nothing of the compiler"
    if COMPONENTS.index(target) > COMPONENTS.index(component):
        return f"{component} stands below {target}"
    return None


def folder_in(component, path_in_src):
    """The innermost folder around the path that the component's order names, or all of them if it names none."""
    around = path_in_src.removeprefix(f"{component}/").rpartition("/")[0]
    named = around
    while named and named not in FOLDERS[component]:
        named = named.rpartition("/")[0]
    return named or around


def wrong_folder(component, path_in_src, name):
    """Why a file may not include `name` of the same component, both paths from src/, or None."""
    if component not in FOLDERS or not name.startswith(f"{component}/"):
        return None
    order = FOLDERS[component]
    own, target = folder_in(component, path_in_src), folder_in(component, name)
    for folder in (own, target):
        if folder not in order:
            return f'{component} has no folder "{folder}"; its folders are {", ".join(filter(None, order))}'
    if order.index(target) > order.index(own):
        return f"{component}/{own} stands before {component}/{target}"
    return None


def wrong_library(component, path_in_src, name):
    """Why a file of `component` may not include the third-party header `name`, or None."""
    if name == "Halide.h" and component != "codegen":
        return "only codegen includes Halide.h"
    if HALIDE.match(name) and component not in {"codegen", "runtime"}:
        return "only codegen and the runtime include Halide's headers"
    if ISL.match(name) and path_in_src != ISL_HEADER:
        return f"isl's headers come through {ISL_HEADER}"
    if name in ISL_WRAPPERS and component not in ISL_COMPONENTS:
        return f"{component} knows no isl"
    return None


def wrong_in_runtime(name):
    if name.startswith("tiramisu/") and name != "tiramisu/runtime.h":
        return "the runtime includes no public header but tiramisu/runtime.h"
    return None


def isl_calls(path):
    """(line number, function) of each call of isl's C interface in a file."""
    text = path.read_text(encoding="utf-8")
    return [(text.count("\n", 0, match.start()) + 1, match.group()) for match in ISL_CALL.finditer(text)]


def check_private(source_tree):
    source = source_tree / "src"
    for component in COMPONENTS + LEAVES:
        for path in source_files(source / component):
            in_src = path.relative_to(source).as_posix()
            for line, name in includes(path):
                reason = (
                    wrong_direction(component, name)
                    or wrong_folder(component, in_src, name)
                    or wrong_library(component, in_src, name)
                    or (component == "runtime" and wrong_in_runtime(name))
                )
                if reason:
                    yield f"{path}:{line}: includes {name}: {reason}"
            for line, name in [] if component == "polyhedral" else isl_calls(path):
                yield f"{path}:{line}: calls {name}: only polyhedral calls isl's C functions"


def check_public(source_tree):
    for path in source_files(source_tree / "include"):
        for line, name in includes(path):
            if name.split("/")[0] in COMPONENTS + LEAVES:
                yield f"{path}:{line}: includes {name}: a public header includes no private one"
            elif HEAVY.match(name) and path.name not in (UTILS, *OLDER):
                yield f"{path}:{line}: includes {name}: public headers are free of isl, Halide, LLVM and CUDA"
            elif name == f"tiramisu/{UTILS}" and path.name not in OLDER:
                yield f"{path}:{line}: includes {name}: it brings Halide, and is for programs to include"


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    source_tree = pathlib.Path(arguments[0])
    if not (source_tree / "src").is_dir():
        sys.exit(f"check_includes.py: {source_tree} has no folder src")
    problems = [*check_private(source_tree), *check_public(source_tree)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
