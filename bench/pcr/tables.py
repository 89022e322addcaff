# SPDX-License-Identifier: Apache-2.0
"""Tables 4, 5 and 6 of the PCR paper as Markdown, with the paper's figures next to ours."""
from __future__ import annotations

import dataclasses
import pathlib
import statistics
import sys
from collections.abc import Callable, Sequence

import paper
from comparison import reduction, speedup, wilcoxon
from results import SETTINGS, Results
from runs import AIMED, CUT_SHORT, DISTINCT_FAILURES, FAILURES, QUESTIONS, REACHED, SKIPPED, Run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from results_page import NOT_MEASURED, average, bounded, cell, geometric_mean, precise, table  # pylint: disable=wrong-import-position
from searches import Rows, counter, mean, median, total, values  # pylint: disable=wrong-import-position

SCHEDULES, SECONDS = Run.schedules_to_bug, Run.seconds_to_bug


def milliseconds(run: Run) -> float:
    return 1000 * run.seconds_to_bug()


def runs_to_bug(results: Results, subject: str, strategy: str) -> list[Run]:
    return results.first_bug.get(subject, {}).get(strategy, [])


def printed(figures: dict, results: Results, subject: str, *fields: str) -> list[str]:
    """Figures of the paper; empty for subjects that the paper does not have."""
    row = figures.get(results.subjects[subject])
    return [""] * len(fields) if row is None else [f"{getattr(row, field):g}" for field in fields]


def footer(title: str, columns: Sequence[Sequence[float | None]], how: Callable, form: Callable[[float | None], str]) -> list[str]:
    return [title, *(form(average(column, how)) for column in columns)]


def paper_column(figures: dict, field: str, how: Callable) -> str:
    return precise(how([getattr(row, field) for row in figures.values()]))


def found_cell(results: Results, subject: str, strategy: str) -> str:
    runs = runs_to_bug(results, subject, strategy)
    return f"{sum(run.found for run in runs)} of {len(runs)}" if runs else NOT_MEASURED


def schedules_table(results: Results) -> str:
    head, rows = ["subject"], []
    for strategy in results.strategies:
        head += [f"{strategy}: found", "mean", "median"]
    for subject in results.subjects:
        row = [results.label(subject)]
        for strategy in results.strategies:
            row += [found_cell(results, subject, strategy)]
            row += [bounded(runs_to_bug(results, subject, strategy), cell(how(results.first_bug, subject, strategy, SCHEDULES)))
                    for how in (mean, median)]
        rows.append(row + printed(paper.TABLE_4, results, subject, "schedules", "map_schedules"))
    for title, how in (("mean", statistics.mean), ("geometric mean", geometric_mean)):
        row = [title]
        for strategy in results.strategies:
            row.append("")
            row += [cell(average([of(results.first_bug, subject, strategy, SCHEDULES) for subject in results.subjects], how), "{:,.2f}")
                    for of in (mean, median)]
        rows.append(row + [paper_column(paper.TABLE_4, field, how) for field in ("schedules", "map_schedules")])
    return table(head + ["paper: PCR", "MAPTest"], rows)


def times_table(results: Results) -> str:
    rows, columns = [], []
    for subject in results.subjects:
        times = [mean(results.first_bug, subject, strategy, milliseconds) for strategy in results.strategies]
        columns.append(times)
        rows.append([results.label(subject),
                     *(bounded(runs_to_bug(results, subject, strategy), precise(time)) for strategy, time in zip(results.strategies, times)),
                     *printed(paper.TABLE_4, results, subject, "milliseconds", "map_milliseconds")])
    for title, how in (("mean", statistics.mean), ("geometric mean", geometric_mean)):
        rows.append(footer(title, list(zip(*columns)), how, precise)
                    + [paper_column(paper.TABLE_4, field, how) for field in ("milliseconds", "map_milliseconds")])
    return table(["subject", *results.strategies, "paper: PCR", "MAPTest"], rows)


def compared(rows: Rows, subject: str, baseline: str, value: Callable[[Run], float | None], how: Callable) -> tuple[float | None, float | None]:
    """pcr against `baseline`: of the means, and the p-value over the seeds."""
    ours, theirs = (values(rows, subject, strategy, value) for strategy in ("pcr", baseline))
    if ours is None or theirs is None or len(ours) != len(theirs):
        return None, None
    return how(statistics.mean(ours), statistics.mean(theirs)), wilcoxon(ours, theirs)


def over_subjects(results: Results, baseline: str, value: Callable[[Run], float | None]) -> float | None:
    """p-value with the subjects as pairs."""
    means = [[mean(results.first_bug, subject, strategy, value) for subject in results.subjects] for strategy in ("pcr", baseline)]
    return None if None in means[0] + means[1] else wilcoxon(*means)


