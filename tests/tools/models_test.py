"""Networks of tools/models: what their publications count. TIRAMISU_MODELS is its folder; PYTHONPATH may have the packages that
write files."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

MODELS = pathlib.Path(os.environ["TIRAMISU_MODELS"])
sys.path.insert(0, str(MODELS))

from catalogue import NETWORKS  # noqa: E402

# Parameters as the authors' own or PyTorch's implementations have them.
PARAMETERS = {
    "vgg16": 138_357_544, "vgg19": 143_667_240, "resnet18": 11_689_512, "resnet34": 21_797_672, "resnet50": 25_557_032,
    "resnext50": 25_028_904, "mobilenet_v1": 4_231_976, "mobilenet_v2": 3_504_872, "efficientnet_b0": 5_288_548,
    "densenet121": 7_978_856, "densenet161": 28_681_000, "inception_v3": 23_834_568, "squeezenet": 1_235_496,
    "bert6": 66_362_880, "vit_tiny": 5_717_416, "cifar_resnet18": 11_173_962, "cifar_vgg16": 14_728_266,
}  # fmt: skip
# Thousands of parameters of WRN-40-2 by groups, without its last layer: table of the thesis on grouped convolutions.
WRN_THOUSANDS = {"": 2242.26, "_g2": 1357.68, "_g4": 813.36, "_g8": 541.20, "_g16": 405.12, "_gn": 292.22}
# Millions of multiply-adds there, with one operation for each element before an activation that stands before a convolution.
WRN_MILLIONS = {"": 328.30, "_g2": 198.15, "_g4": 118.52, "_g8": 78.71, "_g16": 58.80, "_gn": 44.83}
WRN_ACTIVATIONS = 0.7045
# Millions of parameters of the others there.
MILLIONS = {
    "resnet34": 21.79, "resnet34_g2": 13.22, "resnet34_g4": 8.14, "resnet34_g8": 5.60, "resnet34_g16": 4.34,
    "resnet34_gn": 3.13, "mobilenet_v2_g1": 44.05, "mobilenet_v2_g2": 23.75, "mobilenet_v2_g4": 13.59,
    "mobilenet_v2_g8": 8.52, "mobilenet_v2_g16": 5.98, "mobilenet_v2": 3.50,
}  # fmt: skip
# Billions of multiply-adds of convolutions and products.
MACS = {
    "vgg16": 15.47, "resnet18": 1.81, "resnet50": 4.09, "resnext50": 4.23, "mobilenet_v1": 0.569, "mobilenet_v2": 0.301,
    "efficientnet_b0": 0.386, "densenet121": 2.83, "densenet161": 7.73, "inception_v3": 5.71, "squeezenet": 0.349,
    "cifar_vgg16": 0.313, "cifar_resnet18": 0.555,
}  # fmt: skip


def run(*arguments):
    return subprocess.run([sys.executable, "-B", MODELS, *arguments], text=True, capture_output=True, check=False)


class Counts(unittest.TestCase):
    def test_parameters_are_the_published_ones(self):
        for name, count in PARAMETERS.items():
            self.assertEqual(NETWORKS[name]().parameters, count, name)

    def test_grouped_networks_have_the_parameters_of_the_thesis(self):
        last_layer = 128 * 10 + 10
        for suffix, thousands in WRN_THOUSANDS.items():
            self.assertAlmostEqual((NETWORKS["wrn_40_2" + suffix]().parameters - last_layer) / 1e3, thousands, 2, suffix)
        for name, millions in MILLIONS.items():
            self.assertAlmostEqual(NETWORKS[name]().parameters / 1e6, millions, delta=0.011, msg=name)

    def test_multiply_adds_are_the_published_ones(self):
        for name, billions in MACS.items():
            self.assertAlmostEqual(NETWORKS[name]().macs / 1e9, billions, delta=0.005 * billions, msg=name)
        for suffix, millions in WRN_MILLIONS.items():
            counted = (NETWORKS["wrn_40_2" + suffix]().macs - 128 * 10) / 1e6
            self.assertAlmostEqual(counted + WRN_ACTIVATIONS, millions, delta=0.006, msg=suffix)

    def test_work_grows_with_the_pictures_and_parameters_do_not(self):
        for name, make in NETWORKS.items():
            one, three = make(), make(3)
            self.assertEqual(one.parameters, three.parameters, name)
            self.assertEqual(3 * one.macs, three.macs, name)
            self.assertEqual(one.name, name)


class CommandLine(unittest.TestCase):
    def test_lists(self):
        done = run("--list", "resnet20")
        self.assertEqual(done.stdout, "resnet20             0.272 M parameters       40.8 M multiply-adds\n", done.stderr)

    def test_a_name_may_say_how_many_pictures(self):
        done = run("--list", "resnet20_b8")
        self.assertEqual(done.stdout, "resnet20_b8          0.272 M parameters      326.5 M multiply-adds\n", done.stderr)

    def test_unknown_names_and_batches_are_refused(self):
        for name in ["resnet21", "resnet20_b0", "resnet21_b2"]:
            done = run(name)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"there is no network {name}; there are vgg16, vgg19, resnet18,", done.stderr)


class Files(unittest.TestCase):
    def setUp(self):
        try:
            import onnx
        except ImportError:
            self.skipTest("the packages that write ONNX files are not here: ./dev models installs them")
        self.onnx = onnx

    def test_are_valid_and_the_same_each_time(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ["resnet20", "squeezenet", "wrn_40_2_gn", "vit_tiny"]:
                files = []
                for turn in "ab":
                    done = run("--out", f"{folder}/{turn}", f"{name}_b2")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    files.append(pathlib.Path(folder, turn, f"{name}_b2.onnx").read_bytes())
                self.assertEqual(*files)
                self.onnx.checker.check_model(self.onnx.load_from_string(files[0]), full_check=True)


if __name__ == "__main__":
    unittest.main()
