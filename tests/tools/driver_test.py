"""Runs the tool `tiramisu-driver`, TIRAMISU_DRIVER."""

import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest

DRIVER = os.environ["TIRAMISU_DRIVER"]
COMMANDS = pathlib.Path(__file__).resolve().parent / "driver_commands.txt"


class DriverTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_driver(self, *words, status=0, **variables):
        environment = {**os.environ, "TIRAMISU_PERF_DB": str(self.folder / "perf.sqlite"), **variables}
        done = subprocess.run([DRIVER, *words], cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def run_line(self, line, *more, status=0):
        return self.run_driver(*shlex.split(line), *more, status=status)

    def layer_of(self, line):
        """The layer that a command makes; the solver that compiles fastest is enough for that."""
        told = self.run_line(line, "-V", "0", "-t", "0")
        return re.search(r"^layer +(.*)$", told, re.MULTILINE).group(1)


class Modes(DriverTest):
    def test_convolutions_have_the_flags_of_miopen(self):
        self.assertEqual(self.layer_of("conv -n 2 -c 8 -H 9 -W 10 -k 12 -y 3 -x 5 -p 1 -q 2 -u 2 -v 1 -l 1 -j 1 -g 4 -b 1 -F 1 -s 0"),
                         "conv2d mb=2 g=4 ic=8 oc=12 ih=9 iw=10 oh=5 ow=10 kh=3 kw=5 sh=2 sw=1 ph=1 pw=2 dh=0 dw=0 bias=1 "
                         "src=nchw dst=nchw")
        self.assertIn(" dh=1 dw=2 ", self.layer_of("conv -n 1 -c 2 -H 9 -W 9 -k 2 -l 2 -j 3"))
        self.assertIn(" src=nhwc dst=nhwc", self.layer_of("conv -n 1 -c 2 -H 9 -W 9 -k 2 -I NHWC -O NHWC -f NHWC"))

    def test_convolutions_go_backward(self):
        sizes = "-n 1 -c 2 -H 9 -W 9 -k 4 -y 3 -x 3 -p 1 -q 1"
        self.assertRegex(self.layer_of(f"conv -F 2 {sizes} -b 1"), "^conv2d_backward_data .* ic=2 oc=4 .* layout=nchw$")
        self.assertRegex(self.layer_of(f"conv -F 4 {sizes} -b 1 -I NHWC -O NHWC"), "^conv2d_backward_weights .*bias=1.* layout=nhwc$")
        told = self.run_line(f"conv -F 4 {sizes} -V 1 -t 1 -i 1")
        self.assertRegex(told, "verification +OK")
        self.assertRegex(told, "GFLOP/s")

    def test_paddings_have_names(self):
        same = self.layer_of("conv -n 1 -c 2 -H 9 -W 8 -k 2 -y 3 -x 4 -u 2 -v 2 -z same")
        self.assertIn(" oh=5 ow=4 ", same)
        self.assertIn(" ph=1 pw=1 ", same)
        self.assertIn(" ph=0 pw=0 ", self.layer_of("conv -n 1 -c 2 -H 9 -W 8 -k 2 -p 1 -q 1 -z valid"))

    def test_other_layers_have_them_too(self):
        for line, layer in [
            ("gemm -m 4 -n 5 -k 6 -u 1 -v 1 -A 2.5 -B 1", "gemm m=4 n=5 k=6 transa=1 transb=1 alpha=2.5 beta=1"),
            ("pool -n 2 -c 3 -H 8 -W 8 -y 3 -x 3 -p 1 -q 1 -u 2 -v 2 -m max -F 1",
             "pooling mb=2 ic=3 ih=8 iw=8 pool=max_pool:3x3:2x2:1x1 layout=nchw"),
            ("pool -n 1 -c 3 -H 8 -W 8 -m avg", "pooling mb=1 ic=3 ih=8 iw=8 pool=avg_pool:3x3:1x1:0x0 layout=nchw"),
            ("activ -n 1 -c 3 -H 4 -W 4 -m 3", "eltwise mb=1 ic=3 ih=4 iw=4 post=relu layout=nchw"),
            ("activ -n 1 -c 3 -H 4 -W 4 -m clippedrelu -A 6", "eltwise mb=1 ic=3 ih=4 iw=4 post=clip:0:6 layout=nchw"),
            ("softmax -n 2 -c 3 -H 4 -W 5 -m 0 -a 1", "softmax mb=2 ic=60 ih=1 iw=1 axis=1 layout=nchw"),
            ("softmax -n 2 -c 3 -H 4 -W 5 -m 1", "softmax mb=2 ic=3 ih=4 iw=5 axis=1 layout=nchw"),
            ("softmax -n 2 -c 3 -H 4 -W 5 -a 2", "softmax mb=2 ic=3 ih=4 iw=5 axis=1 log=1 layout=nchw"),
            ("bnorm -F 2 -n 2 -c 3 -H 4 -W 5 -m 1 -r 1", "batch_norm mb=2 ic=3 ih=4 iw=5 epsilon=1e-05 layout=nchw"),
            ("rnn -n 3,3,3 -k 3 -H 6 -W 5 -l 2 -b 1 -r 1 -m lstm -F 1",
             "lstm l=2 t=3 mb=3 ic=5 hc=6 bias=1 direction=bidirectional"),
            ("rnn -n 2 -k 3 -H 6 -W 5 -m relu", "rnn_relu l=1 t=3 mb=2 ic=5 hc=6"),
        ]:
            with self.subTest(line):
                self.assertEqual(self.layer_of(line), layer)

    def test_command_lines_of_others_are_read(self):
        """Lines that others publish for MIOpenDriver, with its path, run once they are small."""
        lines = [line for line in COMMANDS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        self.assertGreater(len(lines), 5)
        for line in lines:
            with self.subTest(line):
                words = shlex.split(line)[1:]
                self.assertIn("layer ", self.run_driver(*words, "-V", "0", "-t", "0", "--solver", "naive"))


class Results(DriverTest):
    def test_are_right_and_timed(self):
        for line in ["conv -n 1 -c 5 -H 7 -W 7 -k 9 -p 1 -q 1 -b 1", "gemm -m 7 -n 9 -k 11", "pool -n 1 -c 3 -H 9 -W 9",
                     "activ -n 1 -m 2", "softmax -n 2 -c 10 -H 3 -W 3", "bnorm -n 2 -c 3 -H 5 -W 5",
                     "rnn -k 3 -n 2 -H 8 -W 8 -m gru -b 1",
                     "layer --text 'sparse_conv2d ic=4 oc=8 ih=6 iw=6 kh=3 kw=3 density=0.3'",
                     "layer --text 'spmm m=8 n=4 k=8'"]:
            with self.subTest(line):
                told = self.run_line(line, "-i", "3")
                self.assertRegex(told, r"verification +OK, differs from the naive solver by [0-9.e-]+ of the largest value")
                self.assertRegex(told, r"time +\d+\.\d{4} ms, the median of 3; from \d+\.\d{4} to \d+\.\d{4}\n")
                self.assertRegex(told, r"memory +\d+\.\d\d GB/s")
        self.assertRegex(self.run_line("gemm -m 64 -n 64 -k 64"), r"speed +\d+\.\d\d GFLOP/s")

    def test_say_which_solver_and_why_not_the_others(self):
        told = self.run_line("conv -n 1 -c 4 -H 9 -W 9 -k 4 -u 2 -v 2 --why 1 -t 0 -V 0")
        self.assertRegex(told, r"not winograd +stride")
        self.assertRegex(told, r"not naive +can do it, and comes later in the rule")
        told = self.run_line("gemm -m 4 -n 4 -k 4 --solver naive -t 0 -V 0")
        self.assertRegex(told, r"solver +naive\n")

    def test_of_a_search_are_remembered(self):
        line = "softmax -n 2 -c 10 -H 3 -W 3"
        self.assertRegex(self.run_line(line, "-s", "1", "-t", "0"), r"measured +\d+\.\d{4} ms \w+")
        self.assertTrue((self.folder / "perf.sqlite").exists())
        told = self.run_driver(*shlex.split(line), "-t", "0", TIRAMISU_VERBOSE="1")
        self.assertIn("the fastest of those measured", told)

    def test_of_a_search_are_forgotten(self):
        line = "softmax -n 2 -c 10 -H 3 -W 3 -t 0 -V 0 -s 1 --find"
        measured = re.compile(r"measured +(\d+\.\d{4} ms \w+)")
        first = measured.search(self.run_line(line, "hybrid", "--seconds", "0", "--patience", "2")).group(1)
        self.assertEqual(measured.search(self.run_line(line, "hybrid")).group(1), first)
        self.assertEqual(measured.search(self.run_line(line, "fast")).group(1), first)
        self.assertRegex(self.run_line(line, "clean"), r"measured +nothing; the rule takes \w+")
        self.assertRegex(self.run_line(line, "fast"), r"measured +nothing; the rule takes \w+")

    def test_of_a_search_that_is_interrupted_are_those_until_then(self):
        layer = ["layer", "--text", "conv2d ic=16 oc=16 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1"]
        search = [*layer, "-s", "1", "-V", "0", "-t", "0", "--seconds", "0"]
        environment = {**os.environ, "TIRAMISU_PERF_DB": str(self.folder / "perf.sqlite"), "TIRAMISU_VERBOSE": "1"}
        with subprocess.Popen([DRIVER, *search], cwd=self.folder, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            steps = (line for line in running.stderr if line.startswith("tiramisu: find: "))
            self.assertIn("naive", next(steps))
            next(steps)  # what is begun is finished, so that there is something to remember
            running.send_signal(signal.SIGINT)
            told, _ = running.communicate()
        self.assertEqual(128 + signal.SIGINT, running.returncode, told)
        self.assertRegex(told, r"(?m)^measured +\d+\.\d{4} ms ")
        self.assertRegex(told, r"(?m)^measured .*not tried: search_options::stop ended the search$")
        self.assertRegex(told, r"(?m)^interrupted +what was measured until then is remembered$")
        again = self.run_driver(*search, "--find", "fast")
        self.assertEqual(re.findall(r"\d+\.\d{4} ms .*", told), re.findall(r"\d+\.\d{4} ms .*", again))

    def test_of_a_search_that_cannot_be_remembered_are_told_with_a_warning(self):
        told = self.run_driver("softmax", "-n", "2", "-c", "10", "-H", "3", "-W", "3", "-s", "1", "-t", "0", TIRAMISU_PERF_DB=str(self.folder))
        self.assertRegex(told, r"measured +\d+\.\d{4} ms \w+")
        self.assertRegex(told, r"(?m)^warning +performance database \".*\": cannot be used: ")

    def test_layers_of_programs_are_made_again(self):
        told = self.run_driver(*shlex.split("conv -n 1 -c 4 -H 9 -W 9 -k 4 -V 0 -t 0"), TIRAMISU_VERBOSE="1")
        again = re.search(r"tiramisu: again: tiramisu-driver (layer .*)$", told, re.MULTILINE).group(1)
        repeated = self.run_line(again, "-V", "0", "-t", "0")
        for what in ("layer", "solver"):
            line = re.compile(rf"^{what} .*$", re.MULTILINE)
            self.assertEqual(line.search(told).group(0), line.search(repeated).group(0))

    def test_second_process_compiles_nothing(self):
        variables = {"TIRAMISU_CACHE": str(self.folder / "cache"), "TIRAMISU_VERBOSE": "1"}
        words = shlex.split("gemm -m 7 -n 9 -k 11 -t 0")
        self.assertIn(": proof ", self.run_driver(*words, **variables))
        second = self.run_driver(*words, **variables)
        self.assertNotIn(": proof ", second)
        self.assertIn("verification   OK", second)


class Errors(DriverTest):
    def test_name_what_is_possible(self):
        for line, text in [
            ("conf -n 1", "; perhaps conv is meant"),
            ("conv --batch_size 1", "; perhaps --batchsize is meant"),
            ("layer --text 'sofmax ic=3'", "; perhaps softmax is meant"),
            ("convolve", 'tiramisu-driver: "convolve": is no mode; there are conv, '),
            ("lrn -t 1", '"lrn": is a mode of MIOpenDriver\'s for which there is no layer; there are conv'),
            ("CBAInfer", "is the layer"),
            ("conv --filters 3", "tiramisu-driver conv: --filters: is no flag of it; there are -n/--batchsize, "),
            ("conv -n", "-n: has no value behind it; it means: images"),
            ("conv -n 1 -n 2", "--batchsize 1: is given twice"),
            ("conv -n many", "--batchsize many: is no whole number"),
            ("gemm -A x", "--alpha x: is no number"),
            ("gemm -s 1 --find slow", "--find slow: must be clean, fast, hybrid, normal"),
            ("gemm -s 1 --seconds -1", "--seconds -1: must be at least 0"),
            ("gemm --patience 2", "--patience 2: is for a search, which --search 1 asks for"),
            ("conv -F 0", "--forw 0: must be 1, 2, 4: a run is one pass"),
            ("conv -F 2 -I NHWC", "--out_layout NCHW: must be in_layout, which is NHWC: backward passes have one layout"),
            ("pool --forw 4", "--forw 4: must be 1: backward passes"),
            ("conv --spatial_dim 3", "--spatial_dim 3: must be 2: convolutions are of images, without depth"),
            ("conv -! 4", "--in_d 4: must be 1"),
            ("conv -m trans", "--mode trans: must be conv: transposed ones are not there"),
            ("conv -d images.bin", "--in_data images.bin: must be"),
            ("conv -u 0", "--conv_stride_h 0: must be at least 1"),
            ("conv -i 0", "--iter 0: must be at least 1"),
            ("conv -S 87", "solvers have names here; use --solver"),
            ("conv --solver fast", 'solver "fast": is not known; there are "auto"'),
            ("conv -g 7", "g"),
            ("bnorm -F 1", "--forw 1: must be 2"),
            ("activ -m 9", "--mode 9: is elu, for which there is no layer"),
            ("activ -m round", "--mode round: is no activation"),
            ("rnn -n 4,3 -k 2", "sequences end before others"),
            ("rnn -n four", "is no number of sequences"),
            ("gemm --batchsize 2", "--batchsize 2: must be 1: there is one"),
            ("convint8 -n 1 -c 4 -H 4 -W 4 -k 4 --solver winograd", "s8"),
            ("layer", "needs the text of a layer"),
            ("layer --text colours", 'layer "colours"'),
        ]:
            with self.subTest(line):
                told = self.run_line(line, status=2)
                self.assertIn("tiramisu-driver: ", told)
                self.assertIn(text, told)

    def test_results_that_nobody_gets_are_no_success(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([DRIVER, "conv", "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(2, done.returncode)
        self.assertIn("tiramisu-driver: cannot write \"standard output\": not all of it could be written", done.stderr)

    def test_help_lists_modes_and_flags(self):
        self.assertIn("convfp16", self.run_driver("--help"))
        told = self.run_driver("conv", "--help")
        for flag in ("-n/--batchsize", "-p/--pad_h", "--configuration"):
            self.assertIn(flag, told)
        self.assertIn("tiramisu-driver MODE", self.run_driver(status=2))
        self.assertRegex(self.run_driver("--version"), r"^tiramisu-driver \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
