# SPDX-License-Identifier: Apache-2.0
"""The figures of the PCR paper (Zhao et al., "Achieving High MAP-Coverage through Pattern Constraint Reduction"), as printed.

Some derived figures of the paper disagree with the columns they are computed from (the speed-up of V5 in Table 4, the schedule reduction of
V13 in Table 6). They are kept as printed.
"""
from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class FirstBug:
    """A row of Table 4: PCR against MAPTest; both found the bug in all ten runs."""
    intended_covered: float   # share of 50 runs in which MAPTest covered the intended pattern
    schedules: float
    milliseconds: float
    map_schedules: float
    map_milliseconds: float
    reduction: float          # percent
    reduction_p: float
    speedup: float
    speedup_p: float


@dataclasses.dataclass(frozen=True)
class BuggyTraces:
    """A row of Table 5: buggy traces found in 10 s."""
    pcr: float
    map: float
    difference: float
    p: float


@dataclasses.dataclass(frozen=True)
class AgainstMcr:
    """A row of Table 6: PCR against MCR, to the first bug."""
    schedules: float
    constraints: float
    milliseconds: float
    mcr_schedules: float
    mcr_constraints: float
    mcr_milliseconds: float
    schedule_reduction: float    # percent
    constraint_reduction: float  # percent
    speedup: float


TABLE_4 = {
    "V1": FirstBug(0.68, 5.0, 482.5, 15.2, 1180.8, 67.1, 0.006, 2.4, 0.006),
    "V2": FirstBug(1.0, 6.4, 684.0, 411.6, 7769.2, 98.4, 0.005, 11.4, 0.032),
    "V3": FirstBug(0.0, 5.0, 2685.9, 35.1, 6230.2, 85.8, 0.01, 2.3, 0.014),
    "V4": FirstBug(0.0, 9.5, 3607.8, 10.0, 3114.3, 5.0, 0.858, -1.2, 0.067),
    "V5": FirstBug(0.0, 2.0, 325.7, 4.8, 418.0, 58.3, 0.021, 2.3, 0.011),
    "V6": FirstBug(0.0, 2.8, 5953.3, 1.0, 411.9, -64.3, 0.003, -14.5, 0.006),
    "V7": FirstBug(0.0, 2.0, 1174.0, 31.4, 3202.1, 93.6, 0.006, 2.7, 0.006),
    "V8": FirstBug(0.0, 5.0, 3744.6, 9.0, 3763.7, 44.4, 0.051, 1.0, 1.0),
    "V9": FirstBug(0.0, 1.0, 168.5, 6.3, 645.5, 84.1, 0.014, 3.8, 0.006),
    "V10": FirstBug(0.0, 2.0, 241.2, 14.0, 2083.1, 85.7, 0.006, 8.6, 0.006),
    "V11": FirstBug(0.0, 3.0, 1421.7, 44.9, 4944.5, 93.3, 0.004, 3.5, 0.006),
    "V12": FirstBug(0.0, 11.0, 1060.4, 149.0, 6997.6, 92.6, 0.004, 6.6, 0.006),
    "V13": FirstBug(0.26, 6.8, 2583.7, 22.0, 3624.5, 69.1, 0.007, 1.4, 0.008),
    "V14": FirstBug(0.0, 2.0, 267.8, 1.0, 348.7, -50.0, 0.001, 1.3, 0.006),
    "V15": FirstBug(0.5, 3.0, 776.1, 24.6, 2355.5, 87.8, 0.004, 3.0, 0.006),
    "V16": FirstBug(0.0, 4.9, 344.7, 17.0, 1038.7, 71.2, 0.006, 3.0, 0.006),
    "V17": FirstBug(0.0, 2.0, 1235.2, 86.2, 12328.7, 97.7, 0.004, 10.0, 0.006),
    "V18": FirstBug(0.72, 3.0, 418.5, 21.7, 1458.2, 86.2, 0.005, 3.5, 0.006),
    "V19": FirstBug(0.0, 2.0, 211.1, 20.4, 1056.0, 90.2, 0.004, 5.0, 0.006),
    "V20": FirstBug(0.0, 3.0, 5981.5, 670.3, 67461.8, 99.6, 0.004, 11.3, 0.006),
}

