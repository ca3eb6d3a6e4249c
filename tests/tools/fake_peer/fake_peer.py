"""A library for tests of the protocol: it doubles, and fails on request."""

import array
import os

import problems


class Library:
    def __init__(self, threads, cores):
        self.version = f"1.0 with {threads} threads on {','.join(map(str, cores)) or 'any core'}"

    def prepare(self, problem, inputs):
        if not isinstance(problem, problems.Softmax):
            raise problems.CannotDo("only softmax")
        result = array.array("f", bytes(4 * inputs[0].nbytes // 4))
        calls = 0

        def call():
            nonlocal calls
            calls += 1
            print("noise on standard output")
            first = inputs[0].cast("B").cast("f")
            if first[0] == 13 and calls > 1:
                raise ValueError("thirteen")
            if first[0] == 14 and calls > 1:
                os._exit(3)
            for place, value in enumerate(first):
                result[place] = 2 * value + calls

        return call, lambda: result if inputs[0].nbytes > 4 else result + result
