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
STATES, EVENTS, MEMORY = "states", "events", "peak_rss_mb"
CLASSES = "value_schedules"
STATIC_SECONDS, NODES = "analysis_seconds", "analysed_nodes"
PAIRS = {"RW": "pairs_rw", "MM": "pairs_mm", "WM": "pairs_wm", "WN": "pairs_wn"}

FACTS_ALWAYS = "facts always"
ALWAYS = ("--facts", "always")
FILTERS = ("alias", "escape", "locks", "relative-locks", "threads")
# Settings of values, with the flags that choose them. What the static facts are used for is switched off in searches that have them from the
# start, as in the thesis; by default, heddle computes them only in a long search.
SETTINGS = {
    "default": (),
    "facts never": ("--facts", "never"),
    FACTS_ALWAYS: ALWAYS,
    "no priority": (*ALWAYS, "--no-priority"),
    "no accessibility": (*ALWAYS, "--no-accessibility"),
    "no feedback": (*ALWAYS, "--no-feedback"),
    **{f"no filter {name}": (*ALWAYS, "--no-filter", name) for name in FILTERS},
}

OUT_OF_TIME = {"not-exhausted", "promise-not-kept", "time-ran-out"}   # the gaps of a search that only had too little time


@dataclasses.dataclass(kw_only=True)
class Run(Search):
    COUNTERS = (STATES, EVENTS, MEMORY, CLASSES, STATIC_SECONDS, NODES, *PAIRS.values())

    verdict: str | None = None
    gaps: list[str] = dataclasses.field(default_factory=list)   # why the verdict is not verified

    @classmethod
    def kept(cls, report: dict) -> dict[str, Any]:
        return {**super().kept(report), "verdict": report["verdict"], "gaps": report["completeness"]["missing"]}

    def static_seconds(self) -> float:
        """A heddle that does not report them has no static analysis."""
        return self.counters.get(STATIC_SECONDS) or 0

    def total_seconds(self) -> float:
        """To the bug. The process start and the build, which are the same for all strategies, are not part of it."""
        return self.static_seconds() + self.seconds_to_bug()

    def spent_seconds(self) -> float:
        """To the end of the search, whether it found a bug or not."""
        return self.static_seconds() + self.seconds

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
