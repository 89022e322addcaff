#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the statistics, tables, claims and the figure, on reports that are written here. heddle is not run."""
from __future__ import annotations

import contextlib
import io
import itertools
import json
import pathlib
import random
import statistics
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

import claims
import comparison
import figure
import paper
import pcr
import results as results_file
import tables
from results import Results
from runs import Run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import HeddleFailed, Program  # pylint: disable=wrong-import-position
from searches import Budget, Heddle, save  # pylint: disable=wrong-import-position

BUDGET = Budget(1000, 10.0)
PROGRAM = Program("logger", [], [], [], ["assert"], "V8")
SVG = "{http://www.w3.org/2000/svg}"


def report(execution: int | None, found_after: float | None, kind: str = "assert", **stats: object) -> dict:
    findings = [] if execution is None else [{"kind": kind, "position": {"test": None, "execution": execution}}]
    return {"findings": findings,
            "stats": {"executions": execution or 1000, "seconds": found_after or 2.0, "serial_executions": 2, "warm_up_executions": 3,
                      "first_finding_execution": execution, "first_finding_seconds": found_after, "failures": len(findings), **stats}}


def run(strategy: str, seed: int, execution: int | None, found_after: float | None, growth: list[dict] | None = None, **stats: object) -> Run:
    document = report(execution, found_after, **stats)
    if growth is not None:
        document["coverage"] = {"growth": growth}
    return Run.from_report(document, PROGRAM, strategy, seed, BUDGET)


def steps(*points: tuple[float, int]) -> list[dict]:
    return [{"seconds": seconds, "execution": i + 1, "patterns": patterns} for i, (seconds, patterns) in enumerate(points)]


def synthetic(subjects: int = 20) -> Results:
    """Twenty subjects on which pcr needs 2 schedules and 1 ms, map 20 and 10 ms, mcr 4 and 2 ms, random 200 and 1 s."""
    found = Results({f"class{i}": f"V{i}" for i in range(1, subjects + 1)}, ["pcr", "map", "mcr", "random"], [], 10, 2, 10)
    effort = {"pcr": (2, 0.001), "map": (20, 0.01), "mcr": (4, 0.002), "random": (200, 1.0)}
    counts = {"order_questions": 6, "order_skipped": 3, "patterns_aimed": 110, "patterns_reached": 98, "patterns_cut_short": 10, "distinct_failures": 5}
    for subject in found.subjects:
        found.first_bug[subject] = {strategy: [run(strategy, seed, schedules + seed % 2, seconds + seed / 1e6, **counts) for seed in range(10)]
                                    for strategy, (schedules, seconds) in effort.items()}
        found.long[subject] = {strategy: [run(strategy, seed, 1, 0.001, steps((0.002, 3), (0.1, patterns)), **counts) for seed in range(2)]
                               for strategy, patterns in (("pcr", 10), ("map", 8), ("mcr", 10), ("random", 5))}
        found.settings[subject] = {setting: [run("pcr", 1, 1, 0.001, **counts)] for setting in results_file.SETTINGS}
    found.equal_threads = {f"reorder {threads}": {"pcr": [run("pcr", 1, 4, 0.001)]} for threads in (3, 100)}
    for name, row in found.equal_threads.items():
        row["pcr"][0].subject = name
    found.solver_times = [{"events": 200, "threads": 4, "workload": workload, "graph_seconds": 0.001, "z3_seconds": z3, "z3_fresh_seconds": None}
                          for workload, z3 in (("methods", 0.05), ("two values", 0.04))]
    return found


def enumerated_p(ours: list[float], theirs: list[float]) -> float:
    """The definition of the test: of all signs, how many have a rank sum at least as far from the middle."""
    differences = [a - b for a, b in zip(ours, theirs) if a != b]
    sizes = [abs(d) for d in differences]
    ranks = [sum(other < size for other in sizes) + (sum(other == size for other in sizes) + 1) / 2 for size in sizes]
    middle = sum(ranks) / 2
    seen = abs(sum(r for r, d in zip(ranks, differences) if d > 0) - middle)
    sums = [sum(r for r, sign in zip(ranks, signs) if sign) for signs in itertools.product((False, True), repeat=len(ranks))]
    return sum(abs(total - middle) >= seen - 1e-9 for total in sums) / len(sums)


