"""Text: what sentences mean, which language they are in, which token comes next."""

import numpy

from .net import Net


def floats(seed, *shape):
    return numpy.random.default_rng(seed).standard_normal(shape).astype(numpy.float32)


def layer_norm(net, x, width):
    """In one node, or as exporters wrote it before there was one."""
    if net.opset >= 17:
        return net.op("LayerNormalization", x, net.weight(width), net.weight(width), axis=-1, epsilon=1e-5)
    centred = net.op("Sub", x, net.op("ReduceMean", x, axes=[-1]))
    spread = net.op("ReduceMean", net.op("Pow", centred, numpy.float32(2)), axes=[-1])
    x = net.op("Div", centred, net.op("Sqrt", net.op("Add", spread, numpy.float32(1e-12))))
    return net.op("Add", net.op("Mul", x, net.weight(width)), net.weight(width))


def gelu(net, x):
    y = net.op("Add", net.op("Erf", net.op("Div", x, numpy.float32(2**0.5))), numpy.float32(1))
    return net.op("Mul", net.op("Mul", x, y), numpy.float32(0.5))


def size(net, x, axis):
    return net.op("Unsqueeze", net.op("Gather", net.op("Shape", x), numpy.int64(axis), axis=0), [0])


def heads(net, x, order=(0, 2, 1, 3)):
    shape = net.op("Concat", size(net, x, 0), size(net, x, 1), [4, 8], axis=0)
    return net.op("Transpose", net.op("Reshape", x, shape), perm=list(order))


def attention(net, x, mask, width=32):
    q = heads(net, net.dense(x, width, width))
    k = heads(net, net.dense(x, width, width), (0, 2, 3, 1))
    v = heads(net, net.dense(x, width, width))
    scores = net.op("Div", net.op("MatMul", q, k), numpy.float32(8**0.5))
    y = net.op("MatMul", net.op("Softmax", net.op("Add", scores, mask), axis=3), v)
    y = net.op("Transpose", y, perm=[0, 2, 1, 3])
    return net.dense(net.op("Reshape", y, net.op("Concat", size(net, y, 0), size(net, y, 1), [width], axis=0)), width, width)


def block(net, x, mask):
    x = layer_norm(net, net.op("Add", attention(net, x, mask), x), 32)
    return layer_norm(net, net.op("Add", net.dense(gelu(net, net.dense(x, 32, 64)), 64, 32), x), 32)


def sentence(opset):
    def write():
        net = Net(opset=opset, constant_nodes=opset != 14)
        for name in ("input_ids", "attention_mask", "token_type_ids"):
            net.input(name, "int64", ["batch_size", "sequence_length"])
        mask = net.op("Unsqueeze", net.op("Unsqueeze", "attention_mask", [1]), [2])
        mask = net.op("Mul", net.op("Sub", numpy.float32(1), net.op("Cast", mask, to=1)), numpy.float32(-3.4e38 if opset > 14 else -10000))
        length = size(net, "input_ids", 1)
        places = net.op("Slice", numpy.arange(40).reshape(1, 40), net.const(numpy.array([0])), length, [1])
        x = net.op("Add", net.op("Gather", net.weight(50, 32), "input_ids"), net.op("Gather", net.weight(2, 32), "token_type_ids"))
        x = layer_norm(net, net.op("Add", x, net.op("Gather", net.weight(40, 32), places)), 32)
        x = block(net, x, mask)
        net.output(x, "last_hidden_state", shape=["batch_size", "sequence_length", 32])
        wide = net.op("Cast", net.op("Expand", net.op("Unsqueeze", "attention_mask", [-1]), net.op("Shape", x)), to=1)
        total = net.op("ReduceSum", net.op("Mul", x, wide), [1], keepdims=0)
        count = net.op("Clip", net.op("ReduceSum", wide, [1], keepdims=0), numpy.float32(1e-9))
        mean = net.op("Div", total, count)
        length = net.op("Clip", net.op("ReduceL2", mean, axes=[-1], keepdims=1), numpy.float32(1e-12))
        net.output(net.op("Div", mean, net.op("Expand", length, net.op("Shape", mean))), "sentence_embedding")
        ids = numpy.random.default_rng(1).integers(0, 50, (2, 7))
        mask = numpy.ones((2, 7), numpy.int64)
        mask[1, 4:] = 0
        yield f"sentence_{opset}", net.model(), {"input_ids": ids, "attention_mask": mask, "token_type_ids": 0 * ids}

    return write


