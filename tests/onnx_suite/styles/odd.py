"""Files that are unusual, and valid."""

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

from .net import Net


def floats(seed, *shape):
    return numpy.random.default_rng(seed).standard_normal(shape).astype(numpy.float32)


def initializers_as_inputs():
    net = Net(opset=7)
    net.input("x", "float", [2, 3])
    y = net.op("Gemm", "x", net.weight(4, 3), net.weight(4), transB=1)
    for one in list(net.initializers):
        net.inputs.append(helper.make_tensor_value_info(one.name, one.data_type, one.dims))
    net.output(net.op("Relu", y), "y")
    yield "initializers_as_inputs", net.model(ir_version=3), {"x": floats(1, 2, 3)}


def input_passed_on():
    net = Net()
    net.input("x", "float", [2, 3])
    net.output("x", shape=[2, 3])
    net.output(net.op("Relu", "x"), "y")
    yield "input_passed_on", net.model(), {"x": floats(1, 2, 3)}


def one_value_twice():
    net = Net()
    net.input("x", "float", [2, 3])
    y = net.op("Relu", "x")
    net.output(y, "y")
    net.output(y, "z")
    net.output(y)
    yield "one_value_twice", net.model(), {"x": floats(1, 2, 3)}


def constant_output():
    net = Net()
    net.input("x", "float", ["n", 3])
    net.output(net.op("Shape", "x"), "s", "int64")
    net.output(net.op("Relu", "x"), "y")
    net.output(net.const(numpy.float32(3)), shape=[])
    yield "constant_output", net.model(), {"x": floats(1, 2, 3)}


def scalars():
    net = Net()
    net.input("a", "float", [])
    net.input("k", "int64", [])
    net.input("x", "float", [4])
    y = net.op("Mul", net.op("Add", "a", net.op("Cast", "k", to=1)), net.op("ReduceSum", "x", keepdims=0))
    net.output(y, "y", shape=[])
    net.output(net.op("Gather", "x", "k", axis=0), "z", shape=[])
    net.output(net.op("Unsqueeze", y, [0, 1]), "u")
    yield "scalars", net.model(), {"a": numpy.array(2, numpy.float32), "k": numpy.array(2), "x": floats(1, 4)}


def constants_of_all_forms():
    net = Net(opset=13)
    net.input("x", "float", [2])
    made = "x"
    for attributes in ({"value_float": 2.0}, {"value_floats": [1.0, 2.0]}, {"value": numpy_helper.from_array(numpy.float32([3, 4]))}):
        made = net.op("Add", made, net.op("Constant", **attributes))
    for attributes in ({"value_int": 2}, {"value_ints": [1, 2]}):
        made = net.op("Add", made, net.op("Cast", net.op("Constant", **attributes), to=1))
    sparse = helper.make_sparse_tensor(
        helper.make_tensor("v", TensorProto.FLOAT, [1], [5.0]), helper.make_tensor("i", TensorProto.INT64, [1], [1]), [2])
    made = net.op("Add", made, net.op("Constant", sparse_value=sparse))
    net.output(made, "y")
    yield "constants_of_all_forms", net.model(), {"x": floats(1, 2)}


def casts():
    net = Net()
    net.input("x", "float", [2, 5])
    a = net.op("Cast", net.op("Cast", net.op("Mul", "x", numpy.float32(10)), to=TensorProto.INT32), to=TensorProto.FLOAT)
    b = net.op("Cast", net.op("Cast", "x", to=TensorProto.BOOL), to=TensorProto.INT64)
    c = net.op("Cast", net.op("Cast", "x", to=TensorProto.DOUBLE), to=TensorProto.FLOAT)
    d = net.op("Cast", net.op("Cast", net.op("Abs", "x"), to=TensorProto.UINT8), to=TensorProto.FLOAT)
    e = net.op("Cast", net.op("Cast", "x", to=TensorProto.FLOAT16), to=TensorProto.FLOAT)
    net.output(net.op("Sum", a, c, d, net.op("Cast", b, to=1), e), "y")
    net.output(b, kind="int64")
    yield "casts", net.model(), {"x": floats(1, 2, 5)}


def of_halves():
    net = Net(opset=13)
    net.input("x", "half", ["N", 3, 8, 8])
    w = net.const((floats(1, 8, 3, 3, 3) / 5).astype(numpy.float16))
    y = net.op("Relu", net.op("Conv", "x", w, net.const(floats(2, 8).astype(numpy.float16)), pads=[1] * 4))
    y = net.op("Flatten", net.op("GlobalAveragePool", y))
    y = net.op("MatMul", y, net.const(floats(3, 8, 4).astype(numpy.float16)))
    net.output(net.op("Softmax", y, axis=-1), "y", "half")
    yield "of_halves", net.model(), {"x": floats(4, 2, 3, 8, 8).astype(numpy.float16)}


