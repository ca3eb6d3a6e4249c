"""Breaks the library in one place after the other and finds out whether the tests notice: ./dev mutants."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

from breakages import BREAKAGES

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONGEST_TEST = 900  # seconds; a test that hangs has noticed something


class Unfit(Exception):
    """A breakage that cannot be tried, so that the list has to be mended."""


def texts_of(breakage, tree):
    """The file as it is, and as it is when broken."""
    path = tree / breakage.file
    if not path.is_file():
        raise Unfit(f"there is no file {breakage.file}")
    whole = path.read_text(encoding="utf-8")
    count = whole.count(breakage.old)
    if count != 1:
        raise Unfit(f"{breakage.file} has the old text {count} times, must have it once:\n{breakage.old}")
    return whole, whole.replace(breakage.old, breakage.new)


class Tree:
    """A copy of the sources with a build folder, where breakages are tried. `Build` runs the command that builds."""

    def __init__(self, sources, build):
        self.sources, self.build = sources, build

    def take_over(self, original):
        """Makes the copy like `original`. Files that did not change keep their time, so that little is built."""
        listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=original,
                                check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
        wanted = {name for name in listed if name and (original / name).is_file()}
        for name in wanted:
            source, target = original / name, self.sources / name
            if not target.is_file() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
                shutil.copymode(source, target)
        for path in [path for path in self.sources.rglob("*") if path.is_file()]:
            if str(path.relative_to(self.sources)) not in wanted:
                path.unlink()
        libraries = self.sources / ".deps"
        if not libraries.is_symlink():
            libraries.symlink_to(original / ".deps")

    def make(self, targets):
        """Whether the targets could be built; what the compiler said is in mutants.log in the build folder."""
        with open(self.build / "mutants.log", "w", encoding="utf-8") as log:
            return subprocess.run(["cmake", "--build", str(self.build), "--target", *targets], stdout=log,
                                  stderr=subprocess.STDOUT, check=False).returncode == 0

    def configure(self):
        self.build.mkdir(parents=True, exist_ok=True)
        # A warning must not keep a breakage from being tried, and a test program does not change with the library.
        subprocess.run(["cmake", "-S", str(self.sources), "-B", str(self.build), "-G", "Ninja",
                        "-DCMAKE_BUILD_TYPE=Release", "-DTIRAMISU_UNITY_BUILD=ON", "-DTIRAMISU_BUILD_BENCHMARKS=OFF",
                        "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON"],
                       check=True, stdout=subprocess.DEVNULL)

    def passes(self, test):
        environment = {**os.environ, **test.environment}
        try:
            return subprocess.run([str(self.build / "tests" / test.program), "--gtest_filter=" + test.filter,
                                   "--gtest_fail_fast"],
                                  env=environment, check=False, timeout=LONGEST_TEST, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
        except subprocess.TimeoutExpired:
            return False


def tests_that_missed(breakage, tree):
    """The tests of the breakage that pass on the broken library."""
    path = tree.sources / breakage.file
    whole, broken = texts_of(breakage, tree.sources)
    path.write_text(broken, encoding="utf-8")
    try:
        if not tree.make(sorted({test.program for test in breakage.tests})):
            raise Unfit(f"does not compile; see {tree.build / 'mutants.log'}")
        return [test for test in breakage.tests if tree.passes(test)]
    finally:
        path.write_text(whole, encoding="utf-8")


def report(breakage, missed, seconds):
    noticed = [test for test in breakage.tests if test not in missed]
    print(f"{breakage.name:<34} {'MISSED' if missed else 'caught':<7} {seconds:5.0f} s  {breakage.what}")
    for test in noticed:
        print(f"{'':<34} noticed by {test}")
    for test in missed:
        print(f"{'':<34} NOT noticed by {test}", flush=True)


def run(breakages, tree):
    """Returns how many were caught. Tests that fail without a breakage would notice everything, so these come first."""
    programs = sorted({test.program for breakage in breakages for test in breakage.tests})
    if not tree.make(programs):
        sys.exit(f"the tests do not build as they are; see {tree.build / 'mutants.log'}")
    failing = [test for test in dict.fromkeys(test for one in breakages for test in one.tests) if not tree.passes(test)]
    if failing:
        sys.exit("these tests fail on the library as it is:\n" + "\n".join(f"  {test}" for test in failing))
    caught = 0
    for breakage in breakages:
        began = time.monotonic()
        try:
            missed = tests_that_missed(breakage, tree)
        except Unfit as reason:
            print(f"{breakage.name:<34} UNFIT   {reason}", flush=True)
            continue
        report(breakage, missed, time.monotonic() - began)
        caught += not missed
    return caught


def chosen(names):
    known = {breakage.name: breakage for breakage in BREAKAGES}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"there is no breakage {', '.join(unknown)}; --list names them")
    return [known[name] for name in names] or BREAKAGES


def main():
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--list", action="store_true", help="say what there is")
    arguments = parser.parse_args()
    breakages = chosen(arguments.names)
    if arguments.list:
        for breakage in breakages:
            print(f"{breakage.name:<34} {breakage.what} ({breakage.file})")
        return 0
    tree = Tree(ROOT / "build/mutants/tree", ROOT / "build/mutants/build")
    tree.take_over(ROOT)
    tree.configure()
    caught = run(breakages, tree)
    print(f"{caught} of {len(breakages)} caught")
    return 0 if caught == len(breakages) else 1


if __name__ == "__main__":
    sys.exit(main())