def sentence_of_older_opset():
    """Sums along attributes, Unsqueeze with an attribute."""
    net = Net(opset=11)
    net.input("ids", "int64", ["b", "n"])
    net.input("mask", "int64", ["b", "n"])
    hidden = net.op("Unsqueeze", net.op("Cast", "mask", to=1), axes=[1, 2])
    hidden = net.op("Mul", net.op("Sub", numpy.float32(1), hidden), numpy.float32(-10000))
    x = net.op("Gather", net.weight(50, 32), "ids")
    q, k, v = (net.op("Transpose", net.op("Reshape", net.dense(x, 32, 32), [0, 0, 4, 8]), perm=[0, 2, 1, 3]) for _ in range(3))
    scores = net.op("Add", net.op("MatMul", q, net.op("Transpose", k, perm=[0, 1, 3, 2])), hidden)
    y = net.op("Reshape", net.op("Transpose", net.op("MatMul", net.op("Softmax", scores, axis=3), v), perm=[0, 2, 1, 3]), [0, 0, 32])
    wide = net.op("Cast", net.op("Unsqueeze", "mask", axes=[2]), to=1)
    total = net.op("ReduceSum", net.op("Mul", layer_norm(net, y, 32), wide), axes=[1], keepdims=0)
    net.output(net.op("Div", total, net.op("ReduceSum", wide, axes=[1], keepdims=0)), "y")
    ids = numpy.random.default_rng(1).integers(0, 50, (2, 6))
    yield "sentence_of_older_opset", net.model(), {"ids": ids, "mask": (ids > 9).astype(numpy.int64) | 1 * (numpy.arange(6) < 2)}


def places_by_counting():
    """RoBERTa: places count tokens that are no padding; masks by Where and Expand, with -1 for a size that stays."""
    net = Net(opset=14)
    net.input("input_ids", "int64", ["batch", "sequence"])
    is_token = net.op("Cast", net.op("Not", net.op("Equal", "input_ids", numpy.int64(1))), to=6)
    places = net.op("Mul", net.op("CumSum", is_token, numpy.int64(1)), is_token)
    places = net.op("Add", net.op("Cast", places, to=7), numpy.int64(1))
    x = net.op("Add", net.op("Gather", net.weight(50, 32), "input_ids"), net.op("Gather", net.weight(40, 32), places))
    wanted = net.op("Concat", size(net, "input_ids", 0), [1], size(net, "input_ids", 1), size(net, "input_ids", 1), axis=0)
    ones = net.op("ConstantOfShape", net.op("Reshape", net.op("Shape", wanted), [-1]), value=one_of_int64(1))
    stays = net.op("Equal", wanted, net.op("Mul", ones, numpy.int64(-1)))
    mask = net.op("Cast", net.op("Unsqueeze", is_token, [1, 2]), to=1)
    mask = net.op("Expand", mask, net.op("Where", stays, ones, wanted))
    inverted = net.op("Sub", numpy.float32(1), mask)
    mask = net.op("Where", net.op("Cast", inverted, to=9), numpy.float32(numpy.finfo(numpy.float32).min), inverted)
    x = block(net, x, mask)
    net.output(net.dense(net.op("Tanh", net.dense(net.op("Gather", x, numpy.int64(0), axis=1), 32, 32)), 32, 3), "logits")
    ids = numpy.random.default_rng(1).integers(2, 50, (2, 6))
    ids[1, 4:] = 1
    yield "places_by_counting", net.model(), {"input_ids": ids}


def one_of_int64(value):
    from onnx import numpy_helper

    return numpy_helper.from_array(numpy.array([value], numpy.int64))


