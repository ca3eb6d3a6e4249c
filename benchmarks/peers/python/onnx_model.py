"""Problems as ONNX models, for the libraries that read these: inputs x0, x1, ..., result y."""

import functools

import numpy
import onnx
from onnx import helper, numpy_helper

import problems

OPSET = 17


class Graph:
    """Nodes one after the other, each of which reads what the last one wrote."""

    def __init__(self):
        self._nodes, self._constants = [], []
        self.last = None

    def constant(self, values):
        name = f"w{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(numpy.ascontiguousarray(values), name))
        return name

    def add(self, operation, *more_inputs, **attributes):
        """An empty name among the inputs: that one is left out."""
        name = f"t{len(self._nodes)}"
        outputs = attributes.pop("outputs", [name])
        self._nodes.append(helper.make_node(operation, [self.last, *more_inputs], outputs, **attributes))
        self.last = name

    def model(self, inputs):
        """Of inputs with these names and shapes."""
        self._nodes.append(helper.make_node("Identity", [self.last], ["y"]))
        floats = onnx.TensorProto.FLOAT
        graph = helper.make_graph(
            self._nodes,
            "problem",
            [helper.make_tensor_value_info(name, floats, shape) for name, shape in inputs],
            [helper.make_tensor_value_info("y", floats, None)],
            self._constants,
        )
        opset = helper.make_opsetid("", OPSET)
        return helper.make_model(graph, opset_imports=[opset], ir_version=8).SerializeToString()


def _pool(graph, pool):
    attributes = {"kernel_shape": pool.window, "strides": pool.stride, "pads": 2 * pool.padding}
    if pool.is_maximum:
        graph.add("MaxPool", **attributes)
    else:
        graph.add("AveragePool", count_include_pad=int(pool.counts_padding), **attributes)


def _post_ops(graph, post_ops, residual):
    for one in post_ops:
        if one == "relu":
            graph.add("Relu")
        elif one == "residual_add":
            graph.add("Add", residual)
        else:
            _pool(graph, one)


def build(problem, inputs):
    """The model's bytes, and which of the inputs are given anew at each call."""
    if getattr(problem, "by", None):
        raise problems.CannotDo(f"by={problem.by}")
    return _build(problem, inputs)


@functools.singledispatch
def _build(problem, _inputs):
    raise problems.CannotDo(type(problem).__name__)


@_build.register
def _(chain: problems.Chain, inputs):
    graph = Graph()
    graph.last = "x0"
    for step, weights in zip(chain.steps, inputs[1:]):
        graph.add(
            "Conv", graph.constant(weights), group=step.groups, kernel_shape=step.weights[2:],
            strides=step.strides, dilations=step.dilations, pads=step.before + step.after,
        )  # fmt: skip
        _post_ops(graph, step.post_ops, "x0")
    return graph.model([("x0", chain.shapes[0])]), inputs[:1]


@_build.register
def _(pooling: problems.Pooling, inputs):
    graph = Graph()
    graph.last = "x0"
    _pool(graph, pooling.pool)
    return graph.model([("x0", pooling.shapes[0])]), inputs


@_build.register
def _(norm: problems.BatchNorm, inputs):
    graph = Graph()
    graph.last = "x0"
    mean, variance, scale, shift = map(graph.constant, inputs[1:])
    graph.add("BatchNormalization", scale, shift, mean, variance, epsilon=norm.epsilon)
    _post_ops(graph, norm.post_ops, "x0")
    return graph.model([("x0", norm.shapes[0])]), inputs[:1]


@_build.register
def _(softmax: problems.Softmax, inputs):
    graph = Graph()
    graph.last = "x0"
    graph.add("Softmax", axis=softmax.axis)
    return graph.model([("x0", softmax.shapes[0])]), inputs


@_build.register
def _(gemm: problems.Gemm, inputs):
    graph = Graph()
    graph.last = "x0"
    graph.add("MatMul", "x1")
    return graph.model([("x0", gemm.shapes[0]), ("x1", gemm.shapes[1])]), inputs


@_build.register
def _(lstm: problems.Lstm, inputs):
    graph = Graph()
    graph.last = "x0"
    direction = graph.constant(numpy.array([1], numpy.int64))
    for of_input, of_hidden in zip(inputs[1::2], inputs[2::2]):
        weights = [graph.constant(_in_order_of_onnx(gates)[None]) for gates in (of_input, of_hidden)]
        graph.add("LSTM", *weights, hidden_size=lstm.units)
        graph.add("Squeeze", direction)
    return graph.model([("x0", lstm.shapes[0])]), inputs[:1]


@_build.register
def _(network: problems.Network, inputs):
    graph = network.model.graph
    given = [numpy.array(one, helper.tensor_dtype_to_np_dtype(declared.type.tensor_type.elem_type))
             for declared, one in zip(graph.input, inputs)]  # fmt: skip
    _rename(graph, {one.name: f"x{place}" for place, one in enumerate(graph.input)} | {graph.output[0].name: "y"})
    return network.model.SerializeToString(), given


def _rename(graph, names):
    """Inputs and outputs."""
    for one in [*graph.input, *graph.output]:
        one.name = names.get(one.name, one.name)
    for node in graph.node:
        for of_node in (node.input, node.output):
            of_node[:] = [names.get(name, name) for name in of_node]


def _in_order_of_onnx(gates):
    """Input, output, forget, cell."""
    by_gate = numpy.reshape(gates, (4, -1, numpy.shape(gates)[-1]))
    return by_gate[[0, 3, 1, 2]].reshape(numpy.shape(gates))
