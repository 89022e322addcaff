# SPDX-License-Identifier: Apache-2.0
"""Tables 4.2 to 4.5 and 6.2 to 6.5 of the thesis as Markdown, with its figures next to ours, and what the thesis does not measure."""
from __future__ import annotations

import dataclasses
import pathlib
import sys
from collections.abc import Callable, Sequence

import paper
from results import Results
from runs import ABANDONED, AIMED, CLASSES, COARSE, EVENTS, FACTS_FIRST, FILTERS, MEMORY, NODES, PAIRS, REACHED, SETTINGS, STATES, Run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from results_page import NOT_MEASURED, average, bounded, cell, geometric_mean, precise, table  # pylint: disable=wrong-import-position
from searches import Rows, Value, counter, mean  # pylint: disable=wrong-import-position

BASELINE = "dfs"
UNKNOWN = "unknown"   # a ratio of figures that were not measured, or of two lower bounds
WHOLE = "{:,.0f}"


def milliseconds(seconds: Value) -> Value:
    def scaled(run: Run) -> float | None:
        value = seconds(run)
        return None if value is None else 1000 * value
    return scaled


@dataclasses.dataclass(frozen=True)
class Quantity:
    """Something that Tables 6.2 to 6.5 compare. The figures of the thesis are attributes of paper.Searches."""
    of: Value
    form: Callable[[float | None], str]
    printed: str
    jpf_printed: str
    unit: str = ""   # of the thesis, if it is another


def whole(value: float | None) -> str:
    return cell(value, WHOLE)


STATE_COUNT = Quantity(counter(STATES), whole, "states", "jpf_states")
EVENT_COUNT = Quantity(counter(EVENTS), whole, "instructions", "jpf_instructions", ", instructions")
TOTAL_TIME = Quantity(milliseconds(Run.total_seconds), precise, "total_seconds", "jpf_seconds", ", s")
STATIC_MS = milliseconds(Run.static_seconds)
SEARCH_TIME = Quantity(milliseconds(Run.search_seconds), precise, "search_seconds", "jpf_seconds", ", s")


@dataclasses.dataclass(frozen=True)
class Ratio:
    """How many times as much the baseline needs. A search that did not find the bug gives only a bound."""
    value: float
    at_least: bool = False   # the baseline did not find a bug
    at_most: bool = False    # values did not

    def text(self) -> str:
        sign = {(False, False): "", (True, False): "≥ ", (False, True): "≤ ", (True, True): "about "}[self.at_least, self.at_most]
        return sign + (f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.2f}")

    def above(self, limit: float) -> bool:
        """For certain."""
        return self.value > limit and not self.at_most

    def is_one(self) -> bool:
        """For certain."""
        return self.value == 1 and not self.at_least and not self.at_most

    def at_least_as_high(self, limit: float) -> bool:
        """For certain."""
        return self.value >= limit and not self.at_most


def runs_of(rows: Rows, program: str, name: str) -> list[Run]:
    return rows.get(program, {}).get(name, [])


def found_all(results: Results, program: str, strategy: str) -> bool:
    return all(run.found for run in runs_of(results.first_bug, program, strategy))


def ratio(results: Results, program: str, of: Value, baseline: str = BASELINE) -> Ratio | None:
    """None: not measured, or neither search found a bug. A count of zero is taken for one, because a ratio to zero says nothing."""
    ours, theirs = (mean(results.first_bug, program, strategy, of) for strategy in ("values", baseline))
    missed, baseline_missed = (not found_all(results, program, strategy) for strategy in ("values", baseline))
    if ours is None or theirs is None or (missed and baseline_missed):
        return None
    return Ratio((theirs or 1) / (ours or 1), baseline_missed, missed)


def mean_ratio(ratios: Sequence[Ratio | None]) -> Ratio | None:
    """Geometric."""
    if not ratios or None in ratios:
        return None
    return Ratio(geometric_mean([each.value for each in ratios]), any(each.at_least for each in ratios), any(each.at_most for each in ratios))


def ratio_text(value: Ratio | None) -> str:
    return UNKNOWN if value is None else value.text()


