#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the tables and claims on value schedules, on reports that are written here and on the figures of the thesis. heddle is not run."""
from __future__ import annotations

import argparse
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import claims
import paper
import results as results_file
import tables
import values
from results import Results
from runs import ASSUMPTIONS, FACTS_FIRST, FILTERS, SETTINGS, ClassRun, Run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from classes import CheckedClass  # pylint: disable=wrong-import-position
from programs import HeddleFailed, Program, manifest, programs_of, twins_of  # pylint: disable=wrong-import-position
from searches import Budget, save  # pylint: disable=wrong-import-position

LIMIT = 20.0
PAIRS = {"pairs_read_write": 9, "pairs_lock_lock": 4, "pairs_wait_lock": 2, "pairs_wait_notify": 1, "analysed_nodes": 300}
AIMS = {"aimed_executions": 6, "reached_targets": 5, "abandoned_executions": 3}
ASSUMED = {**dict.fromkeys(ASSUMPTIONS, 1), "coarse_analyses": 0}


def report(execution: int | None, seconds: float, verdict: str = "", gaps: tuple[str, ...] = (), **stats: object) -> dict:
    findings = [] if execution is None else [{"kind": "deadlock", "position": {"test": None, "execution": execution}}]
    return {"findings": findings, "verdict": verdict or ("inconclusive" if execution is None else "found"), "completeness": {"missing": list(gaps)},
            "stats": {"executions": execution or 1000, "seconds": seconds, "first_finding_execution": execution,
                      "first_finding_seconds": None if execution is None else seconds, "events": 100, "peak_rss_mb": 5,
                      "analysis_microseconds": 0, **stats}}


def run(name: str, strategy: str, execution: int | None, seconds: float, **stats: object) -> Run:
    program = Program(name, [], [], [], ["deadlock"])
    return Run.from_report(report(execution, seconds, **stats), program, strategy, 1, Budget(0, LIMIT))


def empty(programs: list[str]) -> Results:
    return Results(programs, ["values", "dfs", "random"], [], 3, LIMIT, 10, 5)


def synthetic(programs: list[str] | None = None) -> Results:
    """On each program values needs 10 states and 6 ms, 4 of them for the static analysis, dfs 200 states and 0.3 s (0.04 s on kernels)."""
    found = empty(programs or list(paper.SEARCHES))
    for name in found.programs:
        kernel = paper.STATIC[name].kind == "K"
        found.first_bug[name] = {
            "values": [run(name, "values", 2, 0.006, backtracking_points=10, events=50, analysis_microseconds=4000)],
            "dfs": [run(name, "dfs", 40, 0.04 if kernel else 0.3, backtracking_points=200, events=1000)],
            "random": [run(name, "random", schedules, 0.001) for schedules in (10, 20, 30)]}
        analysed = {"analysis_microseconds": 100_000, **PAIRS, **AIMS, **ASSUMED}
        found.settings[name] = {setting: [run(name, "values", 2, 0.102, backtracking_points=10, **analysed)] for setting in SETTINGS}
        found.twins[name] = {"values": [run(name, "values", None, 0.3, verdict="verified", value_schedules=30)],
                             "dfs": [run(name, "dfs", None, 1.0, verdict="verified")]}
    found.classes = {entry["name"]: ClassRun(True, 0.25, 12) for entry in manifest()["classes"]}
    return found


def measured_by_the_thesis() -> Results:
    """The thesis's own rows, as if they had been measured here. JPF missed its limit on one program."""
    found = empty(list(paper.SEARCHES))
    for name, row in paper.SEARCHES.items():
        found.first_bug[name] = {
            "values": [run(name, "values", 2, row.total_seconds, backtracking_points=row.states, events=row.instructions,
                           analysis_microseconds=round(1e6 * (row.total_seconds - row.search_seconds)))],
            "dfs": [run(name, "dfs", 2 if row.jpf_seconds else None, row.jpf_seconds or 3600.0,
                        backtracking_points=row.jpf_states or 10**6, events=row.jpf_instructions or 10**9)]}
        found.settings[name] = {FACTS_FIRST: [run(name, "values", 2, 100.0, analysis_microseconds=round(1e6 * paper.STATIC[name].seconds))]}
    return found


def rows_in(test: unittest.TestCase, text: str) -> dict[str, list[str]]:
    split = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    test.assertEqual(len({len(row) for row in split}), 1, "all rows have the columns of the head")
    return {row[0]: row[1:] for row in split}


