#!/usr/bin/env python3
"""Uses Tiramisu as a stranger does: from an installed copy, by CMake and by pkg-config.

Environment: TIRAMISU_BUILD_DIR is the build to install; TIRAMISU_PACKAGE_DIR a folder for what is made here.
`package_test.py install` lays the copy down, the tests use it.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

PROJECT = pathlib.Path(__file__).resolve().parent / "project"
LAYER_PROJECT = PROJECT.parent / "layer"
TUNED_PROJECT = PROJECT.parent / "tuned"
BUILD = pathlib.Path(os.environ["TIRAMISU_BUILD_DIR"])
WORK = pathlib.Path(os.environ["TIRAMISU_PACKAGE_DIR"])
PREFIX = WORK / "moved"


def run(*command, cwd=None, env=None):
    """Output of a command; an AssertionError with that output if it fails."""
    done = run_unchecked(*command, cwd=cwd, env=env)
    if done.returncode != 0:
        text = " ".join(map(str, command))
        raise AssertionError(f"{text}\nfailed with {done.returncode}:\n{done.stdout}")
    return done.stdout


def run_unchecked(*command, cwd=None, env=None):
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def empty_folder(name):
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def install():
    """Installs, then moves the result: nothing in it may point back to where it was."""
    shutil.rmtree(PREFIX, ignore_errors=True)
    first = empty_folder("first")
    run("cmake", "--install", BUILD, "--prefix", first)
    first.rename(PREFIX)


class PackageTest(unittest.TestCase):
    def own_folder(self):
        """Empty, and this test's alone: others run at the same time."""
        return empty_folder(self.id())


