#!/usr/bin/env python3
"""Shows that check_includes.py finds what it is there to find."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import check_includes


class CheckIncludes(unittest.TestCase):
    def check(self, **files):
        """Exit status and output for a tree of these files: path -> name included."""
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            (tree / "src").mkdir()
            for path, included in files.items():
                (tree / path).parent.mkdir(parents=True, exist_ok=True)
                (tree / path).write_text(f"// a comment\n#include {included}\n", encoding="utf-8")
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                status = check_includes.main([folder])
            return status, output.getvalue()

    def assert_good(self, path, included):
        self.assertEqual(self.check(**{path: included}), (0, ""))

    def assert_bad(self, path, included, reason):
        status, output = self.check(**{path: included})
        self.assertEqual(status, 1)
        self.assertIn(f"{path}:2: includes", output)
        self.assertIn(reason, output)

    def test_a_component_may_include_those_below_and_itself(self):
        self.assert_good("src/codegen/a.cpp", '"core/program/program.h"')
        self.assert_good("src/core/a.cpp", '"polyhedral/isl.h"')
        self.assert_good("src/graph/deep/a.h", '"support/text.h"')
        self.assert_good("src/support/a.cpp", '"support/b.h"')
        self.assert_good("src/core/a.cpp", '"tiramisu/expr.h"')
        self.assert_good("src/core/a.cpp", "<vector>")

    def test_a_component_may_not_include_those_above(self):
        self.assert_bad("src/polyhedral/a.cpp", '"core/program/program.h"', "polyhedral stands below core")
        self.assert_bad("src/core/a.h", '"codegen/lower.h"', "core stands below codegen")
        self.assert_bad("src/support/a.h", '"polyhedral/isl.h"', "support stands below polyhedral")
        self.assert_bad("src/nn/deep/a.h", '"graph/g.h"', "nn stands below graph")

    def test_a_folder_may_include_those_before_and_itself(self):
        self.assert_good("src/core/meaning/a.cpp", '"core/meaning/b.h"')
        self.assert_good("src/core/meaning/a.cpp", '"core/program/state.h"')
        self.assert_good("src/codegen/a.cpp", '"codegen/entry/b.h"')
        self.assert_bad("src/core/program/a.h", '"core/meaning/b.h"', "core/program stands before core/meaning")
        self.assert_bad("src/codegen/entry/a.cpp", '"codegen/lower.h"', "codegen/entry stands before codegen/")
        self.assert_good("src/nn/sparse/spmm/a.cpp", '"nn/framework/problem/b.h"')
        self.assert_bad(
            "src/nn/framework/find/a.h", '"nn/layers/gemm/b.h"', "nn/framework stands before nn/layers"
        )
        self.assert_bad("src/core/a.cpp", '"core/expr/b.h"', 'core has no folder ""')
        self.assert_bad("src/core/expr/a.cpp", '"core/more/b.h"', 'core has no folder "more"')

    def test_the_runtime_is_a_leaf(self):
        self.assert_good("src/runtime/a.cpp", "<HalideRuntime.h>")
        self.assert_good("src/runtime/a.cpp", '"tiramisu/runtime.h"')
        self.assert_good("src/codegen/a.cpp", '"runtime/parallel.h"')
        self.assert_good("src/graph/compile/a.cpp", '"runtime/weight_file.h"')
        self.assert_bad("src/runtime/a.cpp", '"support/text.h"', "nothing of the compiler")
        self.assert_bad("src/runtime/a.cpp", '"tiramisu/expr.h"', "no public header but")
        self.assert_bad("src/runtime/a.cpp", "<Halide.h>", "only codegen includes Halide.h")
        self.assert_bad("src/core/a.cpp", '"runtime/parallel.h"', "only codegen and graph know runtime")

    def test_only_codegen_includes_halide(self):
        self.assert_good("src/codegen/expressions/halide.h", "<Halide.h>")
        self.assert_bad("src/core/a.cpp", "<Halide.h>", "only codegen includes Halide.h")
        self.assert_bad("src/nn/a.cpp", "<HalideBuffer.h>", "only codegen and the runtime")

    def test_isl_comes_through_its_header(self):
        self.assert_good("src/polyhedral/isl.h", "<isl/cpp.h>")
        self.assert_bad("src/polyhedral/a.cpp", "<isl/cpp.h>", "through polyhedral/isl.h")
        self.assert_bad("src/core/a.cpp", "<isl/set.h>", "through polyhedral/isl.h")
        self.assert_bad("src/nn/a.cpp", '"polyhedral/isl.h"', "nn knows no isl")

    def test_c_functions_of_isl_are_called_in_polyhedral(self):
        with tempfile.TemporaryDirectory() as folder:
            for component, expected in [("polyhedral", 0), ("core", 1), ("codegen", 1)]:
                path = pathlib.Path(folder) / component / "src" / component / "a.cpp"
                path.parent.mkdir(parents=True)
                path.write_text("int n = isl_set_dim(set, isl_dim_set);\n", encoding="utf-8")
                with contextlib.redirect_stdout(io.StringIO()) as output:
                    self.assertEqual(check_includes.main([str(pathlib.Path(folder) / component)]), expected)
                self.assertEqual("calls isl_set_dim: only polyhedral" in output.getvalue(), expected == 1)

    def test_public_headers_are_light(self):
        self.assert_good("include/tiramisu/utils.h", "<HalideBuffer.h>")
        self.assert_good("include/tiramisu/older_headers.h", "<Halide.h>")
        self.assert_good("include/tiramisu/older_headers.h", '"tiramisu/utils.h"')
        self.assert_bad("include/tiramisu/a.h", "<isl/cpp.h>", "free of isl")
        self.assert_bad("include/tiramisu/a.h", "<Halide.h>", "free of isl, Halide")
        self.assert_bad("include/tiramisu/a.h", "<llvm/IR/Module.h>", "free of isl")
        self.assert_bad("include/tiramisu/a.h", '"core/program/program.h"', "no private one")
        self.assert_bad("include/tiramisu/a.h", '"tiramisu/utils.h"', "for programs to include")

    def test_spaces_do_not_hide_an_include(self):
        status, _ = self.check(**{"src/core/a.cpp": " <Halide.h>"})
        self.assertEqual(status, 1)

    def test_a_folder_without_sources_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(SystemExit):
            check_includes.main([folder])


if __name__ == "__main__":
    unittest.main()
