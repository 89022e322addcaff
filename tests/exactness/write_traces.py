#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes <program>.traces next to each program of subjects/exactness: the complete set of traces of each program, one line per execution, sorted.
With --check, says which files differ from what the descriptions give, and changes nothing."""
import argparse
import pathlib
import sys

from interleavings import executions
from programs import PROGRAMS


def text_of(name: str) -> str:
    main, variables = PROGRAMS[name]
    lines = sorted(" ".join(trace) for trace in executions(main, variables))
    assert len(set(lines)) == len(lines), f"{name}: a trace occurs twice"
    return f"# {len(lines)} executions\n" + "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    folder = pathlib.Path(__file__).resolve().parents[2] / "subjects" / "exactness"
    differing = []
    present = {path.stem: path for path in folder.rglob("*.c")}
    if set(PROGRAMS) != set(present):
        print("described but not present, or vice versa:", sorted(set(PROGRAMS) ^ set(present)))
        return 1
    for name in PROGRAMS:
        path = present[name].with_suffix(".traces")
        text = text_of(name)
        if path.exists() and path.read_text() == text:
            continue
        differing.append(name)
        if not arguments.check:
            path.write_text(text)
    print(f"{len(PROGRAMS)} programs, {len(differing)} {'differ' if arguments.check else 'written'}", *differing)
    return 1 if arguments.check and differing else 0


if __name__ == "__main__":
    sys.exit(main())