class CleanBuildFolder(PackageTest):
    """What `./dev install` does before anything is built: the target it builds leaves all that is installed."""

    def setUp(self):
        self.folder = self.own_folder()
        run("cmake", "-S", PROJECT.parents[2], "-B", self.folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release")

    def ninja(self, tool):
        return run("ninja", "-C", self.folder, "-t", tool, "tiramisu_installed")

    def built_files(self):
        """All that the target needs, relative to the build folder where it lies there."""
        return set(re.findall(r'label="([^"]+)"', self.ninja("graph")))

    def installed_files(self):
        """Relative to the build folder."""
        inside = re.compile(re.escape(f'"{self.folder}/') + r'([^"$]+[^":])"')
        scripts = "\n".join(path.read_text(encoding="utf-8") for path in self.folder.rglob("cmake_install.cmake"))
        return {name for name in inside.findall(scripts) if not name.endswith("cmake_install.cmake")}

    def test_installs_only_what_its_target_builds(self):
        missing = {name for name in self.installed_files() if not (self.folder / name).exists()}
        self.assertIn("bin/tiramisu_conv2d", missing)
        # Links to a library's version are made with it.
        self.assertEqual({re.sub(r"\.so\..*", ".so", name) for name in missing} - self.built_files(), set())

    def test_builds_nothing_else(self):
        asked = set(re.findall(r"^ *((?:bin|lib)/.*)", self.ninja("query"), re.MULTILINE))
        self.assertIn("bin/tiramisu_conv2d", asked)
        self.assertEqual(asked - self.installed_files(), set())
        self.assertEqual([name for name in self.built_files() if name.startswith(("examples/", "tests/", "benchmarks/"))], [])


class Headers(PackageTest):
    def test_are_those_of_the_sources(self):
        def names(folder):
            return sorted(str(path.relative_to(folder)) for path in (folder / "tiramisu").rglob("*.h"))

        sources = PROJECT.parents[2] / "include"
        self.assertIn("tiramisu/auto_scheduler/auto_scheduler.h", names(sources))
        self.assertEqual(names(sources), names(PREFIX / "include"))


class CMakeProject(PackageTest):
    def configure(self, source, folder, *options):
        return run("cmake", "-S", source, "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PREFIX}", *options)

    def build(self, folder):
        return run("cmake", "--build", folder, "--parallel", "2")

    def test_builds_and_runs(self):
        folder = self.own_folder()
        self.configure(PROJECT, folder)
        self.build(folder)
        self.assertEqual(run(folder / "in_c"), "1999 0.1.0\n")
        lines = run(folder / "in_cpp").splitlines()
        self.assertEqual(lines[0], "21 21")
        self.assertRegex(lines[1], '^refused: .*"out" has extent 999 .*must be 1000')
        self.assertEqual(lines[2], "constraint_violated")
        self.assertRegex(lines[3], '^refused: .*"out".*3996 bytes.*4000')
        self.assertEqual(lines[4], "access_out_of_bounds")

    def test_makes_levels_and_objects_for_other_processors(self):
        top = self.own_folder()
        source, folder = top / "source", top / "build"
        shutil.copytree(PROJECT, source)
        with open(source / "CMakeLists.txt", "a", encoding="utf-8") as lists:
            lists.write("tiramisu_add_library(levels FROM shift_generator FUNCTION_NAME shifted PARAMS offset=1 DEPENDS scale.txt\n"
                        "  TARGETS x86-64-linux-avx512 x86-64-linux-avx2 x86-64-linux aarch64-linux)\n"
                        "add_executable(by_levels main.c)\ntarget_link_libraries(by_levels PRIVATE levels)\n")
        self.configure(source, folder)
        self.build(folder)
        self.assertEqual(run(folder / "by_levels"), "1999 0.1.0\n")
        symbols = run("nm", folder / "liblevels.a")
        for level in ("", "_x86_64_linux_avx512", "_x86_64_linux_avx2", "_x86_64_linux"):
            self.assertIn(f" T shifted{level}\n", symbols)
        other = folder / "levels.generated/aarch64-linux/shifted.o"
        self.assertEqual(other.read_bytes()[18:20], b"\xb7\0", "the machine of the ELF header is AArch64")

    def test_refuses_levels_that_take_different_arguments(self):
        folder = self.own_folder()
        headers = []
        for level, size in (("a", 8), ("b", 16)):
            (folder / level).mkdir()
            headers.append(folder / level / "f.h")
            headers[-1].write_text(f"/* packed: {size} */\n\n#ifndef TIRAMISU_LAYER_F_H\n/* by {level} */\n",
                                   encoding="utf-8")
        script = PREFIX / "lib/cmake/Tiramisu/TiramisuSameArguments.cmake"
        command = ["cmake", "-DNAME=f", "-DLEVELS=a;b", f"-DMARK={folder / 'mark'}"]
        done = run_unchecked(*command, f"-DHEADERS={headers[0]};{headers[1]}", "-P", script)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("tiramisu_add_library(f): the levels a, b take different arguments", " ".join(done.stdout.split()))
        headers[1].write_text(headers[0].read_text(encoding="utf-8").replace("by a", "by b"), encoding="utf-8")
        run(*command, f"-DHEADERS={headers[0]};{headers[1]}", "-P", script)

    def test_writes_the_extra_outputs(self):
        folder = self.own_folder()
        self.configure(PROJECT, folder)
        self.build(folder)
        outputs = (folder / "outputs.txt").read_text(encoding="utf-8").split()
        self.assertEqual([pathlib.Path(name).name for name in outputs],
                         ["shifted.h", "shifted.stmt", "shifted.s", "shifted.ll", "shifted.bc"])
        for name in outputs:
            self.assertGreater(pathlib.Path(name).stat().st_size, 0, name)

    def test_generates_again_exactly_when_something_changed(self):
        top = self.own_folder()
        source, folder = top / "source", top / "build"
        shutil.copytree(PROJECT, source)
        self.configure(source, folder)

        def generator_runs(output):
            return output.count("generator runs with")

        self.assertEqual(generator_runs(self.build(folder)), 2)
        self.assertEqual(generator_runs(self.build(folder)), 0, "nothing changed")

        (source / "scale.txt").write_text("3\n", encoding="utf-8")
        self.assertEqual(generator_runs(self.build(folder)), 2, "a file in DEPENDS changed")
        self.assertEqual(run(folder / "in_cpp").splitlines()[0], "31 31")

        self.configure(source, folder, "-DOFFSET=5")
        self.assertEqual(generator_runs(self.build(folder)), 2, "PARAMS changed")
        self.assertEqual(run(folder / "in_cpp").splitlines()[0], "35 35")

        generator = source / "shift_generator.cpp"
        text = generator.read_text(encoding="utf-8")
        self.assertEqual(text.count(", scale * in(i)"), 1)
        generator.write_text(text.replace(", scale *", ", 100 *"), encoding="utf-8")
        self.assertEqual(generator_runs(self.build(folder)), 2, "the generator changed")
        self.assertEqual(run(folder / "in_cpp").splitlines()[0], "1005 1005")

        (source / "main.c").touch()
        self.assertEqual(generator_runs(self.build(folder)), 0, "only a caller changed")

    def test_refuses_wrong_arguments(self):
        for call, text in [
            ("mylib FROM nobody", "FROM nobody: there is no such target; make it with tiramisu_add_generator Call"),
            ("mylib FROM tiramisu::gelu", "FROM tiramisu::gelu: there is no such target; make it with tiramisu_add_generator, "
             "or take one that comes with Tiramisu: tiramisu::adam, tiramisu::batch_norm, "),
            ("mylib", "FROM <generator> is missing"),
            ("mylib FROM gen FUNCTION_NAME 3d", '"3d" is no name of a C function'),
            ("mylib FROM gen TARGETS host x86-64-linux", 'TARGETS names "host" among 2 targets'),
            ("mylib FROM gen TARGETS avx2 x86-64 FEATURES fma", "FEATURES is for one target"),
            ("mylib FROM gen AUTOSCHEDULER best", 'AUTOSCHEDULER is "best"; there is ansor'),
            ("mylib FROM gen TUNING_LOG log.jsonl", "TUNING_LOG needs AUTOSCHEDULER ansor"),
            ("mylib FROM gen AUTOTUNE best", "unknown arguments: AUTOTUNE best"),
            ("mylib FROM gen HEADER", "no value given for HEADER"),
            ("mylib FROM gen CHECKS all", 'CHECKS is "all", must be exact, memory or none'),
        ]:
            with self.subTest(call=call):
                folder = self.own_folder()
                (folder / "gen.cpp").write_text("int main() {}\n", encoding="utf-8")
                (folder / "CMakeLists.txt").write_text(
                    "cmake_minimum_required(VERSION 3.25)\nproject(P LANGUAGES CXX)\n"
                    "find_package(Tiramisu REQUIRED)\ntiramisu_add_generator(gen SOURCES gen.cpp)\n"
                    f"tiramisu_add_library({call})\n", encoding="utf-8")
                done = run_unchecked("cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja",
                                     f"-DCMAKE_PREFIX_PATH={PREFIX}")
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(text, " ".join(done.stdout.split()))

    def test_refuses_another_version(self):
        folder = self.own_folder()
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(P LANGUAGES CXX)\nfind_package(Tiramisu 9.1 REQUIRED)\n",
            encoding="utf-8")
        done = run_unchecked("cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}")
        self.assertIn('compatible with requested version "9.1"', " ".join(done.stdout.split()))


