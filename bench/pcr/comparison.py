# SPDX-License-Identifier: Apache-2.0
"""How the PCR paper compares two strategies: formulas 3 to 6, and the Wilcoxon signed-rank test."""
from __future__ import annotations

import math
from collections.abc import Sequence

# Up to this number of pairs the distribution of the rank sum is computed exactly. The normal approximation is good from about 20 pairs on.
EXACT_PAIRS = 50


def reduction(ours: float, theirs: float) -> float:
    """Percent by which `ours` is below `theirs` (formula 3), or with a minus sign by which `theirs` is below `ours` (formula 4)."""
    larger = max(ours, theirs)
    return 0.0 if larger == 0 else 100 * (theirs - ours) / larger


def speedup(ours: float, theirs: float) -> float | None:
    """How many times faster `ours` is (formula 5), or with a minus sign how many times slower (formula 6)."""
    if min(ours, theirs) <= 0:
        return None
    return theirs / ours if theirs >= ours else -ours / theirs


def doubled_ranks(magnitudes: Sequence[float]) -> list[int]:
    """Twice the rank of each value. Equal values share their mean rank, so that doubling makes all of them integers."""
    ordered = sorted(magnitudes)
    first = {value: ordered.index(value) + 1 for value in set(ordered)}
    return [2 * first[value] + ordered.count(value) - 1 for value in magnitudes]


def exact_p(ranks: Sequence[int], positive: int) -> float:
    """Two-sided, over all signs that the ranks may have; each combination is equally likely if there is no difference."""
    ways = [1] + [0] * sum(ranks)   # rank sum -> number of combinations of signs
    for rank in ranks:
        for total in range(len(ways) - 1, rank - 1, -1):
            ways[total] += ways[total - rank]
    tail = min(positive, sum(ranks) - positive)
    return min(1.0, 2 * sum(ways[:tail + 1]) / 2 ** len(ranks))


def normal_p(ranks: Sequence[int], positive: int) -> float:
    """Two-sided, by the normal approximation. The variance is that of the actual ranks, which corrects for ties."""
    deviation = math.sqrt(sum(rank * rank for rank in ranks) / 4)
    distance = max(0.0, abs(positive - sum(ranks) / 2) - 1)   # 1: the continuity correction, a half, in doubled ranks
    return math.erfc(distance / deviation / math.sqrt(2))


def wilcoxon(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """p-value of the two-sided signed-rank test for paired samples. Pairs without a difference are dropped, as Wilcoxon does."""
    if len(ours) != len(theirs):
        raise ValueError("the samples are not paired")
    differences = [a - b for a, b in zip(ours, theirs) if a != b]
    if not differences:
        return 1.0
    ranks = doubled_ranks([abs(difference) for difference in differences])
    positive = sum(rank for rank, difference in zip(ranks, differences) if difference > 0)
    return (exact_p if len(ranks) <= EXACT_PAIRS else normal_p)(ranks, positive)