class PaperTest(unittest.TestCase):
    def test_all_programs_of_the_manifest(self) -> None:
        self.assertEqual(set(paper.SEARCHES), set(paper.STATIC))
        self.assertEqual(set(values.named(programs_of("values"))), set(paper.SEARCHES))
        self.assertEqual(set(values.named(twins_of("values"))), set(paper.SEARCHES))

    def test_geometric_means_are_those_of_the_digest(self) -> None:
        expected = ((tables.STATE_COUNT, 14.6), (tables.EVENT_COUNT, 8.9), (tables.SEARCH_TIME, 2.4), (tables.TOTAL_TIME, 0.44))
        for quantity, mean in expected:
            self.assertAlmostEqual(tables.mean_printed_ratio(list(paper.SEARCHES), quantity), mean, delta=0.05 if mean > 1 else 0.005)

    def test_groups_have_their_means(self) -> None:
        means = {title: tables.mean_printed_ratio(members, tables.STATE_COUNT) for title, members in tables.groups(list(paper.SEARCHES)).items()}
        for title, expected in (("kernels", 10.2), ("real programs", 30.9), ("benchmarks", 15.4)):
            self.assertAlmostEqual(means[title], expected, delta=0.05)


class RunTest(unittest.TestCase):
    def test_missing_counters_are_none(self) -> None:
        one = run("clean", "values", 2, 0.5)
        self.assertEqual(set(one.counters), set(Run.COUNTERS))
        self.assertIsNone(one.counters["backtracking_points"])
        self.assertIsNone(one.assumptions())

    def test_total_time_includes_the_static_analysis(self) -> None:
        one = run("clean", "values", 2, 0.75, analysis_microseconds=250_000)
        self.assertEqual((one.static_seconds(), one.total_seconds(), one.search_seconds()), (0.25, 0.75, 0.5))

    def test_search_time_without_static_time_is_unknown(self) -> None:
        one = run("clean", "values", 2, 0.5, analysis_microseconds=None)
        self.assertEqual((one.static_seconds(), one.total_seconds(), one.search_seconds()), (None, 0.5, None))

    def test_assumptions_are_summed(self) -> None:
        self.assertEqual(run("clean", "values", 2, 0.5, **{**ASSUMED, "assumed_locks": 4}).assumptions(), 9)

    def test_too_little_time_is_not_another_gap(self) -> None:
        self.assertTrue(run("clean", "values", None, 10, gaps=("not-exhausted", "promise-not-kept", "time-ran-out")).out_of_time())
        self.assertFalse(run("clean", "values", None, 10, gaps=("not-exhausted", "omissions")).out_of_time())
        self.assertFalse(run("clean", "values", None, 1, verdict="verified").out_of_time())

    def test_results_are_saved_and_read_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "results.json"
            before = synthetic(["clean", "daisy"])
            save(before, file)
            self.assertEqual(results_file.load(file), before)


class FakeHeddle:
    """Has the flags that are given, and answers with prepared runs."""

    def __init__(self, flags: set[str], *answers: Run):
        self.strategies, self.flags = ["values", "dfs", "random"], flags
        self.answers = list(answers)
        self.asked: list[tuple[str, str, int, tuple[str, ...]]] = []

    def run(self, program: Program, strategy: str, seed: int, _: Budget, *flags: str) -> Run:
        self.asked.append((program.name, strategy, seed, flags))
        return self.answers.pop(0) if self.answers else run(program.name, strategy, 1, 5.0)


