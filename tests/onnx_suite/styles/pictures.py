"""Pictures: classes, faces, text in them, boxes, parts, larger ones."""

import numpy

from .net import Net


def floats(seed, *shape):
    return numpy.random.default_rng(seed).standard_normal(shape).astype(numpy.float32)


def size(net, x, axis):
    """As tracing writes x.size(axis), ready to be joined into a shape."""
    one = net.op("Gather", net.op("Shape", x), numpy.int64(axis), axis=0)
    return net.op("Unsqueeze", one, axes=[0]) if net.opset < 13 else net.op("Unsqueeze", one, [0])


def hard_swish(net, x):
    share = net.op("Div", net.op("Clip", net.op("Add", x, numpy.float32(3)), numpy.float32(0), numpy.float32(6)), numpy.float32(6))
    return net.op("Mul", x, share)


def excited(net, x, channels):
    y = net.op("GlobalAveragePool", x)
    y = net.op("Relu", net.conv(y, channels, 4, 1))
    return net.op("Mul", x, net.op("HardSigmoid", net.conv(y, 4, channels, 1), alpha=1 / 6, beta=0.5))


def residual_classifier():
    net = Net(opset=11)
    net.input("input", "float", ["batch", 3, 32, 32])
    x = net.op("Relu", net.conv("input", 3, 16, 7, strides=[2, 2]))
    x = net.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1], ceil_mode=0)
    for of, to, stride in ((16, 16, 1), (16, 32, 2)):
        y = net.op("Relu", net.conv(x, of, to, 3, strides=[stride, stride]))
        y = net.conv(y, to, to, 3)
        x = net.op("Relu", net.op("Add", y, x if of == to else net.conv(x, of, to, 1, strides=[stride, stride])))
    x = net.op("Reshape", net.op("GlobalAveragePool", x), net.op("Concat", size(net, "input", 0), [-1], axis=0))
    net.output(net.op("Gemm", x, net.weight(10, 32), net.weight(10), transB=1), "output", shape=["batch", 10])
    yield "residual_classifier", net.model(), {"input": floats(1, 2, 3, 32, 32)}


def mobile_classifier():
    net = Net(opset=13, constant_nodes=True)
    net.input("x", "float", ["N", 3, 32, 32])
    x = hard_swish(net, net.norm(net.conv("x", 3, 16, 3, bias=False, strides=[2, 2]), 16))
    y = net.op("Relu", net.norm(net.conv(x, 16, 24, 1, bias=False), 24))
    y = excited(net, net.op("Relu", net.norm(net.conv(y, 24, 24, 5, bias=False, groups=24), 24)), 24)
    x = net.op("Add", x, net.norm(net.conv(y, 24, 16, 1, bias=False), 16))
    x = net.op("ReduceMean", hard_swish(net, x), axes=[2, 3], keepdims=0)
    net.output(net.op("LogSoftmax", net.dense(x, 16, 10), axis=1), "scores")
    yield "mobile_classifier", net.model(), {"x": floats(1, 2, 3, 32, 32)}


def channels_last_classifier():
    """What tf2onnx writes: channels behind pixels at the ends, paddings by themselves, numbers for sizes."""
    net = Net(opset=13)
    net.input("serving_default_input:0", "float", ["unk__1", 32, 32, 3])
    x = net.op("Transpose", "serving_default_input:0", perm=[0, 3, 1, 2])
    x = net.op("Sub", net.op("Mul", x, numpy.float32(2 / 255)), numpy.float32(1))
    x = net.op("Pad", x, [0, 0, 0, 0, 0, 0, 1, 1])
    x = net.op("Conv", x, net.weight(16, 3, 3, 3), strides=[2, 2], kernel_shape=[3, 3], auto_pad="VALID")
    x = net.op("Clip", net.norm(x, 16), numpy.float32(0), numpy.float32(6))
    x = net.op("Conv", x, net.weight(16, 1, 3, 3), group=16, auto_pad="SAME_UPPER", kernel_shape=[3, 3], strides=[2, 2])
    x = net.op("Min", net.op("Max", x, numpy.float32(0)), numpy.float32(6))
    x = net.op("AveragePool", x, kernel_shape=[3, 3], strides=[2, 2], auto_pad="SAME_UPPER")
    x = net.op("Transpose", x, perm=[0, 2, 3, 1])
    shape = net.op("Cast", net.op("Shape", x), to=6)
    first = net.op("Cast", net.op("Slice", shape, [0], [1], [0]), to=7)
    x = net.op("Reshape", x, net.op("Concat", first, [4 * 4 * 16], axis=0))
    net.output(net.op("Softmax", net.dense(x, 256, 10)), "StatefulPartitionedCall:0")
    yield "channels_last_classifier", net.model(), {"serving_default_input:0": floats(1, 2, 32, 32, 3) * 99}


