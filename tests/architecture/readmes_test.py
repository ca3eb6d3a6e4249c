#!/usr/bin/env python3
"""A README of a folder of sources says at one sight what the folder is for: at most 30 lines. The rest stands in docs/inside."""

import pathlib
import sys

MOST_LINES = 30


def long_readmes(root):
    """Texts about those that are longer."""
    for path in sorted((root / "src").rglob("README.md")):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MOST_LINES:
            yield f"{path.relative_to(root)}: {lines} lines, at most {MOST_LINES}: move what is not its role to docs/inside"


def main():
    problems = list(long_readmes(pathlib.Path(sys.argv[1])))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
