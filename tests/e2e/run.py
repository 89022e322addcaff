#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of the heddle program: run.py --heddle build/bin/heddle --work DIR AREA...

Each area is a module with a function cases(environment) that returns a list of cases. --slow (or HEDDLE_SLOW=1) uses the full
budgets, such as 100,000 executions for each fixed twin; without it the same is checked with fewer."""
import argparse
import importlib
import os
import pathlib
import sys

from heddle_tool import Environment, Heddle, run_cases

AREAS = ["features", "failures", "twins", "order", "determinism", "containment", "survival", "bad_input", "files", "command_line", "claims", "check", "deps", "reproduce", "own_locks"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path, help="folder for builds and findings, kept for the next run")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--slow", action="store_true", default=os.environ.get("HEDDLE_SLOW") == "1")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("areas", nargs="+", choices=AREAS, metavar="AREA")
    arguments = parser.parse_args()
    environment = Environment(Heddle(arguments.heddle, arguments.work), arguments.slow)
    cases = []
    for area in arguments.areas:
        cases += importlib.import_module(f"{area}_cases").cases(environment)
    cases = [case for case in cases if arguments.only in case.name]
    return 1 if run_cases(cases, arguments.workers) else 0


if __name__ == "__main__":
    sys.exit(main())
