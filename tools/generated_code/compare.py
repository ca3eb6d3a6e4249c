#!/usr/bin/env python3
"""Compares the code that two builds generate, byte for byte, with nothing but Python.

    compare.py BUILD OTHER_BUILD [--only REGEX]

Each case is a generator that both builds have, run once from each: those of layers, in bin/, with the words of layers.txt; and the
older programs of tests/programs, which take a size. All files that it writes have to be the same. Prints what differs, what could
not be compared and why, and the numbers; exit status 1 if anything differs or nothing was compared.

A build is a folder of CMake's, or a copy of its bin, lib and tests/programs: what they hold runs with the libraries beside it.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

LAYERS = pathlib.Path(__file__).with_name("layers.txt")
# What a case may take, in seconds.
LIMIT = 600


class Failed(Exception):
    """A generator did not end well: its last lines."""


def layer_cases():
    """(name, path in a build, arguments) of each line of layers.txt."""
    for line in LAYERS.read_text(encoding="utf-8").splitlines():
        words = shlex.split(line, comments=True)
        if words:
            yield line.strip(), f"bin/tiramisu_{words[0]}", words[1:]


def program_cases(build):
    """The same of the programs that the build has."""
    for path in sorted((build / "tests/programs").glob("program_*")):
        if path.is_file() and os.access(path, os.X_OK):
            yield f"{path.name} mini", f"tests/programs/{path.name}", ["mini"]


def written_files(build, generator, arguments):
    """{name: content} of what the generator writes into the folder where it runs."""
    libraries = str(build / "lib")
    others = os.environ.get("LD_LIBRARY_PATH")
    environment = {**os.environ, "LD_LIBRARY_PATH": f"{libraries}:{others}" if others else libraries}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([build / generator, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace", timeout=LIMIT, check=False)
        if done.returncode != 0:
            raise Failed((done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[0])
        root = pathlib.Path(folder)
        return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def compare(builds, case):
    """(name, number of files that are the same, differences, why there was nothing to compare)"""
    name, generator, arguments = case
    if not all((build / generator).exists() for build in builds):
        return name, 0, [], "is not in both builds"
    made = []
    for build in builds:
        try:
            made.append(written_files(build, generator, arguments))
        except (Failed, subprocess.TimeoutExpired) as failed:
            made.append(str(failed))
    if all(isinstance(one, str) for one in made):
        return name, 0, [], f"fails in both builds: {made[0]}"
    for build, one in zip(builds, made):
        if isinstance(one, str):
            return name, 0, [f"fails in {build} only: {one}"], None
    first, second = made
    different = [file for file in sorted(first.keys() | second.keys()) if first.get(file) != second.get(file)]
    return name, len(first) - len(different), different, None if first else "writes no file"


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("builds", nargs=2, metavar="BUILD", type=lambda path: pathlib.Path(path).resolve())
    words.add_argument("--only", default="", metavar="REGEX", help="cases whose name it is found in")
    words.add_argument("--jobs", default=1, type=int, metavar="N", help="cases at once")
    asked = words.parse_args()
    cases = [case for case in [*layer_cases(), *program_cases(asked.builds[0])] if re.search(asked.only, case[0])]
    compared = same = differ = 0
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        for name, equal, different, why_not in pool.map(lambda case: compare(asked.builds, case), cases):
            if why_not is not None:
                print(f"not compared: {name}: {why_not}", flush=True)
                continue
            compared += 1
            same += equal
            differ += len(different)
            for file in different:
                print(f"differs: {name}: {file}", flush=True)
    print(f"{compared} of {len(cases)} generators compared: {same} files are the same, {differ} differ")
    return 0 if compared > 0 and differ == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
