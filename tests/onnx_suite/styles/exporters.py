"""What exporters write of a few layers: forms that PyTorch's, TensorFlow's and ONNX Runtime's tools have for one another's operators."""

import numpy
from onnx import TensorProto

from .net import Net


def floats(seed, *shape):
    return numpy.random.default_rng(seed).standard_normal(shape).astype(numpy.float32)


def size(net, x, axis):
    return net.op("Gather", net.op("Shape", x), numpy.int64(axis), axis=0)


def listed(net, *values):
    """A list of integers, of which some are values of the network."""
    return net.op("Concat", *(net.op("Unsqueeze", v, [0]) if isinstance(v, str) else net.const([v], numpy.int64) for v in values), axis=0)


def warped_picture():
    net = Net(opset=20)
    net.input("x", "float", ["n", 2, 9, 7])
    where = net.op("Flatten", net.op("GlobalAveragePool", "x"))
    theta = net.op("Reshape", net.dense(where, 2, 6), [-1, 2, 3])
    grid = net.op("AffineGrid", theta, listed(net, size(net, "x", 0), 2, 6, 8), align_corners=1)
    for mode, padding in (("linear", "zeros"), ("cubic", "zeros"), ("cubic", "border"), ("cubic", "reflection"), ("nearest", "reflection")):
        net.output(net.op("GridSample", "x", grid, mode=mode, padding_mode=padding, align_corners=1), f"{mode}_{padding}")
    yield "warped_picture", net.model(ir_version=9), {"x": floats(1, 2, 2, 9, 7) * 2}


def warped_body():
    net = Net(opset=20)
    net.input("x", "float", [1, 2, 4, 5, 6])
    net.input("theta", "float", [1, 3, 4])
    grid = net.op("AffineGrid", "theta", [1, 2, 3, 4, 5])
    for mode in ("linear", "nearest"):
        net.output(net.op("GridSample", "x", grid, mode=mode, padding_mode="border"), mode)
    yield "warped_body", net.model(ir_version=9), {"x": floats(1, 1, 2, 4, 5, 6), "theta": floats(2, 1, 3, 4)}


def boxes_by_regions():
    for opset in (10, 16):
        net = Net(opset=opset)
        net.input("x", "float", [2, 3, 16, 16])
        net.input("boxes", "float", [5, 4])
        x = net.op("Relu", net.conv("x", 3, 4, 3))
        regions = net.op("RoiAlign", x, "boxes", [0, 1, 1, 0, 1], output_height=3, output_width=2, sampling_ratio=2, spatial_scale=0.5)
        net.output(net.dense(net.op("Flatten", regions), 24, 4), "y")
        corners = numpy.abs(floats(3, 5, 2)) * 6
        boxes = numpy.concatenate([corners, corners + numpy.abs(floats(4, 5, 2)) * 14], 1)
        yield f"boxes_by_regions_{opset}", net.model(), {"x": floats(1, 2, 3, 16, 16), "boxes": boxes}


def best_boxes():
    """The best of all cells, without what overlaps them being dropped."""
    net = Net(opset=13)
    net.input("x", "float", ["n", 3, 16, 16])
    x = net.conv("x", 3, 12, 3, strides=[4, 4])
    cells = net.op("Transpose", net.op("Reshape", x, listed(net, size(net, x, 0), 12, -1)), perm=[0, 2, 1])
    boxes, scores = net.op("Split", cells, [4, 8], axis=2, n=2)
    best = net.op("ReduceMax", net.op("Sigmoid", scores), axes=[2], keepdims=0)
    values, places = net.op("TopK", best, [5], n=2, axis=1)
    wide = net.op("Expand", net.op("Unsqueeze", places, [2]), listed(net, size(net, boxes, 0), 5, 4))
    kept = net.op("GatherElements", boxes, wide, axis=1)
    centre, extent = net.op("Split", kept, [2, 2], axis=2, n=2)
    half = net.op("Mul", net.op("Exp", extent), numpy.float32(0.5))
    net.output(net.op("Concat", net.op("Sub", centre, half), net.op("Add", centre, half), axis=2), "boxes")
    net.output(values, "scores")
    net.output(net.op("ArgMax", net.op("GatherND", scores, net.op("Unsqueeze", places, [2]), batch_dims=1), axis=2, keepdims=0), "labels", "int64")
    yield "best_boxes", net.model(), {"x": floats(1, 2, 3, 16, 16)}


