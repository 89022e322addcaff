# SPDX-License-Identifier: Apache-2.0
"""The figures of the thesis on value schedules (Chen, "Guided Testing of Concurrent Programs Using Value Schedules", Waterloo 2009), as printed.

Ratios are computed here from the printed columns, and averages are geometric means of them. The averages that the thesis prints are arithmetic,
and some of them do not follow from its own rows.
"""
from __future__ import annotations

import dataclasses

KINDS = {"K": "kernels", "R": "real programs", "B": "benchmarks"}   # Table 3.2


@dataclasses.dataclass(frozen=True)
class Static:
    """A row of Tables 4.2 and 4.3: the static analysis."""
    kind: str          # a key of KINDS
    nodes: int         # of the parallel execution graph
    rw: int            # pairs of accesses, by type
    mm: int
    wm: int
    wn: int
    seconds: float


@dataclasses.dataclass(frozen=True)
class Searches:
    """A row of Tables 6.2 to 6.5: the value-schedule tool against Java PathFinder. None: not within an hour."""
    states: int
    jpf_states: int | None
    instructions: int
    jpf_instructions: int | None
    total_seconds: float         # with the static analysis
    search_seconds: float
    jpf_seconds: float | None


STATIC = {
    "twostage": Static("K", 84, 0, 2, 0, 0, 4.54),
    "wronglock": Static("K", 79, 5, 0, 0, 0, 3.72),
    "producerconsumer": Static("K", 380, 41, 44, 54, 54, 23.97),
    "blockbarrier": Static("K", 226, 0, 6, 12, 12, 7.54),
    "reorder": Static("K", 77, 20, 0, 0, 0, 3.62),
    "deadlock_d1": Static("K", 63, 0, 2, 0, 0, 4.09),
    "deadlock_d2": Static("K", 45, 0, 4, 0, 0, 3.37),
    "diningphilosopher": Static("K", 108, 0, 40, 0, 0, 5.02),
    "losenotify": Static("K", 77, 0, 1, 1, 1, 3.53),
    "clean": Static("K", 71, 7, 2, 2, 2, 4.45),
    "nestedmonitor": Static("K", 75, 0, 2, 2, 2, 3.97),
    "alarmclock": Static("R", 263, 16, 6, 4, 2, 16.61),
    "raxextend": Static("R", 218, 10, 35, 0, 0, 15.83),
    "daisy": Static("R", 957, 1, 45, 12, 2, 16.90),
    "rw_deadlock": Static("R", 415, 51, 52, 36, 12, 27.27),
    "rw_exception": Static("R", 415, 51, 52, 36, 12, 26.27),
    "replicatedworker": Static("R", 1650, 545, 1100, 640, 295, 18.90),
    "boundedbuffer": Static("R", 349, 0, 28, 56, 56, 38.51),
    "linkedlist": Static("B", 272, 144, 0, 0, 0, 9.97),
    "piper": Static("B", 1133, 0, 496, 992, 992, 11.84),
    "account_race": Static("B", 314, 1890, 1210, 0, 0, 86.48),
    "account_deadlock": Static("B", 269, 0, 1210, 0, 0, 57.83),
    "account_subtype": Static("B", 256, 2040, 490, 0, 0, 29.10),
}

SEARCHES = {
    "twostage": Searches(7, 82, 695, 3541, 5.50, 0.96, 1.00),
    "wronglock": Searches(5, 42, 682, 2545, 5.01, 1.29, 1.00),
    "producerconsumer": Searches(30, 121, 3568, 5341, 24.11, 0.14, 3.00),
    "blockbarrier": Searches(24, 896, 1760, 17463, 8.50, 0.96, 4.00),
    "reorder": Searches(16, 722, 1581, 14767, 5.22, 1.60, 3.00),
    "deadlock_d1": Searches(4, 70, 532, 3172, 4.95, 0.86, 1.00),
    "deadlock_d2": Searches(8, 24, 528, 2664, 4.33, 0.96, 1.00),
    "diningphilosopher": Searches(367, 1927, 2057, 56749, 6.52, 1.50, 7.80),
    "losenotify": Searches(7, 13, 556, 2519, 4.40, 0.88, 1.00),
    "clean": Searches(3, 614, 575, 9383, 4.90, 0.45, 3.00),
    "nestedmonitor": Searches(19, 33, 677, 2690, 4.72, 0.93, 1.00),
    "alarmclock": Searches(48, 987, 2207, 18329, 17.184, 0.57, 3.74),
    "raxextend": Searches(11, None, 3843756, None, 85.034, 69.21, None),
    "daisy": Searches(6477, 50222, 411742, 11792715, 89.639, 70.74, 21.88),
    "rw_deadlock": Searches(28, 65681652, 125847, 1390833819, 27.01, 0.74, 416538.66),
    "rw_exception": Searches(6090, 439092, 1555447, 43843944, 218.383, 191.11, 439.09),
    "replicatedworker": Searches(1206, 614842, 184464, 34381953, 34.63, 15.73, 437.15),
    "boundedbuffer": Searches(71876, 344720, 3130349, 24847425, 243.665, 205.16, 166.82),
    "linkedlist": Searches(197, 42137, 299293, 67193304, 20.53, 10.56, 91.00),
    "piper": Searches(15, 224, 7539, 8741, 11.80, 0.76, 4.41),
    "account_race": Searches(124, 344, 12388, 10310, 88.83, 2.35, 4.09),
    "account_deadlock": Searches(49991, 314118, 1119633, 8308060, 333.127, 275.30, 160.73),
    "account_subtype": Searches(332, 2132349, 17699, 68951390, 29.575, 0.47, 1125.44),
}

# The thesis leaves these out of its averages.
EXCLUDED = {"raxextend", "rw_deadlock", "account_subtype"}

# Tables 4.4 and 4.5: the RW pairs without a filter, where it changes their number.
RW_WITHOUT = {
    "escape": {"producerconsumer": 95, "daisy": 272},
    "disjoint": {"account_race": 4320, "account_subtype": 4590, "piper": 2208, "replicatedworker": 1025},
}
