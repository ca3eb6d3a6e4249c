"""Voices: activity, wake words, keywords, speakers, denoising."""

import numpy

from .net import Net


def floats(seed, *shape):
    return numpy.random.default_rng(seed).standard_normal(shape).astype(numpy.float32)


def stft_magnitude(net, x, window, hop, bins):
    """As a convolution whose halves are cosines and sines, as exporters write torch.stft by hand."""
    padded = net.op("Pad", x, [0, window // 4, 0, window // 4], mode="reflect")
    row = net.op("Unsqueeze", padded, [1])
    both = net.op("Conv", row, net.weight(2 * bins, 1, window), strides=[hop], kernel_shape=[window],
                  pads=[0, 0], dilations=[1], group=1)  # fmt: skip
    top = numpy.iinfo(numpy.int64).max
    real = net.op("Slice", both, [0], [bins], [1], [1])
    imaginary = net.op("Slice", both, [bins], [top], [1], [1])
    two = numpy.float32(2)
    return net.op("Sqrt", net.op("Add", net.op("Pow", real, two), net.op("Pow", imaginary, two)))


def lstm(net, x, hidden, of, state, cell, layers=1):
    hs, cs = [], []
    for i in range(layers):
        first = net.op("Slice", state, [i], [i + 1], [0])
        second = net.op("Slice", cell, [i], [i + 1], [0])
        y, h, c = net.op("LSTM", x, net.weight(1, 4 * hidden, of if i == 0 else hidden), net.weight(1, 4 * hidden, hidden),
                         net.weight(1, 8 * hidden, scale=0.1), None, first, second, n=3, hidden_size=hidden)  # fmt: skip
        x = net.op("Squeeze", y, [1])
        hs.append(h)
        cs.append(c)
    return x, net.op("Concat", *hs, axis=0), net.op("Concat", *cs, axis=0)


def voice_activity_torchscript():
    """A rate that chooses between two networks, states that go in and out, sizes that are asked for again and again."""

    def branch(window, bins):
        def write(net):
            rank = net.op("Size", net.op("Shape", "input"))
            padded = net.op("If", net.op("Equal", rank, numpy.int64(1)),
                            then_branch=net.inside(lambda one: [one.op("Unsqueeze", "input", [0])]),
                            else_branch=net.inside(lambda one: [one.op("Identity", "input")]))  # fmt: skip
            x = stft_magnitude(net, padded, window, window // 2, bins)
            for of, to, stride in ((bins, 16, 1), (16, 32, 2), (32, 16, 2)):
                x = net.op("Relu", net.conv(x, of, to, [3], strides=[stride]))
            x = net.op("Transpose", x, perm=[2, 0, 1])
            x, h, c = lstm(net, x, 16, 16, "h", "c", 2)
            x = net.op("Transpose", x, perm=[1, 2, 0])
            x = net.op("Sigmoid", net.conv(net.op("Relu", x), 16, 1, [1]))
            return [net.op("ReduceMean", net.op("Squeeze", x, [1]), axes=[1], keepdims=1), h, c]

        return write

    net = Net(opset=16, constant_nodes=True)
    net.input("input", "float", ["batch", "samples"])
    net.input("sr", "int64", [])
    net.input("h", "float", [2, "batch", 16])
    net.input("c", "float", [2, "batch", 16])
    condition = net.op("Equal", "sr", numpy.int64(16000))
    made = net.op("If", condition, n=3, then_branch=net.inside(branch(64, 17)), else_branch=net.inside(branch(32, 17)))
    net.output(made[0], "output", shape=["batch", 1])
    net.output(made[1], "hn")
    net.output(made[2], "cn")
    feeds = {"input": floats(1, 1, 256), "sr": numpy.array(16000), "h": floats(2, 2, 1, 16), "c": floats(3, 2, 1, 16)}
    yield "voice_activity_torchscript", net.model(), feeds
    yield "voice_activity_torchscript_slow", net.model(), {**feeds, "sr": numpy.array(8000)}


def voice_activity_lstm_cell():
    """A cell of an LSTM written out, state as one tensor, another width of the image for each rate."""
    net = Net(opset=16, constant_nodes=True)
    net.input("input", "float", [None, None])
    net.input("state", "float", [2, None, 16])
    net.input("sr", "int64", [])
    window = 32

    def write(size):
        def branch(net):
            x = stft_magnitude(net, "input", size, size // 2, 9)
            x = net.op("Relu", net.conv(x, 9, 16, [3], strides=[2]))
            x = net.op("ReduceMean", x, axes=[2], keepdims=0)
            h = net.op("Gather", "state", numpy.int64(0), axis=0)
            c = net.op("Gather", "state", numpy.int64(1), axis=0)
            gates = net.op("Add", net.op("Gemm", x, net.weight(64, 16), net.weight(64), transB=1),
                           net.op("Gemm", h, net.weight(64, 16), net.weight(64), transB=1))  # fmt: skip
            i, f, g, o = net.op("Split", gates, [16, 16, 16, 16], n=4, axis=1)
            c = net.op("Add", net.op("Mul", net.op("Sigmoid", f), c), net.op("Mul", net.op("Sigmoid", i), net.op("Tanh", g)))
            h = net.op("Mul", net.op("Sigmoid", o), net.op("Tanh", c))
            state = net.op("Concat", net.op("Unsqueeze", h, [0]), net.op("Unsqueeze", c, [0]), axis=0)
            return [net.op("Sigmoid", net.dense(h, 16, 1)), state]

        return branch

    out = net.op("If", net.op("Equal", "sr", numpy.int64(16000)), n=2,
                 then_branch=net.inside(write(window)), else_branch=net.inside(write(window // 2)))  # fmt: skip
    net.output(out[0], "output")
    net.output(out[1], "stateN")
    yield "voice_activity_lstm_cell", net.model(), {
        "input": floats(1, 1, 128), "state": floats(2, 2, 1, 16), "sr": numpy.array(16000)}  # fmt: skip


def wake_word_melspectrogram():
    net = Net(opset=12)
    net.input("input", "float", ["batch_size", "samples"])
    row = net.op("Unsqueeze", "input", axes=[1])
    conv = [net.op("Conv", row, net.weight(33, 1, 64), strides=[16], kernel_shape=[64]) for _ in range(2)]
    power = net.op("Add", *(net.op("Pow", one, numpy.float32(2)) for one in conv))
    mel = net.op("MatMul", net.op("Transpose", power, perm=[0, 2, 1]), net.const(numpy.abs(floats(4, 33, 8))))
    clipped = net.op("Clip", mel, numpy.float32(1e-10), None)
    decibel = net.op("Mul", net.op("Div", net.op("Log", clipped), numpy.float32(numpy.log(10))), numpy.float32(10))
    top = net.op("Sub", net.op("ReduceMax", decibel, keepdims=0), numpy.float32(80))
    net.output(net.op("Unsqueeze", net.op("Max", decibel, top), axes=[1]), "output", shape=["time", 1, None, 8])
    yield "wake_word_melspectrogram", net.model(), {"input": floats(1, 1, 512)}


def wake_word_embedding():
    """From Keras: images with channels last, turned around each convolution."""
    net = Net(opset=11)
    net.input("input_1", "float", ["unk__1", 20, 8, 1])
    x = net.op("Transpose", "input_1", perm=[0, 3, 1, 2])
    for of, to, kernel in ((1, 8, [3, 3]), (8, 12, [1, 3]), (12, 16, [3, 1])):
        x = net.op("Conv", x, net.weight(to, of, *kernel), strides=[1, 1], auto_pad="SAME_UPPER", dilations=[1, 1], group=1)
        x = net.op("LeakyRelu", net.norm(x, to), alpha=0.2)
        x = net.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2], auto_pad="VALID")
    x = net.op("Transpose", x, perm=[0, 2, 3, 1])
    net.output(x, "conv2d_19")
    yield "wake_word_embedding", net.model(), {"input_1": floats(1, 2, 20, 8, 1)}


def wake_word_head():
    net = Net(opset=13)
    net.input("onnx::Flatten_0", "float", [1, 16, 24])
    x = net.op("Flatten", "onnx::Flatten_0", axis=1)
    x = net.op("Gemm", x, net.weight(32, 384), net.weight(32), transB=1)
    mean = net.op("ReduceMean", x, axes=[-1])
    centered = net.op("Sub", x, mean)
    variance = net.op("ReduceMean", net.op("Pow", centered, numpy.float32(2)), axes=[-1])
    x = net.op("Div", centered, net.op("Sqrt", net.op("Add", variance, numpy.float32(1e-5))))
    x = net.op("Relu", net.op("Add", net.op("Mul", x, net.weight(32)), net.weight(32)))
    net.output(net.op("Sigmoid", net.op("Gemm", x, net.weight(1, 32), net.weight(1), transB=1)), "39")
    yield "wake_word_head", net.model(), {"onnx::Flatten_0": floats(1, 1, 16, 24)}


def keywords():
    net = Net(opset=17)
    net.input("audio", "float", ["N", 1, 400])
    x = net.op("Relu", net.norm(net.conv("audio", 1, 16, [80], strides=[4], pads=[38, 38]), 16))
    x = net.op("MaxPool", x, kernel_shape=[4], strides=[4])
    for of, to in ((16, 16), (16, 32)):
        x = net.conv(x, of, of, [3], groups=of)
        x = net.op("Relu", net.norm(net.conv(x, of, to, [1], bias=False), to))
    x = net.op("GlobalAveragePool", x)
    x = net.op("Transpose", x, perm=[0, 2, 1])
    net.output(net.op("LogSoftmax", net.dense(x, 32, 12), axis=2), "scores")
    yield "keywords", net.model(), {"audio": floats(1, 3, 1, 400)}


def speaker():
    """Res2 blocks, squeeze and excitation, pooling of statistics with attention."""
    net = Net(opset=14, constant_nodes=True)
    net.input("feats", "float", ["B", "T", 20])
    x = net.op("Transpose", "feats", perm=[0, 2, 1])
    x = net.norm(net.op("Relu", net.conv(x, 20, 32, [5])), 32)
    parts = net.op("Split", x, [8, 8, 8, 8], n=4, axis=1)
    kept, last = [parts[0]], None
    for one in parts[1:]:
        last = one if last is None else net.op("Add", last, one)
        last = net.norm(net.op("Relu", net.conv(last, 8, 8, [3], dilations=[2], pads=[2, 2])), 8)
        kept.append(last)
    y = net.op("Concat", *kept, axis=1)
    s = net.op("ReduceMean", y, axes=[2], keepdims=1)
    s = net.op("Sigmoid", net.conv(net.op("Relu", net.conv(s, 32, 8, [1])), 8, 32, [1]))
    x = net.op("Add", x, net.op("Mul", y, s))
    length = net.op("Gather", net.op("Shape", x), numpy.int64(2), axis=0)
    mean = net.op("ReduceMean", x, axes=[2], keepdims=1)
    shape = net.op("Concat", [1, 1], net.op("Unsqueeze", length, [0]), axis=0)
    centered = net.op("Sub", x, mean)
    deviation = net.op("Sqrt", net.op("Clip", net.op("ReduceMean", net.op("Mul", centered, centered), axes=[2], keepdims=1),
                                      numpy.float32(1e-9), None))  # fmt: skip
    whole = net.op("Concat", x, net.op("Tile", mean, shape), net.op("Tile", deviation, shape), axis=1)
    a = net.op("Softmax", net.conv(net.op("Tanh", net.conv(whole, 96, 16, [1])), 16, 32, [1]), axis=2)
    mu = net.op("ReduceSum", net.op("Mul", x, a), [2], keepdims=0)
    square = net.op("ReduceSum", net.op("Mul", net.op("Mul", x, x), a), [2], keepdims=0)
    sigma = net.op("Sqrt", net.op("Clip", net.op("Sub", square, net.op("Mul", mu, mu)), numpy.float32(1e-7), None))
    x = net.norm(net.op("Concat", mu, sigma, axis=1), 64)
    x = net.op("Gemm", x, net.weight(16, 64), net.weight(16), transB=1)
    size = net.op("Expand", net.op("Clip", net.op("ReduceL2", x, axes=[1], keepdims=1), numpy.float32(1e-12), None), net.op("Shape", x))
    net.output(net.op("Div", x, size), "embs")
    yield "speaker", net.model(), {"feats": floats(1, 2, 30, 20)}


def denoiser_gru():
    """Magnitudes of a spectrum in, gains out; the states of two GRUs go in and out."""
    net = Net(opset=11)
    net.input("in_mag", "float", [1, 1, 33])
    net.input("states", "float", [2, 1, 24])
    x = net.op("Log", net.op("Add", net.op("Mul", "in_mag", "in_mag"), numpy.float32(1e-7)))
    x = net.op("Sigmoid", net.dense(x, 33, 24))
    states = []
    for state in net.op("Split", "states", n=2, axis=0, split=[1, 1]):
        y, h = net.op("GRU", x, net.weight(1, 72, 24), net.weight(1, 72, 24), net.weight(1, 144, scale=0.1), None, state,
                      n=2, hidden_size=24, linear_before_reset=1)  # fmt: skip
        x = net.op("Squeeze", y, axes=[1])
        states.append(h)
    mask = net.op("Sigmoid", net.dense(x, 24, 33))
    net.output(net.op("Mul", mask, "in_mag"), "out_mag")
    net.output(net.op("Concat", *states, axis=0), "out_states")
    yield "denoiser_gru", net.model(ir_version=6), {"in_mag": numpy.abs(floats(1, 1, 1, 33)), "states": floats(2, 2, 1, 24)}


def denoiser_unet():
    """Transposed convolutions, skips, a bidirectional LSTM in the middle, complex numbers as two channels."""
    net = Net(opset=17)
    net.input("spec", "float", [1, 33, "frames", 2])
    x = net.op("Transpose", "spec", perm=[0, 3, 2, 1])
    skips = []
    for of, to in ((2, 8), (8, 16)):
        x = net.op("Conv", x, net.weight(to, of, 2, 5), net.weight(to), strides=[1, 2], pads=[1, 2, 0, 2], kernel_shape=[2, 5])
        x = net.op("PRelu", net.norm(x, to), net.const(numpy.full((1, 1, 1), 0.25)))
        skips.append(x)
    shape = net.op("Shape", x)
    frames = net.op("Slice", shape, [2], [3], [0])
    y = net.op("Transpose", x, perm=[2, 0, 1, 3])
    y = net.op("Reshape", y, net.op("Concat", frames, [1, -1], axis=0))
    y, _, _ = net.op("LSTM", y, net.weight(2, 64, 144), net.weight(2, 64, 16), net.weight(2, 128, scale=0.1), n=3,
                     hidden_size=16, direction="bidirectional")  # fmt: skip
    y = net.op("Reshape", net.op("Transpose", y, perm=[0, 2, 1, 3]), [0, 0, -1])
    y = net.op("LayerNormalization", net.dense(y, 32, 144), net.weight(144), net.weight(144), axis=-1, epsilon=1e-6)
    y = net.op("Reshape", y, net.op("Concat", frames, [1, 16, 9], axis=0))
    x = net.op("Add", x, net.op("Transpose", y, perm=[1, 2, 0, 3]))
    for of, to in ((16, 8), (8, 2)):
        x = net.op("Concat", x, skips.pop(), axis=1)
        x = net.op("ConvTranspose", x, net.weight(2 * of, to, 2, 5), net.weight(to), strides=[1, 2], pads=[1, 2, 0, 2],
                   kernel_shape=[2, 5])  # fmt: skip
        x = net.op("Tanh", x)
    net.output(net.op("Transpose", x, perm=[0, 3, 2, 1]), "enhanced")
    yield "denoiser_unet", net.model(), {"spec": floats(1, 1, 33, 7, 2)}


def recognizer():
    """One step of a transducer: joint network with a broadcast sum, argmax of tokens, their probabilities."""
    net = Net(opset=13)
    net.input("encoder_out", "float", ["N", 16])
    net.input("tokens", "int64", ["N", 2])
    e = net.op("Gather", net.weight(30, 16), net.op("Clip", "tokens", numpy.int64(0), None))
    mask = net.op("Cast", net.op("GreaterOrEqual", "tokens", numpy.int64(0)), to=1)
    e = net.op("Mul", e, net.op("Unsqueeze", mask, [-1]))
    e = net.op("Relu", net.conv(net.op("Transpose", e, perm=[0, 2, 1]), 16, 16, [2], groups=4, pads=[0, 0]))
    x = net.op("Tanh", net.op("Add", "encoder_out", net.op("Squeeze", e, [2])))
    logits = net.dense(x, 16, 30)
    net.output(logits, "logit")
    net.output(net.op("ArgMax", logits, axis=-1, keepdims=0), "token", "int64")
    net.output(net.op("ReduceMax", net.op("Softmax", logits, axis=-1), axes=[1], keepdims=0), "p")
    yield "recognizer", net.model(), {"encoder_out": floats(1, 3, 16), "tokens": numpy.array([[-1, 0], [5, 29], [2, 2]])}


def chunked_encoder():
    """Conv subsampling, relative positions by shifting, convolution module with GLU, caches that are cut."""
    net = Net(opset=16, constant_nodes=True)
    net.input("x", "float", [1, 19, 16])
    net.input("cache", "float", [1, 6, 16])
    x = net.op("Unsqueeze", "x", [1])
    x = net.op("Relu", net.op("Conv", x, net.weight(8, 1, 3, 3), net.weight(8), strides=[2, 2]))
    b, t = (net.op("Gather", net.op("Shape", x), numpy.int64(i), axis=0) for i in (0, 2))
    x = net.op("Transpose", x, perm=[0, 2, 1, 3])
    rows = net.op("Concat", net.op("Unsqueeze", b, [0]), net.op("Unsqueeze", t, [0]), [56], axis=0)
    x = net.dense(net.op("Reshape", x, rows), 56, 16)
    whole = net.op("Concat", "cache", x, axis=1)
    kept = net.op("Slice", whole, [-6], [numpy.iinfo(numpy.int64).max], [1])
    q = net.op("Transpose", net.op("Reshape", net.dense(x, 16, 16), [0, 0, 2, 8]), perm=[0, 2, 1, 3])
    k = net.op("Transpose", net.op("Reshape", net.dense(whole, 16, 16), [0, 0, 2, 8]), perm=[0, 2, 3, 1])
    v = net.op("Transpose", net.op("Reshape", net.dense(whole, 16, 16), [0, 0, 2, 8]), perm=[0, 2, 1, 3])
    scores = net.op("MatMul", q, k)
    position = net.op("Reshape", net.dense(net.weight(23, 16, scale=1), 16, 16), [1, 23, 2, 8])
    position = net.op("MatMul", q, net.op("Transpose", position, perm=[0, 2, 3, 1]))
    position = net.op("Pad", position, [0, 0, 0, 1, 0, 0, 0, 0], numpy.float32(0))
    shape = net.op("Shape", position)
    head = net.op("Slice", shape, [0], [2], [0])
    shifted = net.op("Reshape", position, net.op("Concat", head, net.op("Gather", shape, [3], axis=0), net.op("Gather", shape, [2], axis=0), axis=0))
    shifted = net.op("Slice", shifted, [1], [numpy.iinfo(numpy.int64).max], [2])
    shifted = net.op("Reshape", shifted, net.op("Concat", head, net.op("Gather", shape, [2], axis=0), [-1], axis=0))
    shifted = net.op("Slice", shifted, [0], net.op("Gather", net.op("Shape", scores), [3], axis=0), [3])
    a = net.op("Softmax", net.op("Mul", net.op("Add", scores, shifted), numpy.float32(8**-0.5)), axis=-1)
    y = net.op("Transpose", net.op("MatMul", a, v), perm=[0, 2, 1, 3])
    x = net.op("Add", x, net.dense(net.op("Reshape", y, [0, 0, 16]), 16, 16))
    y = net.conv(net.op("Transpose", x, perm=[0, 2, 1]), 16, 32, [1])
    one, other = net.op("Split", y, n=2, axis=1)
    y = net.op("Mul", one, net.op("Sigmoid", other))
    y = net.conv(y, 16, 16, [5], groups=16)
    y = net.op("Mul", y, net.op("Sigmoid", y))
    x = net.op("Add", x, net.op("Transpose", net.conv(y, 16, 16, [1]), perm=[0, 2, 1]))
    net.output(x, "encoder_out")
    net.output(kept, "new_cache")
    yield "chunked_encoder", net.model(), {"x": floats(1, 1, 19, 16), "cache": floats(2, 1, 6, 16)}


ALL = [voice_activity_torchscript, voice_activity_lstm_cell, wake_word_melspectrogram, wake_word_embedding, wake_word_head,
       keywords, speaker, denoiser_gru, denoiser_unet, recognizer, chunked_encoder]  # fmt: skip