class BenchTest(unittest.TestCase):
    def bench(self, heddle: FakeHeddle) -> values.Bench:
        options = argparse.Namespace(strategies=["values", "dfs", "random", "pct"], seeds=3, seconds=20, twin_seconds=10, setting_seconds=5)
        return values.Bench(heddle, options)

    def test_short_searches_are_repeated_and_the_fastest_counts(self) -> None:
        heddle = FakeHeddle(set(), *(run("clean", "values", 2, seconds) for seconds in (0.3, 0.1, 0.2)))
        self.assertEqual(self.bench(heddle).run(Program("clean", [], []), "values", 1, 20).seconds, 0.1)
        self.assertEqual(len(heddle.asked), 3)

    def test_long_searches_are_not_repeated(self) -> None:
        heddle = FakeHeddle(set(), run("clean", "dfs", None, 20.0))
        self.bench(heddle).run(Program("clean", [], []), "dfs", 1, 20)
        self.assertEqual(len(heddle.asked), 1)

    def test_a_failure_of_heddle_is_kept(self) -> None:
        failed = Run.failed("broken", Program("clean", [], []), "values", 1, Budget(0, LIMIT))
        heddle = FakeHeddle(set(), run("clean", "values", 2, 0.3), failed)
        self.assertEqual(self.bench(heddle).run(Program("clean", [], []), "values", 1, 20).error, "broken")

    def test_unknown_flags_and_strategies_are_missing(self) -> None:
        bench = self.bench(FakeHeddle({"--facts", "--no-priority"}))
        self.assertEqual(bench.missing(), ["strategy pct", "--no-accessibility", "--no-feedback", "--no-filter"])
        self.assertEqual(set(bench.settings), {"default", "facts never", FACTS_FIRST, "no priority"})

    def test_all_runs_of_a_program(self) -> None:
        heddle = FakeHeddle({flag for flags in SETTINGS.values() for flag in flags})
        with contextlib.redirect_stderr(io.StringIO()):
            row = self.bench(heddle).measure(Program("clean", [], []), Program("clean_twin", [], []))
        self.assertEqual({name: len(runs) for name, runs in row["first_bug"].items()}, {"values": 1, "dfs": 1, "random": 3})
        self.assertEqual(set(row["settings"]), set(SETTINGS))
        self.assertEqual(set(row["twins"]), {"values", "dfs"})
        self.assertEqual([strategy for name, strategy, _, _ in heddle.asked if name == "clean_twin"], ["values", "dfs"])
        self.assertEqual([flags[2:] for _, _, _, flags in heddle.asked if "--no-filter" in flags],
                         [("--facts", "first", "--no-filter", name) for name in FILTERS])

    def test_unknown_programs_are_refused(self) -> None:
        options = argparse.Namespace(heddle=None, programs=["nothing"], strategies=[], seeds=1)
        with unittest.mock.patch("values.Heddle", return_value=FakeHeddle(set())), self.assertRaises(SystemExit):
            values.measure(options, pathlib.Path())


class FakeClass:
    """Answers with a prepared document, or fails."""
    def __init__(self, *kinds: str, fails: bool = False):
        self.fails = fails
        self.document = {"findings": [{"kind": kind} for kind in kinds], "stats": {"first_finding_seconds": 0.1, "tests": 3}}

    def run(self, *_: object) -> dict:
        if self.fails:
            raise HeddleFailed("broken")
        return self.document

    def fault(self, document: dict) -> dict | None:
        return CheckedClass.fault(argparse.Namespace(entry={"kinds": ["crash"]}), document)


class ClassTest(unittest.TestCase):
    def test_only_the_known_fault_counts(self) -> None:
        self.assertEqual(values.check_class(FakeClass("data-race", "crash"), 1), ClassRun(True, 0.1, 3))
        self.assertFalse(values.check_class(FakeClass("data-race"), 1).found)

    def test_a_failing_heddle_is_recorded(self) -> None:
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(values.check_class(FakeClass(fails=True), 1).error, "broken")


