"""Encoders of transformers: BERT (Devlin et al., 2018) with six layers and no head, as DistilBERT has them (Sanh et al., 2019),
and ViT-tiny (Dosovitskiy et al., 2020; Touvron et al., 2020)."""

import math

from graph import FLOAT, INT64, Graph


def _attention(graph, x, heads):
    batch, length, width = graph.shapes[x]
    apart = (batch, length, heads, width // heads)

    def head(order):
        return graph.transpose(graph.reshape(graph.project(x, width), apart), order)

    queries, keys, values = head((0, 2, 1, 3)), head((0, 2, 3, 1)), head((0, 2, 1, 3))
    scores = graph.product(queries, keys)
    scale = graph.numbers(1 / math.sqrt(width // heads), FLOAT)
    mixed = graph.product(graph.softmax(graph.multiply(scores, scale)), values)
    joined = graph.reshape(graph.transpose(mixed, (0, 2, 1, 3)), (batch, length, width))
    return graph.project(joined, width)


def _feed_forward(graph, x, hidden):
    return graph.project(graph.gelu(graph.project(x, hidden)), graph.shapes[x][-1])


def bert6(batch=1, length=128):
    words, width, hidden, heads, epsilon = 30522, 768, 3072, 12, 1e-12
    graph = Graph("bert6")
    ids = graph.input("ids", (batch, length), INT64, below=words)
    embedded = graph.node("Gather", [graph.weights((words, width)), ids], (batch, length, width))
    # The network is made for sequences of 512; of these positions the first ones are met.
    positions = graph.weights((512, width))
    first, begin, end = graph.numbers((0,)), graph.numbers((0,)), graph.numbers((length,))
    x = graph.add(embedded, graph.node("Slice", [positions, begin, end, first], (length, width)))
    x = graph.layer_norm(x, epsilon)
    for _ in range(6):
        x = graph.layer_norm(graph.add(_attention(graph, x, heads), x), epsilon)
        x = graph.layer_norm(graph.add(_feed_forward(graph, x, hidden), x), epsilon)
    graph.output(x, "y")
    return graph


def vit_tiny(batch=1):
    width, heads, epsilon = 192, 3, 1e-6
    graph = Graph("vit_tiny")
    patches = graph.conv(graph.input("x", (batch, 3, 224, 224)), width, 16, 16, 0, bias=True)
    patches = graph.transpose(graph.reshape(patches, (batch, width, 196)), (0, 2, 1))
    token = graph.weights((1, 1, width))
    if batch > 1:
        token = graph.node("Expand", [token, graph.numbers((batch, 1, 1))], (batch, 1, width))
    x = graph.concat([token, patches])
    x = graph.add(x, graph.weights((1, 197, width)))
    for _ in range(12):
        x = graph.add(x, _attention(graph, graph.layer_norm(x, epsilon), heads))
        x = graph.add(x, _feed_forward(graph, graph.layer_norm(x, epsilon), 4 * width))
    x = graph.layer_norm(x, epsilon)
    first = graph.node("Gather", [x, graph.numbers(0)], (batch, width), axis=1)
    graph.output(graph.dense(first, 1000), "y")
    return graph
