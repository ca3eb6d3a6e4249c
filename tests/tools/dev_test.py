"""What the verbs of ./dev have built before they use it. TIRAMISU_SOURCE is the project's folder.

The script runs in a folder of its own, with nothing built, and with programs in the place of cmake, ctest and dpkg-query that
only note how they were called: a verb that runs or installs what nobody has built is seen without building it.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TIRAMISU_SOURCE"])
NOTES_CALL = '#!/bin/sh\necho "$(basename "$0") $*" >>"$CALLS"\n'
SAYS_INSTALLED = '#!/bin/sh\nprintf "install ok installed"\n'


class Verbs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ["dev", "CMakePresets.json"]:
            shutil.copy(SOURCE / name, self.folder)
        for name, text in [("cmake", NOTES_CALL), ("ctest", NOTES_CALL), ("dpkg-query", SAYS_INSTALLED)]:
            program = self.folder / "programs" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(text, encoding="utf-8")
            program.chmod(0o755)

    def run_dev(self, *arguments):
        """Status, output, and the calls that were noted."""
        calls = self.folder / "calls"
        calls.write_text("", encoding="utf-8")
        environment = {
            **os.environ,
            "PATH": f"{self.folder / 'programs'}:{os.environ['PATH']}",
            "CALLS": str(calls),
            "HALIDE_ROOT": "here",
            "ISL_ROOT": "here",
            "TIRAMISU_CUDA_TOOLS": "here",
        }
        done = subprocess.run([self.folder / "dev", *arguments], env=environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout, calls.read_text(encoding="utf-8").splitlines()

    def ctest_prints(self, lines, status):
        """From now on ctest notes its call, prints these lines and ends with this status."""
        log = self.folder / "log"
        log.write_text("\n".join(lines) + "\n", encoding="utf-8")
        (self.folder / "programs" / "ctest").write_text(f"{NOTES_CALL}cat '{log}'\nexit {status}\n", encoding="utf-8")

    def test_install_builds_what_is_installed(self):
        status, output, calls = self.run_dev("install", "/some where")
        self.assertEqual(status, 0, output)
        self.assertEqual([call.split(" --parallel")[0] for call in calls],
                         ["cmake --preset release", "cmake --build --preset release",
                          "cmake --install build/release --prefix /some where"])
        self.assertRegex(calls[1], "--target tiramisu_installed$")

    def test_install_takes_one_folder(self):
        for arguments in [[], ["one", "two"]]:
            status, output, calls = self.run_dev("install", *arguments)
            self.assertEqual(status, 1)
            self.assertIn("install takes one argument, the folder to install to", output)
            self.assertEqual(calls, [])

    def test_setup_takes_nothing_but_cuda(self):
        self.assertEqual(self.run_dev("setup", "cuda")[0], 0)
        status, output, calls = self.run_dev("setup", "torch")
        self.assertEqual(status, 1)
        self.assertIn("setup takes no argument but cuda", output)
        self.assertEqual(calls, [])

    def test_test_builds_everything_first(self):
        status, output, calls = self.run_dev("test")
        self.assertEqual(status, 1, "the ctest that only notes its call has run no tests")
        self.assertIn("ctest did not run the tests", output)
        self.assertEqual([call.split()[:4] for call in calls],
                         [["cmake", "--preset", "ci"], ["cmake", "--build", "--preset", "ci"],
                          ["ctest", "--preset", "ci", "--no-tests=error"]])
        self.assertNotIn("--target", calls[1])

    def test_tests_of_threads_build_no_layers(self):
        self.ctest_prints(["100% tests passed, 0 tests failed out of 3"], 0)
        status, output, calls = self.run_dev("test", "--threads")
        self.assertEqual(status, 0, output)
        self.assertEqual(output.splitlines()[-1], "3 passed, 0 failed")
        self.assertEqual(calls[0], "cmake --preset tsan")
        self.assertRegex(calls[1], "^cmake --build --preset tsan .*--target threads_tests unit_runtime_tests$")
        self.assertRegex(calls[2], r"^ctest --preset tsan --no-tests=error .*-L \^\(threads\|unit/runtime\)\$$")
        self.assertEqual(len(calls), 3)

    def test_test_names_the_slowest_and_counts(self):
        lines = [f" {n}/12 Test #{n}: folder/test_{n} .....   Passed    {n}.25 sec" for n in range(1, 12)]
        lines.append("12/12 Test #12: odd.name_12 ...***Failed   99.50 sec")
        lines += ["92% tests passed, 1 tests failed out of 12", "The following tests did not run:", "  3 - folder/test_3 (Skipped)"]
        self.ctest_prints(lines, 8)
        status, output, _ = self.run_dev("test")
        self.assertEqual(status, 1)
        told = output.splitlines()
        begin = told.index("The slowest tests:")
        self.assertEqual(told[begin + 1:begin + 3], ["  99.50 s  odd.name_12", "  11.25 s  folder/test_11"])
        self.assertEqual(told[begin + 10:], ["  3.25 s  folder/test_3", "1 skipped; ctest names them above", "10 passed, 1 failed"])

    def labels_after(self, *changed):
        """What ctest is asked for where these files are new, in a folder of git."""
        git = ["git", "-c", "user.name=n", "-c", "user.email=e", "-C", str(self.folder)]
        if not (self.folder / ".git").exists():
            (self.folder / ".gitignore").write_text("calls\nprograms\nbuild\n.deps\n", encoding="utf-8")
            for words in [["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]]:
                subprocess.run([*git, *words], check=True)
        for name in changed:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text("", encoding="utf-8")
        calls = self.run_dev("test", "--changed")[2]
        subprocess.run([*git, "clean", "-fdq"], check=True)
        words = next(call for call in calls if call.startswith("ctest")).split()
        return words[words.index("-L") + 1] if "-L" in words else "all"

    def test_runs_what_changes_touch(self):
        self.assertEqual(self.labels_after("docs/new.md", "tests/unit/core/new_test.cpp"), "^(docs|unit/core)")
        self.assertEqual(self.labels_after("tests/errors/new_test.cpp"), "^(errors)")
        self.assertEqual(self.labels_after("src/nn/new.cpp"), "^(docs|example|numeric|package|tools|unit/nn)")
        self.assertEqual(self.labels_after("docs/new.md", "src/core/new.cpp"), "all")
        self.assertEqual(self.labels_after("CMakeLists.txt"), "all")

    def test_unknown_verbs_are_refused(self):
        status, output, calls = self.run_dev("instal")
        self.assertEqual(status, 1)
        self.assertIn('there is no command "instal"; ./dev help lists them', output)
        self.assertEqual(calls, [])

    def test_every_verb_that_is_listed_has_help(self):
        listed = [line.split()[0] for line in self.run_dev("help")[1].splitlines() if line.startswith("  ")]
        self.assertIn("install", listed)
        for verb in listed:
            status, output, calls = self.run_dev(verb, "--help")
            self.assertEqual((status, calls), (0, []), verb)
            self.assertTrue(output.startswith(f"./dev {verb}"), output)


if __name__ == "__main__":
    unittest.main()
