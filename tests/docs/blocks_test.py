#!/usr/bin/env python3
"""The blocks of a page are found, with what is said about them; what is wrong on a page is seen."""

import os
import pathlib
import sys
import unittest

os.environ.update({name: "." for name in ["TIRAMISU_SOURCE", "TIRAMISU_BUILD_DIR", "TIRAMISU_PACKAGE_DIR"]})
sys.argv = [sys.argv[0], "README.md"]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from blocks import blocks_of, kind_of  # noqa: E402
from page_test import comparable, fixed_parts, program_of, stands_in  # noqa: E402

PAGE = """# A page

<!-- doc-test: hidden in one
int a;
-->

<!-- doc-test: in one -->

    a = 1;


    a = 2;

Text
    that goes on, and is no block.

- an item

```cpp
int b;
```
"""


class Blocks(unittest.TestCase):
    def test_are_found_with_what_is_said(self):
        self.assertEqual([(block.line, block.text, block.verb, block.rest) for block in blocks_of(PAGE)],
                         [(3, "int a;", "in", "one"), (9, "a = 1;\n\n\na = 2;", "in", "one"), (19, "int b;", "unknown", "")])

    def test_have_a_kind(self):
        self.assertEqual(kind_of("C.split(i, 4);\n\nfor (i)   -->   for (i0)"), "sketch")
        self.assertEqual(kind_of("computation &split(var loop, int size);"), "declarations")
        self.assertEqual(kind_of('computation "C": split(i, 0): factor of loop "i" is 0'), "errors")
        self.assertEqual(kind_of("C.split(i, 4);"), "unknown")


class Comparison(unittest.TestCase):
    def test_masks_times_and_folders_only(self):
        self.assertEqual(comparable("ran 3 loops in 1.5 ms, error 2e-07 (a/b/c.cpp:3)"),
                         comparable("ran  3 loops in 20.25 ms, error 1.5e-06 (/d/c.cpp:3)"))
        self.assertNotEqual(comparable("ran 3 loops"), comparable("ran 4 loops"))
        self.assertNotEqual(comparable("c.cpp:3"), comparable("c.cpp:4"))


class ErrorTexts(unittest.TestCase):
    LITERALS = "factor of loop \nis too small for what it has to hold\n, must be at least "

    def stands(self, message):
        return all(stands_in(part, self.LITERALS) for part in fixed_parts(message))

    def test_names_and_numbers_are_free_and_words_are_not(self):
        self.assertTrue(self.stands('computation "C": split(i, 0): factor of loop "i" is 0, must be at least 1'))
        self.assertTrue(self.stands('buffer "b": "b" is too small for what it has to hold'))
        self.assertFalse(self.stands('computation "C": split(i, 0): factor of loop "i" is 0, must be at most 1'))
        self.assertFalse(self.stands('buffer "b": "b" is too large for anything it has to hold'))


class Programs(unittest.TestCase):
    def test_run_functions_by_name(self):
        text = program_of({"head": "int x;\n", "one": "x = 1;\n"})
        self.assertIn("int x;\nnamespace page { void one() {\nx = 1;\n} }\n", text)
        self.assertIn('if (std::string("one") == argv[i]) page::one();', text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
