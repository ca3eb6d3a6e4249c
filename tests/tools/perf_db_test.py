"""The tool that makes the performance database which is installed; TIRAMISU_PERF_DB_TOOL is the program."""

import os
import pathlib
import subprocess
import tempfile
import unittest

TOOL = os.environ["TIRAMISU_PERF_DB_TOOL"]


class PerfDbTool(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def run_tool(self, *words):
        return subprocess.run([TOOL, *words], cwd=self.folder, text=True, check=False, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def output(self, *words):
        done = self.run_tool(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_what_is_measured_comes_back_from_its_text(self):
        self.write("problems.txt", "# a comment\n\nconv2d ic=2 oc=3 ih=4 iw=4 src=nhwc dst=nhwc\ngemm m=4 n=5 k=6 constant_b=1\n")
        self.assertRegex(self.output("measure", "problems.txt", "measured.sqlite"),
                         r"conv2d ic=2 .*\n    \w+ .*: .* ms\ngemm m=4 .*\n    \w+ .*: .* ms\n")
        records = self.output("text", "measured.sqlite")
        self.assertRegex(records, r"\tconv2d mb=1 g=1 ic=2 .* src=nhwc dst=nhwc\t")
        self.assertRegex(records, r"\tgemm m=4 n=5 k=6 .*\t")
        self.write("records.tsv", "# a comment\n" + records)
        self.output("pack", "records.tsv", "packed.sqlite")
        self.assertEqual(self.output("text", "packed.sqlite"), records)

    def test_says_what_is_wrong(self):
        self.write("problems.txt", "conv2d ic=2 oc=3 ih=4\n")
        self.write("colours.txt", "\ncolours ic=2 ih=4 iw=4\n")
        self.write("empty.txt", "conv2d mb=0 ic=2 oc=3 ih=4 iw=4\n")
        self.write("records.tsv", "one\ttwo\n")
        for words, text in [
            (["measure", "none.txt", "made.sqlite"], "none.txt.*No such file"),
            (["measure", "problems.txt", "made.sqlite"], "iw.* is 0, must be from 1"),
            (["measure", "colours.txt", "made.sqlite"], r"colours\.txt:2.*colours.*gemm"),
            (["measure", "empty.txt", "made.sqlite"], "mb=0.*has nothing to compute"),
            (["pack", "records.tsv", "made.sqlite"], 'records "records.tsv".*line 1.*has 2 fields'),
        ]:
            with self.subTest(words=words):
                done = self.run_tool(*words)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, text)

    def test_shows_how_it_is_used(self):
        for words in [[], ["text"], ["measure", "problems.txt"]]:
            done = self.run_tool(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn("tiramisu_perf_db pack RECORDS DATABASE", done.stderr)


if __name__ == "__main__":
    unittest.main()