class Tuned(PackageTest):
    def test_libraries_take_schedules_of_the_model_and_of_a_log(self):
        top = self.own_folder()
        source, folder = top / "source", top / "build"
        shutil.copytree(TUNED_PROJECT, source)
        configure = ("cmake", "-S", source, "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PREFIX}")
        (source / "log.jsonl").touch()
        run(*configure)
        run("cmake", "--build", folder, "--target", "generator")
        (source / "log.jsonl").unlink()
        run(PREFIX / "bin/tiramisu", "tune", "--trials", "4", "--threads", "1", "--log", source / "log.jsonl",
            folder / "generator", cwd=folder)
        run("cmake", "--build", folder, "--parallel", "2")
        self.assertEqual(run(folder / "main"), "0 wrong\n")
        names = (folder / "statements.txt").read_text(encoding="utf-8").split()
        plain, modelled, _ = (pathlib.Path(name).read_text(encoding="utf-8") for name in names)
        self.assertNotIn("ramp(", plain)
        self.assertIn("ramp(", modelled)

        run(PREFIX / "bin/tiramisu", "tune", "--trials", "7", "--threads", "1", "--report", folder / "page.html",
            "--print-schedule", "cpp", folder / "rule_generator", cwd=folder)
        page = (folder / "page.html").read_text(encoding="utf-8")
        self.assertIn("out: rows in blocks, on vectors", page)
        self.assertNotIn("loops as declared", page, "the rule says that no other is asked")

        generator = source / "generator.cpp"
        generator.write_text(generator.read_text(encoding="utf-8").replace("in(y, x) +", "2 * in(y, x) +"), encoding="utf-8")
        done = run_unchecked("cmake", "--build", folder, "--target", "by_log")
        self.assertNotEqual(done.returncode, 0, "the log knows another algorithm")
        self.assertIn("log.jsonl", done.stdout)


