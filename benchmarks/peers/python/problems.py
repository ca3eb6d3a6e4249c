"""Problems from their texts, which are those of the layer library."""

from __future__ import annotations

import dataclasses
import itertools
import math


class CannotDo(Exception):
    """A library has nothing for this problem."""


def _words(text):
    kind, *words = text.split()
    return kind, dict(word.split("=", 1) for word in words)


def _only(words, allowed):
    """Refuses what would be left out of the work."""
    for name in words:
        if name not in allowed:
            raise CannotDo(f"{name}={words[name]}")


def _pair(text):
    rows, columns = text.split("x")
    return int(rows), int(columns)


@dataclasses.dataclass(frozen=True)
class Pool:
    is_maximum: bool
    counts_padding: bool
    window: tuple[int, int]
    stride: tuple[int, int]
    padding: tuple[int, int]

    @staticmethod
    def read(text):
        kind, window, stride, padding = text.split(":")
        if kind not in ("max_pool", "avg_pool", "avg_pool_padded"):
            raise CannotDo(text)
        return Pool(kind == "max_pool", kind == "avg_pool_padded", _pair(window), _pair(stride), _pair(padding))


def _post_ops(words):
    """Names, and Pools."""
    found = []
    for one in words.get("post", "").split("+"):
        if ":" in one:
            found.append(Pool.read(one))
        elif one in ("relu", "residual_add"):
            found.append(one)
        elif one:
            raise CannotDo(one)
    return found


def _split(floats, shapes):
    """The tensors of these shapes, which lie one after the other."""
    counts = list(map(math.prod, shapes))
    if len(floats) != sum(counts):
        raise ValueError(f"{len(floats)} floats of inputs, not {sum(counts)}")
    ends = list(itertools.accumulate(counts))
    return [floats[end - count : end].cast("B").cast("f", shape) for shape, count, end in zip(shapes, counts, ends)]


class Problem:
    """Has `shapes`, those of its inputs."""

    def inputs(self, floats):
        return _split(floats, self.shapes)


class Convolution:
    """One step of a chain."""

    def __init__(self, text):
        _, words = _words(text)
        _only(words, "mb g ic oc ih iw oh ow kh kw sh sw ph pw dh dw post by".split())
        size = {name: int(value) for name, value in words.items() if name not in ("post", "by")}
        self.groups = size.get("g", 1)
        self.src = (size["mb"], size["ic"], size["ih"], size["iw"])
        self.weights = (size["oc"], size["ic"] // self.groups, size["kh"], size["kw"])
        self.strides = (size["sh"], size["sw"])
        self.dilations = (size["dh"] + 1, size["dw"] + 1)
        self.before = (size["ph"], size["pw"])
        reach = [(k - 1) * d + 1 for k, d in zip(self.weights[2:], self.dilations)]
        ends = [(out - 1) * s + r for out, s, r in zip((size["oh"], size["ow"]), self.strides, reach)]
        # Less than nothing where the last rows are not met; they change no result.
        self.after = tuple(max(0, end - n - p) for end, n, p in zip(ends, self.src[2:], self.before))
        self.post_ops = _post_ops(words)


class Chain(Problem):
    """Convolutions one after the other; a residual is the src of the first. `by`: the library inside of this one that is asked."""

    def __init__(self, text):
        texts = text.split("|")
        self.steps = [Convolution(step) for step in texts]
        self.shapes = [self.steps[0].src] + [step.weights for step in self.steps]
        self.by = _words(texts[-1])[1].get("by")


class Pooling(Problem):
    def __init__(self, text):
        _, words = _words(text)
        _only(words, "mb ic ih iw pool layout".split())
        self.pool = Pool.read(words["pool"])
        self.shapes = [_images(words)]


class BatchNorm(Problem):
    def __init__(self, text):
        _, words = _words(text)
        _only(words, "mb ic ih iw epsilon post layout".split())
        self.epsilon = float(words["epsilon"])
        self.post_ops = _post_ops(words)
        images = _images(words)
        self.shapes = [images] + 4 * [(images[1],)]  # and mean, variance, scale, shift


class Softmax(Problem):
    def __init__(self, text):
        _, words = _words(text)
        _only(words, "mb ic ih iw axis layout".split())
        self.axis = int(words["axis"])
        self.shapes = [_images(words)]


class Gemm(Problem):
    def __init__(self, text):
        _, words = _words(text)
        _only(words, "m n k by".split())
        m, n, k = (int(words[name]) for name in "mnk")
        self.by = words.get("by")
        self.shapes = [(m, k), (k, n)]


class SparseProduct(Problem):
    """The first matrix is given with its zeros."""

    def __init__(self, text):
        _, words = _words(text)
        m, n, k = (int(words[name]) for name in "mnk")
        self.shapes = [(m, k), (k, n)]


class Lstm(Problem):
    """Layers on top of each other; their weights lie as PyTorch's: input, forget, cell, output gate."""

    def __init__(self, text):
        _, words = _words(text)
        _only(words, "l t mb ic hc".split())
        self.layers, self.steps, self.batch, self.inputs_size, self.units = (
            int(words[name]) for name in "l t mb ic hc".split()
        )
        self.shapes = [(self.steps, self.batch, self.inputs_size)]
        for layer in range(self.layers):
            channels = self.units if layer else self.inputs_size
            self.shapes += [(4 * self.units, channels), (4 * self.units, self.units)]


class Network(Problem):
    """Of an ONNX file, whose sizes are known; all inputs come as floats."""

    def __init__(self, text):
        import onnx  # which only those have that read such files

        self.model = onnx.load(text.split("file=", 1)[1])
        self.shapes = [
            tuple(size.dim_value for size in one.type.tensor_type.shape.dim) for one in self.model.graph.input
        ]


def _images(words):
    if words.get("layout", "nchw") != "nchw":
        raise CannotDo(f"layout={words['layout']}")
    return tuple(int(words[name]) for name in "mb ic ih iw".split())


KINDS = {
    "conv2d": Chain,
    "pooling": Pooling,
    "batch_norm": BatchNorm,
    "softmax": Softmax,
    "gemm": Gemm,
    "sparse_product": SparseProduct,
    "lstm": Lstm,
    "network": Network,
}


def read_problem(text):
    """Raises CannotDo for what is not in this list, or has words that nobody here knows."""
    kind = text.split(maxsplit=1)[0]
    if kind not in KINDS:
        raise CannotDo(kind)
    return KINDS[kind](text)
