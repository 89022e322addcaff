#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No tracked folder is too large to read, and every folder of src and tests that has sources has a README of one screen."""

import collections
import pathlib
import subprocess
import sys

MOST_FILES = 40
README_LINES = 60
SOURCES = (".h", ".hpp", ".cpp", ".c", ".S", ".def", ".py", ".ll")

# Folder -> why it may have more files.
LARGE = {
}


def tracked(root):
    names = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    return [pathlib.PurePosixPath(name) for name in names.split("\0") if name and (root / name).exists()]


def size_problems(files):
    counts = collections.Counter(file.parent for file in files)
    for folder, count in sorted(counts.items()):
        if count > MOST_FILES and str(folder) not in LARGE:
            yield f"{folder} has {count} files, {MOST_FILES} are allowed: split it by job"
    for folder in LARGE:
        if counts[pathlib.PurePosixPath(folder)] <= MOST_FILES:
            yield f"{folder} is listed as large in tests/meta/folders.py and is not"


def readme_problems(root, files):
    folders = {file.parent for file in files if file.parts[0] in ("src", "tests") and file.suffix in SOURCES}
    for folder in sorted(folders):
        readme = root / folder / "README.md"
        if not readme.exists():
            yield f"{folder} has no README.md: say what it is for, who calls it, who owns what, how to add to it"
        elif (lines := len(readme.read_text().splitlines())) > README_LINES:
            yield f"{folder}/README.md has {lines} lines, {README_LINES} are allowed"


def main():
    root = pathlib.Path(sys.argv[1])
    files = tracked(root)
    problems = [*size_problems(files), *readme_problems(root, files)]
    print("\n".join(problems) or f"{len(files)} files, no folder is too large")
    sys.exit(1 if problems or len(files) < 500 else 0)


main()
