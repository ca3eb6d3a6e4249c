"""Runs the benchmarks, TIRAMISU_BENCH, comparing results and taking no times: problems of a file, and those of the set "gpu"."""

import csv
import ctypes
import os
import pathlib
import subprocess
import tempfile
import unittest

PROBLEMS = """
# an id and a problem
dilated conv2d ic=3 oc=8 ih=12 iw=11 kh=3 kw=2 sh=2 ph=2 pw=1 dh=1 dw=2
leaky conv2d ic=4 oc=8 ih=6 iw=6 kh=3 kw=3 post=leaky_relu:0.1
clipped conv2d ic=4 oc=8 ih=6 iw=6 kh=3 kw=3 post=clip:-0.5:0.5
smooth conv2d ic=4 oc=8 ih=6 iw=6 kh=3 kw=3 bias=1 post=sigmoid+tanh
added conv2d ic=4 oc=8 ih=6 iw=6 kh=3 kw=3 ph=1 pw=1 bias=1 post=residual_add+relu
averaged conv2d ic=4 oc=8 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1 post=relu+avg_pool:3x3:2x2:1x1
of_another_set spmm m=4 n=4 k=4
last conv2d ic=4 oc=8 ih=6 iw=6 kh=1 kw=1
"""


class Bench(unittest.TestCase):
    def run_dense(self, *arguments, **environment):
        return self.run_problems("dense", "--check", "--quick", "--solvers", "naive,direct", *arguments, **environment)

    def run_problems(self, *arguments, **environment):
        with tempfile.TemporaryDirectory() as folder:
            problems, rows = pathlib.Path(folder) / "problems.txt", pathlib.Path(folder) / "rows.csv"
            problems.write_text(PROBLEMS, encoding="utf-8")
            done = subprocess.run(
                [os.environ["TIRAMISU_BENCH"], *arguments, "--problems", problems, "--csv", rows],
                env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            return done.returncode, done.stdout, rows.read_text(encoding="utf-8") if rows.exists() else ""

    def test_choices_are_those_of_the_rule_for_single_convolutions(self):
        status, output, rows = self.run_problems("choice", "--check")
        self.assertEqual(status, 0, output)
        chosen = [(line["id"], line["variant"].split(":")[0], line["variant"].endswith("/nchw"))
                  for line in csv.DictReader(rows.splitlines())]
        names = ["dilated", "leaky", "clipped", "smooth", "added", "averaged", "last"]
        self.assertEqual(chosen, [(name, "rule", True) for name in names], output)
        self.assertNotIn("regret", output)  # no times, no regret

    def test_references_know_all_that_a_problem_says_and_a_bad_one_stops_no_other(self):
        status, output, rows = self.run_dense()
        self.assertNotIn("is wrong", output)
        for name in ["dilated", "leaky", "clipped", "smooth", "added", "averaged", "last"]:
            self.assertRegex(rows, rf"(?m)^[^\n]*\b{name},", output)
        self.assertIn("tiramisu_bench: of_another_set: sparse products are of the set sparse", output)
        self.assertIn("tiramisu_bench: 1 of 8 parts of the set dense failed (see above)", output)
        self.assertEqual(status, 1)

    def test_peers_run_without_variables_that_change_them(self):
        status, output, _ = self.run_dense("--only", "last", OPENBLAS_CORETYPE="Haswell", MKL_CBWR="COMPATIBLE",
                                           OMP_PROC_BIND="close")
        self.assertEqual(status, 0, output)
        for name in ["OPENBLAS_CORETYPE", "MKL_CBWR"]:
            self.assertEqual(output.count(f"tiramisu_bench: {name} is left out of account: it changes a peer"), 1, output)
        self.assertNotIn("OMP_PROC_BIND is left out", output)


class BenchOnGpu(unittest.TestCase):
    """Where there is no GPU: results are compared through OpenCL, if that has a device, and times are no more than modelled."""

    def setUp(self):
        try:
            ctypes.CDLL("libcuda.so.1")
        except OSError:
            return
        self.skipTest("there is a driver for a GPU, on which this set runs")

    def run_gpu(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "rows.csv"
            done = subprocess.run([os.environ["TIRAMISU_BENCH"], "gpu", *arguments, "--csv", table], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            with table.open(encoding="utf-8") as file:
                return done.returncode, done.stdout, list(csv.DictReader(file))

    def test_small_problems_are_compared_through_opencl(self):
        status, output, rows = self.run_gpu("--check", "--quick", "--only", "*_check")
        self.assertEqual(status, 0, output)
        self.assertIn("device     none: there is no libcuda.so.1", output)
        if "through OpenCL" not in output:
            self.skipTest("OpenCL has no device here")
        self.assertEqual([row["id"] for row in rows], ["gemm_check", "conv_check", "fused_check", "small_image_check", "sparse_check"], output)
        for row in rows:
            self.assertLess(float(row["max_error"]), 1e-5, output)
            self.assertEqual(row["ours_ms"], "", output)

    def test_others_are_modelled_and_it_says_so(self):
        status, output, rows = self.run_gpu("--quick", "--only", "vgg_L16_n1")
        self.assertEqual(status, 0, output)
        self.assertIn("what follows is a model of an H100 SXM5", output)
        self.assertIn("nothing is measured", output)
        self.assertTrue(rows, output)
        self.assertEqual(output.count("model of an H100 SXM5, not measured: "), len(rows), output)
        for row in rows:
            self.assertEqual((row["id"], row["ours_ms"], row["peak_share"]), ("vgg_L16_n1", "", ""), output)
            threads, own = map(int, row["variant"].split("/"))
            self.assertIn(f"    blocks {512 * 196 // (threads * own)} of {threads} threads, 0 bytes of shared memory; predicted share of the peak ", output)


if __name__ == "__main__":
    unittest.main()
