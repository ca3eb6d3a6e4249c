"""Problems as the benchmarks' Python peers read them, from the folder TIRAMISU_PYTHON_PEERS; no library is needed."""

import array
import os
import sys
import unittest

sys.path.insert(0, os.environ["TIRAMISU_PYTHON_PEERS"])

from problems import CannotDo, Pool, read_problem  # noqa: E402

CONVOLUTION = "conv2d mb=2 g=2 ic=4 oc=6 ih=9 iw=8 oh=5 ow=3 kh=3 kw=2 sh=2 sw=3 ph=1 pw=0 dh=0 dw=1"


class Problems(unittest.TestCase):
    def test_convolution(self):
        problem = read_problem(CONVOLUTION)
        (step,) = problem.steps
        self.assertEqual(problem.shapes, [(2, 4, 9, 8), (6, 2, 3, 2)])
        self.assertEqual((step.groups, step.strides, step.dilations), (2, (2, 3), (1, 2)))
        # Rows: 4 * 2 + 3 = 11 = 1 + 9 + 1; columns: 2 * 3 + 3 = 9 = 0 + 8 + 1.
        self.assertEqual((step.before, step.after), ((1, 0), (1, 1)))
        self.assertIsNone(problem.by)

    def test_rows_that_no_window_meets_are_no_padding(self):
        problem = read_problem("conv2d mb=1 ic=1 oc=1 ih=8 iw=8 oh=4 ow=4 kh=1 kw=1 sh=2 sw=2 ph=0 pw=0 dh=0 dw=0")
        self.assertEqual(problem.steps[0].after, (0, 0))

    def test_chain(self):
        problem = read_problem(f"{CONVOLUTION} post=relu | {CONVOLUTION} post=residual_add+relu+max_pool:3x2:2x1:1x0")
        self.assertEqual(len(problem.shapes), 3)
        self.assertEqual(problem.steps[0].post_ops, ["relu"])
        pool = Pool(True, False, (3, 2), (2, 1), (1, 0))
        self.assertEqual(problem.steps[1].post_ops, ["residual_add", "relu", pool])

    def test_the_last_words_may_name_a_library(self):
        self.assertEqual(read_problem(f"{CONVOLUTION} | {CONVOLUTION} by=onednn").by, "onednn")
        self.assertEqual(read_problem("gemm m=1 n=1 k=1 by=onednn").by, "onednn")

    def test_lstm(self):
        problem = read_problem("lstm l=2 t=5 mb=3 ic=4 hc=6")
        self.assertEqual(problem.shapes, [(5, 3, 4), (24, 4), (24, 6), (24, 6), (24, 6)])

    def test_averages_of_poolings(self):
        text = "pooling mb=1 ic=2 ih=5 iw=5 pool={}:3x3:2x2:1x1 layout=nchw"
        self.assertFalse(read_problem(text.format("avg_pool")).pool.counts_padding)
        self.assertTrue(read_problem(text.format("avg_pool_padded")).pool.counts_padding)

    def test_inputs_lie_one_after_the_other(self):
        floats = memoryview(array.array("f", range(2 * 3 + 3 * 2)))
        a, b = read_problem("gemm m=2 n=2 k=3").inputs(floats)
        self.assertEqual((a.tolist(), b.tolist()), ([[0, 1, 2], [3, 4, 5]], [[6, 7], [8, 9], [10, 11]]))

    def test_what_nobody_here_knows(self):
        for text, reason in {
            "weather": "weather",
            "gemm m=2 n=2 k=3 transa=1": "transa=1",
            f"{CONVOLUTION} bias=1": "bias=1",
            f"{CONVOLUTION} post=tanh": "tanh",
            "softmax mb=1 ic=4 ih=1 iw=1 axis=1 layout=nhwc": "layout=nhwc",
        }.items():
            with self.assertRaises(CannotDo) as refused:
                read_problem(text)
            self.assertEqual(str(refused.exception), reason)


if __name__ == "__main__":
    unittest.main()