def shuffled_classifier():
    net = Net(opset=12)
    net.input("x", "float", [1, 3, 32, 32])
    x = net.op("Relu", net.conv("x", 3, 16, 3, strides=[2, 2]))
    one, other = net.op("Split", x, n=2, axis=1, split=[8, 8])
    other = net.op("Relu", net.conv(net.conv(other, 8, 8, 3, groups=8), 8, 8, 1))
    x = net.op("Concat", one, other, axis=1)
    x = net.op("Transpose", net.op("Reshape", x, [1, 2, 8, 16, 16]), perm=[0, 2, 1, 3, 4])
    x = net.op("Reshape", x, [1, -1, 16, 16])
    net.output(net.op("Flatten", net.op("GlobalMaxPool", x)), "y")
    yield "shuffled_classifier", net.model(), {"x": floats(1, 1, 3, 32, 32)}


def normalised_by_layers():
    """ConvNeXt: a normalisation over channels, for which they go behind the pixels."""
    net = Net(opset=17)
    net.input("x", "float", ["N", 3, 16, 16])
    x = net.conv("x", 3, 16, 4, strides=[4, 4], pads=[0, 0, 0, 0])
    y = net.op("Transpose", net.conv(x, 16, 16, 7, groups=16), perm=[0, 2, 3, 1])
    y = net.op("LayerNormalization", y, net.weight(16), net.weight(16), axis=-1, epsilon=1e-6)
    y = net.dense(y, 16, 64)
    y = net.op("Mul", net.op("Mul", y, net.op("Add", net.op("Erf", net.op("Div", y, numpy.float32(2**0.5))), numpy.float32(1))), numpy.float32(0.5))
    y = net.op("Transpose", net.op("Mul", net.dense(y, 64, 16), net.weight(16)), perm=[0, 3, 1, 2])
    x = net.op("Add", x, y)
    p = net.op("ReduceSum", net.op("Pow", net.op("Abs", x), numpy.float32(3)), [2, 3], keepdims=1)
    net.output(net.op("Flatten", net.op("Pow", p, numpy.float32(1 / 3))), "y")
    yield "normalised_by_layers", net.model(), {"x": floats(1, 2, 3, 16, 16)}


def patches():
    """A transformer of patches, with a token for the class."""
    net = Net(opset=14)
    net.input("pixel_values", "float", ["batch", 3, 16, 16])
    x = net.conv("pixel_values", 3, 32, 4, strides=[4, 4], pads=[0, 0, 0, 0])
    batch = size(net, "pixel_values", 0)
    x = net.op("Reshape", x, net.op("Concat", size(net, x, 0), size(net, x, 1), [-1], axis=0))
    x = net.op("Transpose", x, perm=[0, 2, 1])
    token = net.op("Expand", net.weight(1, 1, 32), net.op("Concat", batch, [1, 32], axis=0))
    x = net.op("Add", net.op("Concat", token, x, axis=1), net.weight(1, 17, 32))
    qkv = net.op("Reshape", net.dense(x, 32, 96), net.op("Concat", batch, [17, 3, 4, 8], axis=0))
    qkv = net.op("Transpose", qkv, perm=[2, 0, 3, 1, 4])
    q, k, v = (net.op("Gather", qkv, numpy.int64(i), axis=0) for i in range(3))
    scores = net.op("Mul", net.op("MatMul", q, net.op("Transpose", k, perm=[0, 1, 3, 2])), numpy.float32(8**-0.5))
    y = net.op("MatMul", net.op("Softmax", scores, axis=-1), v)
    y = net.op("Reshape", net.op("Transpose", y, perm=[0, 2, 1, 3]), net.op("Concat", batch, [17, 32], axis=0))
    x = net.op("Add", x, net.dense(y, 32, 32))
    net.output(net.op("Tanh", net.dense(net.op("Gather", x, numpy.int64(0), axis=1), 32, 8)), "y")
    yield "patches", net.model(), {"pixel_values": floats(1, 2, 3, 16, 16)}