class ComparisonTest(unittest.TestCase):
    def test_wilcoxon_agrees_with_enumeration(self) -> None:
        generator = random.Random(1)
        for size in range(1, 11):
            for _ in range(20):
                ours, theirs = ([float(generator.randint(0, 6)) for _ in range(size)] for _ in range(2))   # small range: ties and zeros
                if ours != theirs:
                    self.assertAlmostEqual(comparison.wilcoxon(ours, theirs), enumerated_p(ours, theirs), msg=f"{ours} {theirs}")

    def test_wilcoxon_has_the_values_of_published_tables(self) -> None:
        # Ten pairs without ties: a rank sum of 8 is the critical value for p < 0.05, 9 is not; all of one sign is 2 of 1024.
        self.assertAlmostEqual(comparison.exact_p([2 * rank for rank in range(1, 11)], 2 * 8), 0.048828125)
        self.assertGreater(comparison.exact_p([2 * rank for rank in range(1, 11)], 2 * 9), 0.05)
        self.assertAlmostEqual(comparison.wilcoxon(list(range(10)), list(range(100, 0, -10))), 2 / 1024)

    def test_normal_approximation_is_close_to_the_exact_value(self) -> None:
        ranks = [2 * rank for rank in range(1, 31)]
        for positive in (100, 200, 300, sum(ranks) // 2):
            self.assertAlmostEqual(comparison.normal_p(ranks, positive), comparison.exact_p(ranks, positive), delta=0.005)

    def test_wilcoxon_of_many_pairs_uses_the_approximation(self) -> None:
        ours, theirs = list(range(60)), [value + 1 + value % 7 for value in range(60)]
        self.assertLess(comparison.wilcoxon(ours, theirs), 1e-9)

    def test_equal_samples_do_not_differ(self) -> None:
        self.assertEqual(comparison.wilcoxon([1, 2, 3], [1, 2, 3]), 1.0)

    def test_unpaired_samples_are_refused(self) -> None:
        with self.assertRaises(ValueError):
            comparison.wilcoxon([1], [1, 2])

    def test_formulas_give_the_figures_of_the_paper(self) -> None:
        first, worse = paper.TABLE_4["V1"], paper.TABLE_4["V6"]
        self.assertAlmostEqual(comparison.reduction(first.schedules, first.map_schedules), first.reduction, delta=0.05)
        self.assertAlmostEqual(comparison.reduction(worse.schedules, worse.map_schedules), worse.reduction, delta=0.05)
        self.assertAlmostEqual(comparison.speedup(first.milliseconds, first.map_milliseconds), first.speedup, delta=0.05)
        self.assertAlmostEqual(comparison.speedup(worse.milliseconds, worse.map_milliseconds), worse.speedup, delta=0.05)

    def test_paper_figures_have_the_averages_that_the_paper_states(self) -> None:
        self.assertAlmostEqual(statistics.mean(row.schedules for row in paper.TABLE_4.values()), 4.07, delta=0.005)
        self.assertAlmostEqual(statistics.mean(row.map_schedules for row in paper.TABLE_4.values()), 79.78, delta=0.05)
        self.assertEqual({len(figures) for figures in (paper.TABLE_4, paper.TABLE_5, paper.TABLE_6)}, {20})


class RunTest(unittest.TestCase):
    def test_missing_counters_are_none(self) -> None:
        counters = run("pcr", 1, 3, 0.1).counters
        self.assertEqual(set(counters), set(Run.COUNTERS))
        self.assertIsNone(counters["order_questions"])
        self.assertEqual(counters["failures"], 1)

    def test_another_kind_of_failure_is_found_but_not_expected(self) -> None:
        other = Run.from_report(report(3, 0.1, "deadlock"), PROGRAM, "pcr", 1, BUDGET)
        self.assertEqual((other.found, other.expected, other.kind), (True, False, "deadlock"))
        found = synthetic(1)
        found.first_bug["class1"]["pcr"][0] = other
        self.assertIn("The first failure was of a kind that the manifest does not list: logger with pcr: deadlock.", pcr.section(found, "command"))

    def test_races_are_looked_for_only_if_they_are_the_bug(self) -> None:
        self.assertEqual(pcr.without_races(Program("a", [], [], kinds=["assert", "data-race"])).flags, ["--no-races"])
        self.assertEqual(pcr.without_races(Program("a", [], ["--no-races"], kinds=["assert"])).flags, ["--no-races"])
        self.assertEqual(pcr.without_races(Program("a", [], [], kinds=["data-race"])).flags, [])

    def test_a_strategy_that_gave_up_counts_as_the_whole_budget(self) -> None:
        gave_up = run("pcr", 1, None, None, executions=7, seconds=0.01)
        self.assertEqual((gave_up.schedules_to_bug(), gave_up.seconds_to_bug()), (1000, 10.0))

    def test_a_run_that_used_its_budget_is_a_lower_bound(self) -> None:
        out_of_executions = run("random", 1, None, None, executions=1000, seconds=0.5)
        self.assertEqual((out_of_executions.schedules_to_bug(), out_of_executions.seconds_to_bug()), (1000, 0.5))
        out_of_time = run("random", 1, None, None, executions=300, seconds=10.001)
        self.assertEqual((out_of_time.schedules_to_bug(), out_of_time.seconds_to_bug()), (300, 10.001))

    def test_results_are_saved_and_read_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "results.json"
            before = synthetic(2)
            save(before, file)
            self.assertEqual(results_file.load(file), before)

    def test_solver_times_come_from_a_program_or_its_output(self) -> None:
        written = {"solver_times": [{"events": 200, "threads": 4, "workload": "methods", "windowed": {"mean_us": 5e5},
                                     "z3_incremental": {"mean_us": 1.5e7}, "z3_fresh": None}]}
        rows = [{"events": 200, "threads": 4, "workload": "methods", "graph_seconds": 0.5, "z3_seconds": 15.0, "z3_fresh_seconds": None}]
        with tempfile.TemporaryDirectory() as folder:
            file, program = pathlib.Path(folder) / "times.json", pathlib.Path(folder) / "solver_times"
            file.write_text(json.dumps(written))
            program.write_text(f"#!/bin/sh\ncat {file}\n")
            program.chmod(0o755)
            self.assertEqual(pcr.solver_times(file), rows)
            self.assertEqual(pcr.solver_times(program), rows)
            for wrong in ([{"events": 200}], {"solver_times": [{"events": 200}]}):
                file.write_text(json.dumps(wrong))
                with self.assertRaises(SystemExit):
                    pcr.solver_times(file)

    def test_a_failing_heddle_is_recorded(self) -> None:
        tool = Heddle.__new__(Heddle)
        tool.path, tool.work, tool.kept = pathlib.Path("heddle"), pathlib.Path("work"), Run
        with unittest.mock.patch("searches.explore", side_effect=HeddleFailed("broken")), contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(tool.run(PROGRAM, "pcr", 1, BUDGET).error, "broken")


class TablesTest(unittest.TestCase):
    def rows(self, text: str) -> dict[str, list[str]]:
        split = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
        self.assertEqual(len({len(row) for row in split}), 1, "all rows have the columns of the head")
        return {row[0]: row[1:] for row in split}

    def test_schedules(self) -> None:
        rows = self.rows(tables.schedules_table(synthetic()))
        self.assertEqual(rows["V1 class1"], ["10 of 10", "2.5", "2.5", "10 of 10", "20.5", "20.5", "10 of 10", "4.5", "4.5",
                                             "10 of 10", "200.5", "200.5", "5", "15.2"])
        self.assertEqual(rows["mean"][-2:], ["4.07", "79.8"])

    def test_missed_bugs_are_lower_bounds(self) -> None:
        found = synthetic(2)
        found.first_bug["class1"]["pcr"][0] = run("pcr", 0, None, None, executions=1000)
        self.assertEqual(self.rows(tables.schedules_table(found))["V1 class1"][:2], ["9 of 10", "≥ 102.3"])
        self.assertTrue(self.rows(tables.mcr_table(found))["V1 class1"][0].startswith("≥"))

    def test_comparison(self) -> None:
        rows = self.rows(tables.comparison_table(synthetic(), "map"))
        self.assertEqual(rows["V6 class6"], ["87.8", "0.002", "10.0", "0.002", "-64.3", "0.003", "-14.5", "0.006"])
        self.assertEqual(len(self.rows(tables.comparison_table(synthetic(), "random"))["V6 class6"]), 4)

    def test_intended_patterns(self) -> None:
        rows = self.rows(tables.intended_table(synthetic()))
        self.assertEqual(rows["V1 class1"][:3], ["196 of 200", "0.98", "20"])
        self.assertEqual(rows["all"][0], "3,920 of 4,000")

    def test_no_aimed_execution_is_not_measured(self) -> None:
        found = synthetic(1)
        for each in found.long["class1"]["pcr"]:
            each.counters.update(patterns_aimed=4, patterns_reached=0, patterns_cut_short=4)
        self.assertEqual(self.rows(tables.intended_table(found))["V1 class1"][:3], [tables.NOT_MEASURED] * 3)

    def test_missing_counter_is_not_measured(self) -> None:
        found = synthetic(1)
        for each in found.long["class1"]["map"]:
            each.counters["distinct_failures"] = None
        row = self.rows(tables.buggy_table(found))["V1 class1"]
        self.assertEqual(row[:4], ["1.0", "5.0", "1.0", tables.NOT_MEASURED])
        self.assertEqual(row[8:10], [tables.NOT_MEASURED] * 2)

    def test_mcr(self) -> None:
        row = self.rows(tables.mcr_table(synthetic()))["V7 class7"]
        self.assertEqual(row[:9], ["2.5", "3.0", "1", "4.5", "3.0", "2", "44.4", "0.0", "2.0"])
        self.assertEqual(row[9:], ["2", "50.5", "1174", "21.3", "192.1", "3967.3", "90.6", "73.7", "3.4"])

    def test_solvers(self) -> None:
        self.assertEqual(self.rows(tables.solver_table(synthetic()))["two values, 4 threads"],
                         ["200", "1", "40", tables.NOT_MEASURED, "40.0", tables.NOT_MEASURED])

    def test_settings(self) -> None:
        row = self.rows(tables.settings_table(synthetic()))["clauses (`--learning clauses`)"]
        self.assertEqual(row[:2], ["120", "60"])
        self.assertEqual(row[-1], tables.NOT_MEASURED)   # these runs have no coverage

    def test_a_failed_run_makes_its_cells_not_measured(self) -> None:
        found = synthetic(1)
        found.first_bug["class1"]["map"][0] = Run.failed("broken", PROGRAM, "map", 0, BUDGET)
        self.assertEqual(self.rows(tables.times_table(found))["V1 class1"][1], tables.NOT_MEASURED)
        self.assertIn("heddle itself failed in 1 runs", pcr.section(found, "command"))

    def test_a_missing_strategy_is_not_measured(self) -> None:
        found = synthetic()
        for row in (*found.first_bug.values(), *found.long.values()):
            del row["map"]
        self.assertEqual(self.rows(tables.times_table(found))["V1 class1"][1], tables.NOT_MEASURED)
        self.assertIsNone(claims.medians_claim(found).holds)
        self.assertIsNone(claims.coverage_claim(found).holds)

    def test_the_whole_page(self) -> None:
        page = pcr.section(synthetic(), "command")
        self.assertNotIn("None", page)
        self.assertIn("solver", page)


class ClaimsTest(unittest.TestCase):
    def test_all_hold(self) -> None:
        for claim in claims.all_claims(synthetic()):
            self.assertTrue(claim.line().startswith("holds: "), claim.line())

    def test_fewer_subjects_are_not_judged(self) -> None:
        found = synthetic(3)
        about_subjects = [claim for claim in claims.all_claims(found) if "only 3 of 20 subjects" in claim.numbers]
        self.assertEqual(len(about_subjects), 8)
        self.assertTrue(all(claim.holds is None for claim in about_subjects))

    def test_each_can_fail(self) -> None:
        def failing(change) -> set[str]:
            found = synthetic()
            change(found)
            return {claim.words.split(":")[0] for claim in claims.all_claims(found) if claim.holds is False}

        def each(rows: dict, strategy: str, **fields: object) -> None:
            for row in rows.values():
                for one in row[strategy]:
                    for name, value in fields.items():
                        setattr(one, name, value)

        def counted(found: Results) -> None:
            for row in found.long.values():
                for one in row["pcr"]:
                    one.counters["patterns_reached"] = 94

        self.assertTrue(any("in all runs" in words for words in failing(lambda f: setattr(f.first_bug["class1"]["pcr"][3], "expected", False))))
        self.assertTrue(any("mean schedules" in words for words in failing(lambda f: each(f.first_bug, "pcr", execution=5))))
        self.assertTrue(any("median schedules" in words for words in failing(lambda f: each(f.first_bug, "map", execution=2))))
        self.assertTrue(any("mean time" in words for words in failing(lambda f: each(f.first_bug, "pcr", finding_seconds=0.3))))
        self.assertTrue(any("than map" in words for words in failing(lambda f: each(f.first_bug, "map", finding_seconds=0.0001))))
        self.assertTrue(any("than mcr" in words for words in failing(lambda f: each(f.first_bug, "mcr", finding_seconds=0.0001))))
        self.assertTrue(any("MAP coverage" in words for words in failing(lambda f: each(f.long, "random", growth=steps((1, 11))))))
        self.assertTrue(any("aims at" in words for words in failing(counted)))
        self.assertTrue(any("equal threads" in words for words in failing(lambda f: each(f.equal_threads, "pcr", execution=11))))
        self.assertTrue(any("z3" in words for words in failing(lambda f: f.solver_times[1].update(z3_seconds=0.02))))


class FigureTest(unittest.TestCase):
    def drawing(self, found: Results) -> xml.etree.ElementTree.Element:
        return xml.etree.ElementTree.fromstring(figure.svg(found))

    def words(self, found: Results) -> list[str]:
        return [element.text for element in self.drawing(found).iter(f"{SVG}text")]

    def test_one_panel_with_one_line_per_strategy_for_each_subject(self) -> None:
        root = self.drawing(synthetic())
        self.assertEqual(len(list(root.iter(f"{SVG}path"))), 20 * 4)
        self.assertEqual(len(list(root.iter(f"{SVG}rect"))), 20 + 1)
        words = self.words(synthetic())
        for expected in ("V1 class1", "V20 class20", "pcr", "random", "milliseconds (logarithmic)", "100", "0.1", "10000"):
            self.assertIn(expected, words)

    def test_everything_is_inside(self) -> None:
        root = self.drawing(synthetic())
        width, height = float(root.get("width")), float(root.get("height"))
        for element in root.iter(f"{SVG}text"):
            self.assertTrue(0 < float(element.get("x")) < width and 0 < float(element.get("y")) < height, element.text)

    def test_lines_that_end_early_reach_the_right_edge(self) -> None:
        panel = figure.Panel(100, 50, 10)
        percents = figure.curves_of(synthetic(1), "class1")["pcr"]
        path = panel.curve("pcr", percents)
        self.assertIn(f'H{100 + figure.PANEL_WIDTH:.1f}"', path)
        self.assertEqual(percents[-1], 100)

    def test_coverage_is_relative_to_the_highest(self) -> None:
        curves = figure.curves_of(synthetic(1), "class1")
        self.assertEqual({strategy: curve[-1] for strategy, curve in curves.items()}, {"pcr": 100, "map": 80, "mcr": 100, "random": 50})
        self.assertEqual(curves["pcr"][0], 0)
        self.assertTrue(all(sorted(curve) == curve for curve in curves.values()))

    def test_what_was_not_measured_says_so(self) -> None:
        found = synthetic(2)
        for one in [one for row in found.long.values() for one in row["map"]]:
            one.growth = None
        found.long["class2"] = {}
        words = self.words(found)
        self.assertIn("map (not measured)", words)
        self.assertIn("not measured", words)

    def test_names_are_escaped(self) -> None:
        found = synthetic(1)
        found.subjects = {"a<b>&": "V1"}
        self.assertIn("V1 a<b>&", self.words(found))


if __name__ == "__main__":
    unittest.main()
