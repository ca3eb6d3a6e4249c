"""Layers of long short-term memory on top of each other."""

import math

from graph import Graph


def lstm_4x1024(batch=1, steps=100):
    units = 1024
    graph = Graph("lstm_4x1024")
    x = graph.input("x", (steps, batch, units))
    for _ in range(4):
        spread = {"deviation": 1 / math.sqrt(units)}
        given = [graph.weights((1, 4 * units, units), **spread) for _ in range(2)]
        given.append(graph.weights((1, 8 * units), deviation=0.1))
        graph.macs += steps * batch * 8 * units * units
        every = graph.node("LSTM", [x, *given], (steps, 1, batch, units), hidden_size=units)
        x = graph.node("Squeeze", [every, graph.numbers((1,))], (steps, batch, units))
    graph.output(x, "y")
    return graph