def comparison_table(results: Results, baseline: str) -> str:
    of_paper = ("reduction", "reduction_p", "speedup", "speedup_p") if baseline == "map" else ()
    rows, reductions = [], []
    for subject in results.subjects:
        less, less_p = compared(results.first_bug, subject, baseline, SCHEDULES, reduction)
        faster, faster_p = compared(results.first_bug, subject, baseline, SECONDS, speedup)
        reductions.append(less)
        rows.append([results.label(subject), cell(less), cell(less_p, "{:.3f}"), cell(faster), cell(faster_p, "{:.3f}"),
                     *printed(paper.TABLE_4, results, subject, *of_paper)])
    rows.append(["mean reduction, speed-up of the geometric means, p over subjects", cell(average(reductions, statistics.mean)),
                 cell(over_subjects(results, baseline, SCHEDULES), "{:.3f}"), cell(speedup_of_means(results, baseline)),
                 cell(over_subjects(results, baseline, SECONDS), "{:.3f}"), *(paper_footer() if of_paper else [])])
    head = ["subject", "schedule reduction, %", "p", "speed-up", "p"]
    return table(head + (["paper: reduction, %", "p", "speed-up", "p"] if of_paper else []), rows)


def mean_seconds(results: Results, strategy: str) -> float | None:
    """Geometric mean over the subjects of the mean time to the first bug."""
    return average([mean(results.first_bug, subject, strategy, SECONDS) for subject in results.subjects], geometric_mean)


def speedup_of_means(results: Results, baseline: str) -> float | None:
    ours, theirs = (mean_seconds(results, strategy) for strategy in ("pcr", baseline))
    return None if ours is None or theirs is None else speedup(ours, theirs)


def paper_footer() -> list[str]:
    """The footer of comparison_table, from the columns of the paper."""
    figures = paper.TABLE_4.values()
    ours, theirs = (geometric_mean([getattr(row, field) for row in figures]) for field in ("milliseconds", "map_milliseconds"))
    return [cell(statistics.mean(row.reduction for row in figures)), "", cell(speedup(ours, theirs)), ""]


@dataclasses.dataclass
class Aims:
    """Executions that aimed at a pattern. Those that a failure ended before the pattern was complete say nothing about it."""
    complete: float    # not cut short
    reached: float     # had the pattern
    cut_short: float

    def share(self) -> float:
        return self.reached / self.complete


def aims_of(rows: Rows, subjects: Sequence[str], strategy: str) -> Aims | None:
    """None: not counted, or no execution that aimed was complete."""
    aimed, reached, cut_short = (total(rows, subjects, strategy, counter(name)) for name in (AIMED, REACHED, CUT_SHORT))
    if None in (aimed, reached, cut_short) or aimed <= cut_short:
        return None
    return Aims(aimed - cut_short, reached, cut_short)


def intended_table(results: Results) -> str:
    """RQ1: does the pattern that an execution aims at occur?"""
    aiming = [strategy for strategy in results.strategies if strategy in ("pcr", "map", "mcr")]
    rows = []
    for title, subjects in [(results.label(subject), [subject]) for subject in results.subjects] + [("all", list(results.subjects))]:
        row = [title]
        for strategy in aiming:
            aims = aims_of(results.long, subjects, strategy)
            row += [NOT_MEASURED] * 3 if aims is None else [f"{aims.reached:,.0f} of {aims.complete:,.0f}", f"{aims.share():.2f}",
                                                            f"{aims.cut_short:,.0f}"]
        if title == "all":
            row.append(paper_column(paper.TABLE_4, "intended_covered", statistics.mean))
        else:
            row += printed(paper.TABLE_4, results, subjects[0], "intended_covered")
        rows.append(row)
    head = [text for strategy in aiming for text in (f"{strategy}: occurred of aimed", "share", "cut short")]
    return table(["subject", *head, "paper: MAPTest"], rows)


def buggy_table(results: Results) -> str:
    """Table 5. The difference and its p-value are about distinct executions, the only ones that are comparable."""
    rows = []
    for subject in results.subjects:
        row = [results.label(subject)]
        for strategy in results.strategies:
            row += [cell(mean(results.long, subject, strategy, counter(name))) for name in (FAILURES, DISTINCT_FAILURES)]
        difference, p = compared(results.long, subject, "map", counter(DISTINCT_FAILURES), lambda ours, theirs: ours - theirs)
        rows.append(row + [cell(difference), cell(p, "{:.3f}"), *printed(paper.TABLE_5, results, subject, "pcr", "map", "difference", "p")])
    head = ["subject", *(text for strategy in results.strategies for text in (f"{strategy}: failing", "distinct"))]
    return table(head + ["pcr − map, distinct", "p", "paper: PCR", "MAPTest", "difference", "p"], rows)


