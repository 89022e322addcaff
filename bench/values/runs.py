# SPDX-License-Identifier: Apache-2.0
"""What is kept of a search for the tables on value schedules. All names of counters and flags of heddle that only these tables need are here."""
from __future__ import annotations

import dataclasses
import pathlib
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from searches import Search  # pylint: disable=wrong-import-position

# Counters of the report. A heddle that lacks one leaves the cells that need it "not measured".
STATES, EVENTS, MEMORY = "backtracking_points", "events", "peak_rss_mb"
CLASSES = "value_schedules"
AIMED, REACHED, ABANDONED = "aimed_executions", "reached_targets", "abandoned_executions"
STATIC_MICROSECONDS, NODES = "analysis_microseconds", "analysed_nodes"
PAIRS = {"RW": "pairs_read_write", "MM": "pairs_lock_lock", "WM": "pairs_wait_lock", "WN": "pairs_wait_notify"}
ASSUMPTIONS = ("assumed_calls", "assumed_functions", "assumed_accesses", "assumed_locks", "assumed_threads", "assumed_modules")
COARSE = "coarse_analyses"

FACTS_FIRST = "facts first"
FIRST = ("--facts", "first")
FILTERS = ("alias", "escape", "common-lock", "relative-lock", "thread-order")
# Settings of values, with the flags that choose them. What the static facts are used for is switched off in searches that have them from the
# start, as in the thesis; by default, heddle computes them only in a long search.
SETTINGS = {
    "default": (),
    "facts never": ("--facts", "never"),
    FACTS_FIRST: FIRST,
    "no priority": (*FIRST, "--no-priority"),
    "no accessibility": (*FIRST, "--no-accessibility"),
    "no feedback": (*FIRST, "--no-feedback"),
    **{f"no filter {name}": (*FIRST, "--no-filter", name) for name in FILTERS},
}

OUT_OF_TIME = {"not-exhausted", "promise-not-kept", "time-ran-out"}   # the gaps of a search that only had too little time


@dataclasses.dataclass(kw_only=True)
class Run(Search):
    COUNTERS = (STATES, EVENTS, MEMORY, CLASSES, AIMED, REACHED, ABANDONED, STATIC_MICROSECONDS, NODES, *PAIRS.values(), *ASSUMPTIONS, COARSE)

    verdict: str | None = None
    gaps: list[str] = dataclasses.field(default_factory=list)   # why the verdict is not verified

    @classmethod
    def kept(cls, report: dict) -> dict[str, Any]:
        return {**super().kept(report), "verdict": report["verdict"], "gaps": report["completeness"]["missing"]}

    def static_seconds(self) -> float | None:
        """Of the static analysis, which runs within the clock of the search."""
        microseconds = self.counters[STATIC_MICROSECONDS]
        return None if microseconds is None else microseconds / 1e6

    def total_seconds(self) -> float:
        """To the bug, with the static analysis. The process start and the build, which are the same for all strategies, are not part of it."""
        return self.seconds_to_bug()

    def search_seconds(self) -> float | None:
        """To the bug, without the static analysis."""
        static = self.static_seconds()
        return None if static is None else self.total_seconds() - static

    def assumptions(self) -> float | None:
        """How often the static analysis did not know what code does, and assumed the worst."""
        counts = [self.counters[name] for name in ASSUMPTIONS]
        return None if None in counts else sum(counts)

    def out_of_time(self) -> bool:
        """No verdict, and the number of interleavings is the only reason."""
        return self.verdict == "inconclusive" and set(self.gaps) <= OUT_OF_TIME


@dataclasses.dataclass
class ClassRun:
    """`check --strategy values` on one class."""
    found: bool              # the fault that the class is known for
    seconds: float | None    # to the first finding
    tests: int
    error: str | None = None