def halves_inside():
    """What converters to float16 write: casts at inputs and outputs, and around what must stay exact."""
    net = Net(opset=13)
    net.input("x", "float", ["N", 16])
    h = net.op("Cast", "x", to=TensorProto.FLOAT16)
    h = net.op("Add", net.op("MatMul", h, net.const((floats(1, 16, 16) / 4).astype(numpy.float16))), net.const(floats(2, 16).astype(numpy.float16)))
    s = net.op("Cast", net.op("Softmax", net.op("Cast", h, to=1), axis=-1), to=TensorProto.FLOAT16)
    net.output(net.op("Cast", net.op("Mul", s, h), to=1), "y")
    yield "halves_inside", net.model(), {"x": floats(4, 2, 16)}


def of_doubles():
    net = Net(opset=13)
    net.input("x", "double", ["N", 4])
    y = net.op("MatMul", "x", net.const(floats(1, 4, 3).astype(numpy.float64), "float64"))
    y = net.op("Add", y, net.const(numpy.array([1.0, 2, 3]), "float64"))
    net.output(net.op("Softmax", net.op("Relu", y), axis=1), "y", "double")
    net.output(net.op("ReduceLogSumExp", y, axes=[1], keepdims=0), "z", "double")
    net.output(net.op("ArgMax", y, axis=1), "k", "int64")
    yield "of_doubles", net.model(), {"x": floats(2, 3, 4).astype(numpy.float64)}


