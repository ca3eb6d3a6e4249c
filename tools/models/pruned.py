"""Pruned networks: ResNet-20 with weights that were trained and pruned (benchmarks/sparse/resnet20), and VGG with random
weights of the densities that were published for it."""

import math
import pathlib

from graph import Pruned, Stored
from resnet import resnet20
from vgg import vgg19

RESNET20 = pathlib.Path(__file__).resolve().parents[2] / "benchmarks" / "sparse" / "resnet20"
# Shares of the weights of the convolutions that are not zero: Tiramisu's paper (Baghdadi et al.), table 1.
VGG = (0.495, 0.346, 0.777, 0.795, 0.771, 0.659, 0.457, 0.242, 0.058, 0.010, 0.002, 0.002, 0.003, 0.004, 0.007, 0.010)


def _convolutions(graph):
    """The names of the weights of those of 3 x 3, in order."""
    return [one.inputs[1] for one in graph.nodes if one.operator == "Conv" and one.attributes["kernel_shape"] == (3, 3)]


def resnet20_pruned(batch=1):
    graph = resnet20(batch)
    graph.name = "resnet20_pruned"
    for number, weights in enumerate(_convolutions(graph), 1):
        graph.constants[weights] = Stored(graph.shapes[weights], RESNET20 / f"resnet_{number}.csr")
    return graph


def vgg19_pruned(batch=1):
    graph = vgg19(batch)
    graph.name = "vgg19_pruned"
    for density, weights in zip(VGG, _convolutions(graph), strict=True):
        shape = graph.shapes[weights]
        deviation = math.sqrt(2 / (math.prod(shape[1:]) * density))
        graph.constants[weights] = Pruned(shape, deviation, density)
    return graph
