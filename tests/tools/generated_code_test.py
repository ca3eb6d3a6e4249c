"""Tests of tools/generated_code/compare.py: pairs of builds whose generators are shell scripts."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMPARE = pathlib.Path(os.environ["TIRAMISU_COMPARE"])


class Builds(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def build(self, name, generators):
        """A build with such programs, by name and script."""
        root = pathlib.Path(self.folder.name) / name
        programs = root / "tests/programs"
        programs.mkdir(parents=True)
        for generator, script in generators.items():
            path = programs / f"program_{generator}"
            path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
            path.chmod(0o755)
        return root

    def compared(self, first, second):
        done = subprocess.run([sys.executable, "-B", COMPARE, self.build("first", first), self.build("second", second),
                               "--only", "^program_"], stdout=subprocess.PIPE, text=True, check=False)
        return done.returncode, done.stdout

    def test_equal_files_are_counted(self):
        both = {"a": "printf x > a.o; printf y > a.o.h", "b": "mkdir out; printf $1 > out/b.o"}
        status, told = self.compared(both, both)
        self.assertEqual(0, status, told)
        self.assertIn("2 of 2 generators compared: 3 files are the same, 0 differ", told)

    def test_one_byte_is_told(self):
        status, told = self.compared({"a": "printf xyz > a.o; printf h > a.o.h"}, {"a": "printf xyZ > a.o; printf h > a.o.h"})
        self.assertEqual(1, status)
        self.assertIn("differs: program_a mini: a.o\n", told)
        self.assertIn("1 files are the same, 1 differ", told)

    def test_a_file_that_is_missing_differs(self):
        status, told = self.compared({"a": "printf x > a.o"}, {"a": "printf x > a.o; printf y > b.o"})
        self.assertEqual(1, status)
        self.assertIn("differs: program_a mini: b.o", told)

    def test_who_fails_in_one_build_differs(self):
        status, told = self.compared({"a": "printf x > a.o"}, {"a": "echo no such loop >&2; exit 3"})
        self.assertEqual(1, status)
        self.assertIn("second only: no such loop", told)

    def test_nothing_compared_is_no_success(self):
        status, told = self.compared({"a": "echo broken >&2; exit 1"}, {"a": "echo broken >&2; exit 1"})
        self.assertEqual(1, status)
        self.assertIn("not compared: program_a mini: fails in both builds: broken", told)
        status, told = self.compared_builds_without_programs()
        self.assertEqual(1, status, told)

    def compared_builds_without_programs(self):
        empty = pathlib.Path(self.folder.name) / "empty"
        empty.mkdir()
        done = subprocess.run([sys.executable, "-B", COMPARE, empty, empty, "--only", "^program_"],
                              stdout=subprocess.PIPE, text=True, check=False)
        return done.returncode, done.stdout


if __name__ == "__main__":
    unittest.main()