def of_integers():
    net = Net(opset=13)
    net.input("x", "int64", ["N", 4])
    net.input("y", "int32", ["N", 4])
    a = net.op("Add", net.op("Mul", "x", numpy.int64(3)), net.op("Cast", "y", to=TensorProto.INT64))
    net.output(net.op("Mod", a, numpy.int64(7)), "m", "int64")
    net.output(net.op("MatMul", "y", net.op("Transpose", "y", perm=[1, 0])), "p", "int32")
    net.output(net.op("Where", net.op("Less", "x", a), "x", a), "w", "int64")
    net.output(net.op("ReduceMax", a, axes=[1]), "r", "int64")
    net.output(net.op("Div", "x", numpy.int64(2)), "d", "int64")
    net.output(net.op("Equal", "x", numpy.int64(2)), "e", "bool")
    values = numpy.random.default_rng(1).integers(-50, 50, (2, 4))
    yield "of_integers", net.model(), {"x": values, "y": (values // 3).astype(numpy.int32)}


def empty_pieces():
    net = Net()
    net.input("x", "float", [1, 3, 4])
    nothing = net.const(numpy.zeros((1, 0, 4), numpy.float32))
    y = net.op("Concat", nothing, "x", net.op("Slice", "x", [0], [0], [1]), axis=1)
    none = net.op("Slice", "x", [3], [9], [1])
    y = net.op("Add", y, net.op("ReduceSum", none, [1], keepdims=1))
    net.output(net.op("Concat", y, net.op("Relu", none), axis=1), "y")
    yield "empty_pieces", net.model(), {"x": floats(1, 1, 3, 4)}


def empty_past():
    """The first call of a decoder: what is past has no elements."""
    net = Net()
    net.input("x", "float", ["batch", "sequence", 4])
    net.input("past", "float", ["batch", "past_sequence", 4])
    whole = net.op("Concat", "past", "x", axis=1)
    scores = net.op("Softmax", net.op("MatMul", "x", net.op("Transpose", whole, perm=[0, 2, 1])), axis=-1)
    net.output(net.op("MatMul", scores, whole), "y")
    net.output(whole, "present")
    yield "empty_past", net.model(), {"x": floats(1, 2, 3, 4), "past": numpy.zeros((2, 0, 4), numpy.float32)}
    yield "some_past", net.model(), {"x": floats(1, 2, 1, 4), "past": floats(2, 2, 3, 4)}


def empty_result():
    net = Net()
    net.input("x", "float", [1, "n", 4])
    net.output(net.op("Slice", "x", [5], [9], [1]), "rest")
    net.output(net.op("Relu", "x"), "y")
    yield "empty_result", net.model(), {"x": floats(1, 1, 3, 4)}


def names_again():
    """Graphs inside use the same names as one another; strange characters in names."""
    net = Net()
    net.input("a b/c:0", "float", [2])
    net.input("flag", "bool", [1])

    def write(factor):
        body = helper.make_graph(
            [helper.make_node("Mul", ["a b/c:0", "k"], ["tmp"]), helper.make_node("Relu", ["tmp"], ["out"])],
            "same", [], [helper.make_tensor_value_info("out", TensorProto.FLOAT, [2])],
            [numpy_helper.from_array(numpy.float32(factor), "k")])  # fmt: skip
        return body

    first = net.op("If", "flag", then_branch=write(2), else_branch=write(-2))
    second = net.op("If", net.op("Not", "flag"), then_branch=write(3), else_branch=write(-3))
    net.output(net.op("Add", first, second), "1")
    yield "names_again", net.model(name="main graph (1)"), {"a b/c:0": floats(1, 2), "flag": numpy.array([True])}


def unused():
    net = Net()
    net.input("x", "float", [2, 4])
    net.input("not_read", "int64", ["k"])
    net.weight(5, 5)
    net.op("Relu", "x")
    parts = net.op("Split", "x", [2, 2], n=2, axis=1)
    net.op("Dropout", parts[0], n=2)
    net.output(parts[1], "y")
    yield "unused", net.model(), {"x": floats(1, 2, 4), "not_read": numpy.arange(3)}


def own_functions():
    body = [helper.make_node("Mul", ["x", "w"], ["a"]), helper.make_node("Add", ["a", "b"], ["c"]),
            helper.make_node("Inner", ["c"], ["y"], domain="own")]  # fmt: skip
    inner = helper.make_function("own", "Inner", ["v"], ["r"], [helper.make_node("LeakyRelu", ["v"], ["r"], alpha=0.1)],
                                 [helper.make_opsetid("", 17)])  # fmt: skip
    outer = helper.make_function("own", "Outer", ["x", "w", "b"], ["y"], body, [helper.make_opsetid("", 17), helper.make_opsetid("own", 1)])
    net = Net(opset=17)
    net.input("x", "float", [2, 3])
    y = net.op("Outer", "x", net.weight(3), net.weight(3), domain="own")
    net.output(net.op("Outer", y, net.weight(3), net.weight(3), domain="own"), "y")
    model = net.model(domains=[("own", 1)])
    model.functions.extend([inner, outer])
    yield "own_functions", model, {"x": floats(1, 2, 3)}


def fixed_rounds():
    net = Net(opset=13)
    net.input("x", "float", [3])

    def body(one):
        y = one.op("Mul", "state", numpy.float32(1.5))
        return [one.op("Identity", "going"), y, one.op("Add", y, one.op("Cast", "i", to=1))]

    inner = net.inside(body, [("i", "int64", []), ("going", "bool", []), ("state", "float", [3])])
    y, rows = net.op("Loop", numpy.int64(4), numpy.bool_(True), "x", n=2, body=inner)
    net.output(y, "y")
    net.output(rows, "rows")
    yield "fixed_rounds", net.model(), {"x": floats(1, 3)}


def rounds_by_value():
    """A loop that ends when its values say so, and at most after so many rounds."""
    net = Net(opset=13)
    net.input("x", "float", [3])

    def body(one):
        y = one.op("Mul", "state", numpy.float32(0.5))
        return [one.op("Greater", one.op("ReduceMax", one.op("Abs", y), keepdims=0), numpy.float32(0.1)), y]

    inner = net.inside(body, [("i", "int64", []), ("going", "bool", []), ("state", "float", [3])])
    y = net.op("Loop", numpy.int64(20), numpy.bool_(True), "x", body=inner)
    net.output(y, "y")
    yield "rounds_by_value", net.model(), {"x": floats(1, 3)}


def rounds_asked_for():
    net = Net(opset=13)
    net.input("x", "float", [3])
    net.input("count", "int64", [])

    def body(one):
        return [one.op("Identity", "going"), one.op("Mul", "state", numpy.float32(0.5))]

    inner = net.inside(body, [("i", "int64", []), ("going", "bool", []), ("state", "float", [3])])
    net.output(net.op("Loop", "count", "", "x", body=inner), "y")
    yield "rounds_asked_for", net.model(), {"x": floats(1, 3), "count": numpy.array(5)}


def scan():
    net = Net(opset=11)
    net.input("x", "float", [5, 2, 4])
    net.input("h", "float", [2, 3])

    def body(one):
        h = one.op("Tanh", one.op("Add", one.op("MatMul", "row", one.weight(4, 3)), one.op("MatMul", "state", one.weight(3, 3))))
        return [h, one.op("Identity", h)]

    inner = net.inside(body, [("state", "float", [2, 3]), ("row", "float", [2, 4])])
    h, rows = net.op("Scan", "h", "x", n=2, body=inner, num_scan_inputs=1)
    back, backward = net.op("Scan", "h", "x", n=2, body=net.inside(body, [("state", "float", [2, 3]), ("row", "float", [2, 4])]),
                            num_scan_inputs=1, scan_input_directions=[1], scan_output_directions=[1], scan_output_axes=[1])  # fmt: skip
    net.output(h, "last")
    net.output(rows, "all")
    net.output(back, "first")
    net.output(backward, "backward")
    yield "scan", net.model(), {"x": floats(1, 5, 2, 4), "h": floats(2, 2, 3)}


def sequences():
    net = Net(opset=13)
    net.input("x", "float", [4, 3])
    parts = net.op("SplitToSequence", "x", [1, 3], axis=0)
    second = net.op("SequenceAt", parts, numpy.int64(1))
    made = net.op("SequenceInsert", net.op("SequenceConstruct", second, "x"), second)
    net.output(net.op("ConcatFromSequence", made, axis=0), "y")
    net.output(net.op("SequenceLength", made), "n", "int64")
    yield "sequences", net.model(), {"x": floats(1, 4, 3)}


def shapes_by_hand():
    net = Net(opset=13, constant_nodes=True)
    net.input("x", "float", ["a", "b", "c"])
    s = net.op("Shape", "x")
    a, b, c = (net.op("Gather", s, numpy.int64(i), axis=0) for i in range(3))
    h = net.op("Div", net.op("Cast", c, to=1), numpy.float32(2))
    h = net.op("Cast", net.op("Floor", h), to=7)
    shape = net.op("Concat", *(net.op("Unsqueeze", v, [0]) for v in (net.op("Mul", a, b), net.const(numpy.int64(2)), h)), axis=0)
    y = net.op("Reshape", "x", shape)
    y = net.op("Reshape", y, [0, -1])
    z = net.op("ConstantOfShape", net.op("Shape", y), value=numpy_helper.from_array(numpy.float32([2])))
    r = net.op("Cast", net.op("Range", numpy.int64(0), net.op("Gather", net.op("Shape", y), numpy.int64(1), axis=0), numpy.int64(1)), to=1)
    w = net.op("Where", net.op("Equal", net.op("Shape", y), numpy.int64(-1)), net.op("Shape", y), [1, 1])
    net.output(net.op("Add", net.op("Mul", net.op("Expand", y, w), z), r), "y")
    yield "shapes_by_hand", net.model(), {"x": floats(1, 2, 3, 4)}


def opsets():
    for opset in range(7, 24):
        net = Net(opset=opset)
        net.input("x", "float", ["N", 3, 8, 8])
        x = net.op("Relu", net.norm(net.conv("x", 3, 8, 3), 8))
        x = net.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
        x = net.op("Clip", x, min=0.0, max=6.0) if opset < 11 else net.op("Clip", x, numpy.float32(0), numpy.float32(6))
        if opset < 10:
            x = net.op("Slice", x, starts=[1], ends=[4], axes=[2])
            x = net.op("Upsample", x, mode="nearest", scales=[1.0, 1, 2, 2]) if opset < 9 else net.op("Upsample", x, numpy.float32([1, 1, 2, 2]))
        else:
            x = net.op("Slice", x, [1], [4], [2])
            if opset == 10:
                x = net.op("Resize", x, numpy.float32([1, 1, 2, 2]), mode="nearest")
            else:
                x = net.op("Resize", x, numpy.float32([]), numpy.float32([1, 1, 2, 2]), mode="nearest",
                           coordinate_transformation_mode="asymmetric", nearest_mode="floor")  # fmt: skip
        x = net.op("Pad", x, pads=[0, 0, 1, 1, 0, 0, 1, 1]) if opset < 11 else net.op("Pad", x, [0, 0, 1, 1, 0, 0, 1, 1])
        x = net.op("ReduceMean", x, axes=[2], keepdims=0) if opset < 18 else net.op("ReduceMean", x, [2], keepdims=0)
        x = net.op("Unsqueeze", x, axes=[1]) if opset < 13 else net.op("Unsqueeze", x, [1])
        x = net.op("Dropout", x)
        net.output(net.op("Softmax", x, axis=3), "y")
        yield f"opset_{opset}", net.model(ir_version=8 if opset < 20 else 10), {"x": floats(1, 2, 3, 8, 8)}


ALL = [initializers_as_inputs, input_passed_on, one_value_twice, constant_output, scalars, constants_of_all_forms, casts,
       of_halves, halves_inside, of_doubles, of_integers, empty_pieces, empty_past, empty_result, names_again, unused, own_functions,
       fixed_rounds, rounds_by_value, rounds_asked_for, scan, sequences, shapes_by_hand, opsets]  # fmt: skip
