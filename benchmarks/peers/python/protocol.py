"""What the benchmarks ask, a line each, and what is answered; remote_library.h tells the words."""

import gc
import mmap
import os
import time

from problems import CannotDo, read_problem


class Memory:
    """Floats of a file that the benchmarks made: inputs, and behind them room for results."""

    def __init__(self, path, inputs, results):
        file = os.open(path, os.O_RDWR)
        try:
            self._map = mmap.mmap(file, 4 * (inputs + results))
        finally:
            os.close(file)
        floats = memoryview(self._map).cast("f")
        self.inputs, self.results = floats[:inputs], floats[inputs:]


class Prepared:
    """A problem that a library has prepared: call it, and result() is what the last call made."""

    def __init__(self, library, memory, text):
        self._memory = memory
        problem = read_problem(text)
        self._call, self._result = library.prepare(problem, problem.inputs(memory.inputs))
        self._call()  # what it cannot do shows now

    def run(self, calls):
        call = self._call
        start = time.perf_counter()
        for _ in range(calls):
            call()
        return time.perf_counter() - start

    def write_result(self):
        result = memoryview(self._result()).cast("B").cast("f")
        if len(result) != len(self._memory.results):
            raise ValueError(f"the result has {len(result)} elements, not {len(self._memory.results)}")
        self._memory.results[:] = result


def serve(library, requests, answers):
    """Answers until there are no more requests."""
    prepared = {}

    def prepare(name, path, inputs, results, text):
        prepared[name] = Prepared(library, Memory(path, int(inputs), int(results)), text)
        return "ready"

    def run(name, calls):
        return f"seconds {prepared[name].run(int(calls))!r}"

    def result(name):
        prepared[name].write_result()
        return "written"

    def forget(name):
        prepared.pop(name, None)
        gc.collect()
        return "forgotten"

    gc.disable()  # it would fall into somebody's time
    for request in requests:
        words = request.strip().split(" ", 5)
        refused = "cannot" if words[0] == "prepare" else "failed"
        try:
            answer = {"prepare": prepare, "run": run, "result": result, "forget": forget}[words[0]](*words[1:])
        except CannotDo as reason:
            answer = f"{refused} {reason}"
        except Exception as error:  # whatever a library raises; the benchmarks go on without it
            answer = f"{refused} {type(error).__name__}: {error}".replace("\n", " ")
        print(answer, file=answers)