class TablesTest(unittest.TestCase):
    def rows(self, text: str) -> dict[str, list[str]]:
        return rows_in(self, text)

    def test_states(self) -> None:
        rows = self.rows(tables.comparison_table(synthetic(), tables.STATE_COUNT))
        self.assertEqual(rows["twostage"], ["10", "200", "20.00", "7", "82", "11.71"])
        self.assertEqual(rows["raxextend"][-2:], ["> 1 h", "\\*"])
        self.assertEqual(rows["geometric mean, all"], ["", "", "20.00", "", "", "14.59"])

    def test_figures_of_the_thesis_give_its_ratios(self) -> None:
        """With these as our measurement, both halves of a row agree."""
        for quantity in (tables.STATE_COUNT, tables.EVENT_COUNT, tables.TOTAL_TIME, tables.SEARCH_TIME):
            for name, row in self.rows(tables.comparison_table(measured_by_the_thesis(), quantity)).items():
                if name in paper.SEARCHES and name not in paper.EXCLUDED:
                    self.assertAlmostEqual(float(row[2].replace(",", "")), float(row[5].replace(",", "")), delta=0.6 if float(row[5]) > 100 else 0.011)

    def test_searches_that_do_not_find_the_bug_are_bounds(self) -> None:
        found = synthetic(["clean", "daisy"])
        found.first_bug["daisy"]["dfs"] = [run("daisy", "dfs", None, 20.0, backtracking_points=4500)]
        rows = self.rows(tables.comparison_table(found, tables.STATE_COUNT))
        self.assertEqual(rows["daisy"][:3], ["10", "≥ 4,500", "≥ 450"])
        self.assertEqual(rows["geometric mean, all"][2], "≥ 94.87")
        self.assertEqual(rows["geometric mean, kernels"][2], "20.00")
        found.first_bug["clean"]["values"] = [run("clean", "values", None, 20.0, backtracking_points=400)]
        rows = self.rows(tables.comparison_table(found, tables.STATE_COUNT))
        self.assertEqual(rows["clean"][2], "≤ 0.50")
        found.first_bug["clean"]["dfs"] = found.first_bug["daisy"]["dfs"]
        self.assertEqual(self.rows(tables.comparison_table(found, tables.STATE_COUNT))["clean"][2], tables.UNKNOWN)

    def test_no_states_count_as_one(self) -> None:
        found = synthetic(["clean"])
        found.first_bug["clean"]["values"][0].counters["backtracking_points"] = 0
        self.assertEqual(self.rows(tables.comparison_table(found, tables.STATE_COUNT))["clean"][:3], ["0", "200", "200"])

    def test_times(self) -> None:
        self.assertEqual(self.rows(tables.comparison_table(synthetic(), tables.TOTAL_TIME))["clean"][:3], ["6", "40", "6.67"])
        self.assertEqual(self.rows(tables.comparison_table(synthetic(), tables.SEARCH_TIME))["clean"][:3], ["2", "40", "20.00"])

    def test_missing_counter_is_not_measured(self) -> None:
        found = synthetic(["clean"])
        found.first_bug["clean"]["dfs"][0].counters["backtracking_points"] = None
        self.assertEqual(self.rows(tables.comparison_table(found, tables.STATE_COUNT))["clean"][:3], ["10", tables.NOT_MEASURED, tables.UNKNOWN])

    def test_strategies(self) -> None:
        found = synthetic(["clean", "daisy"])
        found.first_bug["clean"]["random"][0] = run("clean", "random", None, 20.0)
        rows = self.rows(tables.strategies_table(found))
        self.assertEqual(rows["daisy"], ["2", "6", "40", "300", "20", "1"])
        self.assertEqual(rows["clean"][4], "≥ 350")
        self.assertEqual(rows["found"], ["2 of 2", "", "2 of 2", "", "5 of 6", ""])

    def test_memory(self) -> None:
        self.assertEqual(self.rows(tables.memory_table(synthetic(["clean"])))["geometric mean"], ["5", "5", "5"])

    def test_static_analysis(self) -> None:
        rows = self.rows(tables.static_table(synthetic()))
        self.assertEqual(rows["daisy"], ["300", "9", "4", "2", "1", "6", "100", "957", "1", "45", "12", "2", "16.90"])
        self.assertEqual(rows["geometric mean"][6], "100")

    def test_a_coarse_analysis_is_marked(self) -> None:
        found = synthetic()
        found.settings["daisy"][FACTS_FIRST][0].counters["coarse_analyses"] = 1
        rows = self.rows(tables.static_table(found))
        self.assertEqual((rows["daisy"][5], rows["clean"][5]), ("6, coarse", "6"))

    def test_filters(self) -> None:
        found = synthetic()
        found.settings["daisy"]["no filter escape"][0].counters["pairs_read_write"] = 1200
        rows = self.rows(tables.filters_table(found))
        self.assertEqual(rows["daisy"], ["9 / 4", "9 / 4", "1,200 / 4", "9 / 4", "9 / 4", "9 / 4", "1", "272", ""])
        self.assertEqual(rows["piper"][-2:], ["", "2,208"])

    def test_settings(self) -> None:
        found = synthetic(["clean", "daisy"])
        found.settings["daisy"]["no priority"] = [
            run("daisy", "values", None, 5.0, backtracking_points=1000, aimed_executions=8, reached_targets=0, abandoned_executions=0)]
        del found.settings["clean"]["no feedback"], found.settings["daisy"]["no feedback"]
        rows = self.rows(tables.settings_table(found))
        self.assertEqual(rows["default"], ["", "2 of 2", "10", "100", "12", "10", "6", "100", "2", "102"])
        self.assertEqual(rows["no priority"][:7], ["`--facts first --no-priority`", "1 of 2", "≥ 100", "≥ 100", "14", "5", "3"])
        self.assertEqual(rows["no feedback"][1:], [tables.NOT_MEASURED] * 9)

    def test_twins(self) -> None:
        found = synthetic(["clean", "daisy"])
        found.twins["daisy"]["values"] = [run("daisy", "values", None, 10.0, value_schedules=12345, gaps=("not-exhausted",))]
        found.twins["daisy"]["dfs"] = [run("daisy", "dfs", None, 10.0, gaps=("not-exhausted", "omissions"))]
        rows = self.rows(tables.twins_table(found))
        self.assertEqual(rows["clean"], ["verified", "30", "0.3", "verified", "1,000", "1"])
        self.assertEqual(rows["daisy"], ["inconclusive", "12,345", "10", "inconclusive (not-exhausted, omissions)", "1,000", "10"])

    def test_a_failed_run_makes_its_cells_not_measured(self) -> None:
        found = synthetic(["clean"])
        broken = Run.failed("broken", Program("clean", [], []), "values", 1, Budget(0, LIMIT))
        found.first_bug["clean"]["values"] = found.twins["clean"]["values"] = [broken]
        self.assertEqual(self.rows(tables.comparison_table(found, tables.TOTAL_TIME))["clean"][0], tables.NOT_MEASURED)
        self.assertEqual(self.rows(tables.twins_table(found))["clean"][0], tables.NOT_MEASURED)
        self.assertIn("heddle itself failed in 1 runs", values.section(found, "command"))

    def test_the_whole_page(self) -> None:
        page = values.section(synthetic(), "command")
        self.assertNotIn("None", page)
        self.assertNotIn(tables.NOT_MEASURED, page)
        self.assertNotIn(tables.UNKNOWN, page)
        self.assertNotIn("does not have", page)

    def test_a_page_of_a_heddle_without_static_analysis(self) -> None:
        found = synthetic()
        found.settings = {name: {"default": row["default"]} for name, row in found.settings.items()}
        for each in (*found.faulty_runs(), *found.twin_runs()):
            each.counters["analysis_microseconds"] = None
        page = values.section(found, "command")
        self.assertIn("This heddle does not have: counter analysis_microseconds.", page)
        self.assertIn(tables.NOT_MEASURED, page)


