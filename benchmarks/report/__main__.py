"""An HTML page with pictures from CSV files of `./dev bench SET --csv FILE`."""

import argparse
import importlib.util
import pathlib
import sys

from report import write_report
from rows import NotAResult, read_run


def load_plots():
    """The module that draws, or None where its library is not there."""
    if importlib.util.find_spec("matplotlib") is None:
        print("no pictures: matplotlib is not installed; ./dev bench setup fetches it", file=sys.stderr)
        return None
    import plots

    return plots


def main():
    parser = argparse.ArgumentParser(prog="./dev bench report", description=__doc__)
    parser.add_argument("csv", nargs="+", metavar="CSV", help="the .json beside it tells machine and versions")
    parser.add_argument("--out", default="build/report", metavar="FOLDER", type=pathlib.Path)
    asked = parser.parse_args()
    try:
        runs = [read_run(path) for path in asked.csv]
        print(write_report(runs, asked.out, load_plots()))
    except (NotAResult, OSError) as error:
        sys.exit(f"report: {error}")


main()
