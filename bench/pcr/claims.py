# SPDX-License-Identifier: Apache-2.0
"""What the measurement must show, each as one line with its numbers."""
from __future__ import annotations

import pathlib
import statistics
import sys
from collections.abc import Callable

from results import Results
from runs import Run
from tables import SCHEDULES, SECONDS, aims_of, mean_seconds, ratio

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from claim import Claim, of_all_subjects, unmeasured  # pylint: disable=wrong-import-position
from results_page import average  # pylint: disable=wrong-import-position
from searches import mean, median  # pylint: disable=wrong-import-position

SUBJECTS = 20
PAPER_SCHEDULES = 4.07   # of PCR, mean of Table 4
MOST_SECONDS = 0.2
MOST_SUBJECTS = 18       # of SUBJECTS, on which PCR is better in the paper
REACHED_SHARE = 0.95
EQUAL_THREADS_SCHEDULES = 10
SOLVER_EVENTS, SOLVER_RATIO = 200, 30


def found_claim(results: Results) -> Claim:
    """Stricter than the tables: a failure of another kind than the subject is known for does not count."""
    words = "pcr finds the bug of all subjects in all runs"
    rows = {subject: results.first_bug.get(subject, {}).get("pcr", []) for subject in results.subjects}
    if not all(rows.values()):
        return unmeasured(words, "no runs of pcr")
    missed = [f"{results.label(subject)} {sum(not run.expected for run in runs)} of {len(runs)} missed"
              for subject, runs in rows.items() if not all(run.expected for run in runs)]
    every = [run for runs in rows.values() for run in runs]
    detail = f"{sum(run.expected for run in every)} of {len(every)} runs" + "".join(f"; {text}" for text in missed)
    return of_all_subjects(len(results.subjects), SUBJECTS, words, not missed, detail)


def schedules_claim(results: Results) -> Claim:
    words = f"mean schedules of pcr to the first bug at most {PAPER_SCHEDULES}"
    found = average([mean(results.first_bug, subject, "pcr", SCHEDULES) for subject in results.subjects], statistics.mean)
    if found is None:
        return unmeasured(words, "no runs of pcr")
    before = average([mean(results.first_bug, subject, "pcr", lambda run: run.before_search) for subject in results.subjects], statistics.mean)
    return of_all_subjects(len(results.subjects), SUBJECTS, words, found <= PAPER_SCHEDULES, f"{found:.2f}, after {before:.1f} serial and warm-up executions")


def subjects_where(results: Results, baseline: str, better: Callable[[str, str], bool | None]) -> list[str] | None:
    """Subjects on which pcr is better; None: one of them was not measured."""
    verdicts = {subject: better(subject, baseline) for subject in results.subjects}
    return None if None in verdicts.values() else [subject for subject, holds in verdicts.items() if holds]


def subjects_claim(results: Results, words: str, baselines: tuple[str, ...], better: Callable[[str, str], bool | None]) -> Claim:
    counts, numbers = [], []
    for baseline in baselines:
        subjects = subjects_where(results, baseline, better)
        if subjects is None:
            return unmeasured(words, f"pcr or {baseline} was not measured")
        others = [results.label(subject) for subject in results.subjects if subject not in subjects]
        counts.append(len(subjects))
        numbers.append(f"{baseline}: {len(subjects)} of {len(results.subjects)}" + (f" (not {', '.join(others)})" if others else ""))
    return of_all_subjects(len(results.subjects), SUBJECTS, words, min(counts) >= MOST_SUBJECTS, "; ".join(numbers))


def medians_claim(results: Results) -> Claim:
    def fewer(subject: str, baseline: str) -> bool | None:
        ours, theirs = (median(results.first_bug, subject, strategy, SCHEDULES) for strategy in ("pcr", baseline))
        return None if ours is None or theirs is None else ours < theirs
    return subjects_claim(results, f"median schedules of pcr below map's on at least {MOST_SUBJECTS} subjects", ("map",), fewer)


