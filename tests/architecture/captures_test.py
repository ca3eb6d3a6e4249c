#!/usr/bin/env python3
"""No lambda captures a name of a structured binding: C++17 has no such captures, GCC takes them all the same, and Clang 14,
which builds the fuzzers, refuses them.

    captures_test.py SOURCE_TREE
"""

import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1))
FOLDERS = ["include", "src", "tests", "tools", "examples", "benchmarks"]
BINDING = re.compile(r"\bauto\s*&{0,2}\s*\[([^\]]+)\]\s*([:=({])")
LAMBDA = re.compile(r"\[([&=][^\]]*)\]\s*(?:\([^)]*\))?[^{;]*\{")
PAIRS = {"(": ")", "{": "}"}


def end_of(text, start, opening):
    """Where what is open at `start`, after an `opening`, is closed."""
    depth = 1
    for at in range(start, len(text)):
        depth += {opening: 1, PAIRS[opening]: -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def scope_of(text, binding):
    """The text in which the names of a binding are known."""
    if binding.group(2) != ":":
        return text[binding.end():end_of(text, binding.end(), "{")]
    start = end_of(text, binding.end(), "(") + 1
    body = re.compile(r"\s*\{").match(text, start)
    return text[start:end_of(text, body.end(), "{") if body else text.find(";", start)]


def captured(text):
    """(line, name) of each name of a structured binding that a lambda with a default capture uses."""
    found = []
    for binding in BINDING.finditer(text):
        scope = scope_of(text, binding)
        for made in LAMBDA.finditer(scope):
            body = scope[made.end():end_of(scope, made.end(), "{")]
            renamed = set(re.findall(r"(\w+)\s*=", made.group(1)))
            found += [(text.count("\n", 0, binding.start()) + 1, name)
                      for name in re.findall(r"\w+", binding.group(1))
                      if name not in renamed and re.search(rf"\b{name}\b", body)]
    return found


class Captures(unittest.TestCase):
    def test_are_found(self):
        self.assertEqual([(1, "x")], captured("auto [n, x] = at; f([&](int i) { return x + i; });"))
        self.assertEqual([(1, "v")], captured("for (auto &[k, v] : all) { f([=] { return v; }); }"))

    def test_of_other_names_are_not(self):
        self.assertEqual([], captured("auto [n, x] = at; f([&, x = x] { return x; });"))
        self.assertEqual([], captured("for (auto &[k, v] : all) { f(v); } g([&] { return v; });"))

    def test_are_nowhere(self):
        for folder in FOLDERS:
            for path in sorted((SOURCE / folder).rglob("*")):
                if path.suffix in {".h", ".cpp"}:
                    for line, name in captured(path.read_text(encoding="utf-8")):
                        self.fail(f"{path.relative_to(SOURCE)}:{line}: a lambda captures \"{name}\", a name of a structured "
                                  "binding, which C++17 has not; use a variable of its own")


if __name__ == "__main__":
    unittest.main()
