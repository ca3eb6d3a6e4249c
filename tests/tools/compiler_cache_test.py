"""Builds that go through ccache see every change of a header that is compiled beforehand; TIRAMISU_CMAKE is the folder of
the project's CMake modules, TIRAMISU_CXX its compiler."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(cached LANGUAGES CXX)
include("{modules}/TiramisuCcache.cmake")
add_executable(program main.cpp)
target_precompile_headers(program PRIVATE <vector> "${{CMAKE_SOURCE_DIR}}/constant.h")
"""

HEADER = "#pragma once\ninline int constant() {{ return 7; }}\n{comment}#define SIZE {size}\n"

# The header comes once beforehand, and once more behind a header that is not: g++ knows it by its contents.
USER = '#pragma once\n#include "constant.h"\n'
MAIN = '#include "user.h"\nint main() {{ return constant() + SIZE + {more}; }}\n'


class PrecompiledHeader(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "CMakeLists.txt").write_text(PROJECT.format(modules=os.environ["TIRAMISU_CMAKE"]))
        (self.folder / "user.h").write_text(USER)

    def run_program(self, comment, size, more):
        """The status of the program, built from nothing but the cache."""
        (self.folder / "constant.h").write_text(HEADER.format(comment=comment, size=size))
        (self.folder / "main.cpp").write_text(MAIN.format(more=more))
        build = self.folder / "build"
        shutil.rmtree(build, ignore_errors=True)
        environment = {**os.environ, "CCACHE_DIR": str(self.folder / "cache"), "CXX": os.environ["TIRAMISU_CXX"]}
        for command in (["cmake", "-G", "Ninja", "-S", self.folder, "-B", build], ["cmake", "--build", build]):
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return subprocess.run([build / "program"], check=False).returncode

    def test_another_comment_is_another_header(self):
        self.assertEqual(self.run_program("", 1, more=0), 8)
        self.assertEqual(self.run_program("// A remark.\n", 1, more=10), 18)

    def test_another_macro_is_another_header(self):
        self.assertEqual(self.run_program("", 1, more=0), 8)
        self.assertEqual(self.run_program("", 2, more=0), 9)

    def test_what_was_compiled_is_found_again(self):
        self.assertEqual(self.run_program("", 1, more=0), 8)
        self.assertEqual(self.run_program("", 1, more=0), 8)
        statistics = subprocess.run(
            ["ccache", "--print-stats"],
            env={**os.environ, "CCACHE_DIR": str(self.folder / "cache")},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        found = dict(line.split("\t") for line in statistics.splitlines())
        self.assertGreaterEqual(int(found["direct_cache_hit"]), 2)


if __name__ == "__main__":
    if shutil.which("ccache") is None:
        sys.exit(77)
    unittest.main()
