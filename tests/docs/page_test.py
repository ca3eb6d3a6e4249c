#!/usr/bin/env python3
"""Compiles, links and runs what a page of the documentation shows, and compares what it says is printed.

Usage: page_test.py PAGE.md. Environment: TIRAMISU_PACKAGE_DIR holds the installed copy (tests/package); TIRAMISU_SOURCE and
TIRAMISU_BUILD_DIR are the project's folder and its build; TIRAMISU_DOCS_DIR is for what is made here. blocks.py tells how pages
say what their blocks are. Parts of functions (`in NAME`) make one program, `page`, which `./page NAME` runs; its file begins
with what is `in head`. Shells find PREFIX, SOURCE and BUILD as variables.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from blocks import blocks_of  # noqa: E402

SOURCE = pathlib.Path(os.environ["TIRAMISU_SOURCE"])
BUILD = pathlib.Path(os.environ["TIRAMISU_BUILD_DIR"])
PREFIX = pathlib.Path(os.environ["TIRAMISU_PACKAGE_DIR"]) / "moved"
PAGE = SOURCE / sys.argv[1]
HEAD = "#include <tiramisu/tiramisu.h>\n#include <cstdio>\n#include <iostream>\n#include <string>\nusing namespace tiramisu;\n"


def program_of(functions):
    """C++ of the page's functions and of a main() that runs those that it is given by name."""
    text = HEAD + functions.pop("head", "")
    calls = ""
    for name, body in functions.items():
        text += f"namespace page {{ void {name}() {{\n{body}}} }}\n"
        calls += f'        if (std::string("{name}") == argv[i]) page::{name}();\n'
    return text + ("int main(int argc, char **argv) try {\n    for (int i = 1; i < argc; i++) {\n" + calls +
                   "    }\n} catch (const std::exception &told) {\n    std::puts(told.what());\n}\n")


def comparable(text):
    """Words, without numbers that differ from run to run and without the folders of paths."""
    text = re.sub(r"\d+\.\d+(e[-+]?\d+)?|\d+e[-+]?\d+", "#", text)
    return "\n".join(re.sub(r"[^\s(\"]*/(?=[^/\s])", "", text).split())


def literals_of_sources():
    """All string literals of the library, neighbours joined, without escapes."""
    texts = []
    for path in sorted([*(SOURCE / "src").rglob("*.cpp"), *(SOURCE / "src").rglob("*.h"), *(SOURCE / "src").rglob("*.inc"),
                        *(SOURCE / "include").rglob("*.h")]):
        code = re.sub(r'"\s*\n\s*"', "", path.read_text(encoding="utf-8"))
        texts += [one.replace('\\"', '"') for one in re.findall(r'"((?:[^"\\\n]|\\.)*)"', code)]
    return "\n".join(texts)


def fixed_parts(message):
    """What of an error's text is the same for every program: between names in quotes, numbers and calls."""
    problem = re.split(r"\)?;?: ", message, maxsplit=2)[-1]
    parts = re.split(r'"[^"]*"|\{[^}]*\}|\b\w+\([^()]*(?:\([^()]*\)[^()]*)*\)|\b\d+\b|\w+\[[^]]*\]|(?<![a-z]) ?\b[a-zA-Z]\b|'
                     r"\b(?:flow|anti|output|boolean|u?int\d+|float\d+)\b|No such file or directory", problem)
    phrases = [phrase.strip() for part in parts for phrase in re.split(r"[][();:,.]", part)]
    return [phrase for phrase in phrases if len(phrase.split()) >= 3]


def stands_in(part, literals):
    """Whether the sources have these words, in pieces of three or so, as texts are put together of several literals."""
    words = part.split()
    pieces, at = 0, 0
    while at < len(words):
        length = len(words) - at
        while length > 0 and " ".join(words[at:at + length]) not in literals:
            length -= 1
        if length == 0:
            return False
        pieces += 1
        at += length
    return pieces <= 1 + len(words) // 3


