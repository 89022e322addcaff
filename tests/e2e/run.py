#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""End-to-end tests of the heddle program.

  run.py --heddle build/bin/heddle --work DIR AREA...                run all cases of some areas
  run.py --heddle build/bin/heddle --work DIR --case NAME AREA       run one case
  run.py --heddle build/bin/heddle --work DIR --write-ctest FILE     write one CTest entry for each case of all areas

Each area is a module AREA_cases.py with a function cases(environment) that returns a list of cases. --slow (or HEDDLE_SLOW=1) uses
the full budgets, such as 100,000 executions for each fixed twin; the default is to check the same with fewer."""
import argparse
import importlib
import os
import pathlib
import sys

from heddle_tool import Case, Environment, Heddle, run_cases

# Areas whose cases share a folder, and all others.
SHARED_FOLDER = ["survival", "command_line", "claims", "bad_input"]
AREAS = SHARED_FOLDER + ["files", "determinism", "features", "failures", "twins", "order", "coverage", "containment", "check", "budget", "correct", "deps", "reproduce",
                         "own_locks", "pcr", "values", "values_check", "silence"]

# Areas that belong to `make test-fast`, without the cases that take more than two seconds.
FAST = ["command_line", "claims"]
TOO_SLOW = ["debugger", "demo_and_doctor", "output_of_failing_execution", "fair_executions", "generation_keeps_pace",
            "readme_example", "out_of_arena"]


def cases_of(area: str, environment: Environment) -> list[Case]:
    return importlib.import_module(f"{area}_cases").cases(environment)


def ctest_entry(area: str, case: Case, arguments: argparse.Namespace) -> str:
    """Cases that share a folder must not run at the same time: those with the same name, and those of some areas."""
    name = f"e2e.{area}.{case.name}"
    command = [sys.executable, "-B", pathlib.Path(__file__).resolve(), "--heddle", arguments.heddle.resolve(),
               "--work", arguments.work.resolve(), "--case", case.name, area]
    labels = "" if area in FAST and case.name not in TOO_SLOW else " LABELS slow"
    locks = f"[==[{case.name};{area}]==]" if area in SHARED_FOLDER else f"[==[{case.name}]==]"
    timeout = 7200 if case.name.startswith("theme_") else 1200  # with the full budgets, a theme has dozens of classes
    return (f"add_test([==[{name}]==] {' '.join(f'[==[{word}]==]' for word in command)})\n"
            f"set_tests_properties([==[{name}]==] PROPERTIES TIMEOUT {timeout} RESOURCE_LOCK {locks}{labels})\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path, help="folder for builds and findings, kept for the next run")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--slow", action="store_true", default=os.environ.get("HEDDLE_SLOW") == "1")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--case", help="the case of this name")
    parser.add_argument("--write-ctest", type=pathlib.Path, metavar="FILE")
    parser.add_argument("areas", nargs="*", choices=[*AREAS, []], metavar="AREA")
    arguments = parser.parse_args()
    environment = Environment(Heddle(arguments.heddle, arguments.work), arguments.slow)
    if arguments.write_ctest:
        entries = [ctest_entry(area, case, arguments) for area in AREAS for case in cases_of(area, environment)]
        arguments.write_ctest.write_text("".join(entries))
        return 0
    cases = [case for area in arguments.areas for case in cases_of(area, environment)]
    chosen = [case for case in cases if arguments.only in case.name and arguments.case in (None, case.name)]
    if not chosen:
        parser.error("no such case")
    return 1 if run_cases(chosen, arguments.workers) else 0


if __name__ == "__main__":
    sys.exit(main())
