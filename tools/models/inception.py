"""Inception-v3 (Szegedy et al., 2015), without the second classifier, and SqueezeNet 1.1 (Iandola et al., 2016)."""

from graph import Graph

EPSILON = 1e-3


def _conv(graph, x, channels, kernel, stride=1, pad=None):
    return graph.conv_norm_relu(x, channels, kernel, stride, pad, epsilon=EPSILON)


def _chain(graph, x, steps):
    """Of (channels, kernel) or (channels, kernel, stride, pad)."""
    for step in steps:
        x = _conv(graph, x, *step)
    return x


def _pooled(graph, x, channels):
    return _conv(graph, graph.mean_pool(x, 3, 1, 1), channels, 1)


def _block_a(graph, x, pooled):
    return graph.concat([
        _conv(graph, x, 64, 1), _chain(graph, x, [(48, 1), (64, 5)]), _chain(graph, x, [(64, 1), (96, 3), (96, 3)]),
        _pooled(graph, x, pooled),
    ])  # fmt: skip


def _block_b(graph, x):
    return graph.concat([
        _conv(graph, x, 384, 3, 2, 0), _chain(graph, x, [(64, 1), (96, 3), (96, 3, 2, 0)]), graph.max_pool(x, 3, 2),
    ])  # fmt: skip


def _block_c(graph, x, inner):
    row, column = (1, 7), (7, 1)
    return graph.concat([
        _conv(graph, x, 192, 1), _chain(graph, x, [(inner, 1), (inner, row), (192, column)]),
        _chain(graph, x, [(inner, 1), (inner, column), (inner, row), (inner, column), (192, row)]),
        _pooled(graph, x, 192),
    ])  # fmt: skip


def _block_d(graph, x):
    seven = _chain(graph, x, [(192, 1), (192, (1, 7)), (192, (7, 1)), (192, 3, 2, 0)])
    return graph.concat([_chain(graph, x, [(192, 1), (320, 3, 2, 0)]), seven, graph.max_pool(x, 3, 2)])


def _block_e(graph, x):
    def fork(inner):
        return [_conv(graph, inner, 384, (1, 3)), _conv(graph, inner, 384, (3, 1))]

    near = fork(_conv(graph, x, 384, 1))
    far = fork(_chain(graph, x, [(448, 1), (384, 3)]))
    return graph.concat([_conv(graph, x, 320, 1), *near, *far, _pooled(graph, x, 192)])


def inception_v3(batch=1):
    graph = Graph("inception_v3")
    x = _chain(graph, graph.input("x", (batch, 3, 299, 299)), [(32, 3, 2, 0), (32, 3, 1, 0), (64, 3)])
    x = _chain(graph, graph.max_pool(x, 3, 2), [(80, 1), (192, 3, 1, 0)])
    x = graph.max_pool(x, 3, 2)
    for pooled in (32, 64, 64):
        x = _block_a(graph, x, pooled)
    x = _block_b(graph, x)
    for inner in (128, 160, 160, 192):
        x = _block_c(graph, x, inner)
    x = _block_e(graph, _block_e(graph, _block_d(graph, x)))
    graph.output(graph.dense(graph.flatten(graph.global_mean(x)), 1000), "y")
    return graph


def squeezenet(batch=1):
    graph = Graph("squeezenet")

    def conv(x, channels, kernel, stride=1, pad=None):
        return graph.relu(graph.conv(x, channels, kernel, stride, pad, bias=True))

    x = conv(graph.input("x", (batch, 3, 224, 224)), 64, 3, 2, 0)
    for fires in ([(16, 64)] * 2, [(32, 128)] * 2, [(48, 192)] * 2 + [(64, 256)] * 2):
        # Rounded up: a last window that ends behind the image counts.
        x = graph.max_pool(x, 3, 2, past_the_end=True)
        for squeezed, half in fires:
            inner = conv(x, squeezed, 1)
            x = graph.concat([conv(inner, half, 1), conv(inner, half, 3)])
    graph.output(graph.flatten(graph.global_mean(conv(x, 1000, 1))), "y")
    return graph
