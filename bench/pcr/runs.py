# SPDX-License-Identifier: Apache-2.0
"""Runs of heddle for the tables of the PCR paper, and what is kept of each report.

A value that a report does not have is None from here to the tables, which say "not measured". It is never taken for zero.
"""
from __future__ import annotations

import dataclasses
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import HeddleFailed, Program, explore  # pylint: disable=wrong-import-position

# Counters of the report. A heddle that lacks one leaves the cells that need it "not measured".
FAILURES, DISTINCT_FAILURES = "failures", "distinct_failures"
QUESTIONS, SKIPPED = "order_questions", "order_skipped"
AIMED, REACHED, CUT_SHORT = "patterns_aimed", "patterns_reached", "patterns_cut_short"
COUNTERS = (FAILURES, DISTINCT_FAILURES, QUESTIONS, SKIPPED, AIMED, REACHED, CUT_SHORT)

BUILD_SECONDS = 300   # a run that takes this much longer than its limit hangs


@dataclasses.dataclass
class Budget:
    executions: int   # 0: no limit
    seconds: float


@dataclasses.dataclass
class Run:
    """One search. The times and numbers are those of the search: neither the build nor replays count."""
    subject: str
    strategy: str
    seed: int
    budget: Budget
    found: bool                   # any failure counts, as in the paper
    expected: bool                # the first failure is of a kind that the subject is known for
    kind: str | None              # of the first failure
    execution: int | None         # that had the first finding
    finding_seconds: float | None
    executions: int
    seconds: float
    before_search: int            # serial and warm-up executions, which are not schedules of the strategy
    counters: dict[str, int | None]
    growth: list[dict] | None     # MAP coverage over time
    error: str | None = None      # heddle failed, and this run says nothing else

    def gave_up(self) -> bool:
        """The strategy ended before its budget: it would not find the bug with a larger one either."""
        all_executions = self.budget.executions > 0 and self.executions >= self.budget.executions
        return not self.found and not all_executions and self.seconds < 0.95 * self.budget.seconds

    def schedules_to_bug(self) -> float:
        """If the bug was not found: a lower bound, what the run did; a strategy that gave up counts as the whole budget."""
        if self.found:
            return self.execution
        return max(self.executions, self.budget.executions) if self.gave_up() else self.executions

    def seconds_to_bug(self) -> float:
        if self.found:
            return self.finding_seconds
        return self.budget.seconds if self.gave_up() else self.seconds

    def solved(self) -> int | None:
        """Questions that the order solver had to answer. Those that an earlier answer rules out are not constraints that the paper counts."""
        asked, skipped = self.counters.get(QUESTIONS), self.counters.get(SKIPPED)
        return None if asked is None or skipped is None else asked - skipped

    def patterns(self) -> int | None:
        return None if self.growth is None else max((point["patterns"] for point in self.growth), default=0)


def run_from_report(report: dict, program: Program, strategy: str, seed: int, budget: Budget) -> Run:
    stats = report["stats"]
    execution = stats["first_finding_execution"]
    first = min(report["findings"], key=lambda finding: finding["position"]["execution"] or 0, default=None)
    kind = None if first is None else first["kind"]
    coverage = report.get("coverage") or {}
    return Run(program.name, strategy, seed, budget, execution is not None, kind in program.kinds, kind, execution,
               stats["first_finding_seconds"], stats["executions"], stats["seconds"],
               stats["serial_executions"] + stats["warm_up_executions"], {name: stats.get(name) for name in COUNTERS},
               coverage.get("growth"))


def failed_run(error: str, program: Program, strategy: str, seed: int, budget: Budget) -> Run:
    return Run(program.name, strategy, seed, budget, False, False, None, None, None, 0, 0, 0, dict.fromkeys(COUNTERS), None, error)


def run_from_json(saved: dict) -> Run:
    return Run(**{**saved, "budget": Budget(**saved["budget"])})


class Heddle:
    """One heddle, what it can do, and where its builds are kept."""

    def __init__(self, path: pathlib.Path, work: pathlib.Path):
        self.path = path.resolve()
        self.work = work
        shown = subprocess.run([str(self.path), "explore", "--help"], capture_output=True, text=True, check=True).stdout
        listed = re.search(r"--strategy (\S+)", shown)
        self.strategies = listed.group(1).split("|") if listed else []
        self.flags = set(re.findall(r"--[a-z][a-z-]*", shown))

    def run(self, program: Program, strategy: str, seed: int, budget: Budget, *flags: str) -> Run:
        out = self.work / re.sub(r"\W", "_", program.name)
        try:
            report = explore(self.path, program, out, "--quiet", "--strategy", strategy, "--seed", str(seed), "--executions",
                             str(budget.executions), "--time", f"{round(1000 * budget.seconds)}ms", *flags,
                             timeout=budget.seconds + BUILD_SECONDS)
        except HeddleFailed as failure:
            print(failure, file=sys.stderr, flush=True)
            return failed_run(str(failure), program, strategy, seed, budget)
        return run_from_report(report, program, strategy, seed, budget)
