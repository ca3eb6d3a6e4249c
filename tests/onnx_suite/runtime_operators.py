#!/usr/bin/env python3
"""Compares operators of ONNX Runtime's own domain with what ONNX Runtime computes.

    runtime_operators.py RUNNER [--keep FOLDER]

RUNNER is build/<preset>/tests/onnx_suite/onnx_suite. It needs Python's packages `onnx` and `onnxruntime`; every case is
computed by the definitions of the operators, and compiled. Exit status 1 if a result is wrong or refused.
"""

import argparse
import pathlib
import sys
import tempfile

import numpy
import onnx
import onnxruntime
from onnx import helper, numpy_helper

from cases import failures_of, write_case

RANDOM = numpy.random.default_rng(1)
SCALE, ZERO = numpy.float32(0.03), numpy.uint8(120)
RESULT = (numpy.float32(0.05), numpy.uint8(100))


def floats(*shape):
    return RANDOM.standard_normal(shape).astype(numpy.float32)


def whole(*shape, kind=numpy.uint8):
    limits = numpy.iinfo(kind)
    return RANDOM.integers(limits.min, limits.max + 1, shape).astype(kind)


def quantized(*shape):
    return whole(*shape), SCALE, ZERO


def mask(batch, length):
    return (numpy.arange(length) < numpy.array([[length], [length - 2]])[:batch]).astype(numpy.int32)


def cases():
    """(name, operator, inputs, which of them are constants, attributes, outputs that are compared)"""
    vector, matrix = floats(16), floats(16, 16)
    yield "gelu", "Gelu", [floats(3, 16)], [], {}, [0]
    yield "bias_gelu", "BiasGelu", [floats(3, 16), vector], [1], {}, [0]
    yield "fast_gelu", "FastGelu", [floats(3, 16), vector], [1], {}, [0]
    yield "quick_gelu", "QuickGelu", [floats(3, 16)], [], {"alpha": 1.5}, [0]
    row = floats(2, 5, 16)
    yield ("skip_norm", "SkipLayerNormalization", [row, row[::-1], vector, floats(16), floats(16)],
           [2, 3, 4], {"epsilon": 1e-5}, [0, 3])
    yield "skip_norm_few", "SkipLayerNormalization", [row, row[::-1], vector], [2], {}, [0]
    yield ("skip_rms", "SkipSimplifiedLayerNormalization", [row, row[::-1], vector, floats(16)],
           [2, 3], {"epsilon": 1e-5}, [0, 3])
    yield "product", "FusedMatMul", [floats(2, 16, 5), matrix], [1], {"transA": 1, "transB": 1, "alpha": 0.5}, [0]
    image, kernel = floats(1, 16, 8, 8), floats(16, 16, 3, 3)
    yield ("conv_leaky", "FusedConv", [image, kernel, vector],
           [1, 2], {"activation": "LeakyRelu", "activation_params": [0.1], "pads": [1] * 4}, [0])
    yield "conv_sum", "FusedConv", [image, kernel, vector, image], [1, 2], {"activation": "Relu", "pads": [1] * 4}, [0]
    yield "q_add", "QLinearAdd", [*quantized(2, 7), *quantized(1, 7), *RESULT], [1, 2, 4, 5, 6, 7], {}, [0]
    yield "q_mul", "QLinearMul", [*quantized(2, 7), *quantized(1, 7), *RESULT], [1, 2, 4, 5, 6, 7], {}, [0]
    yield ("q_sigmoid", "QLinearSigmoid", [*quantized(2, 7), numpy.float32(1 / 256), numpy.uint8(0)],
           [1, 2, 3, 4], {}, [0])
    yield "q_leaky", "QLinearLeakyRelu", [*quantized(2, 7), *RESULT], [1, 2, 3, 4], {"alpha": 0.2}, [0]
    yield ("q_softmax", "QLinearSoftmax", [*quantized(2, 7), numpy.float32(1 / 256), numpy.uint8(0)],
           [1, 2, 3, 4], {"axis": -1, "opset": 13}, [0])
    yield "q_pool", "QLinearGlobalAveragePool", [*quantized(1, 8, 4, 4), *RESULT], [1, 2, 3, 4], {}, [0]
    yield ("q_window", "QLinearAveragePool", [*quantized(1, 8, 4, 4), *RESULT],
           [1, 2, 3, 4], {"kernel_shape": [2, 2], "strides": [2, 2]}, [0])
    yield ("q_concat", "QLinearConcat", [*RESULT, *quantized(2, 3), *quantized(2, 4)],
           [0, 1, 3, 4, 6, 7], {"axis": 1}, [0])
    # Of 7 bits: where processors lack products of 8 bits, ONNX Runtime's sums of pairs may saturate with larger ones.
    weights = whole(16, 8, kind=numpy.int8) // 2
    scales, zeros = numpy.abs(floats(8)) / 50, numpy.zeros(8, numpy.int8)
    bias = whole(8, kind=numpy.int16).astype(numpy.int32)
    coarse = (numpy.float32(0.5), numpy.uint8(128))
    yield ("q_gemm", "QGemm", [*quantized(3, 16), weights, scales, zeros, bias, *coarse],
           [1, 2, 3, 4, 5, 6, 7, 8], {}, [0])
    yield ("q_gemm_real", "QGemm", [*quantized(3, 16), weights.T, scales, zeros, bias],
           [1, 2, 3, 4, 5, 6], {"transB": 1}, [0])
    yield ("to_float", "MatMulIntegerToFloat", [whole(3, 16), weights, SCALE, scales, ZERO, zeros, floats(8)],
           [1, 2, 3, 4, 5, 6], {}, [0])
    yield "dynamic", "DynamicQuantizeMatMul", [floats(3, 16), weights, scales, zeros, floats(8)], [1, 2, 3, 4], {}, [0]
    heads, wide = {"num_heads": 4}, floats(2, 5, 16)
    packed, offsets = floats(16, 48) / 4, floats(48)
    yield "attention", "Attention", [wide, packed, offsets], [1, 2], heads, [0]
    yield "attention_mask", "Attention", [wide, packed, offsets, mask(2, 5)], [1, 2], heads, [0]
    yield ("attention_lengths", "Attention", [wide, packed, offsets, numpy.array([5, 3], numpy.int32)],
           [1, 2], heads, [0])
    yield "attention_causal", "Attention", [wide, packed, offsets], [1, 2], {"num_heads": 4, "unidirectional": 1}, [0]
    other = floats(2, 7, 16)
    yield "many_heads", "MultiHeadAttention", [wide, other, floats(2, 7, 16)], [], heads, [0]
    yield ("many_heads_bias", "MultiHeadAttention", [wide, other, floats(2, 7, 16), offsets, None, floats(2, 4, 5, 7)],
           [3], heads, [0])
    tokens, segments = (whole(2, 5).astype(numpy.int32) % count for count in (9, 2))
    words = [tokens, segments, floats(9, 16), floats(6, 16), floats(2, 16), vector, floats(16)]
    yield "embeddings", "EmbedLayerNormalization", [*words, mask(2, 5)], [2, 3, 4, 5, 6], {"epsilon": 1e-5}, [0, 1]