class Layers(PackageTest):
    known = LAYER_PROJECT / "known_conv3.csr"

    def test_are_generated_and_right(self):
        folder = self.own_folder()
        run("cmake", "-S", LAYER_PROJECT, "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PREFIX}")
        run("cmake", "--build", folder, "--parallel", "2")
        printed = run(folder / "layer").splitlines()
        refusals = [line for line in printed if line != "right"]
        self.assertEqual(len(printed) - len(refusals), 9)
        self.assertEqual(len(refusals), 6)
        self.assertRegex(refusals[0], '^sparse_conv3: argument "offsets": element 0 is -1, must be from 0 to [0-9]+:')
        self.assertRegex(refusals[1], '^sparse_conv3_pack_pattern: argument "column_indices": element 0 is 45, must be '
                                      'from 0 to 44: the matrix has so many columns$')
        self.assertEqual(refusals[2:], [
            'recurrent: argument "steps" is 8, must be from 0 to 7: the layer was made for so many steps',
            'recurrent: argument "steps" is -1, must be from 0 to 7: the layer was made for so many steps',
            'recurrent: argument "lengths": element 0 is 3, must be from 0 to 2: a sequence has as many steps as there are '
            "at most",
            'recurrent: argument "lengths": element 0 is -2, must be from 0 to 2: a sequence has as many steps as there are '
            "at most"])
        printed = run(folder / "chain").splitlines()
        self.assertEqual(printed[:2], ["right"] * 2)
        self.assertEqual(len(printed), 4)
        self.assertRegex(printed[2], '^sparse_block: argument "offsets_2": element 0 is -1, must be from 0 to [0-9]+:')
        self.assertRegex(printed[3], '^sparse_block_pack_pattern: argument "column_indices_2": element 0 is 45, must be '
                                     'from 0 to 44: the matrix has so many columns$')
        printed = run(folder / "known_pattern").splitlines()
        self.assertEqual(printed[0], "right")
        self.assertEqual(printed[1], 'known_conv3_pack_pattern: argument "column_indices": element 3 is 22, must be 21: '
                                     "the layer's pattern has a non-zero there")
        self.assertRegex(printed[2], '^known_conv3: argument "offsets": element 3 is [0-9]+, must be [0-9]+: '
                                     "the layer's pattern has a non-zero there$")
        self.assertEqual(len(printed), 3)
        header = (folder / "conv3.generated" / "conv3.h").read_text(encoding="utf-8")
        self.assertIn("conv2d mb=2 g=1 ic=5 oc=20 ih=9 iw=11 oh=5 ow=11", header)
        self.assertNotIn("solver=naive", header)
        header = (folder / "conv3_any_size.generated" / "conv3_any_size.h").read_text(encoding="utf-8")
        self.assertIn("src: mb x 5 x ih x iw as nchw; "
                      "dst: mb x 20 x ((ih + 2 - 3) / 2 + 1) x ((iw + 2 - 3) / 1 + 1) as nchw", header)
        self.assertIn("struct halide_buffer_t *dst, int32_t mb, int32_t ih, int32_t iw);", header)
        header = (folder / "block.generated" / "block.h").read_text(encoding="utf-8")
        self.assertIn("int block(struct halide_buffer_t *src, struct halide_buffer_t *weights, "
                      "struct halide_buffer_t *bias_1, struct halide_buffer_t *dst);", header)
        self.assertRegex(header, r"2\. conv2d mb=1 .* post=residual_add\+relu src=nhwc dst=nchw\n \*    solver=")

    def check_refusals(self, generator, refusals):
        for words, text in refusals:
            with self.subTest(words=words):
                done = run_unchecked(PREFIX / "bin" / generator, *shlex.split(words), cwd=self.own_folder())
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stdout.splitlines()[0], text)

    def test_refuse_wrong_parameters(self):
        self.check_refusals("tiramisu_conv2d", [
            ("ic=4 oc=4 ih=5", '"conv2d .* iw.* is 0, must be from 1 to'),
            ("ic=4 oc=4 ih=5 iw=5 kernel=3", "kernel.* is no word of such a problem; there are mb, g, ic"),
            ("ic=four oc=4 ih=5 iw=5", 'ic.* is "four", must be a whole number'),
            ("ic=4 oc=4 ih=5 iw=5 solver=fast", '"fast".* is not known; there are "auto", .*"direct"'),
            ("ic=4 oc=4 ih=5 iw=5 layout=chwn", '"chwn".*nchw.*nhwc'),
            ("ic=4 oc=4 ih=5 iw=5 layout=nhwc dst=nchw", "dst=nchw.* stands beside layout=nhwc"),
            ("ic=4 oc=4 ih=5 iw=5 solver", "solver.* has no value"),
            ("ic=4 oc=4 ih=5 iw=5 batch=all", "batch=all.* must be fixed or any"),
            ("ic=4 oc=4 ih=5 iw=5 batch=any solver=im2col", "cannot do it: any number of images"),
            ("ic=4 oc=4 ih=5 iw=5 size=all", "size=all.* must be fixed or any"),
            ("ic=4 oc=4 ih=5 iw=5 size=any solver=winograd", "cannot do it: images of any size, whose tiles"),
            ("ic=4 oc=4 ih=5 iw=5 oh=7 size=any", "any size: does not go with oh and ow that do not follow from ih"),
            ("mb=0 ic=4 oc=4 ih=5 iw=5", "mb.* is 0, must be at least 1"),
        ])

    def test_refuse_wrong_parameters_of_chains(self):
        step = '"conv2d ic=4 oc=4 ih=5 iw=5 kh=3 kw=3 ph=1 pw=1"'
        self.check_refusals("tiramisu_conv2d_chain", [
            ("layout=nchw", "chain: has no steps, must have at least one"),
            ("ic=4 oc=4 ih=5 iw=5", 'ic=4 oc=4 ih=5 iw=5: is no step of a chain; a step is one word, as "conv2d'),
            (f"{step} solver=direct", "solver: is asked for, but steps have solvers of their own; perf_db="),
            (f'{step} "conv2d ic=8 oc=4 ih=5 iw=5"', "step 2: has src of 1x8x5x5, but step 1 leaves 1x4x5x5"),
            ('"conv2d mb=0 ic=4 oc=4 ih=5 iw=5"', "mb.* is 0, must be at least 1: there is nothing to generate"),
            (f'{step} "resize ic=4 ih=9 iw=9 oh=5 ow=5"', "is not the first of the chain, where it has to be"),
            (f'"resize ic=4 ih=9 iw=9 oh=6 ow=5" {step}', "leaves 1x4x6x5, but step 1 has src of 1x4x5x5"),
            (f'{step} "shortcut=conv2d ic=4 oc=4 ih=5 iw=5"', "shortcut: is given, but no step has a residual_add"),
            (f'"resize ic=4 ih=9 iw=9 oh=5 ow=5" {step[:-1]} post=residual_add" '
             '"shortcut=conv2d ic=4 oc=4 ih=5 iw=5"', "stands beside a shortcut, which reads images that are not"),
        ])

    def test_refuse_wrong_parameters_of_sparse_chains(self):
        step = '"conv2d ic=4 oc=4 ih=5 iw=5 kh=3 kw=3 ph=1 pw=1"'
        self.check_refusals("tiramisu_sparse_conv2d_chain", [
            (f"{step} density=0.1,much", "density=0.1,much: must be a number from 0 to 1"),
            (f"{step} density=0.1,0.2", "chain of 1 steps: densities: are 2, must be one a step"),
            (f"{step} density=2", "density: is 2.0*, must be from 0 to 1"),
            (f"{step} validate=yes", "validate=yes.* must be on or off"),
            (f'"resize ic=4 ih=9 iw=9 oh=6 ow=5" {step}', "leaves 1x4x6x5, but step 1 has src of 1x4x5x5"),
            (f'{step} "shortcut=conv2d ic=4 oc=4 ih=5 iw=5"', "shortcut: is given, but no step has a residual_add"),
            ('"conv2d g=2 ic=4 oc=4 ih=5 iw=5"', "g: is 2, must be 1: a sparse convolution has one group"),
            (f"{step} between=chwn", '"chwn".*nchw.*nhwc'),
            (f"{step} pattern=missing.csr", 'pattern=missing.csr.* cannot read "missing.csr": No such file'),
            (f"{step} pattern={self.known}", r"pattern: weights are 20x45, must be oc x ic \* kh \* kw = 4x36"),
            (f'"conv2d ic=5 oc=20 ih=5 iw=5 kh=3 kw=3" "conv2d ic=20 oc=4 ih=3 iw=3" pattern={self.known}',
             "chain of 2 steps: patterns: are 1, must be one a step"),
        ])

    def test_sparse_chains_say_which_patterns_they_are_for(self):
        folder = self.own_folder()
        run(PREFIX / "bin" / "tiramisu_sparse_conv2d_chain", "conv2d ic=5 oc=20 ih=9 iw=11 kh=3 kw=3",
            "conv2d ic=20 oc=4 ih=7 iw=9", f"pattern={self.known},", "between=nhwc", cwd=folder)
        header = (folder / "sparse_conv2d_chain.h").read_text(encoding="utf-8")
        self.assertRegex(header, r"1\. .* dst=nhwc density=0\.022 pattern=[0-9a-f]{16}\n \*    solver=.*\n"
                                 r" \*    All weights have the same pattern, of 20 non-zeros")
        self.assertRegex(header, r"2\. .* src=nhwc dst=nchw density=0\.15\n \*    solver=.*\n \* Weights")

    def test_refuse_wrong_parameters_of_products(self):
        self.check_refusals("tiramisu_gemm", [
            ("m=4 n=4", 'k.* is 0, must be from 1 to'),
            ("m=0 n=4 k=4", "m.* is 0, must be at least 1"),
            ("m=4 n=4 k=4 constant_b=2", "constant_b=2.* must be 0 or 1"),
        ])

    def test_refuse_wrong_parameters_of_sparse_convolutions(self):
        self.check_refusals("tiramisu_sparse_conv2d", [
            ("ic=4 oc=4 ih=5", '"conv2d .* iw.* is 0, must be from 1 to'),
            ("g=2 ic=4 oc=4 ih=5 iw=5", "g: is 2, must be 1: a sparse convolution has one group"),
            ("ic=4 oc=4 ih=5 iw=5 density=much", "density=much.* must be a number from 0 to 1"),
            ("ic=4 oc=4 ih=5 iw=5 density=2", "density: is 2.0*, must be from 0 to 1"),
            ("ic=4 oc=4 ih=5 iw=5 validate=yes", "validate=yes.* must be on or off"),
            ("ic=4 oc=4 ih=5 iw=5 solver=winograd", '"winograd".* is not known; there are "auto", .*"shifted"'),
            ("ic=4 oc=4 ih=5 iw=5 layout=nhwc src=lifted", "src=lifted.* stands beside layout=nhwc"),
        ])

    def test_refuse_patterns_that_are_none_of_the_layer(self):
        size, known = "ic=5 oc=20 ih=9 iw=11 kh=3 kw=3", self.known
        malformed = empty_folder("malformed_pattern") / "malformed.csr"
        malformed.write_text("2, 1, 3, 4, 3\n/\nhalf\n", encoding="utf-8")
        self.check_refusals("tiramisu_sparse_conv2d", [
            (f"{size} pattern=", "pattern=.* has no value; write pattern=value"),
            (f"{size} pattern=missing.csr", 'pattern=missing.csr.* cannot read "missing.csr": No such file'),
            (f"{size} pattern={malformed}", 'pattern=.*malformed.csr.* line 3: "half" must be a value, a finite number'),
            (f"{size} pattern={known} density=0.1", "density=0.1.* stands beside pattern=.*, which says it; give either"),
            (f"ic=5 oc=19 ih=9 iw=11 kh=3 kw=3 pattern={known}",
             r"pattern: weights are 20x45, must be oc x ic \* kh \* kw = 19x45"),
            (f"{size} solver=unrolled", '"unrolled".* cannot do it: weights of any pattern; give the only one'),
        ])

    def test_refuse_wrong_parameters_of_recurrent_layers(self):
        for generator in ["tiramisu_lstm", "tiramisu_sparse_lstm"]:
            self.check_refusals(generator, [
                ("ic=4", 'hc.* is 0, must be from 1 to'),
                ("t=0 ic=4 hc=4", "t.* is 0, must be at least 1: there is nothing to generate"),
                ("ic=4 hc=4 lengths=2", "lengths.* is 2, must be 0 or 1"),
                ("ic=4 hc=4 solver=fast", '"fast".* is not known; there are "auto"'),
            ])

    def test_refuse_wrong_parameters_of_sparse_products(self):
        for words, text in [
            ("m=4 n=4", 'k.* is 0, must be from 1 to'),
            ("m=4 n=0 k=4", "n.* is 0, must be at least 1"),
            ("m=4 n=4 k=4 density=much", "density=much.* must be a number from 0 to 1"),
            ("m=4 n=8 k=4 validate=1", "validate=1.* must be on or off"),
            ("m=4 n=8 k=4 solver=dot", "n 8, must be at most 4"),
        ]:
            with self.subTest(words=words):
                done = run_unchecked(PREFIX / "bin" / "tiramisu_spmm", *words.split(), cwd=empty_folder("refused"))
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stdout.splitlines()[0], text)