def landmarks():
    """PRelu, channels that appear as zeros, blocks between which images shrink."""
    net = Net(opset=10)
    net.input("image", "float", [1, 3, 32, 32])
    x = net.op("PRelu", net.conv("image", 3, 16, 5, strides=[2, 2]), net.weight(16, 1, 1))
    y = net.conv(net.op("Pad", x, mode="constant", pads=[0, 0, 0, 0, 0, 0, 1, 1], value=0.0), 16, 16, 3, groups=16, strides=[2, 2], pads=[0, 0, 0, 0])
    y = net.conv(y, 16, 24, 1)
    z = net.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
    z = net.op("Pad", z, mode="constant", pads=[0, 0, 0, 0, 0, 8, 0, 0], value=0.0)
    x = net.op("PRelu", net.op("Add", y, z), net.weight(24, 1, 1))
    boxes = net.op("Reshape", net.op("Transpose", net.conv(x, 24, 8, 1), perm=[0, 2, 3, 1]), [1, 128, 4])
    more = net.op("Reshape", net.op("Transpose", net.conv(x, 24, 16, 2, pads=[0, 0, 0, 0], strides=[2, 2]), perm=[0, 2, 3, 1]), [1, 64, 4])
    net.output(net.op("Concat", boxes, more, axis=1), "regressors")
    net.output(net.op("Sigmoid", net.op("Flatten", net.conv(x, 24, 1, 8, pads=[0, 0, 0, 0]))), "score")
    yield "landmarks", net.model(), {"image": floats(1, 1, 3, 32, 32)}


def text_line():
    """Columns of a picture become steps of a recurrent network in both directions."""
    net = Net(opset=11)
    net.input("x", "float", ["batch", 1, 16, "width"])
    x = net.op("Relu", net.norm(net.conv("x", 1, 8, 3), 8))
    x = net.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
    x = net.op("Relu", net.conv(x, 8, 16, 3))
    x = net.op("MaxPool", x, kernel_shape=[8, 1], strides=[8, 1])
    x = net.op("Transpose", net.op("Squeeze", x, axes=[2]), perm=[2, 0, 1])
    zeros = net.op("ConstantOfShape", net.op("Concat", [2], size(net, x, 1), [12], axis=0))
    y = net.op("LSTM", x, net.weight(2, 48, 16), net.weight(2, 48, 12), net.weight(2, 96), None, zeros, zeros,
               hidden_size=12, direction="bidirectional")  # fmt: skip
    y = net.op("Reshape", net.op("Transpose", y, perm=[0, 2, 1, 3]), [0, 0, -1])
    y = net.op("Transpose", net.dense(y, 24, 20), perm=[1, 0, 2])
    net.output(net.op("Softmax", y, axis=2), "scores")
    net.output(net.op("ArgMax", y, axis=2, keepdims=0), "letters", "int64")
    yield "text_line", net.model(), {"x": floats(1, 2, 1, 16, 24)}


