"""Runs the tool `tiramisu`, TIRAMISU_TOOL, on the generator TIRAMISU_GENERATOR."""

import html.parser
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

TOOL = os.environ["TIRAMISU_TOOL"]
GENERATOR = os.environ["TIRAMISU_GENERATOR"]


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # Where the tool makes its own folders, so that what it leaves behind is seen.
        self.scratch = self.folder / "scratch"
        self.scratch.mkdir()

    def run_to_end(self, *arguments, status=0):
        environment = {**os.environ, "TMPDIR": str(self.scratch)}
        done = subprocess.run([TOOL, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        self.assertEqual([], list(self.scratch.iterdir()))
        return done

    def run_tool(self, *arguments, status=0):
        done = self.run_to_end(*arguments, status=status)
        return done.stdout if status == 0 else done.stdout + done.stderr

    def assert_holds(self, text, *parts):
        for part in parts:
            self.assertIn(part, text)


class Show(ToolTest):
    def test_prints_the_part_that_is_asked_for(self):
        self.assertEqual("b.shift(y, 1);\nb.after(a, y);\n", self.run_tool("show", "--schedule", GENERATOR, "mended"))
        self.assert_holds(self.run_tool("show", "--deps", GENERATOR), "flow through _a_buffer: a -> b")
        self.assert_holds(self.run_tool("show", "--loops", GENERATOR), "// loop y", "a(c0, c1)", "b(c0, c1)")
        self.assert_holds(self.run_tool("show", "--algorithm", GENERATOR), "b(y, x) = ", "for 0 <= y < n, 0 <= x < 5")
        self.assert_holds(self.run_tool("show", "--stmt", GENERATOR), "out[")
        self.assert_holds(self.run_tool("show", "--llvm", GENERATOR), "define i32 @pair")
        self.assert_holds(self.run_tool("show", "--asm", GENERATOR), "pair:", "ret")

    def test_prints_kernels_in_ptx(self):
        with mock.patch.dict(os.environ, TIRAMISU_TARGET="host-cuda"):
            shown = self.run_tool("show", "--ptx", GENERATOR, "gpu")
        self.assert_holds(shown, ".visible .entry pair_kernel_0(", ".visible .entry pair_kernel_1(", ".target sm_70")

    def test_prints_machine_code_of_kernels(self):
        with mock.patch.dict(os.environ, TIRAMISU_TARGET="host-cuda-cuda_capability_80"):
            for option, machine in [("--sass", "sm_80"), ("--sass=sm_90", "sm_90")]:
                shown = self.run_tool("show", option, GENERATOR, "gpu")
                if "not available" in shown and "./dev setup cuda" in shown:
                    self.skipTest(shown)
                self.assert_holds(shown, f"pair_kernel_0 on {machine}, by ptxas ", "    registers      ", "\npair_kernel_1:\n", "EXIT")

    def test_tells_why_there_is_no_machine_code(self):
        self.assert_holds(self.run_tool("show", "--sass", GENERATOR, "mended"),
                          'not available: ', 'function "pair": sass_text: the target "host" has no kernels in PTX')
        with mock.patch.dict(os.environ, TIRAMISU_TARGET="host-cuda", TIRAMISU_CUDA_TOOLS="/nowhere"):
            self.assert_holds(self.run_tool("show", "--ptx", GENERATOR, "mended"),
                              'not available: ', 'function "pair": ptx_text: no loop runs on a GPU')
            self.assert_holds(self.run_tool("show", "--sass", GENERATOR, "gpu"), "not available: ", "./dev setup cuda fetches it")
            self.assert_holds(self.run_tool("show", "--sass=sm_81", GENERATOR, "gpu"), "not available: ", '"sm_81" is no machine')

    def test_gives_every_part_and_every_call_a_heading(self):
        shown = self.run_tool("show", "--schedule", "--outline", GENERATOR, "caught")
        self.assert_holds(shown, "=== pair (", "refused", "--- Schedule", "--- Outline", "loop y\n  loop x\n    a\n")
        self.assertEqual(2, shown.count("=== pair"))

    def test_shows_each_function_of_a_sequence_once(self):
        shown = self.run_tool("show", "--schedule", "--llvm", GENERATOR, "sequence")
        self.assertNotIn("=== pair", shown)  # headings tell several functions apart
        self.assert_holds(shown, "define i32 @twice(", "@twice_call_1(")
        self.assertNotIn("@twice_call_2(", shown)

    def test_tells_which_function_of_a_sequence_is_refused(self):
        told = self.run_tool("explain", GENERATOR, "fused", "sequence")
        self.assertEqual(1, told.count(": refused"))
        self.assert_holds(told, "b.shift(y, 1) would make it legal")

    def test_leaves_no_file_of_the_generator(self):
        self.run_tool("show", "--asm", GENERATOR)
        self.assertEqual(["scratch"], [path.name for path in self.folder.iterdir()])

    def test_tells_that_the_generator_failed(self):
        shown = self.run_tool("show", "--outline", GENERATOR, "--", "--fail", status=1)
        self.assert_holds(shown, "loop y", "status 3", "a generator may print")

    def test_tells_which_signal_ended_the_generator(self):
        shown = self.run_tool("show", "--outline", GENERATOR, "--", "--abort", status=1)
        self.assert_holds(shown, "loop y", "ended by signal 6, Aborted")

    def test_tells_the_error_that_nobody_caught(self):
        shown = self.run_tool("show", "--outline", GENERATOR, "fused", status=1)
        self.assert_holds(shown, "tiramisu: the generator failed: ", ': computation "b": b.after(a, y);')
        self.assertNotIn("terminate called", shown)


class Explain(ToolTest):
    def test_tells_what_is_broken_and_how_to_mend_it(self):
        self.assert_holds(
            self.run_tool("explain", GENERATOR, "fused"),
            "refused",
            'computation "b"',
            "b.after(a, y);",
            "flow through _a_buffer",
            "a(1, 0) before b(0, 0)",
            "b.shift(y, 1) would make it legal",
            "      loop x\n        b\n",
        )

    def test_tells_what_may_be_a_mistake(self):
        told = self.run_tool("explain", GENERATOR, "noted")
        self.assert_holds(told, ": accepted", "notes:", "tag_unroll_level(5): there is no such level")

    def test_tells_of_every_call(self):
        told = self.run_tool("explain", GENERATOR, "caught")
        self.assert_holds(told, ": refused", ": accepted")
        self.assertIn(": accepted", self.run_tool("explain", GENERATOR))


class Html(ToolTest):
    def page(self, *arguments):
        self.run_tool("html", GENERATOR, *arguments, "-o", "page.html")
        return (self.folder / "page.html").read_text(encoding="utf-8")

    def test_has_all_parts(self):
        page = self.page("mended", "--set", "n=3")
        self.assert_holds(page, "<svg", "b.shift(y, 1);", "for 0 &lt;= y &lt; n", "// loop y", "define i32 @pair", "n = 3")
        self.assert_holds(page, "Accepted")

    def test_tells_where_the_time_went(self):
        self.assertRegex(self.page("mended"), r"Times: proof \d+\.\d+ s, loops .* s, machine code \d+\.\d+ s\.")

    def test_draws_along_the_loops_that_are_asked_for(self):
        self.assert_holds(self.page("mended", "--axes", "x,y"), "x down, y to the right")

    def test_tells_of_names_that_there_are_not(self):
        done = self.run_to_end("html", GENERATOR, "mended", "--set", "m=3", "--axes", "x,z", "-o", "page.html")
        self.assert_holds(done.stderr, 'tiramisu: pair: m = 3 cannot be drawn: there is no scalar argument "m"; there are n\n',
                          'tiramisu: pair: along z cannot be drawn: no computation has a loop or an iterator "z"\n')

    def test_refers_to_nothing_else(self):
        references = []

        class Reader(html.parser.HTMLParser):
            def handle_starttag(self, tag, attributes):
                references.extend(value for name, value in attributes if name in ("src", "href", "xlink:href"))

        Reader().feed(self.page())
        self.assertEqual([], references)

    def test_shows_a_refused_schedule(self):
        self.assert_holds(self.page("fused"), "Refused", "dependence that the schedule breaks")


class TuneLayers(ToolTest):
    def write_list(self, text):
        (self.folder / "layers.txt").write_text(text, encoding="utf-8")

    def test_measures_and_remembers(self):
        self.write_list("  # two layers\r\n \r\n  softmax mb=8 ic=10 ih=1 iw=1\n\ngemm m=8 n=8 k=8\n")
        told = self.run_tool("tune-layers", "--list", "layers.txt", "--database", "mine.sqlite", "--seconds", "30")
        self.assertRegex(told, r"^softmax mb=8 ic=10 ih=1 iw=1\n    \d+\.\d{4} ms  \w+.*\ngemm m=8 n=8 k=8\n    \d+\.\d{4} ms ")
        self.assertRegex(told, r"\nthe rule, which chooses without times: \d+\.\d\d times as long as the fastest \(geometric mean of 2 layers\), "
                               r"at most 1\.1 times for \d+ % of them, \d+\.\d\d times for the worst\nremembered in mine\.sqlite\n$")
        records = self.run_tool("perf-db", "export", "--database", "mine.sqlite")
        self.run_tool("tune-layers", "--list", "layers.txt", "--database", "mine.sqlite", "--missing")
        self.assertEqual(self.run_tool("perf-db", "export", "--database", "mine.sqlite"), records)
        self.assertRegex(records, r"(?m)^[^\t]+ lanes=\d+ [^\t]+\tsoftmax mb=8 [^\t]+\t\w+\t")
        (self.folder / "records.tsv").write_text(records, encoding="utf-8")
        count = len(records.splitlines())
        self.assertEqual(self.run_tool("perf-db", "merge", "records.tsv", "--database", "other.sqlite"),
                         f"{count} records of records.tsv are in other.sqlite\n")
        self.assertEqual(self.run_tool("perf-db", "export", "--database", "other.sqlite"), records)

    def test_ends_when_it_is_interrupted(self):
        self.write_list("softmax mb=8 ic=10 ih=1 iw=1\n" + "".join(f"gemm m={m} n=64 k=64\n" for m in range(8, 200)))
        words = [TOOL, "tune-layers", "--list", "layers.txt", "--database", "mine.sqlite"]
        with subprocess.Popen(words, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            self.assertIn("s left  softmax", running.stderr.readline())
            running.send_signal(signal.SIGINT)
            told, progress = running.communicate()
        self.assertEqual(128 + signal.SIGINT, running.returncode, told + progress)
        self.assert_holds(told, "softmax mb=8", "interrupted; remembered in mine.sqlite\n")
        self.assertNotIn("m=199", told)
        self.assert_holds(self.run_tool("perf-db", "export", "--database", "mine.sqlite"), "softmax mb=8")

    def test_merged_records_take_the_place_of_the_same_solvers(self):
        def merge(text):
            (self.folder / "records.tsv").write_text(text, encoding="utf-8")
            self.run_tool("perf-db", "merge", "records.tsv", "--database", "mine.sqlite")
            return self.run_tool("perf-db", "export", "--database", "mine.sqlite")

        self.assertEqual(merge("here\tlayer\tfast\tx=1\t2\t0\nhere\tlayer\tslow\t\t9\t0\n"),
                         "here\tlayer\tfast\tx=1\t2\t0\nhere\tlayer\tslow\t\t9\t0\n")
        self.assertEqual(merge("here\tlayer\tfast\tx=1\t3\t0\nthere\tlayer\tfast\tx=1\t1\t0\n"),
                         "here\tlayer\tfast\tx=1\t3\t0\nhere\tlayer\tslow\t\t9\t0\nthere\tlayer\tfast\tx=1\t1\t0\n")

    def test_says_what_is_wrong_before_it_measures(self):
        self.write_list("softmax mb=8 ic=10 ih=1 iw=1\ncolours n=3\n")
        told = self.run_tool("tune-layers", "--list", "layers.txt", "--database", "mine.sqlite", status=1)
        self.assert_holds(told, "layers.txt:2: ", '"colours n=3"', "kind")
        self.assertFalse((self.folder / "mine.sqlite").exists())
        self.write_list("# nothing\n")
        self.assert_holds(self.run_tool("tune-layers", "--list", "layers.txt", status=1), "layers.txt lists no layer")
        self.assert_holds(self.run_tool("tune-layers", "--list", "none.txt", status=1), "none.txt", "No such file")
        self.assert_holds(self.run_tool("tune-layers", "--list", ".", status=1), "it is a folder")
        self.assert_holds(self.run_tool("perf-db", "merge", ".", "--database", "mine.sqlite", status=1), "it is a folder")
        self.write_list("softmax ic=10 ih=1 iw=1\n")
        self.assert_holds(self.run_tool("tune-layers", "--list", "layers.txt", "--repeats", "0", status=1), "at least 1")
        self.assert_holds(self.run_tool("tune-layers", "--list", "layers.txt", "--seconds", "-1", status=1), "--seconds are at least 0")
        self.assert_holds(self.run_tool("perf-db", "export", "--database", "none.sqlite", status=1),
                          "there is no database none.sqlite; tiramisu tune-layers makes one")
        (self.folder / "folder").mkdir()
        self.assertNotIn("s left", self.run_tool("tune-layers", "--list", "layers.txt", "--database", "folder", status=1))
        (self.folder / "records.tsv").write_text("one\ttwo\n", encoding="utf-8")
        self.assert_holds(self.run_tool("perf-db", "merge", "records.tsv", "--database", "mine.sqlite", status=1),
                          'records "records.tsv"', "line 1", "has 2 fields")


class Doctor(ToolTest):
    def examine(self, status, **environment):
        done = subprocess.run([TOOL, "doctor"], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, "TMPDIR": str(self.scratch), **environment})
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        self.assertEqual([], list(self.scratch.iterdir()))
        return done.stdout

    def test_finds_nothing_wrong_here(self):
        told = self.examine(0, OMP_NUM_THREADS="1", TIRAMISU_PERF_DB=str(self.folder / "new" / "perf.sqlite"))
        self.assertRegex(told, r"(?m)^versions +tiramisu \d+\.\d+\.\d+, Halide 21\.\d+\.\d+, isl 0\.\d+$")
        self.assertRegex(told, r"(?m)^threads +1 in parallel loops, on .*; OMP_NUM_THREADS is 1$")
        self.assertRegex(told, r"(?m)^code +a function was compiled in \d+ ms, and run$")
        self.assertRegex(told, r"(?m)^measured times +.*/new/perf\.sqlite")
        self.assertTrue(told.endswith("\nnothing is wrong\n"))
        self.assertEqual(["scratch"], [path.name for path in self.folder.iterdir()])

    def test_tells_what_is_wrong_and_how_to_mend_it(self):
        (self.folder / "file").write_text("", encoding="utf-8")
        told = self.examine(1, TIRAMISU_PERF_DB=str(self.folder / "file" / "perf.sqlite"))
        self.assertRegex(told, r"PROBLEM: .*/file cannot be written: Not a directory; set TIRAMISU_PERF_DB to a file elsewhere")
        self.assertTrue(told.endswith("\n1 problem\n"))

    def test_version_is_told_without_a_generator(self):
        self.assertRegex(self.run_tool("--version"), r"^tiramisu \d+\.\d+\.\d+, Halide 21\.\d+\.\d+, isl 0\.\d+\n$")


class Compile(ToolTest):
    def test_tells_what_is_wrong_with_a_file(self):
        self.assert_holds(self.run_tool("compile", "none.onnx", status=1), 'tiramisu: cannot read "none.onnx": No such file')
        (self.folder / "text.onnx").write_text("no network")
        self.assert_holds(self.run_tool("compile", "text.onnx", status=1), "it is no ONNX file, or not all of one")

    def test_tells_how_sizes_are_written(self):
        for words in ["x", "x=", "=1", "x=1,", "x=1,b", "x=-1"]:
            told = self.run_tool("compile", "none.onnx", "--input", words, status=1)
            self.assert_holds(told, "gives no sizes", "write, for example, x=1,3,224,224")

    def test_replaces_no_file_by_weights(self):
        network = self.folder / "branch.onnx"
        network.write_bytes(Run.NETWORK.read_bytes())
        told = self.run_tool("compile", "branch.onnx", "-o", "./branch.onnx", status=1)
        self.assert_holds(told, "the object file ./branch.onnx would replace the network; give another name by -o")
        told = self.run_tool("compile", "branch.onnx", "--weights", "branch.onnx", status=1)
        self.assert_holds(told, '"branch.onnx"', "it holds something else than weights of a network, and is not replaced")
        self.assertEqual(Run.NETWORK.read_bytes(), network.read_bytes())

    def test_leaves_what_is_not_supported(self):
        told = self.run_tool("compile", str(Run.NETWORK.with_name("nonzero.onnx")), "--partial", "-o", "net.o")
        self.assert_holds(told, "net_1.o: reads x float32 [4]\n  makes a float32 [4]\n", "net_2.onnx: 3 nodes are left to another",
                          '  node "find" (NonZero): how many elements are not 0 follows', "whose type is not declared")
        self.assertEqual(["net_1.h", "net_1.o", "net_2.onnx"], sorted(path.name for path in self.folder.glob("net*")))
        told = self.run_tool("compile", str(Run.NETWORK.with_name("unknown.onnx")), "--partial", status=1)
        self.assert_holds(told, "no part of the network is supported")
        self.run_tool("compile", str(Run.NETWORK), "--partial", "-o", "whole.o")
        self.assertTrue((self.folder / "whole.o").exists())

    def test_measures_layers_where_that_is_asked(self):
        words = ["compile", str(Run.NETWORK), "--tune", "1", "--database", "times.sqlite"]
        self.assert_holds(self.run_tool(*words, "--exact", status=1), "--exact and --tune exclude each other")
        self.assert_holds(self.run_tool(*words[:2], "--tune", "-1", status=1), "--tune: Value -1 not in range")
        (self.folder / "notes.txt").write_text("precious notes")
        told = self.run_tool(*words[:4], "--database", "notes.txt", status=1)
        self.assert_holds(told, "notes.txt holds something else than a database of times")
        self.assertEqual("precious notes", (self.folder / "notes.txt").read_text())
        self.run_tool(*words)
        self.assertTrue((self.folder / "branch.o").exists())


class Run(ToolTest):
    NETWORK = pathlib.Path(__file__).resolve().parents[1] / "fuzz" / "corpus" / "network" / "branch.onnx"

    def write_npy(self, name, description, shape, data, order="False"):
        header = f"{{'descr': '{description}', 'fortran_order': {order}, 'shape': {shape}, }}"
        header += " " * (63 - (10 + len(header)) % 64) + "\n"
        (self.folder / name).write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
        return name

    def setUp(self):
        super().setUp()
        self.write_npy("c.npy", "|b1", "()", b"\x01")
        self.write_npy("x.npy", "<f4", "(2,)", struct.pack("<2f", 1, -2))
        self.write_npy("y.npy", "<f4", "(2,)", struct.pack("<2f", -1, 2))
        self.inputs = [str(self.NETWORK), "--input", "c=c.npy", "--input", "x=x.npy"]

    def test_computes_compares_and_writes(self):
        told = self.run_tool("run", *self.inputs, "--compare", "y=y.npy", "--output", "y=found.npy")
        self.assert_holds(told, "y: float32 2 = -1 2\n", "y differs by 0 of its largest value")
        self.assertEqual((self.folder / "y.npy").read_bytes()[-8:], (self.folder / "found.npy").read_bytes()[-8:])
        self.assert_holds(self.run_tool("run", *self.inputs, "--compare", "y=x.npy", status=1), "y differs by 2 of")

    def test_reads_floats_of_16_bits(self):
        self.write_npy("x.npy", "<f2", "(2,)", struct.pack("<2e", 1, -2))
        told = self.run_tool("run", *self.inputs, "--compare", "y=y.npy")
        self.assert_holds(told, "y: float32 2 = -1 2\n", "y differs by 0 of its largest value")

    def test_reads_what_lies_as_in_fortran(self):
        words = ["run", str(self.NETWORK.with_name("shapes.onnx")), "--input", "x=x.npy"]
        rows = [100 * i + 10 * j + k for i in range(2) for j in range(3) for k in range(4)]
        columns = [100 * i + 10 * j + k for k in range(4) for j in range(3) for i in range(2)]
        told = []
        for order, values in (("False", rows), ("True", columns)):
            self.write_npy("x.npy", "<f4", "(2, 3, 4)", struct.pack("<24f", *values), order=order)
            told.append(self.run_tool(*words).split("\n", 1)[1])  # behind the time of compiling
        self.assert_holds(told[0], " = 0 1 2 3 10 11 12 13 ")
        self.assertEqual(told[0], told[1])
        self.write_npy("x.npy", "<f4", "(2, 3, 4)", struct.pack("<24f", *rows), order="Maybe")
        self.assert_holds(self.run_tool(*words, status=1), "does not say in its header in which order its elements lie")

    def test_does_without_what_is_less_exact(self):
        told = self.run_tool("run", *self.inputs, "--exact", "--compare", "y=y.npy")
        self.assert_holds(told, "y differs by 0 of its largest value")

    def test_tells_what_each_step_takes(self):
        told = self.run_tool("run", *self.inputs, "--profile", "--trace", "trace.json", "--times", "3")
        self.assertRegex(told, r" ms +share +Gop/s  step\n( +\d+\.\d{4} +\d+\.\d % +-  .*\n)+ +\d+\.\d{4} ms in all steps\n$")
        events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        self.assertEqual(len(events), told.count(" %"))
        self.assertEqual({"X"}, {one["ph"] for one in events})
        self.assert_holds(self.run_tool("run", *self.inputs, "--trace", "none/trace.json", status=1),
                          '"none/trace.json" cannot be written')

    def test_runs_in_stages_where_sizes_follow_from_values(self):
        network = str(self.NETWORK.with_name("nonzero.onnx"))
        self.write_npy("x.npy", "<f4", "(4,)", struct.pack("<4f", -1, 2, 0, 3))
        self.write_npy("y.npy", "<f4", "(2,)", struct.pack("<2f", 2, 3))
        words = ["run", network, "--input", "x=x.npy", "--compare", "y=y.npy"]
        told = self.run_tool(*words, "--times", "2")
        self.assert_holds(told, 'stage of 1 nodes, compiled; then by values: node "find" (NonZero)\n',
                          "stage of 2 nodes, by their definitions\n", "y: float32 2 = 2 3\n", "y differs by 0 of",
                          "median of 2 runs")
        self.assert_holds(self.run_tool(*words, "--profile", status=1), "the network runs in stages")
        self.assert_holds(self.run_tool(*words, "--tune", "1", status=1), "leave --profile, --trace and --tune out")
        self.assert_holds(self.run_tool("run", network, status=1), "input x float32 [4] is missing")
        self.assert_holds(self.run_tool("compile", network, "-o", "none.o", status=1),
                          'node "find" (NonZero): how many elements are not 0 follows from input 1',
                          'nn::staged_network, and "tiramisu run"')

    def test_tells_what_is_wrong_with_files(self):
        self.assert_holds(self.run_tool("run", str(self.NETWORK), "--input", "c", status=1), '"c" names no file')
        (self.folder / "text.npy").write_text("no numbers at all")
        told = self.run_tool("run", str(self.NETWORK), "--input", "c=text.npy", status=1)
        self.assert_holds(told, "\"text.npy\" is no file of NumPy's format")
        self.assert_holds(self.run_tool("run", str(self.NETWORK), "--input", "x=.", status=1), '"." cannot be read')
        self.assert_holds(self.run_tool("run", *self.inputs, "--input", "c=c.npy", status=1), '"c" is given twice')
        self.assert_holds(self.run_tool("run", *self.inputs, "--times", "-1", status=1),
                          "--times: Value -1 not in range 0 to 1000000")
        self.write_npy("long.npy", "<f4", "(3,)", b"")
        self.assert_holds(self.run_tool("run", str(self.NETWORK), "--input", "x=long.npy", status=1),
                          '"long.npy" ends before its last element')


class Tune(ToolTest):
    def test_finds_a_schedule_and_applies_its_log(self):
        told = self.run_tool(
            "tune", "--trials", "4", "--threads", "1", "--set", "n=40", "--log", "log.jsonl", "--print-schedule", "cpp",
            GENERATOR, "mended",
        )
        self.assert_holds(told, "  function    pair\n", "  trials      4 in ", " proposed, ")
        log = (self.folder / "log.jsonl").read_text()
        self.assertEqual(4, log.count("\n"))
        again = self.run_tool(
            "tune", "--trials", "5", "--threads", "1", "--set", "n=40", "--log", "log.jsonl", "--resume", GENERATOR, "mended"
        )
        self.assert_holds(again, "  trials      5 in ")
        said = "a generator may print\n"
        self.assertEqual(said, self.run_tool("tune", "--apply", "log.jsonl", GENERATOR, "mended"))
        applied = self.run_tool("tune", "--apply", "log.jsonl", "--print-schedule", "cpp", GENERATOR, "mended")
        records = [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
        best = min((one for one in records if one["outcome"] == "measured"), key=lambda one: one["seconds"])
        # Which may be the program as it is.
        commands = re.findall(r"^[ab]\.\w+\(.*\);$", applied, re.MULTILINE)
        self.assertEqual(len(best["schedule"]["commands"]), len(commands), applied)
        self.assertTrue(applied.startswith(said), applied)
        transferred = self.run_tool("tune", "--trials", "1", "--threads", "1", "--set", "n=40", "--transfer", "log.jsonl", GENERATOR, "mended")
        self.assert_holds(transferred, "  donors      none of this class\n")  # the program itself is no donor

    def started(self, *words):
        """In a process group of its own, as a terminal starts programs; with its first line of progress."""
        running = subprocess.Popen(
            [TOOL, "tune", "--trials", "100000", "--threads", "1", "--set", "n=40", *words], cwd=self.folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        self.assertIn("/100000 trials, best ", running.stderr.readline())
        return running

    def test_takes_the_best_so_far_where_it_is_interrupted(self):
        with self.started(GENERATOR, "mended") as running:
            os.killpg(running.pid, signal.SIGINT)
            told, progress = running.communicate()
        self.assertEqual(128 + signal.SIGINT, running.returncode, told + progress)
        self.assert_holds(told, "  function    pair\n", "  best        ")
        self.assert_holds(progress, "interrupted: the best schedule so far was taken; --log and --resume go on\n")

    def test_leaves_nobody_behind_where_it_is_ended(self):
        with self.started(GENERATOR, "mended") as running:
            running.terminate()
            running.communicate()  # ends when nobody has its outputs open any more
        self.assertEqual(-signal.SIGTERM, running.returncode)

    def test_says_before_the_search_what_is_wrong(self):
        self.assert_holds(self.run_tool("tune", "--report", "none/page.html", GENERATOR, "mended", status=1),
                          'cannot write "none/page.html": No such file or directory')
        (self.folder / "thesis").write_text("mine")
        told = self.run_tool("tune", "--trials", "1", "--set", "n=40", "--log", "thesis", GENERATOR, "mended", status=1)
        self.assert_holds(told, "thesis", "ends with what is no record of a trial; is it another file?")
        self.assertEqual("mine", (self.folder / "thesis").read_text())
        self.assert_holds(self.run_tool("tune", "--seconds", "inf", GENERATOR, status=1), "--seconds are at least 0")
        self.assert_holds(self.run_tool("tune", "--run-seconds", "0", GENERATOR, status=1), "--run-seconds are above 0")
        self.assert_holds(self.run_tool("tune", "--set", "n=0.5", GENERATOR, status=1), "name=number, a whole number")

    def test_keeps_progress_where_both_outputs_are_one_file(self):
        path = self.folder / "both"
        with path.open("w") as both:
            words = [TOOL, "tune", "--trials", "2", "--threads", "1", "--set", "n=40", GENERATOR, "mended"]
            subprocess.run(words, cwd=self.folder, stdout=both, stderr=both, check=True)
        told = path.read_text()
        self.assert_holds(told, "1/2 trials, best ", "2/2 trials, best ", "\n  function    pair\n", "  candidates  ")
        self.assertLess(told.index("2/2 trials"), told.index("  function    pair"))

    def test_writes_a_page_about_the_search(self):
        self.run_tool(
            "tune", "--trials", "12", "--threads", "1", "--set", "n=40", "--report", "page.html", GENERATOR, "mended"
        )
        page = (self.folder / "page.html").read_text()
        self.assert_holds(
            page, "<h2>pair</h2>", "Best time so far", "Candidates by sketch", "The schedule found", "<td>start</td>", "on vectors and threads", "as machine code", "\tj"
        )
        self.assertNotIn("http", page.replace("http://www.w3.org", ""), "it refers to no other file")
        told = self.run_tool("tune", "--apply", "log.jsonl", "--report", "page.html", GENERATOR, "mended", status=1)
        self.assert_holds(told, "--report tells of a search, but --apply searches for nothing")

    def test_predicts_where_no_trials_are_wanted(self):
        self.assert_holds(
            self.run_tool("tune", "--trials", "0", "--set", "n=40", GENERATOR, "mended"), ", as predicted; nothing was run"
        )

    def test_tells_what_is_missing(self):
        self.assert_holds(
            self.run_tool("tune", "--trials", "2", GENERATOR, "mended", status=1),
            'the argument "n" has no value to measure with; give it one by',
        )
        done = self.run_to_end("tune", "--trials", "1", "--threads", "1", "--set", "n=40", "--set", "m=3", GENERATOR, "mended")
        self.assert_holds(done.stderr, 'tiramisu: function "pair": --set m=3: there is no scalar argument "m" to give a size to; the function has n\n')
        self.assert_holds(self.run_tool("tune", "--resume", GENERATOR, status=1), "--resume needs the log to go on with")
        for seconds in ("-5", "nan"):
            self.assert_holds(self.run_tool("tune", "--seconds", seconds, GENERATOR, status=1), "--seconds are at least 0; 0 is no limit")
        self.assert_holds(self.run_tool("tune", "--set", "n", GENERATOR, status=1), "--set n is not of the form name=number")


class Failures(ToolTest):
    def test_a_program_that_is_not_there(self):
        self.assert_holds(self.run_tool("show", "--loops", "./nowhere", status=1), "cannot run \"./nowhere\": No such file or directory")

    def test_a_command_that_is_not_there(self):
        for first, told in ((), "name what to do"), (("dance",), 'there is no command "dance"'):
            self.assertEqual(f"tiramisu: {told}; there are show, explain, html, tune, tune-layers, perf-db, compile, run, doctor; tiramisu --help says what they do\n",
                             self.run_tool(*first, status=1))

    def test_a_file_that_is_no_program(self):
        (self.folder / "text").write_text("", encoding="utf-8")
        self.assert_holds(self.run_tool("explain", "./text", status=1), "cannot run \"./text\": Permission denied")

    def test_a_program_that_generates_nothing(self):
        told = self.run_tool("explain", GENERATOR, "nothing", status=1)
        self.assert_holds(told, "generated nothing", "a generator may print")
        self.run_tool("explain", "/bin/true", status=1)

    def test_a_page_that_cannot_be_written(self):
        told = self.run_tool("html", GENERATOR, "-o", "/nowhere/page.html", status=1)
        self.assert_holds(told, "cannot write /nowhere/page.html")

    def test_results_that_nobody_gets_are_no_success(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([TOOL, "--version"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((1, "tiramisu: cannot write \"standard output\": not all of it could be written, as on a full disk\n"), (done.returncode, done.stderr))

    def test_names_that_no_file_can_have(self):
        told = self.run_tool("perf-db", "export", "--database", "x" * 5000, status=1)
        self.assert_holds(told, "tiramisu: ", "File name too long")

    def test_wrong_command_lines(self):
        for arguments in ((), ("show", GENERATOR), ("html", GENERATOR), ("show", "--nothing", GENERATOR), ("dance",)):
            environment = {**os.environ, "TMPDIR": str(self.scratch)}
            done = subprocess.run([TOOL, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True)
            self.assertEqual(1, done.returncode, arguments)
            self.assertTrue(done.stderr.startswith("tiramisu: "), done.stderr)
            self.assertIn("--help", done.stderr)
            self.assertEqual(1, done.stderr.count("\n"), done.stderr)

    def test_what_is_missing_is_told_with_where_to_look(self):
        self.assertEqual("tiramisu: generator is required; tiramisu explain --help says what it takes\n", self.run_tool("explain", status=1))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