def printed_ratio(program: str, quantity: Quantity) -> float | None:
    """The thesis's. None: Java PathFinder ran out of time."""
    row = paper.SEARCHES[program]
    theirs = getattr(row, quantity.jpf_printed)
    return None if theirs is None else theirs / getattr(row, quantity.printed)


def mean_printed_ratio(programs: Sequence[str], quantity: Quantity) -> float | None:
    return geometric_mean([printed_ratio(program, quantity) for program in programs if program not in paper.EXCLUDED])


def groups(programs: Sequence[str]) -> dict[str, list[str]]:
    """The programs by kind, and all of them."""
    kinds = {title: [program for program in programs if paper.STATIC[program].kind == kind] for kind, title in paper.KINDS.items()}
    return {**{title: members for title, members in kinds.items() if members}, "all": list(programs)}


def printed(value: float | None, missing: str = "> 1 h") -> str:
    return missing if value is None else f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def ours(results: Results, program: str, strategy: str, quantity: Quantity) -> str:
    return bounded(runs_of(results.first_bug, program, strategy), quantity.form(mean(results.first_bug, program, strategy, quantity.of)))


def comparison_table(results: Results, quantity: Quantity) -> str:
    """One of Tables 6.2 to 6.5."""
    rows = []
    for program in results.programs:
        row = paper.SEARCHES[program]
        star = "\\*" if program in paper.EXCLUDED else ""
        rows.append([program, *(ours(results, program, strategy, quantity) for strategy in ("values", BASELINE)),
                     ratio_text(ratio(results, program, quantity.of)), printed(getattr(row, quantity.printed)),
                     printed(getattr(row, quantity.jpf_printed)), printed(printed_ratio(program, quantity), "") + star])
    for title, members in groups(results.programs).items():
        rows.append([f"geometric mean, {title}", "", "", ratio_text(mean_ratio([ratio(results, program, quantity.of) for program in members])),
                     "", "", printed(mean_printed_ratio(members, quantity), "")])
    return table(["program", "values", BASELINE, "ratio", f"thesis: values{quantity.unit}", "JPF", "ratio"], rows)


def static_table(results: Results) -> str:
    """Tables 4.2 and 4.3."""
    rows = []
    for program in results.programs:
        def ours(of: Value, program: str = program) -> float | None:
            return mean(results.settings, program, FACTS_FIRST, of)
        row = paper.STATIC[program]
        coarse = ", coarse" if ours(counter(COARSE)) else ""
        rows.append([program, *(whole(ours(counter(name))) for name in (NODES, *PAIRS.values())), whole(ours(Run.assumptions)) + coarse,
                     precise(ours(STATIC_MS)), *(printed(value) for value in (row.nodes, row.rw, row.mm, row.wm, row.wn, row.seconds))])
    times = [mean(results.settings, program, FACTS_FIRST, STATIC_MS) for program in results.programs]
    rows.append(["geometric mean", "", "", "", "", "", "", precise(average(times, geometric_mean)), "", "", "", "", "",
                 printed(geometric_mean([paper.STATIC[program].seconds for program in results.programs]))])
    return table(["program", "nodes", *PAIRS, "assumptions", "ms", "thesis: nodes", *PAIRS, "s"], rows)


def pairs_cell(results: Results, program: str, setting: str) -> str:
    counts = [mean(results.settings, program, setting, counter(PAIRS[kind])) for kind in ("RW", "MM")]
    return NOT_MEASURED if None in counts else " / ".join(whole(count) for count in counts)


def filters_table(results: Results) -> str:
    """Tables 4.4 and 4.5."""
    rows = []
    for program in results.programs:
        without = [printed(removed.get(program), "") for removed in paper.RW_WITHOUT.values()]
        rows.append([program, *(pairs_cell(results, program, setting) for setting in (FACTS_FIRST, *(f"no filter {name}" for name in FILTERS))),
                     printed(paper.STATIC[program].rw), *without])
    return table(["program", "all filters", *(f"no {name}" for name in FILTERS), "thesis: RW", *(f"no {name}" for name in paper.RW_WITHOUT)], rows)


@dataclasses.dataclass(frozen=True)
class SettingColumn:
    """What one setting of values needs over all programs."""
    of: Value
    over_programs: Callable[[Sequence[float]], float | None]
    form: Callable[[float | None], str] = whole
    grows: bool = True   # until the bug is found, so that a search that does not find it gives only a bound