def text_regions():
    """A map of where there is text: features of several sizes joined, then two convolutions that enlarge."""
    net = Net(opset=11)
    net.input("x", "float", ["N", 3, "H", "W"])
    a = net.op("Relu", net.conv("x", 3, 8, 3, strides=[2, 2]))
    b = net.op("Relu", net.conv(a, 8, 8, 3, strides=[2, 2]))
    c = net.op("Relu", net.conv(b, 8, 8, 3, strides=[2, 2]))
    up = dict(mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")
    b = net.op("Add", b, net.op("Resize", c, numpy.float32([]), numpy.float32([1, 1, 2, 2]), **up))
    hw = net.op("Slice", net.op("Shape", a), [2], [4], [0])
    nc = net.op("Slice", net.op("Shape", b), [0], [2], [0])
    b = net.op("Resize", b, numpy.float32([]), numpy.float32([]), net.op("Concat", nc, hw, axis=0), mode="linear",
               coordinate_transformation_mode="half_pixel")  # fmt: skip
    x = net.conv(net.op("Concat", a, b, axis=1), 16, 8, 3)
    x = net.op("Relu", net.op("ConvTranspose", x, net.weight(8, 4, 2, 2), net.weight(4), kernel_shape=[2, 2], strides=[2, 2]))
    net.output(net.op("Sigmoid", net.conv(x, 4, 1, 1)), "map")
    yield "text_regions", net.model(), {"x": floats(1, 1, 3, 32, 48)}


def parts():
    """A U-Net whose way up is padded to what came down, as tracing writes it."""
    net = Net(opset=11)
    net.input("x", "float", [1, 3, 34, 30])
    down = net.op("Relu", net.norm(net.conv("x", 3, 8, 3), 8))
    x = net.op("MaxPool", down, kernel_shape=[2, 2], strides=[2, 2])
    low = net.op("Relu", net.conv(x, 8, 16, 3, dilations=[2, 2], pads=[2, 2, 2, 2]))
    x = net.op("MaxPool", low, kernel_shape=[2, 2], strides=[2, 2])
    for skip, channels in ((low, 16), (down, 8)):
        x = net.op("ConvTranspose", x, net.weight(16, channels, 2, 2), strides=[2, 2], kernel_shape=[2, 2])
        pads = []
        for axis in (2, 3):
            missing = net.op("Sub", size(net, skip, axis), size(net, x, axis))
            half = net.op("Div", missing, net.const(numpy.array([2])))
            pads.append((half, net.op("Sub", missing, half)))
        zeros = net.const(numpy.array([0, 0]))
        x = net.op("Pad", x, net.op("Concat", zeros, pads[0][0], pads[1][0], zeros, pads[0][1], pads[1][1], axis=0))
        x = net.op("Relu", net.conv(net.op("Concat", skip, x, axis=1), 2 * channels, 16, 3))
    logits = net.conv(x, 16, 4, 1)
    net.output(net.op("ArgMax", logits, axis=1, keepdims=0), "classes", "int64")
    net.output(net.op("Sigmoid", logits), "shares")
    yield "parts", net.model(), {"x": floats(1, 1, 3, 34, 30)}


def larger_picture():
    net = Net(opset=13)
    net.input("input", "float", ["n", 1, "h", "w"])
    x = net.op("Tanh", net.conv("input", 1, 16, 5))
    x = net.op("LeakyRelu", net.conv(x, 16, 16, 3), alpha=0.2)
    x = net.op("DepthToSpace", net.conv(x, 16, 9, 3), blocksize=3, mode="CRD")
    base = net.op("Resize", "input", None, numpy.float32([1, 1, 3, 3]), mode="cubic", cubic_coeff_a=-0.75,
                  coordinate_transformation_mode="half_pixel")  # fmt: skip
    y = net.op("Clip", net.op("Add", x, base), numpy.float32(0), numpy.float32(1))
    net.output(net.op("Cast", net.op("Round", net.op("Mul", y, numpy.float32(255))), to=2), "bytes", "uint8")
    net.output(y, "output")
    yield "larger_picture", net.model(), {"input": floats(1, 1, 1, 9, 11)}


def other_style():
    net = Net(opset=12)
    net.input("x", "float", [1, 3, 24, 24])
    x = net.op("Pad", "x", [0, 0, 4, 4, 0, 0, 4, 4], mode="reflect")
    x = net.conv(x, 3, 8, 9, pads=[0, 0, 0, 0])
    x = net.op("Relu", net.op("InstanceNormalization", x, net.weight(8), net.weight(8), epsilon=1e-5))
    flat = net.op("Reshape", x, [0, 4, -1])
    flat = net.op("InstanceNormalization", flat, numpy.ones(4, numpy.float32), numpy.zeros(4, numpy.float32), epsilon=1e-5)
    x = net.op("Add", net.op("Mul", net.op("Reshape", flat, net.op("Shape", x)), net.weight(8, 1, 1)), net.weight(8, 1, 1))
    gram = net.op("Reshape", x, [1, 8, -1])
    gram = net.op("Einsum", gram, gram, equation="bcn,bdn->bcd")
    net.output(net.op("Div", gram, numpy.float32(576)), "gram")
    net.output(net.op("Clip", x, None, numpy.float32(2)), "y")
    yield "other_style", net.model(), {"x": floats(1, 1, 3, 24, 24)}


def boxes_of_cells():
    """YOLO: each cell of three grids says a box for each anchor."""
    net = Net(opset=12)
    net.input("images", "float", [1, 3, 64, 64])
    x = net.conv("images", 3, 12, 6, strides=[2, 2], pads=[2, 2, 2, 2])
    x = net.op("Mul", x, net.op("Sigmoid", x))
    pool = x
    pools = [x]
    for _ in range(3):
        pool = net.op("MaxPool", pool, kernel_shape=[5, 5], pads=[2, 2, 2, 2], strides=[1, 1])
        pools.append(pool)
    x = net.conv(net.op("Concat", *pools, axis=1), 48, 12, 1)
    rows = []
    for stride in (8, 16):
        x = net.conv(x, 12, 12, 3, strides=[4 if stride == 8 else 2] * 2)
        cells = 64 // stride
        y = net.op("Reshape", net.conv(x, 12, 3 * 7, 1), [1, 3, 7, cells, cells])
        y = net.op("Sigmoid", net.op("Transpose", y, perm=[0, 1, 3, 4, 2]))
        xy, wh, rest = net.op("Split", y, n=3, axis=4, split=[2, 2, 3])
        grid = numpy.stack(numpy.meshgrid(numpy.arange(cells), numpy.arange(cells)), -1).reshape(1, 1, cells, cells, 2)
        xy = net.op("Mul", net.op("Add", net.op("Mul", xy, numpy.float32(2)), (grid - 0.5).astype(numpy.float32)), numpy.float32(stride))
        wh = net.op("Mul", net.op("Pow", net.op("Mul", wh, numpy.float32(2)), numpy.float32(2)), net.weight(1, 3, 1, 1, 2))
        rows.append(net.op("Reshape", net.op("Concat", xy, wh, rest, axis=4), [1, -1, 7]))
    net.output(net.op("Concat", *rows, axis=1), "output0")
    yield "boxes_of_cells", net.model(), {"images": floats(1, 1, 3, 64, 64)}


def boxes_of_shares():
    """Newer YOLO: distances as shares of bins; the best boxes by a TopK, their places gathered."""
    net = Net(opset=17)
    net.input("images", "float", ["batch", 3, 32, 32])
    x = net.conv("images", 3, 16, 3, strides=[8, 8])
    n = net.op("Shape", x)
    n = net.op("Slice", n, [0], [1], [0])
    y = net.op("Reshape", net.conv(x, 16, 4 * 8 + 5, 1), net.op("Concat", n, [37, -1], axis=0))
    boxes, classes = net.op("Split", y, [32, 5], n=2, axis=1)
    shares = net.op("Softmax", net.op("Transpose", net.op("Reshape", boxes, [0, 4, 8, 16]), perm=[0, 2, 1, 3]), axis=1)
    far = net.op("Reshape", net.conv(shares, 8, 1, 1, bias=False), [0, 4, 16])
    first, second = net.op("Slice", far, [0], [2], [1], [1]), net.op("Slice", far, [2], [4], [1], [1])
    grid = net.const(numpy.stack(numpy.meshgrid(numpy.arange(4), numpy.arange(4))).reshape(1, 2, 16) + 0.5)
    corners = net.op("Concat", net.op("Sub", grid, first), net.op("Add", grid, second), axis=1)
    scores = net.op("Transpose", net.op("Sigmoid", classes), perm=[0, 2, 1])
    best = net.op("ReduceMax", scores, axes=[2], keepdims=0)
    values, places = net.op("TopK", best, net.const(numpy.array([6])), n=2, axis=1)
    at = net.op("Expand", net.op("Unsqueeze", places, [2]), net.op("Concat", n, [6, 4], axis=0))
    net.output(net.op("GatherElements", net.op("Transpose", corners, perm=[0, 2, 1]), at, axis=1), "boxes")
    net.output(values, "values")
    picked = net.op("GatherND", scores, net.op("Unsqueeze", places, [2]), batch_dims=1)
    net.output(net.op("ArgMax", picked, axis=2, keepdims=0), "labels", "int64")
    yield "boxes_of_shares", net.model(), {"images": floats(1, 2, 3, 32, 32)}


def boxes_of_priors():
    net = Net(opset=11)
    net.input("x", "float", [1, 3, 32, 32])
    x = net.op("Relu", net.conv("x", 3, 16, 3, strides=[4, 4]))
    x = net.op("Div", x, net.op("Expand", net.op("Clip", net.op("ReduceL2", x, axes=[1], keepdims=1), numpy.float32(1e-12)), net.op("Shape", x)))
    where = net.op("Reshape", net.op("Transpose", net.conv(x, 16, 8, 3), perm=[0, 2, 3, 1]), [1, -1, 4])
    which = net.op("Softmax", net.op("Reshape", net.op("Transpose", net.conv(x, 16, 6, 3), perm=[0, 2, 3, 1]), [1, -1, 3]), axis=2)
    priors = numpy.abs(floats(3, 1, 128, 4))
    middle = net.op("Add", net.op("Mul", net.op("Slice", where, [0], [2], [2]), priors[..., 2:] * numpy.float32(0.1)), priors[..., :2])
    extent = net.op("Mul", net.op("Exp", net.op("Mul", net.op("Slice", where, [2], [9], [2]), numpy.float32(0.2))), priors[..., 2:])
    low = net.op("Sub", middle, net.op("Div", extent, numpy.float32(2)))
    net.output(net.op("Concat", low, net.op("Add", low, extent), axis=2), "boxes")
    net.output(which, "scores")
    yield "boxes_of_priors", net.model(), {"x": floats(1, 1, 3, 32, 32)}


def flow():
    """Warps a picture by a field that it computes."""
    net = Net(opset=16)
    net.input("a", "float", [1, 3, 16, 16])
    net.input("b", "float", [1, 3, 16, 16])
    x = net.op("Relu", net.conv(net.op("Concat", "a", "b", axis=1), 6, 8, 3))
    field = net.op("Transpose", net.op("Tanh", net.conv(x, 8, 2, 3)), perm=[0, 2, 3, 1])
    net.output(net.op("GridSample", "a", field, mode="bilinear", padding_mode="border", align_corners=1), "y")
    yield "flow", net.model(), {"a": floats(1, 1, 3, 16, 16), "b": floats(2, 1, 3, 16, 16)}


ALL = [residual_classifier, mobile_classifier, channels_last_classifier, shuffled_classifier, normalised_by_layers, patches, landmarks,
       text_line, text_regions, parts, larger_picture, other_style, boxes_of_cells, boxes_of_shares, boxes_of_priors, flow]  # fmt: skip
