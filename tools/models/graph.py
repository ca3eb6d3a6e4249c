"""A network as a list of nodes, with the sizes of all values; weights are recipes, of which write.py makes numbers."""

import dataclasses
import math
import pathlib

FLOAT, INT64 = "float32", "int64"


@dataclasses.dataclass(frozen=True)
class Weights:
    """Random numbers: of a normal distribution around `middle`, or, where `low` is told, uniform from there to `high`."""

    shape: tuple
    middle: float = 0.0
    deviation: float = 1.0
    low: float | None = None
    high: float = 1.0


@dataclasses.dataclass(frozen=True)
class Numbers:
    """Known values, one-dimensional, or one number."""

    values: tuple | float
    type: str = INT64


@dataclasses.dataclass(frozen=True)
class Pruned:
    """Random numbers of a normal distribution, of which this share is not zero: those of the largest magnitude."""

    shape: tuple
    deviation: float
    density: float


@dataclasses.dataclass(frozen=True)
class Stored:
    """Filters in a file of pruned weights: a line "filters, channels, kernel, image, non-zeros" and, each after a line that
    begins with "/", values, row starts and columns, which are offsets in an image with a border of one."""

    shape: tuple
    path: pathlib.Path


@dataclasses.dataclass(frozen=True)
class Node:
    operator: str
    inputs: tuple
    outputs: tuple
    attributes: dict


