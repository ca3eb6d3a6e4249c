"""WRN-40-2 (Zagoruyko and Komodakis, 2016) for images of 32 x 32: normalisation and activation stand before each
convolution. In groups as in the thesis on grouped convolutions."""

from graph import Graph
from resnet import LAST_SCALE, grouped_conv3

DEPTH, WIDTH = 40, 2


def _block(graph, x, channels, stride, groups):
    before = graph.relu(graph.batch_norm(x))
    inner = grouped_conv3(graph, before, channels, stride, groups)
    inner = grouped_conv3(graph, graph.relu(graph.batch_norm(inner, LAST_SCALE)), channels, 1, groups)
    is_same = stride == 1 and graph.shapes[x][1] == channels
    return graph.add(inner, x if is_same else graph.conv(before, channels, 1, stride))


def wrn_40_2(batch=1, groups=1):
    """`groups`: of the convolutions of 3 x 3 in blocks; None: as many as channels."""
    graph = Graph("wrn_40_2" + ("" if groups == 1 else f"_g{groups or 'n'}"))
    x = graph.conv(graph.input("x", (batch, 3, 32, 32)), 16, 3)
    for stage in range(3):
        for block in range((DEPTH - 4) // 6):
            x = _block(graph, x, 16 * WIDTH << stage, 2 if stage and not block else 1, groups)
    x = graph.relu(graph.batch_norm(x))
    graph.output(graph.dense(graph.flatten(graph.global_mean(x)), 10), "y")
    return graph