class Page(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.blocks = list(blocks_of(PAGE.read_text(encoding="utf-8")))
        cls.folder = pathlib.Path(os.environ["TIRAMISU_DOCS_DIR"]) / sys.argv[1].replace("/", ".")
        shutil.rmtree(cls.folder, ignore_errors=True)
        cls.folder.mkdir(parents=True)
        functions = {}
        for block in cls.blocks:
            if block.verb == "in":
                functions[block.rest] = functions.get(block.rest, "") + f'#line {block.line + 1} "{PAGE.name}"\n{block.text}\n'
            elif block.verb == "file":
                with open(cls.folder / block.rest, "a", encoding="utf-8") as file:
                    file.write(block.text + "\n")
        if functions:
            (cls.folder / "page.cpp").write_text(program_of(functions), encoding="utf-8")
            cls.bash("g++ -std=c++17 -O0 -Wall -Wno-unused page.cpp -o page $(pkg-config --cflags --libs tiramisu)")

    @classmethod
    def bash(cls, script):
        """What the script prints; an AssertionError with that if it fails."""
        environment = {**os.environ, "PREFIX": str(PREFIX), "SOURCE": str(SOURCE), "BUILD": str(BUILD),
                       "PKG_CONFIG_PATH": str(PREFIX / "lib" / "pkgconfig"), "CMAKE_PREFIX_PATH": str(PREFIX),
                       "PATH": f"{PREFIX / 'bin'}:{os.environ['PATH']}"}
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=cls.folder, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            raise AssertionError(f"{script}\nended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def place(self, block):
        return f"{PAGE.name}:{block.line}"

    def build_by_cmake(self):
        """What all of the page's parts of a CMakeLists.txt say."""
        parts = [block.text for block in self.blocks if block.verb == "cmake"]
        head = "cmake_minimum_required(VERSION 3.25)\nproject(Page LANGUAGES C CXX)\nfind_package(Tiramisu REQUIRED)\n"
        self.bash("mkdir -p cmake")
        (self.folder / "cmake" / "CMakeLists.txt").write_text(head + "\n".join(parts) + "\n", encoding="utf-8")
        self.bash("cmake -S cmake -B by_cmake -G Ninja && cmake --build by_cmake --parallel 2")

    def test_runs_and_prints_what_it_says(self):
        by_cmake = [block for block in self.blocks if block.verb == "cmake"]
        for block in self.blocks:
            with self.subTest(self.place(block)):
                if block.verb == "shell":
                    self.bash(re.sub(r"(?<![$\w{])PREFIX\b(?!\w*=)", "$PREFIX", block.text))
                elif block.verb == "output":
                    text = re.sub(r"^\$ .*\n", "", block.text)
                    self.assertEqual(comparable(text), comparable(self.bash(block.rest)))
                elif block in by_cmake[:1]:
                    self.build_by_cmake()

    def test_excerpts_stand_in_their_files(self):
        for block in self.blocks:
            if block.verb == "excerpt":
                with self.subTest(self.place(block)):
                    whole = " ".join((SOURCE / block.rest).read_text(encoding="utf-8").split())
                    for line in block.text.splitlines():
                        self.assertIn(" ".join(line.rstrip(";").split()), whole)

    def test_errors_are_those_of_the_library(self):
        literals = None
        for block in self.blocks:
            if block.verb != "errors":
                continue
            literals = literals or literals_of_sources()
            for line in block.text.splitlines():
                for part in fixed_parts(line):
                    with self.subTest(self.place(block), part=part):
                        self.assertTrue(stands_in(part, literals), line)

    def test_declarations_are_those_of_the_headers(self):
        headers = "\n".join(path.read_text(encoding="utf-8") for path in (SOURCE / "include").rglob("*.h"))
        for block in self.blocks:
            if block.verb == "declarations":
                for name in re.findall(r"[&\s.](\w+)\(", re.sub(r"\n\s+", " ", block.text)):
                    with self.subTest(self.place(block), name=name):
                        self.assertRegex(headers, rf"\b{name}\(")

    def test_every_block_is_known(self):
        unknown = [f"{self.place(block)}\n{block.text}" for block in self.blocks if block.verb not in
                   {"cmake", "excerpt", "file", "in", "shell", "output", "none", "sketch", "declarations", "errors"}]
        self.assertEqual(unknown, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