def seconds_claim(results: Results) -> Claim:
    words = f"mean time of pcr to the first bug below {MOST_SECONDS} s"
    found = average([mean(results.first_bug, subject, "pcr", SECONDS) for subject in results.subjects], statistics.mean)
    if found is None:
        return unmeasured(words, "no runs of pcr")
    return of_all_subjects(len(results.subjects), SUBJECTS, words, found < MOST_SECONDS, f"{found:.4f} s")


def faster_claim(results: Results, baseline: str) -> Claim:
    words = f"pcr is faster than {baseline}, geometric mean of the times to the first bug"
    ours, theirs = (mean_seconds(results, strategy) for strategy in ("pcr", baseline))
    if ours is None or theirs is None:
        return unmeasured(words, f"pcr or {baseline} was not measured")
    return of_all_subjects(len(results.subjects), SUBJECTS, words, ours < theirs, f"{1000 * ours:.3f} ms against {1000 * theirs:.3f} ms")


def coverage_claim(results: Results) -> Claim:
    def as_high(subject: str, baseline: str) -> bool | None:
        ours, theirs = (mean(results.long, subject, strategy, Run.patterns) for strategy in ("pcr", baseline))
        return None if ours is None or theirs is None else ours >= theirs
    words = f"MAP coverage of pcr after {results.seconds:g} s at least that of map and random on at least {MOST_SUBJECTS} subjects"
    return subjects_claim(results, words, ("map", "random"), as_high)


def reached_claim(results: Results) -> Claim:
    words = f"the pattern that an execution of pcr aims at occurs in at least {REACHED_SHARE:.0%}"
    aims = aims_of(results.long, list(results.subjects), "pcr")
    if aims is None:
        return unmeasured(words, "the report does not count such executions, or no execution aimed at a pattern")
    return of_all_subjects(len(results.subjects), SUBJECTS, words, aims.share() >= REACHED_SHARE,
                           f"{aims.reached:,.0f} of {aims.complete:,.0f}, {aims.share():.1%}; a failure cut {aims.cut_short:,.0f} more short")


def equal_threads_claim(results: Results) -> Claim:
    words = f"pcr finds the bug of programs with 3 to 100 equal threads within {EQUAL_THREADS_SCHEDULES} schedules"
    runs = [run for row in results.equal_threads.values() for run in row.get("pcr", [])]
    threads = {run.subject.split()[-1] for run in runs}
    if not {"3", "100"} <= threads:
        return unmeasured(words, "no runs of pcr with 3 and with 100 threads")
    late = [run for run in runs if not run.found or run.execution > EQUAL_THREADS_SCHEDULES]
    found = [run.execution for run in runs if run.found]
    worst = f"worst {max(found)}" if found else "none found"
    names = sorted({run.subject for run in late})
    numbers = f"{len(runs) - len(late)} of {len(runs)} runs, {worst}" + (f"; not {', '.join(names)}" if names else "")
    return Claim(words, not late, numbers)


def solver_claim(results: Results) -> Claim:
    words = f"the graph solver is at least {SOLVER_RATIO} times as fast as z3 at {SOLVER_EVENTS} events"
    rows = [row for row in results.solver_times or [] if row["events"] == SOLVER_EVENTS and row["z3_seconds"] is not None]
    if not rows:
        return unmeasured(words, f"no solver times for {SOLVER_EVENTS} events")
    ratios = {f"{row['workload']}, {row['threads']} threads": ratio(row, "z3_seconds") for row in rows}
    return Claim(words, min(ratios.values()) >= SOLVER_RATIO, "; ".join(f"{name}: {times:.0f} times" for name, times in ratios.items()))


def all_claims(results: Results) -> list[Claim]:
    return [found_claim(results), schedules_claim(results), medians_claim(results), seconds_claim(results), faster_claim(results, "map"),
            faster_claim(results, "mcr"), coverage_claim(results), reached_claim(results), equal_threads_claim(results), solver_claim(results)]
