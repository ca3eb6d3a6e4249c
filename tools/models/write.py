"""Graphs as ONNX files. Weights depend on the name of the network and their place alone."""

import re
import zlib

import numpy
import onnx
from onnx import helper, numpy_helper

from graph import FLOAT, Numbers, Pruned, Stored

OPSET = 17
TYPES = {FLOAT: onnx.TensorProto.FLOAT, "int64": onnx.TensorProto.INT64}


def _stored(recipe):
    head, *sections = re.split(r"(?m)^/.*$", recipe.path.read_text(encoding="ascii"))
    filters, channels, kernel, image, count = (int(word) for word in head.replace(",", " ").split())
    values, starts, offsets = (section.split() for section in sections if section.strip())
    if (filters, channels, kernel, kernel) != recipe.shape or len(values) != count:
        raise ValueError(f"{recipe.path} has filters of {filters} x {channels} x {kernel} x {kernel}, not {recipe.shape}")
    made = numpy.zeros(recipe.shape, FLOAT)
    side = image + 2
    for filter_ in range(filters):
        for place in range(int(starts[filter_]), int(starts[filter_ + 1])):
            channel, inside = divmod(int(offsets[place]), side * side)
            made[filter_, channel, inside // side, inside % side] = values[place]
    return made


def _array(recipe, seed):
    if isinstance(recipe, Numbers):
        return numpy.array(recipe.values, recipe.type)
    if isinstance(recipe, Stored):
        return _stored(recipe)
    random = numpy.random.default_rng(seed)
    if isinstance(recipe, Pruned):
        values = random.standard_normal(recipe.shape, FLOAT) * numpy.float32(recipe.deviation)
        zeros = values.size - round(values.size * recipe.density)
        values.ravel()[numpy.argsort(numpy.abs(values), axis=None, kind="stable")[:zeros]] = 0
        return values
    if recipe.low is not None:
        return random.uniform(recipe.low, recipe.high, recipe.shape).astype(FLOAT)
    values = random.standard_normal(recipe.shape, FLOAT)
    return values * numpy.float32(recipe.deviation) + numpy.float32(recipe.middle)


def _declared(values):
    return [helper.make_tensor_value_info(name, TYPES[element], shape) for name, shape, element in values]


def model(graph):
    seed = zlib.crc32(graph.name.encode())
    constants = [
        numpy_helper.from_array(_array(recipe, (seed, place)), name)
        for place, (name, recipe) in enumerate(graph.constants.items())
    ]
    made = helper.make_graph(
        [helper.make_node(one.operator, one.inputs, one.outputs, **one.attributes) for one in graph.nodes],
        graph.name,
        _declared([(name, shape, element) for name, (shape, element, _) in graph.inputs.items()]),
        _declared([(name, shape, FLOAT) for name, shape in graph.outputs.items()]),
        constants,
    )
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8, producer_name="tiramisu")


def write(graph, path):
    onnx.save(model(graph), path)