def decoder_of_runtime():
    """What ONNX Runtime's tools for language models write: groups of queries, weights of 4 bits."""
    net = Net(opset=17)
    net.input("ids", "int64", [2, 1])
    net.input("mask", "int64", [2, 6])
    net.input("past_key", "float", [2, 2, 5, 16])
    net.input("past_value", "float", [2, 2, 5, 16])
    x = net.op("Gather", net.weight(30, 32, scale=1), "ids")

    def product(value, of, to, block=16):
        packed = net.random.integers(0, 256, (to, of // block, block // 2)).astype(numpy.uint8)
        scales = numpy.abs(floats(9, to * (of // block))) / 30
        return net.op("MatMulNBits", value, packed, scales, domain="com.microsoft", K=of, N=to, bits=4, block_size=block)

    last = net.op("Cast", net.op("Sub", net.op("ReduceSum", "mask", [1], keepdims=0), numpy.int64(1)), to=TensorProto.INT32)
    total = net.op("Cast", size(net, "mask", 1), to=TensorProto.INT32)
    angles = numpy.arange(12)[:, None] * 0.3 ** numpy.arange(8)[None, :]
    cosines, sines = net.const(numpy.cos(angles)), net.const(numpy.sin(angles))
    h = net.op("SimplifiedLayerNormalization", x, net.const(numpy.ones(32)), axis=-1, epsilon=1e-5)
    q, k, v = product(h, 32, 64), product(h, 32, 32), product(h, 32, 32)
    y, key, value = net.op("GroupQueryAttention", q, k, v, "past_key", "past_value", last, total, cosines, sines, n=3, domain="com.microsoft",
                           num_heads=4, kv_num_heads=2, do_rotary=1)  # fmt: skip
    y = product(y, 64, 32)
    y, _, _, x = net.op("SkipSimplifiedLayerNormalization", x, y, net.const(numpy.ones(32)), n=4, domain="com.microsoft", epsilon=1e-5)
    net.nodes[-1].output[1] = net.nodes[-1].output[2] = ""  # mean and deviation
    gate = product(y, 32, 64)
    y = product(net.op("Mul", net.op("Mul", gate, net.op("Sigmoid", gate)), product(y, 32, 64)), 64, 32)
    net.output(net.op("MatMul", net.op("Add", x, y), net.weight(32, 30)), "logits")
    net.output(key, "present_key")
    net.output(value, "present_value")
    feeds = {"ids": numpy.array([[3], [7]]), "past_key": floats(1, 2, 2, 5, 16), "past_value": floats(2, 2, 2, 5, 16)}
    model = net.model(domains=[("com.microsoft", 1)])
    yield "decoder_of_runtime", model, {**feeds, "mask": numpy.ones([2, 6], numpy.int64)}


def prompt_of_runtime():
    net = Net(opset=17)
    for name, width in (("q", 64), ("k", 32), ("v", 32)):
        net.input(name, "float", [1, 5, width])
    angles = numpy.arange(12)[:, None] * 0.3 ** numpy.arange(8)[None, :]
    given = [net.const([4], numpy.int32), net.const([5], numpy.int32), net.const(numpy.cos(angles)), net.const(numpy.sin(angles))]
    y, key, value = net.op("GroupQueryAttention", "q", "k", "v", None, None, *given, n=3, domain="com.microsoft",
                           num_heads=4, kv_num_heads=2, do_rotary=1, rotary_interleaved=1, local_window_size=3)  # fmt: skip
    net.nodes[-1].input[3] = net.nodes[-1].input[4] = ""
    net.output(y, "y")
    net.output(key, "present_key")
    yield "prompt_of_runtime", net.model(domains=[("com.microsoft", 1)]), {n: floats(i, 1, 5, w) for i, (n, w) in enumerate((("q", 64), ("k", 32), ("v", 32)))}


def bands_of_mel():
    net = Net(opset=17)
    net.input("audio", "float", ["n", 400])
    window = net.op("HannWindow", numpy.int64(64))
    spectrum = net.op("STFT", net.op("Unsqueeze", "audio", [2]), numpy.int64(32), window, numpy.int64(64), onesided=1)
    power = net.op("ReduceSumSquare", spectrum, axes=[3], keepdims=0)
    bands = net.op("MelWeightMatrix", numpy.int64(20), numpy.int64(64), numpy.int64(8000), numpy.float32(40), numpy.float32(3800))
    net.output(net.op("Log", net.op("Add", net.op("MatMul", power, bands), numpy.float32(1e-6))), "y")
    yield "bands_of_mel", net.model(), {"audio": floats(1, 2, 400)}


def shifted_windows():
    """Rolled pictures in windows, of which each looks at itself."""
    net = Net(opset=14)
    net.input("x", "float", ["n", 8, 8, 12])

    def rolled(x, by):
        for axis in (1, 2):
            x = net.op("Concat", net.op("Slice", x, [-by], [2**63 - 1], [axis]), net.op("Slice", x, [0], [-by], [axis]), axis=axis)
        return x

    x = rolled("x", -2 + 8)
    n = size(net, x, 0)
    windows = net.op("Transpose", net.op("Reshape", x, listed(net, n, 2, 4, 2, 4, 12)), perm=[0, 1, 3, 2, 4, 5])
    windows = net.op("Reshape", windows, [-1, 16, 12])
    three = net.op("Reshape", net.dense(windows, 12, 36), listed(net, size(net, windows, 0), 16, 3, 3, 4))
    q, k, v = net.op("Split", net.op("Transpose", three, perm=[2, 0, 3, 1, 4]), [1, 1, 1], axis=0, n=3)
    q, k, v = (net.op("Squeeze", one, [0]) for one in (q, k, v))
    scores = net.op("MatMul", net.op("Mul", q, numpy.float32(0.5)), net.op("Transpose", k, perm=[0, 1, 3, 2]))
    scores = net.op("Add", scores, net.op("Unsqueeze", net.weight(3, 16, 16), [0]))
    mask = net.const(numpy.where(numpy.arange(16)[:, None] // 8 == numpy.arange(16)[None, :] // 8, 0, -100.0)[None, None].repeat(4, 1))
    scores = net.op("Add", net.op("Reshape", scores, listed(net, n, 4, 3, 16, 16)), net.op("Unsqueeze", mask, [2]))
    shares = net.op("Softmax", net.op("Reshape", scores, [-1, 3, 16, 16]), axis=-1)
    y = net.op("Reshape", net.op("Transpose", net.op("MatMul", shares, v), perm=[0, 2, 1, 3]), [-1, 16, 12])
    y = net.op("Reshape", y, listed(net, n, 2, 2, 4, 4, 12))
    y = net.op("Reshape", net.op("Transpose", y, perm=[0, 1, 3, 2, 4, 5]), listed(net, n, 8, 8, 12))
    net.output(net.op("Add", "x", rolled(y, 2)), "y")
    yield "shifted_windows", net.model(), {"x": floats(1, 2, 8, 8, 12)}


def unfolded_picture():
    """Windows as PyTorch's exporter gathers them, and their sum where they lie."""
    net = Net(opset=18)
    net.input("x", "float", [2, 3, 8, 6])
    padded = net.op("Pad", "x", [0, 0, 1, 1, 0, 0, 1, 1], numpy.float32(0), mode="constant")
    rows = numpy.arange(3)[:, None] + numpy.arange(8)[None, :]
    columns = numpy.arange(3)[:, None] + numpy.arange(6)[None, :]
    made = net.op("Gather", net.op("Gather", padded, rows, axis=2), columns, axis=4)
    made = net.op("Reshape", net.op("Transpose", made, perm=[0, 1, 2, 4, 3, 5]), [2, 27, 48])
    net.output(made, "windows")
    net.output(net.op("Col2Im", made, [8, 6], [3, 3], pads=[1, 1, 1, 1]), "sum")
    yield "unfolded_picture", net.model(), {"x": floats(1, 2, 3, 8, 6)}


def dilated_by_batches():
    """TensorFlow's dilated convolutions: pixels apart become images of their own."""
    net = Net(opset=12)
    net.input("x:0", "float", ["n", 12, 12, 3])
    x = net.op("Transpose", "x:0", perm=[0, 3, 1, 2])
    x = net.op("Pad", x, [0, 0, 2, 2, 0, 0, 2, 2], numpy.float32(0))
    x = net.op("Reshape", x, [-1, 3, 8, 2, 8, 2])
    x = net.op("Reshape", net.op("Transpose", x, perm=[3, 5, 0, 1, 2, 4]), [-1, 3, 8, 8])
    x = net.op("Conv", x, net.weight(5, 3, 3, 3), kernel_shape=[3, 3], auto_pad="VALID", strides=[1, 1], dilations=[1, 1], group=1)
    x = net.op("Reshape", x, [2, 2, -1, 5, 6, 6])
    x = net.op("Reshape", net.op("Transpose", x, perm=[2, 3, 4, 0, 5, 1]), [-1, 5, 12, 12])
    x = net.op("Clip", net.op("Add", x, net.weight(1, 5, 1, 1)), numpy.float32(0), numpy.float32(6))
    x = net.op("Resize", x, numpy.float32([]), numpy.float32([1, 1, 2, 1.5]), mode="linear", coordinate_transformation_mode="asymmetric")
    x = net.op("ConvTranspose", x, net.weight(5, 4, 3, 3), kernel_shape=[3, 3], strides=[2, 2], auto_pad="SAME_UPPER", output_shape=[48, 36])
    net.output(net.op("Transpose", x, perm=[0, 2, 3, 1]), "Identity:0")
    yield "dilated_by_batches", net.model(), {"x:0": floats(1, 2, 12, 12, 3)}


def recurrent_both_ways():
    """TensorFlow's two layers, of which one reads what is reversed; and letters that are told apart."""
    net = Net(opset=11)
    net.input("x", "float", ["n", 9, 6])
    rows = net.op("Transpose", "x", perm=[1, 0, 2])
    n = size(net, "x", 0)
    zeros = net.op("ConstantOfShape", net.op("Concat", net.const([1], numpy.int64), net.op("Unsqueeze", n, axes=[0]), net.const([5], numpy.int64), axis=0))
    parts = []
    for backward in (False, True):
        given = net.op("ReverseSequence", rows, net.op("Expand", net.const([9], numpy.int64), net.op("Unsqueeze", n, axes=[0])), batch_axis=1, time_axis=0) if backward else rows
        y, _, _ = net.op("LSTM", given, net.weight(1, 20, 6), net.weight(1, 20, 5), net.weight(1, 40), None, zeros, zeros, n=3, hidden_size=5)
        y = net.op("Squeeze", y, axes=[1])
        parts.append(net.op("Slice", y, [-1], [-(2**63)], [0], [-1]) if backward else y)
    both = net.op("Transpose", net.op("Concat", *parts, axis=2), perm=[1, 0, 2])
    net.output(net.op("LogSoftmax", net.dense(both, 10, 7), axis=2), "letters")
    yield "recurrent_both_ways", net.model(), {"x": floats(1, 2, 9, 6)}


def normalised_in_groups():
    net = Net(opset=13)
    net.input("x", "float", ["n", 8, "w"])
    shape = net.op("Shape", "x")
    y = net.op("Reshape", "x", [0, 4, -1])
    y = net.op("InstanceNormalization", y, net.const(numpy.ones(4)), net.const(numpy.zeros(4)), epsilon=1e-5)
    y = net.op("Add", net.op("Mul", net.op("Reshape", y, shape), net.weight(8, 1)), net.weight(8, 1))
    y = net.op("ConvTranspose", y, net.weight(8, 6, 4), kernel_shape=[4], strides=[2], pads=[1, 1], output_padding=[0])
    one, other = net.op("Split", y, [3, 3], axis=1, n=2)
    y = net.op("Mul", one, net.op("Sigmoid", other))
    length = net.op("Expand", net.op("Clip", net.op("ReduceL2", y, axes=[1], keepdims=1), numpy.float32(1e-12)), net.op("Shape", y))
    net.output(net.op("Einsum", net.op("Div", y, length), net.weight(3, 4), equation="bct,cd->btd"), "y")
    yield "normalised_in_groups", net.model(), {"x": floats(1, 2, 8, 11)}


def rank_by_branch():
    """Squeeze of a dimension that is perhaps there, and a table that is filled row after row."""
    net = Net(opset=13)
    net.input("x", "float", ["n", 4, 1])
    is_one = net.op("Equal", size(net, "x", 2), numpy.int64(1))
    y = net.op("If", is_one, then_branch=net.inside(lambda one: [one.op("Squeeze", "x", [2])]), else_branch=net.inside(lambda one: [one.op("Identity", "x")]))
    filled = net.op("ScatterND", net.op("ConstantOfShape", [5, 4]), net.const([[1], [3]], numpy.int64), net.op("Slice", y, [0], [2], [0]))
    net.output(net.op("CumSum", filled, numpy.int64(0)), "y")
    mask = net.op("Trilu", net.op("ConstantOfShape", [4, 4]), upper=1) if net.opset >= 14 else net.op("EyeLike", net.op("ConstantOfShape", [4, 4]))
    net.output(net.op("MatMul", filled, mask), "z")
    yield "rank_by_branch", net.model(), {"x": floats(1, 3, 4, 1)}


def bits_of_bytes():
    net = Net(opset=18)
    net.input("packed", "uint8", [2, 6])
    low = net.op("BitwiseAnd", "packed", net.const(numpy.uint8(15)))
    high = net.op("BitShift", "packed", net.const(numpy.uint8(4)), direction="RIGHT")
    both = net.op("Concat", net.op("Unsqueeze", low, [2]), net.op("Unsqueeze", high, [2]), axis=2)
    values = net.op("Sub", net.op("Cast", net.op("Reshape", both, [2, 12]), to=1), numpy.float32(8))
    net.output(net.op("MatMul", values, net.weight(12, 3)), "y")
    mixed = net.op("BitwiseXor", net.op("BitwiseOr", low, high), net.op("BitwiseNot", "packed"))
    net.output(mixed, "z", "uint8")
    yield "bits_of_bytes", net.model(), {"packed": numpy.random.default_rng(1).integers(0, 256, (2, 6)).astype(numpy.uint8)}


def weights_of_four_bits():
    net = Net(opset=21)
    net.input("x", "float", [3, 16])
    values = numpy.random.default_rng(2).integers(-8, 8, (16, 10))
    from onnx import helper

    net.initializers.append(helper.make_tensor("w4", TensorProto.INT4, [16, 10], values.flatten().tolist()))
    w = net.op("DequantizeLinear", "w4", numpy.abs(floats(3, 2, 10)) / 10, axis=0, block_size=8)
    net.output(net.op("MatMul", "x", w), "y")
    yield "weights_of_four_bits", net.model(ir_version=10), {"x": floats(1, 3, 16)}


def pooled_bytes():
    """Quantized pictures between which ONNX Runtime pools integers."""
    net = Net(opset=13)
    net.input("x", "float", [1, 4, 9, 9])
    scale, zero = net.const(numpy.float32(0.03)), net.const(numpy.uint8(120))
    y = net.op("QuantizeLinear", "x", scale, zero)
    y = net.op("MaxPool", y, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    # Larger weights overflow the 16 bits in which ONNX Runtime adds pairs of products.
    w = net.const(numpy.random.default_rng(2).integers(-60, 60, (5, 4, 3, 3)).astype(numpy.int8))
    y = net.op("QLinearConv", y, scale, zero, w, net.const(numpy.abs(floats(3, 5)) / 50), net.const(numpy.zeros(5, numpy.int8)), net.const(numpy.float32(0.05)), zero,
               net.const(numpy.arange(5, dtype=numpy.int32) * 9), kernel_shape=[3, 3])  # fmt: skip
    net.output(net.op("DequantizeLinear", y, net.const(numpy.float32(0.05)), zero), "y")
    net.output(net.op("DynamicQuantizeLinear", net.op("Mul", "x", numpy.float32(0)), n=3)[0], "none", "uint8")
    yield "pooled_bytes", net.model(), {"x": floats(1, 1, 4, 9, 9)}


def ends_of_both_kinds():
    """An input that is an output, an output that is there twice, and past keys of which there are none."""
    net = Net(opset=13)
    net.input("x", "float", [2, 3])
    net.input("past", "float", [2, 0, 3])
    net.output("x", shape=[2, 3])
    y = net.op("Relu", "x")
    net.output(y)
    net.output(y)
    net.output(net.op("Concat", "past", net.op("Unsqueeze", "x", [1]), axis=1), "present")
    net.output("past", shape=[2, 0, 3])
    net.output(net.op("ReduceSum", "past", [1], keepdims=0), "sum")
    yield "ends_of_both_kinds", net.model(), {"x": floats(1, 2, 3), "past": floats(1, 2, 0, 3)}


def doubles():
    net = Net(opset=13)
    net.input("x", "double", ["n", 5])
    y = net.op("Add", net.op("MatMul", "x", net.const(floats(1, 5, 4).astype(numpy.float64) / 3, numpy.float64)), net.const([0.1, 1e9 / 7, -3, 1e-9], numpy.float64))
    net.output(y, "y", "double")
    yield "doubles", net.model(), {"x": floats(2, 3, 5).astype(numpy.float64)}


ALL = [warped_picture, warped_body, boxes_by_regions, best_boxes, decoder_of_runtime, prompt_of_runtime, bands_of_mel, shifted_windows,
       unfolded_picture, dilated_by_batches, recurrent_both_ways, normalised_in_groups, rank_by_branch, bits_of_bytes,
       weights_of_four_bits, pooled_bytes, ends_of_both_kinds, doubles]  # fmt: skip