class ShippedPerfDb(PackageTest):
    FILE = PREFIX / "share" / "tiramisu" / "perf.sqlite"

    def test_is_found_beside_the_library(self):
        folder = self.own_folder()
        (folder / "ask.cpp").write_text(
            "#include <tiramisu/nn/perf_db.h>\n#include <cstdio>\n"
            "int main() { std::puts(tiramisu::nn::perf_db::shipped_file().c_str()); }\n", encoding="utf-8")
        run("g++", "-std=c++17", "ask.cpp", f"-I{PREFIX}/include", f"-L{PREFIX}/lib", "-ltiramisu",
            f"-Wl,-rpath,{PREFIX}/lib", "-o", "ask", cwd=folder)
        self.assertEqual(run("./ask", cwd=folder).strip(), str(self.FILE))

    def test_is_read_by_generators(self):
        words = "ic=64 oc=64 ih=56 iw=56 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu perf_db=shipped".split()
        self.assertEqual(run(PREFIX / "bin" / "tiramisu_conv2d", *words, cwd=self.own_folder()), "")
        self.assertEqual(self.FILE.read_bytes()[:15], b"SQLite format 3")
        self.assertEqual(sorted(self.FILE.parent.iterdir()), [self.FILE, self.FILE.with_name("schedules.jsonl")])


