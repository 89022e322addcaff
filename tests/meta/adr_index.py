#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/adr: numbered without holes, each with the four parts, each listed in docs/adr/README.md."""

import pathlib
import re
import sys

PARTS = ("Context", "Decision", "Alternatives", "Consequence")


def main():
    folder = pathlib.Path(sys.argv[1]) / "docs/adr"
    problems = []
    records = sorted(p for p in folder.glob("*.md") if p.name != "README.md")
    index = (folder / "README.md").read_text() if (folder / "README.md").exists() else ""
    if not index:
        problems.append("docs/adr/README.md is missing")
    for number, record in enumerate(records, 1):
        if not re.match(rf"{number:04}-[a-z0-9-]+\.md$", record.name):
            problems.append(f"{record.name}: expected a name that starts with {number:04}-")
        if f"({record.name})" not in index:
            problems.append(f"{record.name} is not linked in docs/adr/README.md")
        headings = re.findall(r"^#+ (.*)$", record.read_text(), re.MULTILINE)
        for part in PARTS:
            if not any(heading.startswith(part) for heading in headings):
                problems.append(f"{record.name} has no part that begins with `{part}`")
    for link in re.findall(r"\(([^)]+\.md)\)", index):
        if not (folder / link).exists():
            problems.append(f"docs/adr/README.md links {link}, which does not exist")
    if not records:
        problems.append("docs/adr has no record")
    print("\n".join(problems) or f"{len(records)} records")
    sys.exit(1 if problems else 0)


main()
