# SPDX-License-Identifier: Apache-2.0
"""What is kept of a search for the tables of the PCR paper."""
from __future__ import annotations

import dataclasses
import pathlib
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from searches import Search  # pylint: disable=wrong-import-position

# Counters of the report. A heddle that lacks one leaves the cells that need it "not measured".
FAILURES, DISTINCT_FAILURES = "failures", "distinct_failures"
QUESTIONS, SKIPPED = "order_questions", "order_skipped"
AIMED, REACHED, CUT_SHORT = "patterns_aimed", "patterns_reached", "patterns_cut_short"


@dataclasses.dataclass(kw_only=True)
class Run(Search):
    """In the paper, too, any failure counts as the bug."""
    COUNTERS = (FAILURES, DISTINCT_FAILURES, QUESTIONS, SKIPPED, AIMED, REACHED, CUT_SHORT)

    before_search: int = 0             # serial and warm-up executions, which are not schedules of the strategy
    growth: list[dict] | None = None   # MAP coverage over time

    @classmethod
    def kept(cls, report: dict) -> dict[str, Any]:
        stats = report["stats"]
        return {**super().kept(report), "before_search": stats["serial_executions"] + stats["warm_up_executions"],
                "growth": (report.get("coverage") or {}).get("growth")}

    def solved(self) -> int | None:
        """Questions that the order solver had to answer. Those that an earlier answer rules out are not constraints that the paper counts."""
        asked, skipped = self.counters.get(QUESTIONS), self.counters.get(SKIPPED)
        return None if asked is None or skipped is None else asked - skipped

    def patterns(self) -> int | None:
        return None if self.growth is None else max((point["patterns"] for point in self.growth), default=0)
