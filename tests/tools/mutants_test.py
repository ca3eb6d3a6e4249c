"""The list of what ./dev mutants breaks fits the sources; TIRAMISU_MUTANTS is its folder."""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, os.environ["TIRAMISU_MUTANTS"])

import run  # noqa: E402
from breakages import BREAKAGES, Breakage, unit  # noqa: E402


class List(unittest.TestCase):
    def test_every_old_text_stands_once_in_its_file(self):
        for breakage in BREAKAGES:
            with self.subTest(breakage.name):
                whole, broken = run.texts_of(breakage, run.ROOT)
                self.assertNotEqual(whole, broken)

    def test_names_differ_and_tests_are_named(self):
        names = [breakage.name for breakage in BREAKAGES]
        self.assertEqual(len(names), len(set(names)))
        self.assertGreaterEqual(len(names), 40)
        for breakage in BREAKAGES:
            self.assertTrue(breakage.tests, breakage.name)

    def test_suites_that_are_named_are_there(self):
        sources = "\n".join(path.read_text(encoding="utf-8") for path in (run.ROOT / "tests").rglob("*.cpp"))
        for test in {test for breakage in BREAKAGES for test in breakage.tests}:
            suite = test.filter.split(".")[0].split("/")[0].strip("*")
            with self.subTest(str(test)):
                self.assertIn(suite, sources)


class FakeTree(run.Tree):
    """Its tests pass while the source has the right text."""

    def make(self, targets):
        return "syntax error" not in (self.sources / "a.cpp").read_text(encoding="utf-8")

    def passes(self, test):
        return test.filter == "Blind.Test" or "right" in (self.sources / "a.cpp").read_text(encoding="utf-8")


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = pathlib.Path(folder.name) / "a.cpp"
        self.source.write_text("right and true", encoding="utf-8")
        self.tree = FakeTree(self.source.parent, self.source.parent)

    def outcome_of(self, old, new, *filters):
        tests = tuple(unit("core", name) for name in filters)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            caught = run.run([Breakage("it", "something is wrong", "a.cpp", old, new, tests)], self.tree)
        self.assertEqual(self.source.read_text(encoding="utf-8"), "right and true")
        return caught, said.getvalue()

    def test_a_breakage_is_caught_where_all_its_tests_notice(self):
        caught, said = self.outcome_of("right", "wrong", "Seeing.Test")
        self.assertEqual(caught, 1)
        self.assertRegex(said, r"it +caught .*\n +noticed by unit_core_tests Seeing.Test")

    def test_a_test_that_passes_has_missed_it(self):
        caught, said = self.outcome_of("right", "wrong", "Seeing.Test", "Blind.Test")
        self.assertEqual(caught, 0)
        self.assertRegex(said, r"it +MISSED")
        self.assertIn("NOT noticed by unit_core_tests Blind.Test", said)

    def test_an_old_text_that_is_gone_is_said(self):
        caught, said = self.outcome_of("left", "wrong", "Seeing.Test")
        self.assertEqual(caught, 0)
        self.assertRegex(said, r"it +UNFIT +a.cpp has the old text 0 times")

    def test_what_does_not_compile_is_not_caught(self):
        caught, said = self.outcome_of("right", "syntax error", "Seeing.Test")
        self.assertEqual(caught, 0)
        self.assertIn("does not compile", said)


if __name__ == "__main__":
    unittest.main()