def next_token():
    """A decoder: no token sees those behind it; keys and values of those before come in, and go out longer."""
    net = Net(opset=17)
    net.input("input_ids", "int64", ["b", "n"])
    net.input("past_key", "float", ["b", 4, "past", 8])
    net.input("past_value", "float", ["b", 4, "past", 8])
    n, past = (net.op("Squeeze", size(net, name, axis), [0]) for name, axis in (("input_ids", 1), ("past_key", 2)))
    total = net.op("Add", n, past)
    places = net.op("Range", past, total, numpy.int64(1))
    x = net.op("Gather", net.weight(50, 32), "input_ids")
    angles = net.op("Mul", net.op("Unsqueeze", net.op("Cast", places, to=1), [1]), numpy.float32([[1, 0.1, 0.01, 0.001]]))
    angles = net.op("Concat", angles, angles, axis=1)
    cosine, sine = net.op("Cos", angles), net.op("Sin", angles)

    def turned(y):
        half = net.op("Concat", net.op("Neg", net.op("Slice", y, [4], [8], [3])), net.op("Slice", y, [0], [4], [3]), axis=3)
        return net.op("Add", net.op("Mul", y, cosine), net.op("Mul", half, sine))

    norm = net.op("Mul", x, net.op("Div", numpy.float32(1), net.op("Sqrt", net.op(
        "Add", net.op("ReduceMean", net.op("Mul", x, x), axes=[-1]), numpy.float32(1e-6)))))  # fmt: skip
    q, k, v = (heads(net, net.op("MatMul", norm, net.weight(32, 32))) for _ in range(3))
    keys = net.op("Concat", "past_key", turned(k), axis=2)
    values = net.op("Concat", "past_value", v, axis=2)
    scores = net.op("MatMul", turned(q), net.op("Transpose", keys, perm=[0, 1, 3, 2]))
    rows = net.op("Unsqueeze", places, [1])
    columns = net.op("Unsqueeze", net.op("Range", numpy.int64(0), total, numpy.int64(1)), [0])
    scores = net.op("Where", net.op("LessOrEqual", columns, rows), scores, numpy.float32(-numpy.inf))
    y = net.op("MatMul", net.op("Softmax", scores, axis=-1), values)
    y = net.op("Reshape", net.op("Transpose", y, perm=[0, 2, 1, 3]), [0, 0, 32])
    gate, up = net.op("Split", net.op("MatMul", y, net.weight(32, 128)), n=2, axis=-1, **({"num_outputs": 2} if net.opset >= 18 else {}))
    y = net.op("MatMul", net.op("Mul", net.op("Mul", gate, net.op("Sigmoid", gate)), up), net.weight(64, 50))
    net.output(net.op("Gather", y, numpy.int64(-1), axis=1), "logits")
    net.output(keys, "present_key")
    net.output(values, "present_value")
    ids = numpy.random.default_rng(1).integers(0, 50, (1, 3))
    yield "next_token", net.model(), {"input_ids": ids, "past_key": floats(1, 1, 4, 5, 8), "past_value": floats(2, 1, 4, 5, 8)}


def language():
    """Letters' embeddings convolved, the largest of all places, classes with their shares."""
    net = Net(opset=13)
    net.input("letters", "int32", [None, 24])
    x = net.op("Transpose", net.op("Gather", net.weight(100, 16), "letters", axis=0), perm=[0, 2, 1])
    parts = []
    for width in (2, 3, 4):
        y = net.op("Relu", net.conv(x, 16, 12, [width], pads=[0, 0]))
        parts.append(net.op("Squeeze", net.op("MaxPool", y, kernel_shape=[25 - width]), [2]))
    y = net.op("Softmax", net.dense(net.op("Concat", *parts, axis=1), 36, 7), axis=-1)
    values, places = net.op("TopK", y, net.const(numpy.array([3])), n=2)
    net.output(values, "shares")
    net.output(places, "languages", "int64")
    yield "language", net.model(), {"letters": numpy.random.default_rng(1).integers(0, 100, (3, 24)).astype(numpy.int32)}


def kind_of_bytes():
    """Bytes one by one as columns of zeros and a one, as networks that guess the type of a file begin."""
    net = Net(opset=15)
    net.input("bytes", "int32", ["batch", 32])
    x = net.op("OneHot", net.op("Cast", "bytes", to=7), net.const(numpy.array([257])), net.const(numpy.float32([0, 1])), axis=-1)
    x = net.op("Reshape", net.dense(x, 257, 16), [-1, 8, 64])
    x = net.op("Transpose", layer_norm(net, gelu(net, x), 64), perm=[0, 2, 1])
    x = gelu(net, net.conv(x, 64, 32, [3], pads=[0, 0]))
    x = net.op("ReduceMax", x, axes=[2], keepdims=0)
    net.output(net.op("Softmax", net.dense(layer_norm(net, x, 32), 32, 9)), "target_label")
    yield "kind_of_bytes", net.model(), {"bytes": numpy.random.default_rng(1).integers(0, 257, (2, 32)).astype(numpy.int32)}


def tagger():
    """Lengths of sentences as an input, a recurrent network in both directions that heeds them."""
    net = Net(opset=14)
    net.input("words", "int64", ["n", "batch"])
    net.input("lengths", "int32", ["batch"])
    x = net.op("Gather", net.weight(40, 16), "words")
    y = net.op("GRU", x, net.weight(2, 30, 16), net.weight(2, 30, 10), net.weight(2, 60), "lengths", hidden_size=10,
               direction="bidirectional", linear_before_reset=1)  # fmt: skip
    y = net.op("Reshape", net.op("Transpose", y, perm=[2, 0, 1, 3]), [0, 0, 20])
    net.output(net.op("LogSoftmax", net.dense(y, 20, 5), axis=-1), "tags")
    feeds = {"words": numpy.random.default_rng(1).integers(0, 40, (6, 2)), "lengths": numpy.array([6, 4], numpy.int32)}
    yield "tagger", net.model(), feeds


ALL = [sentence_of_older_opset, *(sentence(opset) for opset in (13, 14, 17)), places_by_counting, next_token, language, kind_of_bytes, tagger]
