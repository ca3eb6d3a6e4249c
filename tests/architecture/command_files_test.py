#!/usr/bin/env python3
"""What a schedule command needs, by the example of one: CONTRIBUTING.md lists the files that name it, and no others do.

    command_files_test.py SOURCE_TREE
"""

import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1))
COMMAND = "peel_last"
LISTED = re.compile(r"^    (\S+/\S+) {2,}\S", re.MULTILINE)

# Programs that use commands, and what searches for schedules.
USERS = {"tests", "examples", "benchmarks", "tools", "build"}


def files_that_name_it():
    found = set()
    for folder in ("include", "src", "docs/scheduling"):
        for path in (SOURCE / folder).rglob("*"):
            if path.is_file() and re.search(rf"\b{COMMAND}\b", path.read_text(encoding="utf-8", errors="replace")):
                found.add(path.relative_to(SOURCE).as_posix())
    return found


class CommandFiles(unittest.TestCase):
    def test_are_those_that_the_guide_lists(self):
        guide = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8")
        section = guide.split("## A schedule command")[1].split("\n## ")[0]
        listed = {path for path in LISTED.findall(section) if path.split("/")[0] not in USERS}
        self.assertEqual(listed, files_that_name_it())

    def test_files_of_the_guide_are_there(self):
        guide = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8")
        section = guide.split("## A schedule command")[1].split("\n## ")[0]
        for path in LISTED.findall(section):
            with self.subTest(path):
                self.assertTrue((SOURCE / path).is_file())


if __name__ == "__main__":
    unittest.main()
