"""Residual networks: ResNet (He et al., 2015), also in groups as in the thesis on grouped convolutions, and ResNeXt (Xie
et al., 2016)."""

from graph import Graph

# What the last normalisation of a block multiplies by: sums of random blocks would grow from block to block.
LAST_SCALE = 0.3


def _shortcut(graph, x, channels, stride):
    if stride == 1 and graph.shapes[x][1] == channels:
        return x
    return graph.conv_norm(x, channels, 1, stride)


def grouped_conv3(graph, x, channels, stride, groups):
    """In groups, a second convolution of 1 x 1 lets these see each other; as many as there are channels where it is None."""
    if groups == 1:
        return graph.conv(x, channels, 3, stride)
    inputs = graph.shapes[x][1]
    return graph.conv(graph.conv_norm(x, inputs, 3, stride, groups=groups or inputs), channels, 1)


def _basic(graph, x, channels, stride, groups):
    inner = graph.relu(graph.batch_norm(grouped_conv3(graph, x, channels, stride, groups)))
    inner = graph.batch_norm(grouped_conv3(graph, inner, channels, 1, groups), LAST_SCALE)
    return graph.relu(graph.add(inner, _shortcut(graph, x, channels, stride)))


def _bottleneck(graph, x, channels, stride, width, groups):
    inner = graph.conv_norm_relu(x, width, 1)
    inner = graph.conv_norm_relu(inner, width, 3, stride, groups=groups)
    inner = graph.batch_norm(graph.conv(inner, channels, 1), LAST_SCALE)
    return graph.relu(graph.add(inner, _shortcut(graph, x, channels, stride)))


def _stem(graph, batch):
    x = graph.input("x", (batch, 3, 224, 224))
    return graph.max_pool(graph.conv_norm_relu(x, 64, 7, 2), 3, 2, 1)


def _head(graph, x, classes):
    graph.output(graph.dense(graph.flatten(graph.global_mean(x)), classes), "y")
    return graph


def _stages(x, blocks, add_block):
    """So many blocks a stage, which add_block(x, stage, stride) adds; each stage but the first halves the image."""
    for stage, count in enumerate(blocks):
        for block in range(count):
            x = add_block(x, stage, 2 if stage and not block else 1)
    return x


def _basic_stages(graph, x, blocks, width, groups=1):
    return _stages(x, blocks, lambda x, stage, stride: _basic(graph, x, width << stage, stride, groups))


def _of_basic_blocks(name, batch, blocks, groups=1):
    graph = Graph(name)
    return _head(graph, _basic_stages(graph, _stem(graph, batch), blocks, 64, groups), 1000)


def _of_bottlenecks(name, batch, blocks, width, groups):
    graph = Graph(name)

    def add_block(x, stage, stride):
        return _bottleneck(graph, x, 256 << stage, stride, width << stage, groups)

    return _head(graph, _stages(_stem(graph, batch), blocks, add_block), 1000)


def _of_small_images(name, batch, blocks, width):
    """Of 32 x 32. Shortcuts are convolutions of 1 x 1 where sizes change."""
    graph = Graph(name)
    x = graph.conv_norm_relu(graph.input("x", (batch, 3, 32, 32)), width, 3)
    return _head(graph, _basic_stages(graph, x, blocks, width), 10)


def resnet18(batch=1):
    return _of_basic_blocks("resnet18", batch, (2, 2, 2, 2))


def resnet34(batch=1, groups=1):
    """`groups`: of the convolutions of 3 x 3; None: as many as channels."""
    suffix = "" if groups == 1 else f"_g{groups or 'n'}"
    return _of_basic_blocks("resnet34" + suffix, batch, (3, 4, 6, 3), groups)


def resnet50(batch=1):
    return _of_bottlenecks("resnet50", batch, (3, 4, 6, 3), 64, 1)


def resnext50(batch=1):
    """32 groups of 4 channels."""
    return _of_bottlenecks("resnext50", batch, (3, 4, 6, 3), 128, 32)


def resnet20(batch=1):
    return _of_small_images("resnet20", batch, (3, 3, 3), 16)


def cifar_resnet18(batch=1):
    return _of_small_images("cifar_resnet18", batch, (2, 2, 2, 2), 64)
