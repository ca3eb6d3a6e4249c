"""Runs one program as its user would: generate, compile and link the wrapper, run it.

Usage: run.py <generator> <wrapper.cpp>

The generator writes <name>.o and <name>.o.h into the folder where it runs, <name> being the wrapper's name without
"_wrapper". Both sizes are run with one thread and with two. Environment: TIRAMISU_CXX, TIRAMISU_CXX_FLAGS and
TIRAMISU_LINK_FLAGS, as CMakeLists.txt sets them.
"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile


def run(command, folder, environment=None):
    """Runs a command; what it printed is shown, and the test ends, if it fails."""
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))}\nended with {done.returncode}:\n{done.stdout}")


def flags(name):
    return shlex.split(os.environ.get(name, ""))


def main():
    generator, wrapper = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    name = wrapper.stem.removesuffix("_wrapper")
    compiler = [os.environ.get("TIRAMISU_CXX", "c++"), *flags("TIRAMISU_CXX_FLAGS")]
    with tempfile.TemporaryDirectory() as folder:
        for size in "mini", "small":
            run([generator, size], folder)
            if size == "mini":
                run([*compiler, "-I.", f"-I{wrapper.parent}", "-c", wrapper, "-o", "wrapper.o"], folder)
            run([*compiler, "wrapper.o", f"{name}.o", "-o", name, *flags("TIRAMISU_LINK_FLAGS")], folder)
            for threads in 1, 2:
                run([f"./{name}", size], folder, {**os.environ, "OMP_NUM_THREADS": str(threads)})


if __name__ == "__main__":
    main()
