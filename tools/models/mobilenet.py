"""MobileNetV1 (Howard et al., 2017), MobileNetV2 (Sandler et al., 2018), and EfficientNet-B0 (Tan and Le, 2019)."""

from graph import Graph
from resnet import LAST_SCALE

V1 = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *5 * [(512, 1)], (1024, 2), (1024, 1)]

# Of each stage: expansion, channels, blocks, stride of the first.
V2 = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]

# The same, and the kernel.
B0 = [
    (1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3), (6, 112, 3, 1, 5), (6, 192, 4, 2, 5),
    (6, 320, 1, 1, 3),
]  # fmt: skip


def _head(graph, x, classes=1000):
    graph.output(graph.dense(graph.flatten(graph.global_mean(x)), classes), "y")
    return graph


def mobilenet_v1(batch=1):
    graph = Graph("mobilenet_v1")
    x = graph.conv_norm_relu(graph.input("x", (batch, 3, 224, 224)), 32, 3, 2)
    for channels, stride in V1:
        inputs = graph.shapes[x][1]
        x = graph.conv_norm_relu(x, inputs, 3, stride, groups=inputs)
        x = graph.conv_norm_relu(x, channels, 1)
    return _head(graph, x)


def _inverted_residual(graph, x, expansion, channels, stride, groups):
    inputs = graph.shapes[x][1]
    hidden = inputs * expansion
    inner = x if expansion == 1 else graph.relu6(graph.conv_norm(x, hidden, 1))
    inner = graph.relu6(graph.conv_norm(inner, hidden, 3, stride, groups=groups or hidden))
    inner = graph.batch_norm(graph.conv(inner, channels, 1), LAST_SCALE)
    return graph.add(inner, x) if stride == 1 and inputs == channels else inner


def mobilenet_v2(batch=1, groups=None):
    """`groups`: of the convolutions of 3 x 3; None: as many as channels, which is the network as it was published."""
    graph = Graph("mobilenet_v2" + ("" if groups is None else f"_g{groups}"))
    x = graph.relu6(graph.conv_norm(graph.input("x", (batch, 3, 224, 224)), 32, 3, 2))
    for expansion, channels, blocks, stride in V2:
        for block in range(blocks):
            x = _inverted_residual(graph, x, expansion, channels, 1 if block else stride, groups)
    return _head(graph, graph.relu6(graph.conv_norm(x, 1280, 1)))


def _squeeze_and_excite(graph, x, squeezed):
    gate = graph.swish(graph.conv(graph.global_mean(x), squeezed, 1, bias=True))
    return graph.multiply(x, graph.sigmoid(graph.conv(gate, graph.shapes[x][1], 1, bias=True)))


def _mb_conv(graph, x, expansion, channels, stride, kernel):
    inputs = graph.shapes[x][1]
    hidden = inputs * expansion
    inner = x if expansion == 1 else graph.swish(graph.conv_norm(x, hidden, 1))
    inner = graph.swish(graph.conv_norm(inner, hidden, kernel, stride, groups=hidden))
    inner = _squeeze_and_excite(graph, inner, max(1, inputs // 4))
    inner = graph.batch_norm(graph.conv(inner, channels, 1), LAST_SCALE)
    return graph.add(inner, x) if stride == 1 and inputs == channels else inner


def efficientnet_b0(batch=1):
    graph = Graph("efficientnet_b0")
    x = graph.swish(graph.conv_norm(graph.input("x", (batch, 3, 224, 224)), 32, 3, 2))
    for expansion, channels, blocks, stride, kernel in B0:
        for block in range(blocks):
            x = _mb_conv(graph, x, expansion, channels, 1 if block else stride, kernel)
    return _head(graph, graph.swish(graph.conv_norm(x, 1280, 1)))