class ClaimsTest(unittest.TestCase):
    def test_all_hold(self) -> None:
        for claim in claims.all_claims(synthetic()):
            self.assertTrue(claim.line().startswith("holds: "), claim.line())

    def test_fewer_programs_are_not_judged(self) -> None:
        judged = [claim for claim in claims.all_claims(synthetic(["daisy", "clean", "account_deadlock"])) if claim.holds is not None]
        self.assertEqual([claim.words for claim in judged], [claim(synthetic()).words for claim in (claims.array_claim, claims.classes_claim)])

    def test_the_thesis_has_fewer_states_but_is_slower(self) -> None:
        found = measured_by_the_thesis()
        verdicts = {claim: claim(found).holds for claim in (claims.found_claim, claims.fewer_states_claim, claims.states_claim,
                                                            claims.slow_programs_claim, claims.static_claim, claims.array_claim)}
        self.assertEqual([claim for claim, holds in verdicts.items() if holds], [claims.found_claim, claims.fewer_states_claim, claims.states_claim])
        self.assertIn("daisy: 0.24 times as fast (thesis: 0.24)", claims.array_claim(found).numbers)
        self.assertIn("at most 86.480 s (account_race)", claims.static_claim(found).numbers)
        self.assertIsNone(claims.twins_claim(found).holds)

    def failing(self, change) -> list[str]:
        found = synthetic()
        change(found)
        return [claim.words for claim in claims.all_claims(found) if claim.holds is False]

    def test_each_can_fail(self) -> None:
        def counters(found: Results, strategy: str, programs: list[str], **numbers: float) -> None:
            for program in programs:
                found.first_bug[program][strategy][0].counters.update(numbers)

        def seconds(found: Results, strategy: str, programs: list[str], value: float) -> None:
            for program in programs:
                found.first_bug[program][strategy][0].finding_seconds = value

        everything = list(paper.SEARCHES)
        cases = {
            "finds all bugs": lambda found: setattr(found.first_bug["clean"]["values"][0], "expected", False),
            "fixed twins": lambda found: setattr(found.twins["clean"]["values"][0], "verdict", "found"),
            "fewer states": lambda found: counters(found, "values", ["clean"], backtracking_points=201),
            "14.6 times": lambda found: counters(found, "dfs", everything, backtracking_points=145),
            "geometric mean": lambda found: seconds(found, "dfs", everything, 0.005),
            "more than 0.2 s": lambda found: seconds(found, "values", ["daisy"], 0.4),
            "at most 0.1 s slower": lambda found: seconds(found, "values", ["clean"], 0.2),
            "static analysis takes": lambda found: found.settings["daisy"][FACTS_FIRST][0].counters.update(analysis_microseconds=500_000),
            "no longer slower": lambda found: seconds(found, "values", ["account_deadlock"], 0.4),
            "class subjects": lambda found: setattr(found.classes["permits"], "found", False),
        }
        self.assertEqual(len(cases), len(claims.all_claims(synthetic())))
        for words, change in cases.items():
            self.assertTrue(any(words in failed for failed in self.failing(change)), words)

    def test_equal_states_are_not_fewer(self) -> None:
        found = synthetic()
        self.assertEqual(claims.fewer_states_claim(found).numbers, "fewer on 23 of 23")
        for strategy in ("values", "dfs"):
            found.first_bug["losenotify"][strategy][0].counters["backtracking_points"] = 1
        claim = claims.fewer_states_claim(found)
        self.assertEqual((claim.holds, claim.numbers), (False, "fewer on 22 of 23, equal on losenotify"))
        found.first_bug["clean"]["values"][0].counters["backtracking_points"] = 400
        self.assertEqual(claims.fewer_states_claim(found).numbers, "fewer on 21 of 23, equal on losenotify; not shown on clean (0.50)")

    def test_a_missed_bug_is_never_faster(self) -> None:
        def missed(found: Results) -> None:
            found.first_bug["daisy"]["values"] = [run("daisy", "values", None, 0.001, backtracking_points=1)]
        failed = self.failing(missed)
        for words in ("finds all bugs", "fewer states", "14.6 times", "in total", "more than 0.2 s", "no longer slower"):
            self.assertTrue(any(words in each for each in failed), words)

    def test_a_large_twin_may_be_inconclusive(self) -> None:
        found = synthetic()
        large = run("piper", "values", None, 10.0, value_schedules=4000, gaps=("not-exhausted", "time-ran-out"))
        found.twins["piper"] = {"values": [large], "dfs": [run("piper", "dfs", None, 10.0, gaps=("not-exhausted", "time-ran-out"))]}
        claim = claims.twins_claim(found)
        self.assertTrue(claim.holds)
        self.assertIn("22 of 23 verified (dfs: 22); classes of the others so far: piper 4,000", claim.numbers)
        found.twins["piper"]["dfs"][0].verdict = "verified"
        self.assertFalse(claims.twins_claim(found).holds)
        found.twins["piper"]["dfs"][0].verdict = "inconclusive"
        large.gaps.append("omissions")
        self.assertFalse(claims.twins_claim(found).holds)

    def test_classes(self) -> None:
        found = synthetic()
        count = len(found.classes)
        found.classes["permits"] = ClassRun(False, 0.5, 3)
        self.assertEqual(claims.classes_claim(found).numbers, f"{count - 1} of {count}, first finding after at most 0.25 s; not permits")
        found.classes = {"logger": ClassRun(True, 0.5, 3)}
        self.assertIsNone(claims.classes_claim(found).holds)
        self.assertIn("1 of 1, first finding after at most 0.50 s (only 1 of", claims.classes_claim(found).numbers)
        found.classes = {}
        self.assertIsNone(claims.classes_claim(found).holds)

    def test_missing_figures_are_not_judged(self) -> None:
        found = synthetic()
        for row in found.first_bug.values():
            del row["dfs"]
        del found.settings["clean"][FACTS_FIRST]
        unmeasured = [claim.words for claim in claims.all_claims(found) if claim.holds is None]
        self.assertEqual(len(unmeasured), 7)


if __name__ == "__main__":
    unittest.main()
