"""What is taken from logs of trials into the library of schedules. TIRAMISU_SOURCE is the project's folder."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(os.environ["TIRAMISU_SOURCE"]) / "tools" / "schedule_library" / "best.py"


def record(algorithm, seconds, machine="zen5", outcome="measured", **more):
    made = {"algorithm": algorithm, "machine": machine, "outcome": outcome, "class": "c", "schedule": {"took": seconds}, **more}
    if outcome == "measured":
        made["seconds"] = seconds
    return made


class Library(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.library = pathlib.Path(folder.name) / "library.jsonl"
        self.log = pathlib.Path(folder.name) / "log.jsonl"

    def add(self, *records):
        """Algorithm, machine and seconds of what the library has then."""
        self.log.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
        subprocess.run([sys.executable, "-B", TOOL, self.log, self.library], check=True, stdout=subprocess.DEVNULL)
        lines = [json.loads(line) for line in self.library.read_text(encoding="utf-8").splitlines()]
        return [(one["algorithm"], one["machine"], one["seconds"]) for one in lines]

    def test_has_the_fastest_of_each_program_and_machine(self):
        found = self.add(record("a", 3), record("a", 2), record("a", 1, outcome="wrong"), record("b", 5), record("a", 4, "zen4"))
        self.assertEqual(found, [("a", "zen4", 4), ("a", "zen5", 2), ("b", "zen5", 5)])

    def test_has_nothing_that_only_models_need(self):
        self.add(record("a", 3, features=[[1, 2]], prior=0.5, names=["x"]))
        told = json.loads(self.library.read_text(encoding="utf-8"))
        self.assertEqual(told["names"], ["x"])
        self.assertNotIn("features", told)
        self.assertNotIn("prior", told)

    def test_keeps_what_the_log_does_not_have(self):
        self.add(record("a", 3), record("b", 1))
        # What was measured anew counts, even where it takes longer: the machine may be another one of its name.
        self.assertEqual(self.add(record("a", 4)), [("a", "zen5", 4), ("b", "zen5", 1)])

    def test_leaves_out_programs_without_a_class(self):
        self.assertEqual(self.add(record("a", 3), {**record("b", 1), "class": ""}), [("a", "zen5", 3)])


if __name__ == "__main__":
    unittest.main()
