"""A network that is being written: nodes one after the other, with weights that are the same in each run."""

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

TYPES = {
    "float": TensorProto.FLOAT, "half": TensorProto.FLOAT16, "double": TensorProto.DOUBLE, "int64": TensorProto.INT64,
    "int32": TensorProto.INT32, "uint8": TensorProto.UINT8, "int8": TensorProto.INT8, "bool": TensorProto.BOOL,
    "bfloat16": TensorProto.BFLOAT16,
}  # fmt: skip


class Net:
    """`opset` and `constant_nodes` are what exporters differ in: some write constants as nodes, others as initializers."""

    def __init__(self, opset=13, constant_nodes=False, outer=None):
        self.opset, self.constant_nodes, self.outer = opset, constant_nodes, outer
        self.nodes, self.initializers, self.inputs, self.outputs = [], [], [], []
        self.random = outer.random if outer else numpy.random.default_rng(7)
        self.count = 0
        self.prefix = "" if outer is None else f"{outer.prefix}b{outer.fresh('')}_"

    def fresh(self, like):
        self.count += 1
        return f"{getattr(self, 'prefix', '')}{like}{self.count}"

    # --- values

    def input(self, name, kind, shape):
        self.inputs.append(helper.make_tensor_value_info(name, TYPES[kind], shape))
        return name

    def output(self, value, name=None, kind="float", shape=None):
        """Names a value; with `name` an Identity gives it that name."""
        if name is not None:
            self.nodes.append(helper.make_node("Identity", [value], [name]))
        self.outputs.append(helper.make_tensor_value_info(name or value, TYPES[kind], shape))

    def const(self, values, type=None):
        values = numpy.asarray(values, type)
        if values.dtype == numpy.float64 and type is None:
            values = values.astype(numpy.float32)
        name = self.fresh("c")
        tensor = numpy_helper.from_array(values, name)
        if self.constant_nodes:
            self.nodes.append(helper.make_node("Constant", [], [name], value=tensor))
        else:
            self.initializers.append(tensor)
        return name

    def weight(self, *shape, scale=None):
        fan = numpy.prod(shape[1:]) if len(shape) > 1 else 4
        scale = fan**-0.5 if scale is None else scale
        name = self.fresh("w")
        values = (self.random.standard_normal(shape) * scale).astype(numpy.float32)
        self.initializers.append(numpy_helper.from_array(values, name))
        return name

    # --- nodes

    def op(self, operator, *inputs, n=1, domain="", **attributes):
        """The node's output, or a list of `n` of them. Numbers and arrays become constants."""
        given = ["" if one is None else one if isinstance(one, str) else self.const(one) for one in inputs]
        outputs = [self.fresh(operator.lower()) for _ in range(n)]
        self.nodes.append(helper.make_node(operator, given, outputs, domain=domain, **attributes))
        return outputs[0] if n == 1 else outputs

    def branch(self, write, *inputs):
        """A graph inside: `write(net)` gives its outputs."""
        inner = Net(self.opset, self.constant_nodes, self)
        inner.inputs = list(inputs)
        made = write(inner)
        return inner, made

    def graph(self, name):
        return helper.make_graph(self.nodes, name, self.inputs, self.outputs, self.initializers)

    def inside(self, write, inputs=()):
        inner = Net(self.opset, self.constant_nodes, self)
        for one in inputs:
            inner.input(*one)
        for value in write(inner):
            inner.outputs.append(onnx.ValueInfoProto(name=value))
        return inner.graph(inner.prefix + "graph")

    def model(self, name="net", domains=(), ir_version=8):
        opsets = [helper.make_opsetid("", self.opset)] + [helper.make_opsetid(d, v) for d, v in domains]
        return helper.make_model(self.graph(name), opset_imports=opsets, ir_version=ir_version)

    # --- what most networks are made of

    def conv(self, x, of, to, kernel, bias=True, groups=1, **attributes):
        kernel = kernel if isinstance(kernel, (list, tuple)) else [kernel, kernel]
        given = [x, self.weight(to, of // groups, *kernel)] + ([self.weight(to, scale=0.1)] if bias else [])
        attributes.setdefault("pads", 2 * [k // 2 for k in kernel])
        attributes.setdefault("strides", [1] * len(kernel))
        return self.op("Conv", *given, kernel_shape=kernel, group=groups, dilations=attributes.pop("dilations", [1] * len(kernel)), **attributes)

    def norm(self, x, channels):
        spread = numpy.abs(self.random.standard_normal(channels)).astype(numpy.float32) + 0.5
        return self.op("BatchNormalization", x, self.const(spread), self.weight(channels, scale=0.1),
                       self.weight(channels, scale=0.1), self.const(spread[::-1].copy()), epsilon=1e-5)

    def dense(self, x, of, to):
        return self.op("Add", self.op("MatMul", x, self.weight(of, to, scale=of**-0.5)), self.weight(to, scale=0.1))
