"""DenseNet (Huang et al., 2016): each layer reads what all before it in its block made."""

from graph import Graph


def _densenet(name, batch, growth, blocks, stem):
    graph = Graph(name)
    x = graph.max_pool(graph.conv_norm_relu(graph.input("x", (batch, 3, 224, 224)), stem, 7, 2), 3, 2, 1)
    for block, layers in enumerate(blocks):
        for _ in range(layers):
            inner = graph.conv_norm_relu(graph.relu(graph.batch_norm(x)), 4 * growth, 1)
            x = graph.concat([x, graph.conv(inner, growth, 3)])
        if block + 1 < len(blocks):
            x = graph.conv(graph.relu(graph.batch_norm(x)), graph.shapes[x][1] // 2, 1)
            x = graph.mean_pool(x, 2, 2)
    x = graph.global_mean(graph.relu(graph.batch_norm(x)))
    graph.output(graph.dense(graph.flatten(x), 1000), "y")
    return graph


def densenet121(batch=1):
    return _densenet("densenet121", batch, 32, (6, 12, 24, 16), 64)


def densenet161(batch=1):
    return _densenet("densenet161", batch, 48, (6, 12, 36, 24), 96)
