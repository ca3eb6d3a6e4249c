"""Well-known networks with random weights, as ONNX files; nothing is downloaded."""

import argparse
import pathlib
import re
import sys

from catalogue import NETWORKS


def made(name):
    """The network NAME, or NAME_bN for N images or sequences at once; None if there is none."""
    if name in NETWORKS:
        return NETWORKS[name]()
    several = re.fullmatch(r"(.+)_b([1-9][0-9]*)", name)
    return NETWORKS[several[1]](int(several[2])) if several and several[1] in NETWORKS else None


def main():
    parser = argparse.ArgumentParser(prog="./dev models", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="those to write, NAME_bN for N images or sequences at once")
    parser.add_argument("--list", action="store_true", help="tells parameters and multiply-adds of each, and writes none")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/models"), help="folder of the files")
    asked = parser.parse_args()
    graphs = {name: made(name) for name in asked.names or NETWORKS}
    for name, graph in graphs.items():
        if graph is None:
            parser.error(f"there is no network {name}; there are {', '.join(NETWORKS)}, and each of these with _bN for N images at once")
    if asked.list:
        for name, graph in graphs.items():
            print(f"{name:16} {graph.parameters / 1e6:9.3f} M parameters {graph.macs / 1e6:10.1f} M multiply-adds")
        return
    import write

    asked.out.mkdir(parents=True, exist_ok=True)
    for name, graph in graphs.items():
        path = asked.out / f"{name}.onnx"
        write.write(graph, path)
        print(path, file=sys.stderr)


main()