class Graph:
    """Calls add nodes and answer with the name of the value that they make. Images are NCHW."""

    def __init__(self, name):
        self.name = name
        self.inputs, self.outputs, self.nodes, self.constants = {}, {}, [], {}
        self.shapes, self.types = {}, {}
        self.parameters = 0  # that are learned: means and variances of batch normalisation are not counted
        self.macs = 0  # multiplications that are added up, in convolutions and products

    # --- what everything is made of

    def input(self, name, shape, element=FLOAT, below=None):
        """`below`: values of an input of integers are less than that."""
        self.inputs[name] = (tuple(shape), element, below)
        self.shapes[name] = tuple(shape)
        return name

    def output(self, value, name):
        self.nodes.append(Node("Identity", (value,), (name,), {}))
        self.outputs[name] = self.shapes[value]

    def weights(self, shape, learned=True, **recipe):
        name = f"w{len(self.constants)}"
        self.constants[name] = Weights(tuple(shape), **recipe)
        self.shapes[name] = tuple(shape)
        self.parameters += math.prod(shape) if learned else 0
        return name

    def numbers(self, values, element=INT64):
        name = f"w{len(self.constants)}"
        is_list = isinstance(values, (list, tuple))
        self.constants[name] = Numbers(tuple(values) if is_list else values, element)
        self.shapes[name] = (len(values),) if is_list else ()
        return name

    def node(self, operator, inputs, shape, **attributes):
        name = f"v{len(self.nodes)}"
        self.nodes.append(Node(operator, tuple(inputs), (name,), attributes))
        self.shapes[name] = tuple(shape)
        return name

    # --- convolutions and what stands around them

    def conv(self, x, channels, kernel, stride=1, pad=None, groups=1, bias=False):
        """`kernel` and `pad` are numbers or pairs; without `pad` rows and columns are kept, but for the stride."""
        kernel = kernel if isinstance(kernel, tuple) else (kernel, kernel)
        pad = tuple(k // 2 for k in kernel) if pad is None else pad if isinstance(pad, tuple) else (pad, pad)
        images, of_input, *size = self.shapes[x]
        result = [(n + 2 * p - k) // stride + 1 for n, p, k in zip(size, pad, kernel)]
        products = of_input // groups * math.prod(kernel)
        given = [x, self.weights((channels, of_input // groups, *kernel), deviation=math.sqrt(2 / products))]
        if bias:
            given.append(self.weights((channels,), deviation=0.1))
        self.macs += images * channels * math.prod(result) * products
        return self.node(
            "Conv", given, (images, channels, *result),
            kernel_shape=kernel, strides=(stride, stride), pads=2 * pad, group=groups,
        )  # fmt: skip

    def batch_norm(self, x, scale=1.0, epsilon=1e-5):
        channels = (self.shapes[x][1],)
        given = [
            self.weights(channels, low=0.8 * scale, high=1.2 * scale),
            self.weights(channels, deviation=0.1),
            self.weights(channels, learned=False, deviation=0.1),
            self.weights(channels, learned=False, low=0.8, high=1.2),
        ]
        return self.node("BatchNormalization", [x, *given], self.shapes[x], epsilon=epsilon)

    def conv_norm(self, x, channels, kernel, stride=1, pad=None, groups=1, epsilon=1e-5):
        return self.batch_norm(self.conv(x, channels, kernel, stride, pad, groups), epsilon=epsilon)

    def conv_norm_relu(self, x, channels, kernel, stride=1, pad=None, groups=1, epsilon=1e-5):
        return self.relu(self.conv_norm(x, channels, kernel, stride, pad, groups, epsilon))

    def _pool(self, operator, x, window, stride, pad, **attributes):
        images, channels, *size = self.shapes[x]
        more = stride - 1 if attributes.get("ceil_mode") else 0
        result = [(n + 2 * pad - window + more) // stride + 1 for n in size]
        return self.node(
            operator, [x], (images, channels, *result),
            kernel_shape=(window, window), strides=(stride, stride), pads=4 * (pad,), **attributes,
        )  # fmt: skip

    def max_pool(self, x, window, stride, pad=0, past_the_end=False):
        """`past_the_end`: also a last window that is not whole."""
        return self._pool("MaxPool", x, window, stride, pad, ceil_mode=int(past_the_end))

    def mean_pool(self, x, window, stride, pad=0):
        return self._pool("AveragePool", x, window, stride, pad, count_include_pad=1)

    def global_mean(self, x):
        return self.node("GlobalAveragePool", [x], (*self.shapes[x][:2], 1, 1))

    # --- products

    def dense(self, x, units, bias=True):
        """Of rows: x has two dimensions."""
        rows, length = self.shapes[x]
        given = [x, self.weights((units, length), deviation=math.sqrt(1 / length))]
        if bias:
            given.append(self.weights((units,), deviation=0.1))
        self.macs += rows * units * length
        return self.node("Gemm", given, (rows, units), transB=1)

    def project(self, x, units):
        """The last dimension of x, of any number, becomes as many units; with a bias."""
        *rows, length = self.shapes[x]
        matrix = self.weights((length, units), deviation=math.sqrt(1 / length))
        self.macs += math.prod(rows) * units * length
        product = self.node("MatMul", [x, matrix], (*rows, units))
        return self.add(product, self.weights((units,), deviation=0.1))

    def product(self, a, b):
        *rows, length = self.shapes[a]
        columns = self.shapes[b][-1]
        self.macs += math.prod(rows) * length * columns
        return self.node("MatMul", [a, b], (*rows, columns))

    # --- element by element, and rearrangements

    def relu(self, x):
        return self.node("Relu", [x], self.shapes[x])

    def relu6(self, x):
        limits = [self.numbers(0.0, FLOAT), self.numbers(6.0, FLOAT)]
        return self.node("Clip", [x, *limits], self.shapes[x])

    def sigmoid(self, x):
        return self.node("Sigmoid", [x], self.shapes[x])

    def swish(self, x):
        return self.multiply(x, self.sigmoid(x))

    def gelu(self, x):
        """By the error function, as exporters write it."""
        shape = self.shapes[x]
        divided = self.node("Div", [x, self.numbers(math.sqrt(2), FLOAT)], shape)
        raised = self.node("Add", [self.node("Erf", [divided], shape), self.numbers(1.0, FLOAT)], shape)
        return self.node("Mul", [self.multiply(x, raised), self.numbers(0.5, FLOAT)], shape)

    def add(self, a, b):
        return self.node("Add", [a, b], self.shapes[a])

    def multiply(self, a, b):
        return self.node("Mul", [a, b], self.shapes[a])

    def softmax(self, x):
        return self.node("Softmax", [x], self.shapes[x], axis=-1)

    def layer_norm(self, x, epsilon):
        length = (self.shapes[x][-1],)
        given = [self.weights(length, low=0.8, high=1.2), self.weights(length, deviation=0.1)]
        return self.node("LayerNormalization", [x, *given], self.shapes[x], axis=-1, epsilon=epsilon)

    def concat(self, parts, axis=1):
        shape = list(self.shapes[parts[0]])
        shape[axis] = sum(self.shapes[part][axis] for part in parts)
        return self.node("Concat", parts, shape, axis=axis)

    def flatten(self, x):
        first, *rest = self.shapes[x]
        return self.node("Flatten", [x], (first, math.prod(rest)), axis=1)

    def reshape(self, x, shape):
        return self.node("Reshape", [x, self.numbers(shape)], shape)

    def transpose(self, x, order):
        return self.node("Transpose", [x], [self.shapes[x][one] for one in order], perm=tuple(order))
