# SPDX-License-Identifier: Apache-2.0
"""What the measurement must show, each as one line with its numbers."""
from __future__ import annotations

import pathlib
import sys
from collections.abc import Callable, Sequence

import paper
from results import Results
from runs import CLASSES, FACTS_FIRST, Run
from tables import BASELINE, STATE_COUNT, TOTAL_TIME, Ratio, found_all, mean_printed_ratio, mean_ratio, ratio, runs_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from claim import Claim, of_all_subjects, unmeasured  # pylint: disable=wrong-import-position
from programs import manifest  # pylint: disable=wrong-import-position
from searches import mean  # pylint: disable=wrong-import-position

THESIS_STATES = 14.6        # geometric mean over its programs, computed from its rows
SLOW_SECONDS = 0.2          # where dfs needs more, values must be faster ...
MOST_SLOWER_SECONDS = 0.1   # ... and elsewhere not slower by more than this
MOST_STATIC_SECONDS = 0.5
SLOW_IN_THESIS = ("daisy", "account_deadlock")   # pairs of array elements and of constant references
NO_BASELINE = f"a figure of values or {BASELINE} is missing"


def judged(results: Results, words: str, holds: bool, numbers: str) -> Claim:
    return of_all_subjects(len(results.programs), len(paper.SEARCHES), words, holds, numbers)


def listed(programs: Sequence[str], text: str = "not") -> str:
    return f"; {text} {', '.join(programs)}" if programs else ""


def found_claim(results: Results) -> Claim:
    """Stricter than the tables: a failure of another kind than the program is known for does not count."""
    words = "values finds all bugs"
    runs = {program: runs_of(results.first_bug, program, "values") for program in results.programs}
    if not all(runs.values()):
        return unmeasured(words, "no runs of values")
    missed = [program for program, row in runs.items() if not all(run.expected for run in row)]
    return judged(results, words, not missed, f"{len(runs) - len(missed)} of {len(runs)}{listed(missed)}")


def twins_claim(results: Results) -> Claim:
    """Inconclusive is right only if there are too many classes for the time, and dfs has no verdict either."""
    words = f"values explores all fixed twins to the end, or has too many classes for {results.twin_seconds:g} s where {BASELINE} has no verdict either"
    ours, theirs = ({program: runs_of(results.twins, program, strategy) for program in results.programs} for strategy in ("values", BASELINE))
    if not all(ours.values()) or not all(theirs.values()):
        return unmeasured(words, NO_BASELINE)
    verified = [program for program in results.programs if ours[program][0].verdict == "verified"]
    large = {program: ours[program][0].counters[CLASSES] for program in results.programs
             if ours[program][0].out_of_time() and theirs[program][0].verdict != "verified"}
    wrong = [program for program in results.programs if program not in verified and program not in large]
    by_baseline = sum(runs[0].verdict == "verified" for runs in theirs.values())
    classes = ", ".join(f"{program} {count:,}" for program, count in large.items())
    numbers = f"{len(verified)} of {len(results.programs)} verified ({BASELINE}: {by_baseline})" \
              + (f"; classes of the others so far: {classes}" if large else "") + listed(wrong, "wrong or weaker:")
    return judged(results, words, not wrong, numbers)


def ratios(results: Results, quantity: Callable[[Run], float | None]) -> dict[str, Ratio] | None:
    """None: one of the programs was not measured, or neither strategy found its bug."""
    found = {program: ratio(results, program, quantity) for program in results.programs}
    return None if not found or None in found.values() else found


def fewer_states_claim(results: Results) -> Claim:
    words = f"values has fewer states than {BASELINE} on all programs"
    found = ratios(results, STATE_COUNT.of)
    if found is None:
        return unmeasured(words, NO_BASELINE)
    equal = [program for program, each in found.items() if each.is_one()]
    others = [f"{program} ({each.text()})" for program, each in found.items() if not each.above(1) and program not in equal]
    fewer = len(found) - len(equal) - len(others)
    numbers = f"fewer on {fewer} of {len(found)}" + (f", equal on {', '.join(equal)}" if equal else "") + listed(others, "not shown on")
    return judged(results, words, fewer == len(found), numbers)


def states_claim(results: Results) -> Claim:
    words = f"{BASELINE} has at least {THESIS_STATES} times as many states, geometric mean"
    found = ratios(results, STATE_COUNT.of)
    if found is None:
        return unmeasured(words, NO_BASELINE)
    average = mean_ratio(list(found.values()))
    return judged(results, words, average.at_least_as_high(THESIS_STATES), f"{average.text()} times")