TABLE_5 = {
    "V1": BuggyTraces(4.0, 2.3, 1.7, 0.008),
    "V2": BuggyTraces(5.0, 0.5, 4.5, 0.005),
    "V3": BuggyTraces(3.0, 1.4, 1.6, 0.005),
    "V4": BuggyTraces(13.0, 20.1, -7.1, 0.003),
    "V5": BuggyTraces(6.6, 4.4, 2.2, 0.005),
    "V6": BuggyTraces(2.6, 11.5, -8.9, 0.005),
    "V7": BuggyTraces(11.6, 5.8, 5.8, 0.006),
    "V8": BuggyTraces(4.2, 1.4, 2.8, 0.005),
    "V9": BuggyTraces(34.4, 2.1, 32.3, 0.005),
    "V10": BuggyTraces(4.0, 1.3, 2.7, 0.004),
    "V11": BuggyTraces(5.0, 0.4, 4.6, 0.005),
    "V12": BuggyTraces(3.0, 0.5, 2.5, 0.005),
    "V13": BuggyTraces(1.6, 0.0, 1.6, 0.005),
    "V14": BuggyTraces(3.0, 2.0, 1.0, 0.002),
    "V15": BuggyTraces(7.0, 2.9, 4.1, 0.005),
    "V16": BuggyTraces(2.0, 1.7, 0.3, 0.233),
    "V17": BuggyTraces(20.7, 0.0, 20.7, 0.005),
    "V18": BuggyTraces(11.0, 3.3, 7.7, 0.005),
    "V19": BuggyTraces(4.8, 2.0, 2.8, 0.005),
    "V20": BuggyTraces(1.0, 0.1, 0.9, 0.003),
}

TABLE_6 = {
    "V1": AgainstMcr(5.0, 15.2, 482.5, 3.0, 5.0, 758.0, -40.0, -67.1, 1.6),
    "V2": AgainstMcr(6.4, 29.9, 684.0, 3.0, 8.0, 126.0, -53.1, -73.2, -5.4),
    "V3": AgainstMcr(5.0, 16.1, 1543.8, 11.6, 70.5, 2321.5, 56.9, 77.2, 1.5),
    "V4": AgainstMcr(9.5, 20.0, 3607.8, 4.3, 14.5, 854.1, -54.7, -27.5, -4.2),
    "V5": AgainstMcr(2.0, 5.2, 325.7, 5.0, 12.9, 705.2, 60.0, 59.7, 2.2),
    "V6": AgainstMcr(2.8, 36.9, 5953.3, 6.8, 24.8, 3863.7, 58.8, -32.8, -1.5),
    "V7": AgainstMcr(2.0, 50.5, 1174.0, 21.3, 192.1, 3967.3, 90.6, 73.7, 3.4),
    "V8": AgainstMcr(5.0, 24.0, 3744.6, 4.7, 39.6, 2078.8, -6.0, 39.4, -1.8),
    "V9": AgainstMcr(1.0, 1.0, 168.5, 1.0, 1.1, 528.8, 0.0, 0.0, 3.1),
    "V10": AgainstMcr(2.0, 3.0, 241.2, 3.0, 14.0, 398.7, 33.3, 78.6, 1.7),
    "V11": AgainstMcr(3.0, 9.1, 1421.7, 4.0, 5.0, 559.6, 25.0, -45.1, -2.5),
    "V12": AgainstMcr(11.0, 41.9, 1060.4, 7.0, 12.0, 520.3, -36.4, -71.4, -2.0),
    "V13": AgainstMcr(6.8, 26.0, 2583.7, 5.8, 23.0, 269.8, 14.7, -11.5, -9.6),
    "V14": AgainstMcr(2.0, 2.0, 267.8, 2.0, 2.0, 682.3, 0.0, 0.0, 2.5),
    "V15": AgainstMcr(3.0, 8.2, 776.1, 3.0, 17.9, 196.0, 0.0, 54.2, -4.0),
    "V16": AgainstMcr(4.9, 14.3, 344.7, 3.1, 5.1, 239.7, -36.7, -64.3, -1.4),
    "V17": AgainstMcr(2.0, 9.0, 1235.2, 8.2, 176.0, 2634.5, 75.6, 94.9, 2.1),
    "V18": AgainstMcr(3.0, 8.0, 418.5, 2.8, 19.4, 523.0, -6.7, 58.8, 1.2),
    "V19": AgainstMcr(2.0, 5.5, 211.1, 3.3, 6.4, 257.1, 39.4, 14.1, 1.2),
    "V20": AgainstMcr(3.0, 8.0, 5981.5, 3.0, 11.0, 5018.8, 0.0, 27.3, -1.2),
}
