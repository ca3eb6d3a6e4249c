#!/usr/bin/env python3
"""What a schedule command needs, by the examples of CONTRIBUTING.md: it lists the files that name them, and no others do.

    command_files_test.py SOURCE_TREE
"""

import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1))
# A command on a computation's own loops, and one that stages values.
COMMANDS = ["peel_last", "prefetch"]
MOST_PRODUCT_FILES = 4
LIST = re.compile(r"`(\w+)`[^`]* is named in\n\n((?:    \S+/\S+ {2,}\S.*\n)+)")
PATH = re.compile(r"^    (\S+)", re.MULTILINE)

# Programs that use commands, and what gives them: layers, the search for schedules.
USERS = {"tests", "examples", "benchmarks", "tools", "build"}
GIVERS = ("src/nn/", "src/autoscheduler/")


def files_that_name(command):
    found = set()
    for folder, kinds in {"include": {".h"}, "src": {".h", ".cpp"}, "docs/scheduling": {".md"}}.items():
        for path in (SOURCE / folder).rglob("*"):
            name = path.relative_to(SOURCE).as_posix()
            if path.suffix not in kinds or name.startswith(GIVERS):
                continue
            if re.search(rf"\b{command}\b", path.read_text(encoding="utf-8")):
                found.add(name)
    return found


def listed_files():
    """Command -> the paths that the guide lists."""
    guide = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = guide.split("## A schedule command")[1].split("\n## ")[0]
    return {command: PATH.findall(paths) for command, paths in LIST.findall(section)}


class CommandFiles(unittest.TestCase):
    def test_the_guide_has_both_examples(self):
        self.assertEqual(list(listed_files()), COMMANDS)

    def test_are_those_that_the_guide_lists(self):
        for command, paths in listed_files().items():
            with self.subTest(command):
                listed = {path for path in paths if path.split("/")[0] not in USERS}
                self.assertEqual(listed, files_that_name(command))

    def test_of_the_product_are_few(self):
        for command in COMMANDS:
            with self.subTest(command):
                product = [path for path in files_that_name(command) if not path.startswith("docs/")]
                self.assertLessEqual(len(product), MOST_PRODUCT_FILES)

    def test_files_of_the_guide_are_there(self):
        for command, paths in listed_files().items():
            for path in paths:
                with self.subTest(command=command, path=path):
                    self.assertTrue((SOURCE / path).is_file())


if __name__ == "__main__":
    unittest.main()