class PkgConfig(PackageTest):
    def flags(self, package):
        env = {"PKG_CONFIG_PATH": str(PREFIX / "lib" / "pkgconfig")}
        return run("pkg-config", "--cflags", "--libs", package, env=env).split()

    def test_builds_and_runs(self):
        folder = self.own_folder()
        run("g++", "-std=c++17", f'-DSCALE_FILE="{PROJECT}/scale.txt"', PROJECT / "shift_generator.cpp",
            *self.flags("tiramisu"), "-o", "generator", cwd=folder)
        output = run("./generator", "offset=4", cwd=folder, env={"TIRAMISU_FUNCTION_NAME": "shifted"})
        self.assertEqual(output, "generator runs with offset 4 and scale 2\n")

        runtime = self.flags("tiramisu-runtime")
        # gcc and not g++ links: the run-time library needs nothing of libstdc++.
        run("gcc", "-std=c99", PROJECT / "main.c", "shifted.o", "-I.", *runtime, "-o", "in_c", cwd=folder)
        self.assertEqual(run("./in_c", cwd=folder), "2002 0.1.0\n")

    def test_nothing_names_the_folder_where_it_was_first(self):
        for file in (PREFIX / "lib").rglob("*"):
            if file.suffix in {".cmake", ".pc"}:
                self.assertNotIn(str(WORK / "first"), file.read_text(encoding="utf-8"), file)


if __name__ == "__main__":
    if sys.argv[1:] == ["install"]:
        install()
    else:
        unittest.main()
