"""A library that is called from Python, as a peer of the benchmarks: answers requests on standard input."""

import argparse
import importlib
import os
import sys

from protocol import serve


def channel():
    """Requests and answers; what the library prints goes to standard error instead."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    return sys.stdin, answers


def take_cores(cores, threads):
    """For this process and, where they are OpenMP's, for its threads, one each; before a library makes any."""
    os.environ["OMP_NUM_THREADS"] = str(threads)
    if cores:
        os.sched_setaffinity(0, cores)
        os.environ["OMP_PLACES"] = ",".join(f"{{{core}}}" for core in cores)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", help="NAME of the module NAME_peer")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--cores", type=lambda text: [int(core) for core in text.split(",")], default=[])
    asked = parser.parse_args()
    requests, answers = channel()
    take_cores(asked.cores, asked.threads)
    try:
        library = importlib.import_module(f"{asked.library}_peer").Library(asked.threads, asked.cores)
    except (ImportError, OSError) as error:
        print("absent", str(error).replace("\n", " "), file=answers)
        return
    print("here", library.version, file=answers)
    serve(library, requests, answers)


main()
