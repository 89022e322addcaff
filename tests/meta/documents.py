#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Links between documents work, READMEs of folders and ARCHITECTURE.md name what exists, the README stays short, each source
starts with its licence line, and every limit says what it costs the user."""

import pathlib
import re
import subprocess
import sys

README_LINES = 120
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
SPDX = "SPDX-License-Identifier: Apache-2.0"


def pages(root):
    """Every README of a folder, and every other document."""
    folders = ("docs", "src", "tests", "bench", "tools", "include", "share", "subjects")
    return [*root.glob("*.md"), *(page for folder in folders for page in (root / folder).rglob("*.md"))]


def link_problems(root):
    for document in pages(root):
        for target in LINK.findall(document.read_text()):
            if not (document.parent / target).exists():
                yield f"{document.relative_to(root)} links {target}, which does not exist"


def folder_page_problems(root):
    """A README of a folder names files that exist: below the folder, or seen from its parent, from src or from the root."""
    for page in pages(root):
        if page.name != "README.md" or page.parent == root or root / "docs" in page.parents:
            continue
        for name in set(re.findall(r"`([\w./-]+\.(?:h|hpp|cpp|def|py|md|json|S|txt))`", page.read_text())):
            bases = (page.parent.parent, root / "src", root)
            if "NAME" not in name and not any(page.parent.rglob(name)) and not any((base / name).exists() for base in bases):
                yield f"{page.relative_to(root)} names {name}, which does not exist"


def architecture_problems(root):
    text = (root / "ARCHITECTURE.md").read_text()
    sources = "\n".join(p.read_text() for p in (root / "src").rglob("*.h"))
    for name in set(re.findall(r"`([^`\n]+)`", text)):
        if re.fullmatch(r"[\w.-]+(/[\w.-]+)+/?", name):
            if not (root / name).exists() and not (root / "src" / name).exists():
                yield f"ARCHITECTURE.md names {name}, which does not exist"
        elif re.fullmatch(r"[A-Z][a-z]+[A-Za-z]*", name):
            if not re.search(rf"\b{name}\b", sources):
                yield f"ARCHITECTURE.md names the type {name}, which no header declares"


def licence_problems(root):
    for folder in ("src", "tests/unit", "bench"):
        for file in (root / folder).rglob("*"):
            if file.suffix in (".h", ".cpp") and SPDX not in file.read_text()[:300]:
                yield f"{file.relative_to(root)} does not start with its SPDX line"


def limits_problems(root):
    for line in (root / "docs/limits.md").read_text().splitlines():
        if line.startswith("| ") and not line.startswith(("| limit", "| ---", "|---")):
            if not re.search(r"missed bug|false alarm|refused|slower", line):
                yield f"docs/limits.md: does not say what it costs: {line}"


def main():
    root = pathlib.Path(sys.argv[1])
    problems = [*link_problems(root), *folder_page_problems(root), *architecture_problems(root), *licence_problems(root), *limits_problems(root)]
    lines = len((root / "README.md").read_text().splitlines())
    if lines > README_LINES:
        problems.append(f"README.md has {lines} lines, {README_LINES} are allowed")
    for command in (["--help"], ["--version"]):
        subprocess.run([sys.argv[2], *command], check=True, capture_output=True)
    print("\n".join(problems) or "documents agree with the code")
    sys.exit(1 if problems else 0)


main()
