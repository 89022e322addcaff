#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/guide.md has a table row for every counter and for everything that prevents *verified*."""

import pathlib
import re
import sys


def names_in(text, macro):
    return re.findall(rf'^{macro}\(\w+,\s*"([\w-]+)"', text, re.MULTILINE)


def reasons_in(text):
    return re.search(r"kReasons = \{([^}]*)\}", text).group(1).replace('"', "").replace(",", " ").split()


def main():
    root = pathlib.Path(sys.argv[1])
    model = root / "src/model"
    names = names_in((model / "lists/counters.def").read_text(), "HEDDLE_COUNTER")
    names += names_in((model / "lists/gaps.def").read_text(), "HEDDLE_GAP")
    names += reasons_in((model / "completeness.cpp").read_text())
    rows = [line for line in (root / "docs/guide.md").read_text().splitlines() if line.startswith("| `")]
    missing = [name for name in names if not any(f"`{name}`" in row for row in rows)]
    for name in missing:
        print(f"docs/guide.md has no table row for {name}")
    print(f"{len(names)} names, {len(missing)} not documented")
    sys.exit(1 if missing or len(names) < 30 else 0)


main()
