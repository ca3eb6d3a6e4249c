#!/usr/bin/env python3
"""The table of docs/index.md lists the environment variables that the sources read, and no others.

    environment_test.py SOURCE_TREE
"""

import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1))
NAME = re.compile(r'"(TIRAMISU_[A-Z_]*[A-Z])"')  # beginnings of names in headers end in _
LISTED = re.compile(r"^\| `(TIRAMISU_[A-Z_]+)` \|", re.MULTILINE)


def read_by_sources():
    return {name for folder in ("include", "src", "tools") for path in (SOURCE / folder).rglob("*")
            if path.suffix in (".cpp", ".h", ".inc") for name in NAME.findall(path.read_text(encoding="utf-8"))}


class Environment(unittest.TestCase):
    def test_every_variable_is_listed(self):
        listed = LISTED.findall((SOURCE / "docs/index.md").read_text(encoding="utf-8"))
        self.assertEqual(sorted(read_by_sources()), sorted(listed))


if __name__ == "__main__":
    unittest.main()