def faster_claim(results: Results) -> Claim:
    words = f"values is faster than {BASELINE} in total, static analysis included, geometric mean"
    found = ratios(results, TOTAL_TIME.of)
    if found is None:
        return unmeasured(words, NO_BASELINE)
    average = mean_ratio(list(found.values()))
    thesis = mean_printed_ratio(list(paper.SEARCHES), TOTAL_TIME)
    return judged(results, words, average.above(1), f"{average.text()} times as fast (thesis: {thesis:.2f})")


def totals(results: Results) -> dict[str, tuple[float, float]] | None:
    """Seconds of values and of dfs."""
    found = {program: tuple(mean(results.first_bug, program, strategy, Run.total_seconds) for strategy in ("values", BASELINE))
             for program in results.programs}
    return None if not found or any(None in times for times in found.values()) else found


def slow_programs_claim(results: Results) -> Claim:
    words = f"values is faster wherever {BASELINE} needs more than {SLOW_SECONDS} s"
    found = totals(results)
    if found is None:
        return unmeasured(words, NO_BASELINE)
    slow = {program: times for program, times in found.items() if times[1] > SLOW_SECONDS}
    others = [f"{program} ({ours:.3f} s, {BASELINE} {theirs:.3f} s)" for program, (ours, theirs) in slow.items()
              if ours >= theirs or not found_all(results, program, "values")]
    longest = f", at most {max(ours for ours, _ in slow.values()):.3f} s" if slow else ""
    return judged(results, words, not others, f"{len(slow) - len(others)} of {len(slow)} programs{longest}{listed(others)}")


def other_programs_claim(results: Results) -> Claim:
    words = f"elsewhere values is at most {MOST_SLOWER_SECONDS} s slower"
    found = totals(results)
    if found is None:
        return unmeasured(words, NO_BASELINE)
    slower = {program: ours - theirs for program, (ours, theirs) in found.items() if theirs <= SLOW_SECONDS}
    if not slower:
        return unmeasured(words, f"{BASELINE} needs more than {SLOW_SECONDS} s for all programs")
    worst = max(slower, key=slower.get)
    holds = slower[worst] <= MOST_SLOWER_SECONDS and all(found_all(results, program, "values") for program in slower)
    return judged(results, words, holds, f"{len(slower)} programs, worst {worst} with {1000 * slower[worst]:+.2f} ms")


def static_claim(results: Results) -> Claim:
    words = f"the static analysis takes less than {MOST_STATIC_SECONDS} s for each program"
    times = {program: mean(results.settings, program, FACTS_FIRST, Run.static_seconds) for program in results.programs}
    if not times or None in times.values():
        return unmeasured(words, f"no runs with the setting {FACTS_FIRST}, or no static times in their reports")
    worst = max(times, key=times.get)
    return judged(results, words, times[worst] < MOST_STATIC_SECONDS, f"at most {times[worst]:.3f} s ({worst})")


def array_claim(results: Results) -> Claim:
    words = f"values is no longer slower than {BASELINE} on the programs whose pairs of array elements or constant references made the thesis slow"
    found = {program: ratio(results, program, TOTAL_TIME.of) for program in SLOW_IN_THESIS}
    if None in found.values():
        return unmeasured(words, NO_BASELINE)
    numbers = "; ".join(f"{program}: {each.text()} times as fast (thesis: {mean_printed_ratio([program], TOTAL_TIME):.2f})"
                        for program, each in found.items())
    return Claim(words, all(each.at_least_as_high(1) for each in found.values()), numbers)


def classes_claim(results: Results) -> Claim:
    words = "check with --strategy values finds the faults of all class subjects"
    if not results.classes:
        return unmeasured(words, "no classes were checked")
    missed = [name for name, run in results.classes.items() if not run.found]
    times = [run.seconds for run in results.classes.values() if run.found]
    longest = f", first finding after at most {max(times):.2f} s" if times else ""
    return of_all_subjects(len(results.classes), len(manifest()["classes"]), words, not missed,
                           f"{len(times)} of {len(results.classes)}{longest}{listed(missed)}")


def all_claims(results: Results) -> list[Claim]:
    return [claim(results) for claim in (found_claim, twins_claim, fewer_states_claim, states_claim, faster_claim, slow_programs_claim,
                                         other_programs_claim, static_claim, array_claim, classes_claim)]
