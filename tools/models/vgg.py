"""VGG (Simonyan and Zisserman, 2014), configurations D and E, and D for images of 32 x 32 with batch normalisation."""

from graph import Graph

POOL = "pool"
D = [64, 64, POOL, 128, 128, POOL, 256, 256, 256, POOL, 512, 512, 512, POOL, 512, 512, 512, POOL]
E = [64, 64, POOL, 128, 128, POOL, *4 * [256], POOL, *4 * [512], POOL, *4 * [512], POOL]


def _vgg(name, configuration, batch):
    graph = Graph(name)
    x = graph.input("x", (batch, 3, 224, 224))
    for step in configuration:
        x = graph.max_pool(x, 2, 2) if step == POOL else graph.relu(graph.conv(x, step, 3, bias=True))
    x = graph.flatten(x)
    for _ in range(2):
        x = graph.relu(graph.dense(x, 4096))
    graph.output(graph.dense(x, 1000), "y")
    return graph


def vgg16(batch=1):
    return _vgg("vgg16", D, batch)


def vgg19(batch=1):
    return _vgg("vgg19", E, batch)


def cifar_vgg16(batch=1):
    graph = Graph("cifar_vgg16")
    x = graph.input("x", (batch, 3, 32, 32))
    for step in D:
        if step == POOL:
            x = graph.max_pool(x, 2, 2)
        else:
            x = graph.relu(graph.batch_norm(graph.conv(x, step, 3, bias=True)))
    graph.output(graph.dense(graph.flatten(x), 10), "y")
    return graph
