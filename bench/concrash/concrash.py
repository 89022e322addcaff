#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables 2 and 3 of ConCrash (Bianchi, Pezzè, Terragni, 2017) on heddle's own versions of its ten subjects.

Table 2: from a stack under subjects/NAME/stacks, how often the failure is reproduced, in which time (FRT), at which explored test (FTID) and with how many calls
(FTS), with all prunings and with each alone; PS-Exception is always on, as in the paper, and summaries prune only in the first column. Table 3: `heddle check`, which knows nothing of the
stack, by guides `random` and `coverage`; it counts as found when a failure is in the function that the stack says. The paper's numbers are next
to ours. They were measured on Java, with the original classes and five hours per run, so compare the shapes, not the digits.

The same from every stack format, with all prunings. Then every subject and stack with all rules and with none: rules must not make a search more than
1.2 times longer, except for the work that the guided search may be ahead (TOLERANCE, src/reproduce/candidate_queue.h).

  concrash.py --heddle build/bin/heddle                            print
  concrash.py --heddle build/bin/heddle --write docs/results.md    and replace the section of that page
  concrash.py --heddle build/bin/heddle --only rules               only rules against none; fails if they cost too much
"""
from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from results_page import machine, replace_section, table  # pylint: disable=wrong-import-position

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUBJECTS = ROOT / "subjects"
SEEDS = (1, 2, 3, 4, 5)
RULES = {
    "all": "static,exception,stack,redundant,interfere,interleave",
    "none": "exception",
    "stack": "exception,stack",
    "redundant": "exception,redundant",
    "interfere": "exception,interfere",
    "interleave": "exception,interleave",
}
# Subjects with stacks in addition to those of the paper; deadlocks have their own rules.
MORE_SUBJECTS = ("ticker", "readings", "journal", "slot_pool", "string_buffer_append", "hashtable_equals", "synchronized_map")
WORK = ("executions", "serial_executions", "warm_up_executions", "sequences")
MOST = 1.2
TOLERANCE = 20_000  # executions, CandidateQueue::kTolerance


@dataclasses.dataclass
class Paper:
    """Averages of Table 2: seconds and tests by setting, in the order of RULES; calls of the test."""
    calls: int
    seconds: tuple[int, ...]
    tests: tuple[int, ...]


PAPER = {
    "per_user_pool": Paper(4, (63, 15456, 526, 14749, 727, 15395), (2, 376, 23, 258, 18, 430)),
    "shared_pool": Paper(4, (42, 9240, 362, 7294, 390, 9128), (2, 250, 17, 128, 10, 195)),
    "int_range": Paper(4, (13, 204, 157, 138, 17, 196), (1, 13, 13, 8, 1, 13)),
    "buffered_input_stream": Paper(5, (15, 77, 64, 63, 43, 26), (2, 7, 7, 5, 4, 2)),
    "logger": Paper(5, (70, 6520, 2576, 3200, 543, 3369), (3, 491, 36, 232, 32, 185)),
    "pushback_reader": Paper(4, (7, 33, 20, 34, 11, 31), (1, 3, 3, 3, 1, 3)),
    "number_axis": Paper(3, (30, 508, 294, 463, 52, 491), (1, 11, 11, 9, 1, 11)),
    "xy_series": Paper(6, (107, 2758, 166, 2752, 1292, 2751), (8, 269, 14, 269, 126, 269)),
    "category": Paper(5, (25, 348, 267, 336, 60, 345), (1, 28, 27, 28, 3, 28)),
    "file_appender": Paper(10, (92, 540, 487, 342, 122, 523), (5, 22, 22, 12, 5, 23)),
}


@dataclasses.dataclass
class Measured:
    found: bool
    seconds: float  # of the search
    wall: float
    tests: int
    calls: int
    work: int  # executions of all kinds, and call sequences
    target: dict


class Bench:
    def __init__(self, heddle: pathlib.Path, work: pathlib.Path, seconds: int) -> None:
        self.heddle = heddle.resolve()
        self.work = work
        self.seconds = seconds

    def run(self, name: str, *arguments: object) -> dict:
        header = SUBJECTS / name / f"{name}.hpp"
        source = header.with_suffix(".cpp")
        files = [header] + ([source] if source.exists() else [])
        words = [self.heddle, *arguments[:1], *arguments[1:2], *files, *arguments[2:], "--format", "json", "--out", self.work / name]
        done = subprocess.run([str(word) for word in words if word != ""], capture_output=True, text=True, check=False)
        return json.loads(done.stdout)

    def reproduce(self, name: str, rules: str, seed: int, form: str = "gdb") -> Measured:
        stack = SUBJECTS / name / "stacks" / f"{form}.txt"
        document = self.run(name, "reproduce", stack, "--prune", rules, "--seed", seed, "--time", f"{self.seconds}s")
        stats = document["stats"]
        return Measured(document["verdict"] == "found", stats["seconds"], stats["total_seconds"], stats["tests"],
                        stats["test_size"], sum(stats[key] for key in WORK), document["target"])

    def check(self, name: str, guide: str, seed: int, target: dict) -> tuple[bool, int]:
        document = self.run(name, "check", "", "--class", target["class"], "--guide", guide, "--seed", seed, "--time", f"{self.seconds}s", "--keep-going",
                            "--no-minimise", "--replays", 1)
        where = target["location"]["function"].split("(")[0]
        hits = [finding["sequence_pair"] for finding in document["findings"]
                if any(where == (place.get("function") or "").split("(")[0] for place in [finding["location"] or {}] + finding["stack"])
                and (finding["kind"] != "data-race" or target["kind"] == "data-race")]
        return bool(hits), min(hits, default=0)


def per_setting(bench: Bench) -> dict[str, dict[str, list[Measured]]]:
    results: dict[str, dict[str, list[Measured]]] = {}
    for name in PAPER:
        bench.reproduce(name, RULES["all"], 1)  # builds the harness
        results[name] = {setting: [bench.reproduce(name, rules, seed) for seed in SEEDS] for setting, rules in RULES.items()}
        print(name, {s: [m.tests for m in r] for s, r in results[name].items()}, file=sys.stderr, flush=True)
    return results


def formats_of(name: str) -> list[str]:
    return sorted(stack.stem for stack in (SUBJECTS / name / "stacks").iterdir())


def per_format(bench: Bench) -> dict[str, dict[str, list[Measured]]]:
    results: dict[str, dict[str, list[Measured]]] = {}
    for name in PAPER:
        bench.reproduce(name, RULES["all"], 1)  # builds the harness
        results[name] = {form: [bench.reproduce(name, RULES["all"], seed, form) for seed in SEEDS] for form in formats_of(name)}
        print(name, {f: [m.tests for m in r] for f, r in results[name].items()}, file=sys.stderr, flush=True)
    return results


def per_rules(bench: Bench) -> dict[tuple[str, str], tuple[Measured, Measured]]:
    """By subject and format: with all rules, with none."""
    results = {}
    for name in (*PAPER, *MORE_SUBJECTS):
        bench.reproduce(name, RULES["all"], 1, formats_of(name)[0])  # builds the harness
        for form in formats_of(name):
            results[name, form] = (bench.reproduce(name, RULES["all"], 1, form), bench.reproduce(name, "none", 1, form))
            print(name, form, [(m.found, m.tests, m.work, round(m.seconds, 2)) for m in results[name, form]], file=sys.stderr, flush=True)
    return results


def too_expensive(results: dict[tuple[str, str], tuple[Measured, Measured]]) -> list[str]:
    return [f"{name}, {form}" for (name, form), (rules, none) in results.items()
            if none.found and (not rules.found or rules.work > MOST * none.work + TOLERANCE)]


def rules_table(results: dict[tuple[str, str], tuple[Measured, Measured]]) -> list[str]:
    rows = []
    for name in dict.fromkeys(name for name, _ in results):
        runs = [pair for (of, _), pair in results.items() if of == name]
        ratio = max(rules.work / max(1, none.work) for rules, none in runs)
        cells = [f"{sum(m.found for m in side)}, {max(m.tests for m in side)}, {max(m.work for m in side)}, {max(m.seconds for m in side):.2f}"
                 for side in zip(*runs)]
        rows.append([name, str(len(runs)), *cells, f"{ratio:.2f}"])
    expensive = too_expensive(results)
    outcome = "none" if not expensive else "; ".join(expensive)
    return ["**All rules and none**, seed 1, every stack of each subject: stacks from which the failure was found, and the largest number of tests, of executions and call sequences, and of seconds of search. "
            f"The last column is the largest ratio of executions and call sequences with rules to those without. A search with rules may take {MOST} times as many, and {TOLERANCE:,} more; stacks for which it takes more: {outcome}.\n",
            table(["subject", "stacks", "all rules", "none", "ratio"], rows) + "\n"]


def format_tables(results: dict[str, dict[str, list[Measured]]]) -> list[str]:
    mean = statistics.mean
    forms = sorted({form for name in PAPER for form in results[name]})
    rows = []
    for name, paper in PAPER.items():
        cells = [f"{sum(m.found for m in runs)} of {len(runs)}, {mean(m.tests for m in runs):.1f}, {max(m.calls for m in runs)}" if runs else ""
                 for runs in (results[name].get(form, []) for form in forms)]
        rows.append([name, *cells, f"{paper.tests[0]}, {paper.calls}"])
    text = ["**From each stack format**: found, tests explored (mean), calls of the largest test. The stacks are those that the subjects printed when they failed on real threads "
            "(`tools/take_stacks.py`).\n", table(["subject", *forms, "paper: tests, calls"], rows) + "\n"]
    rows = []
    for form in [*forms, "all"]:
        runs = [(name, m) for name in PAPER for f in results[name] if form in (f, "all") for m in results[name][f]]
        larger = {name for name, m in runs if m.calls > PAPER[name].calls}
        rows.append([form, f"{sum(m.found for _, m in runs)} of {len(runs)}", f"{mean(m.tests for _, m in runs):.2f}", f"{mean(m.seconds for _, m in runs):.2f}",
                     f"{mean(m.wall for _, m in runs):.2f}", f"{max(m.wall for _, m in runs):.1f}", str(len(larger))])
    return text + [table(["format", "found", "tests", "search, s", "whole, s", "longest whole, s", "subjects with larger tests than the paper's"], rows) + "\n"]


SHAPE = (
    "Differences from the paper: (1) The order of candidates is not one of the rules and is active in all columns: calls that destroy what the crashing call reads, or change most of it, come first. "
    "Faults that need no prefix (int_range, buffered_input_stream, pushback_reader, number_axis) are therefore found immediately even without prunings, and category almost immediately. "
    "(2) `stack` alone has no effect on per_user_pool, where the paper has a factor of 16: the stack of gdb fails in the head of a loop that every call reaches, with or without entries. In shared_pool the failing line is in the loop, "
    "and the first prefix that reaches it is the right one. (3) `interleave` considers only conflicting accesses, so on its own it also excludes what `interfere` excludes. The paper's rule compares lock histories and prunes little without PS-Interfere. "
    "(4) file_appender needs three calls before the two that fail. Without `stack`, breadth-first search tries all shorter prefixes of 24 methods first; the paper does not say why 22 tests are enough there. "
    "(5) Seeds matter little, because they only decide among calls with equal rank.")


def geometric(values: list[float]) -> float:
    return math.exp(statistics.mean(math.log(max(1, value)) for value in values))


def section(results: dict[str, dict[str, list[Measured]]], formats: dict[str, dict[str, list[Measured]]], rules: list[str], oblivious: dict[str, dict[str, tuple[bool, int]]], seconds: int) -> str:
    mean = statistics.mean
    text = [f"## The ten subjects of ConCrash\n\nMeasured on {datetime.date.today()} ({machine()}) by `bench/concrash/concrash.py --seconds {seconds}`, five seeds, at most {seconds} s each, "
            "from the stack of gdb unless stated otherwise. The paper's columns are from its Table 2: Java, the original classes, five hours per run.\n",
            "**With all prunings**: seconds of search and of the whole command with the harness in the cache, tests explored (FTID), calls of the test (FTS).\n"]
    rows = []
    for name, paper in PAPER.items():
        runs = results[name]["all"]
        rows.append([name, f"{sum(m.found for m in runs)} of {len(runs)}", f"{mean(m.seconds for m in runs):.2f}", f"{mean(m.wall for m in runs):.2f}",
                     f"{mean(m.tests for m in runs):.1f}", f"{max(m.calls for m in runs)}", str(paper.seconds[0]), str(paper.tests[0]), str(paper.calls)])
    every = [m for name in PAPER for m in results[name]["all"]]
    rows.append(["mean", f"{sum(m.found for m in every)} of {len(every)}", f"{mean(m.seconds for m in every):.2f}", f"{mean(m.wall for m in every):.2f}",
                 f"{mean(m.tests for m in every):.1f}", f"{mean(m.calls for m in every):.1f}", "46", "3", "5"])
    text.append(table(["subject", "found", "search", "whole", "tests", "calls", "paper: seconds", "tests", "calls"], rows) + "\n")
    text += format_tables(formats)
    text.append("**Each pruning alone**: tests explored, ours / the paper's. Runs that did not find the failure count with the tests they explored.\n")
    rows = [[name] + [f"{mean(m.tests for m in results[name][setting]):.0f} / {paper.tests[i]}" for i, setting in enumerate(RULES)]
            for name, paper in PAPER.items()]
    ours = [geometric([mean(m.tests for m in results[name][setting]) for name in PAPER]) for setting in RULES]
    theirs = [geometric([paper.tests[i] for paper in PAPER.values()]) for i in range(len(RULES))]
    rows.append(["geometric mean"] + [f"{a:.1f} / {b:.1f}" for a, b in zip(ours, theirs)])
    text.append(table(["subject", *RULES], rows) + "\n")
    text.append("The same runs: how many of five found the failure, and the mean seconds of search, ours / the paper's.\n")
    rows = [[name] + [f"{sum(m.found for m in runs)}, {mean(m.seconds for m in runs):.2f} / {paper.seconds[i]}"
                      for i, runs in enumerate(results[name][setting] for setting in RULES)] for name, paper in PAPER.items()]
    text.append(table(["subject", *RULES], rows) + "\n")
    text.append(f"All prunings together explore {ours[1] / ours[0]:.0f} times fewer tests than none. {SHAPE}\n")
    text += rules
    text.append(f"**Without the stack** (Table 3): `heddle check` for {seconds} s. The table shows the test that found the failure in the function of the stack. A test of `coverage` is one of AutoConTest: two long sequences that heddle splits into many pairs of calls. The paper: ConTeGe reproduces 18 % of the runs, AutoConTest 28 %.\n")
    rows = [[name] + [str(oblivious[name][guide][1]) if oblivious[name][guide][0] else "none" for guide in ("random", "coverage")] for name in PAPER]
    text.append(table(["subject", "random", "coverage"], rows))
    return "\n".join(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--only", choices=("rules",), help="only this part, printed")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="heddle-concrash-") as work:
        bench = Bench(arguments.heddle, pathlib.Path(work), arguments.seconds)
        rules = per_rules(bench)
        if arguments.only:
            print("\n".join(rules_table(rules)))
            sys.exit(1 if too_expensive(rules) else 0)
        results = per_setting(bench)
        formats = per_format(bench)
        oblivious = {name: {guide: bench.check(name, guide, 1, results[name]["all"][0].target) for guide in ("random", "coverage")}
                     for name in PAPER}
    text = section(results, formats, rules_table(rules), oblivious, arguments.seconds)
    print(text)
    if arguments.write:
        replace_section(arguments.write, "concrash", text)


if __name__ == "__main__":
    main()