def arithmetic_mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def positive_mean(numbers: Sequence[float]) -> float | None:
    """Geometric; as in ratios, a count of zero is taken for one."""
    return geometric_mean([number or 1 for number in numbers])


# Static times may be zero, and have an arithmetic mean. Most programs have no aimed executions, so these are summed.
SETTING_COLUMNS = {
    "states": SettingColumn(counter(STATES), positive_mean),
    "events": SettingColumn(counter(EVENTS), positive_mean),
    "aimed": SettingColumn(counter(AIMED), sum, grows=False),
    "reached": SettingColumn(counter(REACHED), sum, grows=False),
    "abandoned": SettingColumn(counter(ABANDONED), sum, grows=False),
    "static, ms": SettingColumn(STATIC_MS, arithmetic_mean, precise, grows=False),
    "search, ms": SettingColumn(SEARCH_TIME.of, positive_mean, precise),
    "total, ms": SettingColumn(TOTAL_TIME.of, positive_mean, precise),
}


def settings_table(results: Results) -> str:
    rows = []
    for setting, flags in SETTINGS.items():
        runs = [run for program in results.programs for run in runs_of(results.settings, program, setting)]
        row = [setting, f"`{' '.join(flags)}`" if flags else "", f"{sum(run.found for run in runs)} of {len(runs)}" if runs else NOT_MEASURED]
        for column in SETTING_COLUMNS.values():
            numbers = [mean(results.settings, program, setting, column.of) for program in results.programs]
            text = column.form(average(numbers, column.over_programs))
            row.append(bounded(runs, text) if column.grows else text)
        rows.append(row)
    return table(["setting of values", "flags", "found", *SETTING_COLUMNS], rows)


def strategies_table(results: Results) -> str:
    """Executions and time to the bug, with all strategies; the thesis has none of these comparisons."""
    quantities = (Quantity(Run.schedules_to_bug, whole, "", ""), TOTAL_TIME)
    rows = [[program, *(ours(results, program, strategy, quantity) for strategy in results.strategies for quantity in quantities)]
            for program in results.programs]
    last = ["geometric mean"]
    for strategy in results.strategies:
        runs = [run for program in results.programs for run in runs_of(results.first_bug, program, strategy)]
        for quantity in quantities:
            numbers = [mean(results.first_bug, program, strategy, quantity.of) for program in results.programs]
            last.append(bounded(runs, precise(average(numbers, geometric_mean))))
    found = ["found"]
    for strategy in results.strategies:
        runs = [run for program in results.programs for run in runs_of(results.first_bug, program, strategy)]
        found += [f"{sum(run.found for run in runs)} of {len(runs)}" if runs else NOT_MEASURED, ""]
    head = [text for strategy in results.strategies for text in (f"{strategy}: executions", "ms")]
    return table(["program", *head], [*rows, last, found])


def memory_table(results: Results) -> str:
    columns = {strategy: [mean(results.first_bug, program, strategy, counter(MEMORY)) for program in results.programs]
               for strategy in results.strategies}
    rows = [[program, *(whole(column[i]) for column in columns.values())] for i, program in enumerate(results.programs)]
    rows.append(["geometric mean", *(precise(average(column, geometric_mean)) for column in columns.values())])
    return table(["program", *columns], rows)


def verdict_of(runs: Sequence[Run]) -> str:
    if not runs or any(run.error for run in runs):
        return NOT_MEASURED
    run = runs[0]
    others = "" if run.verdict == "verified" or run.out_of_time() else f" ({', '.join(run.gaps)})"
    return f"{run.verdict}{others}"


def twins_table(results: Results) -> str:
    rows = []
    for program in results.programs:
        row = [program]
        for strategy, value in (("values", counter(CLASSES)), (BASELINE, lambda run: run.executions)):
            runs = runs_of(results.twins, program, strategy)
            row += [verdict_of(runs), whole(mean(results.twins, program, strategy, value)),
                    precise(mean(results.twins, program, strategy, lambda run: run.seconds))]
        rows.append(row)
    return table(["fixed twin", "values", "classes", "s", BASELINE, "executions", "s"], rows)
