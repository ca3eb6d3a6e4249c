#!/usr/bin/env python3
"""A README of a folder of sources says at one sight what the folder is for: every folder has one, of at most 30 lines, which
says what goes in and out and what the folder may include. The rest stands in docs/inside."""

import pathlib
import sys
import tempfile

MOST_LINES = 30
SOURCES = {".cpp", ".h"}


def long_readmes(root):
    """Texts about those that are longer."""
    for path in sorted((root / "src").rglob("README.md")):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MOST_LINES:
            yield f"{path.relative_to(root)}: {lines} lines, at most {MOST_LINES}: move what is not its role to docs/inside"


def folders_without(root):
    """Texts about folders that hold sources and tell nothing."""
    for folder in sorted({path.parent for path in (root / "src").rglob("*") if path.suffix in SOURCES}):
        if not (folder / "README.md").is_file():
            yield f"{folder.relative_to(root)}: has no README.md: write what it is for, what goes in and out, what it may include"


def unclear_readmes(root):
    """Texts about those that do not say what goes in and out and what the folder may include."""
    for path in sorted((root / "src").rglob("README.md")):
        text = path.read_text(encoding="utf-8")
        missing = [mark for mark in ("- In:", "- Out:", "- May include:") if f"\n{mark} " not in text]
        if missing:
            yield f"{path.relative_to(root)}: has no line {' and '.join(missing)}"


def problems_of(root):
    return [*long_readmes(root), *folders_without(root), *unclear_readmes(root)]


def check_itself():
    """That all of them are found."""
    says_all = "\n- In: a\n- Out: b\n- May include: c\n"
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        (root / "src/core").mkdir(parents=True)
        (root / "src/core/a.cpp").touch()
        assert len(problems_of(root)) == 1
        readme = root / "src/core/README.md"
        readme.write_text("a\n" * (MOST_LINES - 4) + says_all, encoding="utf-8")
        assert not problems_of(root)
        readme.write_text("a\n" * (MOST_LINES - 3) + says_all, encoding="utf-8")
        assert len(problems_of(root)) == 1
        readme.write_text(says_all.replace("- Out:", "- Off:"), encoding="utf-8")
        assert len(problems_of(root)) == 1


def main():
    check_itself()
    problems = problems_of(pathlib.Path(sys.argv[1]))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
