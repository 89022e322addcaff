#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes over the reports of the last golden test run as the new baselines.

    build/bin/golden; tools/approve.py [--check] [RECEIVED_DIR]

Shows every difference. RECEIVED_DIR is build/tests/golden/received unless given. With --check nothing
is written and the exit status is 1 when something differs.
"""

import argparse
import difflib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXPECTED = ROOT / "tests" / "golden" / "expected"


def baseline_of(name):
    folder = EXPECTED / ("json" if name.endswith(".json") else "text")
    return (folder / "check" if name.startswith("check-") else folder) / name


def lines_of(path):
    return path.read_text(errors="replace").splitlines(keepends=True) if path.exists() else []


def show_difference(name, old, new):
    sys.stdout.writelines(difflib.unified_diff(old, new, f"expected/{name}", f"received/{name}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("received", nargs="?", type=pathlib.Path,
                        default=ROOT / "build" / "tests" / "golden" / "received")
    parser.add_argument("--check", action="store_true", help="only show, write nothing")
    options = parser.parse_args()
    received = sorted(path for path in options.received.glob("*") if path.is_file())
    if not received:
        sys.exit(f"approve: no reports in {options.received}: build and run the golden tests first")
    changed = 0
    for path in received:
        baseline = baseline_of(path.name)
        if baseline.exists() and baseline.read_bytes() == path.read_bytes():
            continue
        changed += 1
        show_difference(path.name, lines_of(baseline), lines_of(path))
        if not options.check:
            baseline.parent.mkdir(parents=True, exist_ok=True)
            baseline.write_bytes(path.read_bytes())
    names = {path.name for path in received}
    for baseline in sorted(path for path in EXPECTED.rglob("*") if path.is_file()):
        if baseline.name not in names:
            changed += 1
            print(f"approve: no case for expected/{baseline.name}")
            if not options.check:
                baseline.unlink()
    print(f"approve: {changed} of {len(received)} reports {'differ' if options.check else 'taken over'}")
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
