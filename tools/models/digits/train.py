"""Trains a small network on the digits that scikit-learn ships, prunes it, and writes both as ONNX files.

    python3 train.py FOLDER

digits.onnx and digits_pruned.onnx take images [batch, 1, 8, 8] of numbers from 0 to 16 and give scores [batch, 10].
digits_cases.onnx has as constants images that the training has not seen, their labels, and the scores of both
networks as numpy computes them. Pruning takes the weights of the least magnitude of all layers together, in steps, each
followed by training of what is left. Everything is seeded.
"""

import pathlib
import sys

import numpy
import onnx
from onnx import helper, numpy_helper
from sklearn.datasets import load_digits

from network import Network

SEED = 7
KEPT = [0.5, 0.3, 0.2, 0.15, 0.12]  # shares of the weights after each step
CASES = 180


def data():
    """Images and labels: of training, and others."""
    digits = load_digits()
    images = digits.images[:, None, :, :].astype(numpy.float32)
    order = numpy.random.default_rng(SEED).permutation(len(images))
    seen, unseen = order[:1437], order[1437:]
    return images[seen], digits.target[seen], images[unseen], digits.target[unseen]


def model(network, name):
    """The network as an ONNX model."""
    nodes, constants = [], []
    value, count = "image", 0

    def node(operator, inputs, **attributes):
        nonlocal value, count
        count += 1
        result = f"{operator.lower()}{count}"
        nodes.append(helper.make_node(operator, [value, *inputs], [result], name=result, **attributes))
        value = result

    def constant(array, called):
        constants.append(numpy_helper.from_array(numpy.ascontiguousarray(array), called))
        return called

    for i, layer in enumerate(network.layers):
        kind = type(layer).__name__
        if kind == "Convolution":
            filters = layer.weights.reshape(len(layer.bias), -1, 3, 3)
            node("Conv", [constant(filters, f"w{i}"), constant(layer.bias, f"b{i}")], pads=[1, 1, 1, 1])
            node("Relu", [])
        elif kind == "Pooling":
            node("MaxPool", [], kernel_shape=[2, 2], strides=[2, 2])
        else:
            node("Flatten", [])
            node("Gemm", [constant(layer.weights, f"w{i}"), constant(layer.bias, f"b{i}")], transB=1)
    nodes[-1].output[0] = "scores"
    inputs = [helper.make_tensor_value_info("image", onnx.TensorProto.FLOAT, ["batch", 1, 8, 8])]
    outputs = [helper.make_tensor_value_info("scores", onnx.TensorProto.FLOAT, ["batch", 10])]
    graph = helper.make_graph(nodes, name, inputs, outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="tiramisu")


def cases(arrays):
    """A model whose constants are these arrays."""
    constants = [numpy_helper.from_array(array, name) for name, array in arrays.items()]
    output = helper.make_tensor_value_info("labels_again", onnx.TensorProto.INT64, arrays["labels"].shape)
    nodes = [helper.make_node("Identity", ["labels"], ["labels_again"])]
    graph = helper.make_graph(nodes, "digits_cases", [], [output], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="tiramisu")


def main():
    folder = pathlib.Path(sys.argv[1])
    images, labels, unseen, unseen_labels = data()
    random = numpy.random.default_rng(SEED)
    network = Network(SEED)
    network.train(random, images / 16, labels, epochs=20, rate=2e-3)
    network.layers[0].weights /= 16  # images come as they are
    print(f"dense: {network.count()} weights, {network.accuracy(unseen, unseen_labels):.4f} of {len(unseen)} right")
    arrays = {
        "images": unseen[:CASES],
        "labels": unseen_labels[:CASES].astype(numpy.int64),
        "scores": network.forward(unseen[:CASES]),
    }
    onnx.save(model(network, "digits"), folder / "digits.onnx")

    network.layers[0].weights *= 16
    for share in KEPT:
        zeros = network.count() - round(share * network.count())
        network.prune(zeros)
        network.train(random, images / 16, labels, epochs=8, rate=1e-3)
        if network.zeros() != zeros:
            raise SystemExit(f"{network.zeros()} weights are zero, {zeros} must be")
        print(f"pruned to {share:.0%}: {zeros} zeros, {network.accuracy(unseen / 16, unseen_labels):.4f} right")
    network.layers[0].weights /= 16
    arrays["pruned_scores"] = network.forward(unseen[:CASES])
    onnx.save(model(network, "digits_pruned"), folder / "digits_pruned.onnx")
    onnx.save(cases(arrays), folder / "digits_cases.onnx")
    for layer in network.with_weights:
        nonzeros = int(numpy.count_nonzero(layer.weights))
        print(f"  {type(layer).__name__} {layer.weights.shape}: {nonzeros} not zero, {nonzeros / layer.weights.size:.1%}")


main()
