#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables 1 and 2 of AutoConTest (Terragni and Cheung, ICSE 2016) on heddle's own versions of its six subjects.

Table 1: how long until the fault is found, how many tests, how many interleavings covered; guide `coverage` against
guide `random` on the same engine, as the paper's AutoConTest against ConTeGen*. Table 2: the search for the first call
sequence with all pruning rules against `throws` (D1 of the paper) alone. Figure 10: coverage over time. The paper's numbers are next to ours. They were
measured on Java, with other classes of the same faults and a budget of one hour, so compare the shapes, not the digits.

  autocontest.py --heddle build/bin/heddle                      print
  autocontest.py --heddle build/bin/heddle --write docs/results.md   and replace the section of that page
"""
from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from classes import CheckedClass, classes_with  # pylint: disable=wrong-import-position
from programs import SUBJECTS  # pylint: disable=wrong-import-position
from results_page import machine, replace_section, table  # pylint: disable=wrong-import-position

SEEDS = (1, 2, 3, 4, 5)
ALL_RULES, ONLY_THROWS = "throws,same-state,redundant-call,better-extension,redundant-prefix", "throws"


@dataclasses.dataclass
class Paper:
    """One row of the paper's tables; None: not within an hour."""
    first_fault: float                # seconds
    tests: int  # as the paper counts them: pairs of call sequences
    covered: int
    random_first_fault: float | None
    random_tests: int
    random_covered: int
    iteration_seconds: float          # Table 2, pruning on; off never ended
    new_traces: int
    length: int
    new_traces_unpruned: int
    length_unpruned: int


PAPER = {
    1: Paper(22.4, 7, 19, 66.4, 110, 91, 1.6, 25, 43, 25, 43),
    2: Paper(29.0, 3, 1, None, 130, 0, 1.7, 6, 11, 6, 11),
    3: Paper(64.5, 17, 2, 1014.5, 185, 2, 1.9, 23, 43, 24, 48),
    4: Paper(35.1, 1, 23, 156.8, 99, 3, 7.1, 56, 91, 56, 91),
    5: Paper(45.1, 3, 1, None, 230, 0, 2.9, 24, 60, 24, 60),
    6: Paper(29.6, 1, 33, 2254.0, 167, 1, 2.9, 44, 88, 44, 87),
}


def number(value: float | None, form: str = "{:,.2f}") -> str:
    return "none" if value is None else form.format(value)


def median(values: list[float]) -> float | None:
    return statistics.median(values) if values else None


def first_faults(checker: CheckedClass) -> tuple[list[str], float, float, float]:
    """A row of the first table, and the cold, warm and search times."""
    cold = checker.run("check", "--seed", SEEDS[0], "--stop-at-first")["stats"]["total_seconds"]
    warm, search, tests, found = [], [], [], 0
    for seed in SEEDS:
        document = checker.run("check", "--seed", seed, "--stop-at-first")
        fault = checker.fault(document)
        warm.append(document["stats"]["total_seconds"])
        if fault is not None:
            found += 1
            search.append(document["stats"]["first_finding_seconds"])
            tests.append(fault["sequence_pair"])
    paper = PAPER[checker.entry["autocontest"]]
    row = [name(checker), f"{found} of {len(SEEDS)}", number(median(tests), "{:g}"), number(median(search), "{:,.3f}"), number(median(warm)),
           number(cold), number(paper.first_fault, "{:,.1f}"), number(paper.random_first_fault, "{:,.1f}")]
    return row, cold, statistics.median(warm), statistics.median(search) if search else float("inf")


def name(checker: CheckedClass) -> str:
    return f"{checker.entry['autocontest']} {checker.entry['name']}"


@dataclasses.dataclass
class Coverage:
    """What one guide reaches within the budget."""
    tests: int  # as the paper counts them: pairs of call sequences
    traces: int
    covered: int
    requirements: int
    first_fault: float | None
    progress: list[dict]


def coverage(checker: CheckedClass, guide: str, seconds: float) -> Coverage:
    document = checker.run("check", "--guide", guide, "--seed", SEEDS[0], "--keep-going", "--no-minimise", "--replays", 1, "--executions", 0, "--time",
                           f"{seconds}s")
    stats = document["stats"]
    fault = checker.fault(document)
    return Coverage(stats["sequence_pairs"], stats["call_traces"], stats["requirements_covered"], stats["requirements"],
                    None if fault is None else stats["first_finding_seconds"], stats["progress"])


def covered_at(progress: list[dict], seconds: float) -> int:
    return max((point["requirements_covered"] for point in progress if point["seconds"] <= seconds), default=0)


def guides(checker: CheckedClass, seconds: float) -> tuple[list[str], list[list[str]]]:
    """A row of the comparison of guides, and the rows of coverage over time."""
    ours, randomly = coverage(checker, "coverage", seconds), coverage(checker, "random", seconds)
    paper = PAPER[checker.entry["autocontest"]]
    row = [name(checker), f"{ours.tests}", f"{ours.traces}", f"{ours.covered}", f"{randomly.tests}", f"{randomly.traces}", f"{randomly.covered}",
           f"{paper.tests}", f"{paper.covered}", f"{paper.random_tests}", f"{paper.random_covered}"]
    moments = [seconds * share for share in (0.01, 0.05, 0.1, 0.25, 0.5, 1)]
    over_time = [[f"{name(checker)}, {guide}", *(str(covered_at(which.progress, moment)) for moment in moments)]
                 for guide, which in (("coverage", ours), ("random", randomly))]
    return row, over_time


