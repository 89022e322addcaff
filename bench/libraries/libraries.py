#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle check on classes of well-known libraries that Debian packages (libraries.json).

Shows what heddle says about code that its authors did not write: documented thread-safe classes must have no finding of severity error unless
the library has a bug, classes that are not thread-safe must have one, and no class may be refused.

  libraries.py --heddle build/bin/heddle --output results                 results.json and libraries.md in that folder
  libraries.py --heddle build/bin/heddle --output results --only tbb_     the classes whose name contains this again; the others are kept
  libraries.py --from results/results.json --write docs/results.md        write the section of that page again without measuring
  libraries.py --packages                                                 the Debian packages that are needed
"""
from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile

import checks
import tables
from catalogue import LibraryClass, catalogue, packages

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from results_page import replace_section  # pylint: disable=wrong-import-position


def chosen(classes: list[LibraryClass], only: list[str]) -> list[LibraryClass]:
    found = [entry for entry in classes if not only or any(part in entry.name for part in only)]
    if not found:
        raise SystemExit(f"no class has a name with {' or '.join(only)}")
    return found


def measure(options: argparse.Namespace, classes: list[LibraryClass], work: pathlib.Path) -> dict[str, checks.Check]:
    """One after the other, because the time is limited. What an earlier run measured stays."""
    file = options.output / "results.json"
    results = checks.load(file)
    for entry in chosen(classes, options.only):
        if options.resume and entry.name in results:
            continue
        results[entry.name] = check = checks.check(options.heddle.resolve(), entry, work, options.seconds, *options.flags.split())
        print(f"{entry.name}: {check.verdict or 'refused'}, {check.driven} of {check.methods} methods, {check.total_seconds:.0f} s",
              *[f"  {finding.severity}[{finding.kind}] {finding.title}" for finding in check.findings], check.error, sep="\n", file=sys.stderr, flush=True)
        checks.save(results, file)   # an interrupted measurement is not lost
    return results


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    origin = parser.add_mutually_exclusive_group(required=True)
    origin.add_argument("--heddle", type=pathlib.Path)
    origin.add_argument("--from", dest="saved", type=pathlib.Path, help="results.json of an earlier measurement")
    origin.add_argument("--packages", action="store_true", help="print the Debian packages that are needed")
    parser.add_argument("--output", type=pathlib.Path, help="folder for results.json and libraries.md")
    parser.add_argument("--only", nargs="+", default=[], help="parts of names of classes")
    parser.add_argument("--resume", action="store_true", help="leave out the classes that results.json already has")
    parser.add_argument("--seconds", type=float, default=10, help="limit of the search in one class")
    parser.add_argument("--flags", default="", help="more flags of heddle check")
    parser.add_argument("--write", type=pathlib.Path, help="page whose section is replaced")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    classes = catalogue()
    if options.packages:
        print(*packages(classes))
        return
    with tempfile.TemporaryDirectory(prefix="heddle-libraries-") as work:
        options.output = options.output or pathlib.Path(work)
        options.output.mkdir(parents=True, exist_ok=True)
        results = checks.load(options.saved) if options.saved else measure(options, classes, pathlib.Path(work))
        text = tables.section(classes, results, options.seconds)
        (options.output / "libraries.md").write_text(text + "\n")
    print(text)
    if options.write:
        replace_section(options.write, "libraries", text)


if __name__ == "__main__":
    main()
