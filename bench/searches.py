# SPDX-License-Identifier: Apache-2.0
"""What the scripts that compare strategies share: one search of heddle, what is kept of its report, and all searches of a measurement.

A value that a report does not have is None from here to the tables, which say "not measured". It is never taken for zero.
"""
from __future__ import annotations

import dataclasses
import json
import pathlib
import re
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from programs import HeddleFailed, Program, explore

BUILD_SECONDS = 300   # a run that takes this much longer than its limit hangs


@dataclasses.dataclass
class Budget:
    executions: int   # 0: no limit
    seconds: float


@dataclasses.dataclass(kw_only=True)
class Search:
    """The times and numbers are those of the search: neither the build nor replays count."""
    COUNTERS: ClassVar[tuple[str, ...]] = ()   # the numbers of `stats` that are kept

    subject: str
    strategy: str
    seed: int
    budget: Budget
    found: bool = False                  # any failure counts
    expected: bool = False               # the first failure is of a kind that the subject is known for
    kind: str | None = None              # of the first failure
    execution: int | None = None         # that had the first finding
    finding_seconds: float | None = None
    executions: int = 0
    seconds: float = 0
    counters: dict[str, float | None]
    error: str | None = None             # heddle failed, and this search says nothing else

    @classmethod
    def kept(cls, report: dict) -> dict[str, Any]:
        """The fields of this class, from a report. Subclasses add theirs."""
        stats = report["stats"]
        first = min(report["findings"], key=lambda finding: finding["position"]["execution"] or 0, default=None)
        return {"found": stats["first_finding_execution"] is not None, "kind": None if first is None else first["kind"],
                "execution": stats["first_finding_execution"], "finding_seconds": stats["first_finding_seconds"],
                "executions": stats["executions"], "seconds": stats["seconds"], "counters": {name: stats.get(name) for name in cls.COUNTERS}}

    @classmethod
    def from_report(cls, report: dict, program: Program, strategy: str, seed: int, budget: Budget) -> Search:
        kept = cls.kept(report)
        return cls(subject=program.name, strategy=strategy, seed=seed, budget=budget, expected=kept["kind"] in program.kinds, **kept)

    @classmethod
    def failed(cls, error: str, program: Program, strategy: str, seed: int, budget: Budget) -> Search:
        return cls(subject=program.name, strategy=strategy, seed=seed, budget=budget, counters=dict.fromkeys(cls.COUNTERS), error=error)

    @classmethod
    def from_json(cls, saved: dict) -> Search:
        return cls(**{**saved, "budget": Budget(**saved["budget"])})

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


class Heddle:
    """One heddle, what it can do, where its builds are kept, and what is kept of its searches."""

    def __init__(self, path: pathlib.Path, work: pathlib.Path, kept: type[Search]):
        self.path = path.resolve()
        self.work = work
        self.kept = kept
        shown = subprocess.run([str(self.path), "explore", "--help"], capture_output=True, text=True, check=True).stdout
        listed = re.search(r"--strategy (\S+)", shown)
        self.strategies = listed.group(1).split("|") if listed else []
        self.flags = set(re.findall(r"--[a-z][a-z-]*", shown))

    def run(self, program: Program, strategy: str, seed: int, budget: Budget, *flags: str) -> Search:
        out = self.work / re.sub(r"\W", "_", program.name)
        try:
            report = explore(self.path, program, out, "--quiet", "--strategy", strategy, "--seed", str(seed), "--executions",
                             str(budget.executions), "--time", f"{round(1000 * budget.seconds)}ms", *flags,
                             timeout=budget.seconds + BUILD_SECONDS)
        except HeddleFailed as failure:
            print(failure, file=sys.stderr, flush=True)
            return self.kept.failed(str(failure), program, strategy, seed, budget)
        return self.kept.from_report(report, program, strategy, seed, budget)


# Subject -> strategy (or setting of one) -> one search per seed.
Rows = dict[str, dict[str, list[Search]]]
Value = Callable[[Search], float | None]


def save(results: object, file: pathlib.Path) -> None:
    """A dataclass with all searches of a measurement."""
    file.write_text(json.dumps(dataclasses.asdict(results), indent=1) + "\n")


def rows_from_json(saved: dict, kept: type[Search]) -> Rows:
    return {subject: {name: [kept.from_json(search) for search in searches] for name, searches in row.items()} for subject, row in saved.items()}


def values(rows: Rows, subject: str, strategy: str, value: Value) -> list[float] | None:
    """One number per seed. None: not measured, or not by every search."""
    searches = rows.get(subject, {}).get(strategy, [])
    numbers = [value(search) for search in searches]
    return None if not numbers or any(search.error for search in searches) or None in numbers else numbers


def mean(rows: Rows, subject: str, strategy: str, value: Value) -> float | None:
    numbers = values(rows, subject, strategy, value)
    return None if numbers is None else statistics.mean(numbers)


def median(rows: Rows, subject: str, strategy: str, value: Value) -> float | None:
    numbers = values(rows, subject, strategy, value)
    return None if numbers is None else statistics.median(numbers)


def total(rows: Rows, subjects: Iterable[str], strategy: str, value: Value) -> float | None:
    """Over all subjects and seeds."""
    numbers = [values(rows, subject, strategy, value) for subject in subjects]
    return None if not numbers or None in numbers else sum(sum(row) for row in numbers)


def counter(name: str) -> Value:
    return lambda search: search.counters.get(name)