def first_iteration(checker: CheckedClass, rules: str, seconds: float) -> dict:
    """The first sequence that the search returns; `ended` is false when the budget was over first."""
    stats = checker.run("check", "--prune", rules, "--generate-only", "--executions", 0, "--time", f"{seconds}s")["stats"]
    first = stats["iterations"][0] if stats["iterations"] else None
    return {"first": first, "sequences": stats["sequences"], "rate": stats["sequences"] / max(stats["generate_seconds"], 1e-9)}


def pruning(checker: CheckedClass, seconds: float) -> tuple[list[str], float]:
    """A row of the table on pruning, and sequences per second with pruning on."""
    on, off = first_iteration(checker, ALL_RULES, seconds), first_iteration(checker, ONLY_THROWS, seconds)

    def cells(measured: dict) -> list[str]:
        first = measured["first"]
        if first is None or not first["complete"]:
            best = ["", ""] if first is None else [f"{first['new_traces']}", f"{first['length']}"]
            return [f"over {seconds:g}", f"{measured['sequences']:,}", *best]
        return [f"{first['seconds']:,.3f}", f"{first['sequences']:,}", f"{first['new_traces']}", f"{first['length']}"]

    paper = PAPER[checker.entry["autocontest"]]
    row = [name(checker), *cells(on), *cells(off), f"{on['rate']:,.0f}", f"{paper.iteration_seconds:g}", f"{paper.new_traces}", f"{paper.length}",
           f"{paper.new_traces_unpruned}", f"{paper.length_unpruned}"]
    return row, on["rate"]


# The calls of vector_lanes.cpp: 0 is the constructor, 13 removeAllElements(), 14 setSize(int), 20 lastIndexOf(int).
LANES = "0() 14(0) / 13() 14(2) 20(0) | 20(0) 13() 20(0) | 14(0) 20(0) /"


def engine_speed(heddle: pathlib.Path, work: pathlib.Path) -> list[str]:
    """Executions per second of check and of explore on the same test, each the best of five: the machine may be busy."""
    here = pathlib.Path(__file__).parent
    common = ["--format", "json", "--keep-going", "--no-minimise", "--out", str(work / "lanes")]
    header = SUBJECTS / "vector_117" / "vector_117_fixed.hpp"

    def rate(*command: str) -> float:
        answer = subprocess.run([str(heddle), *command, *common], capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            raise SystemExit(f"{' '.join(command)}\n{answer.stdout}{answer.stderr}")
        stats = json.loads(answer.stdout)["stats"]
        return stats["executions"] / stats["seconds"]

    explored = max(rate("explore", str(here / "vector_lanes.cpp"), "--executions", "100000") for _ in range(5))
    checked = max(rate("check", str(header), "--class", "Vector", "--test", LANES) for _ in range(5))
    return [f"{explored:,.0f}", f"{checked:,.0f}", f"{explored / checked:.1f}"]


def report(heddle: pathlib.Path, work: pathlib.Path, seconds: float, command: str) -> str:
    checkers = [CheckedClass(heddle, entry, work) for entry in classes_with("autocontest")]
    found, compared, over_time, pruned, rates, times = [], [], [], [], [], []
    for checker in checkers:
        print(name(checker), file=sys.stderr, flush=True)
        row, *measured = first_faults(checker)
        found.append(row)
        times.append(measured)
        row, progress = guides(checker, seconds)
        compared.append(row)
        over_time += progress
        row, rate = pruning(checker, seconds)
        pruned.append(row)
        rates.append(rate)
    speed = engine_speed(heddle, work)
    cold, warm, search = (statistics.median(column) for column in zip(*times))
    moments = [f"{seconds * share:g} s" for share in (0.01, 0.05, 0.1, 0.25, 0.5, 1)]
    return "\n\n".join([
        "## The six subjects of AutoConTest",
        f"Measured on {datetime.date.today()} ({machine()}) by `{command}`. The paper's columns are from its Tables 1 and 2: Java, the original "
        "classes, one hour per subject; ConTeGen\\* is random generation with AutoConTest's explorer.",
        "**Time to the fault**, seconds, medians of five seeds. *Search* is generation and exploration until the fault is found; *warm* is the whole "
        "command with the harness in the cache, including minimisation and confirmation; *cold* also compiles the harness.",
        table(["subject", "found", "at test", "search", "warm", "cold", "paper: AutoConTest", "paper: ConTeGen\\*"], found),
        f"Medians over the six: search {search:.3f} s, warm {warm:.2f} s, cold {cold:.2f} s.",
        f"**Guides**, on the same engine, {seconds:g} s each: tests (pairs of call sequences, as in the paper), distinct method-call traces, interleavings covered.",
        table(["subject", "coverage: tests", "traces", "covered", "random: tests", "traces", "covered", "paper: AutoConTest tests", "covered",
               "ConTeGen\\* tests", "covered"], compared),
        "**Coverage over time**: interleavings covered after",
        table(["subject, guide", *moments], over_time),
        "**Pruning**: the search for the first call sequence. *Traces* and *calls* are the coverage and the length of the sequence; the paper's "
        "search without pruning did not end within the hour on any subject.",
        table(["subject", "on: s", "sequences", "traces", "calls", "throws alone: s", "sequences", "traces", "calls", "sequences/s", "paper on: s", "traces",
               "calls", "off: traces", "calls"], pruned),
        "**Engine**: executions per second on the same test of `vector_117_fixed`, three threads with eight calls. "
        "Only executions of the search count, and each is judged",
        table(["explore", "check", "ratio"], [speed]),
    ])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=20, help="budget of each measurement that runs to its end")
    parser.add_argument("--write", type=pathlib.Path, help="page whose section is replaced")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        section = report(arguments.heddle.resolve(), pathlib.Path(work), arguments.seconds,
                         f"bench/autocontest/autocontest.py --seconds {arguments.seconds:g}")
    print(section)
    if arguments.write:
        replace_section(arguments.write, "autocontest", section)


if __name__ == "__main__":
    main()