def declaration(name, values):
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(values.dtype), values.shape)


def written(folder, name, op, inputs, constants, attributes, outputs):
    """Writes a case as a folder, with the outputs of ONNX Runtime."""
    names = ["" if one is None else f"x{i}" for i, one in enumerate(inputs)]
    results = [f"y{i}" if i in outputs else "" for i in range(max(outputs) + 1)]
    node = helper.make_node(op, names, results, domain="com.microsoft", **attributes)
    values = {n: numpy.asarray(x, order="C") for n, x in zip(names, inputs) if n}
    inside = {f"x{i}" for i in constants}
    free = [n for n in values if n not in inside]
    declared = [declaration(n, values[n]) for n in free]
    # The types of the outputs are what they turn out to be.
    graph = helper.make_graph([node], name, declared, [onnx.ValueInfoProto(name=n) for n in results if n],
                              [numpy_helper.from_array(values[n], n) for n in sorted(inside)])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    found = session.run(None, {n: values[n] for n in free})
    del model.graph.output[:]
    model.graph.output.extend(declaration(n, x) for n, x in zip((n for n in results if n), found))
    write_case(folder / name, model, [(n, values[n]) for n in free],
               [(one.name, x) for one, x in zip(model.graph.output, found)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runner")
    parser.add_argument("--keep", help="the folder for the cases")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(asked.keep or scratch)
        for case in cases():
            written(folder, *case)
        failures = failures_of(asked.runner, folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