MCR_FIELDS = ("schedules", "constraints", "milliseconds", "mcr_schedules", "mcr_constraints", "mcr_milliseconds",
              "schedule_reduction", "constraint_reduction", "speedup")
EFFORTS = ((SCHEDULES, cell), (Run.solved, cell), (milliseconds, precise))


def mcr_table(results: Results) -> str:
    rows = []
    for subject in results.subjects:
        row = [results.label(subject)]
        for strategy in ("pcr", "mcr"):
            row += [bounded(runs_to_bug(results, subject, strategy), form(mean(results.first_bug, subject, strategy, value)))
                    for value, form in EFFORTS]
        for value, how in ((SCHEDULES, reduction), (Run.solved, reduction), (SECONDS, speedup)):
            row.append(cell(compared(results.first_bug, subject, "mcr", value, how)[0]))
        rows.append(row + printed(paper.TABLE_6, results, subject, *MCR_FIELDS))
    columns = [[mean(results.first_bug, subject, strategy, value) for subject in results.subjects]
               for strategy in ("pcr", "mcr") for value, _ in EFFORTS]
    rows.append([*footer("mean", columns, statistics.mean, precise), "", "", "",
                 *(paper_column(paper.TABLE_6, field, statistics.mean) for field in MCR_FIELDS[:6]), "", "", ""])
    head = ["schedules", "constraints", "ms"]
    compare = ["schedule reduction, %", "constraint reduction, %", "speed-up"]
    return table(["subject", *(f"{strategy}: {head[0]}" if i == 0 else head[i] for strategy in ("pcr", "mcr") for i in range(3)), *compare,
                  *(f"paper {strategy}: {name}" for strategy in ("PCR", "MCR") for name in ("schedules", "constraints", "ms")),
                  *(f"paper: {name}" for name in ("schedule reduction, %", "constraint reduction, %", "speed-up"))], rows)


def settings_table(results: Results) -> str:
    """Totals over all subjects and seeds, for each setting of pcr."""
    rows = []
    for setting, flags in SETTINGS.items():
        def summed(value: Callable[[Run], float | None], setting: str = setting) -> float | None:
            return total(results.settings, results.subjects, setting, value)
        asked, skipped = summed(counter(QUESTIONS)), summed(counter(SKIPPED))
        rows.append([f"{setting} (`{' '.join(flags)}`)", cell(asked, "{:,.0f}"), cell(skipped, "{:,.0f}"),
                     cell(summed(lambda run: run.executions), "{:,.0f}"), cell(summed(lambda run: run.seconds), "{:,.2f}"),
                     cell(summed(Run.patterns), "{:,.0f}")])
    return table(["setting of pcr", "questions asked", "questions skipped", "executions", "seconds", "patterns covered"], rows)


def coverage_table(results: Results) -> str:
    """The right edge of Figure 6, as numbers."""
    rows = [[results.label(subject), *(cell(mean(results.long, subject, strategy, Run.patterns)) for strategy in results.strategies)]
            for subject in results.subjects]
    return table(["subject", *results.strategies], rows)


def equal_threads_table(results: Results) -> str:
    rows = []
    for program, row in results.equal_threads.items():
        runs = row.get("pcr", [])
        numbers = [run.schedules_to_bug() for run in runs]
        rows.append([program, f"{sum(run.found for run in runs)} of {len(runs)}",
                     *(bounded(runs, f"{how(numbers):g}") for how in (statistics.median, max))] if runs else [program] + [NOT_MEASURED] * 3)
    return table(["program, threads", "found", "schedules, median", "worst"], rows)


def ratio(row: dict, slower: str) -> float | None:
    return None if row[slower] is None else row[slower] / row["graph_seconds"]


def solver_table(results: Results) -> str:
    """z3 is asked in two ways; what it had no time for is not measured."""
    ways = ("z3_seconds", "z3_fresh_seconds")
    rows = [[f"{row['workload']}, {row['threads']} threads", f"{row['events']}",
             *(precise(None if row[name] is None else 1000 * row[name]) for name in ("graph_seconds", *ways)),
             *(cell(ratio(row, name)) for name in ways)] for row in results.solver_times]
    return table(["traces", "events", "graph solver, ms", "z3, told the trace once, ms", "z3, new process, ms", "ratio", "ratio"], rows)
