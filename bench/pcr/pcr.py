#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables 4, 5, 6 and Figure 6 of PCR (Zhao et al., "Achieving High MAP-Coverage through Pattern Constraint Reduction") on heddle's own versions
of its twenty subjects.

Table 4: schedules and time to the first bug. Table 5: failing executions within a time limit. Table 6: pcr against mcr. Figure 6: MAP
coverage over time. In addition: learning and solvers of pcr, programs with many equal threads, and whether what all of this must show
holds. The paper's figures are next to ours. They were measured on Java, with the original classes, so compare the shapes, not the digits.

  pcr.py --heddle build/bin/heddle --output results                    results.json, pcr.md and pcr_coverage.svg in that folder
  pcr.py --heddle build/bin/heddle --output results --write docs/results.md    and replace the section of that page
  pcr.py --from results/results.json --output results                  write the tables again without measuring
"""
from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import figure
import tables
from claims import all_claims
from results import SETTINGS, Results, load
from runs import Run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import Program, programs_of  # pylint: disable=wrong-import-position
from results_page import machine, page_arguments, remarks, replace_section  # pylint: disable=wrong-import-position
from searches import Budget, Heddle, save  # pylint: disable=wrong-import-position

STRATEGIES = ["pcr", "map", "mcr", "random", "pct"]
EQUAL_THREADS = {"reorder", "reorder_threads", "twostage", "twostage_threads"}   # in the list `order` of the manifest
THREADS = (3, 5, 10, 20, 50, 100)
FIGURE = "pcr_coverage.svg"


def without_races(program: Program) -> Program:
    """The paper's oracle is exceptions and failed assertions. heddle detects a race in almost every schedule, the failure it leads to in few."""
    only_races = set(program.kinds) == {"data-race"}
    return program if only_races else dataclasses.replace(program, flags=list(dict.fromkeys([*program.flags, "--no-races"])))


def subjects_named(names: list[str]) -> list[Program]:
    """The subjects of the paper, or those that are named: by identity, by name, or any other program of the manifest."""
    listed = [without_races(program) for program in programs_of("pcr")]
    if not names:
        if not listed:
            raise SystemExit("subjects/manifest.json has no list `pcr`; name other programs with --subjects")
        return listed
    candidates = listed + programs_of("order") + programs_of("failures")
    unknown = [name for name in names if not any(name in (program.id, program.name) for program in candidates)]
    if unknown:
        raise SystemExit(f"no such subjects: {', '.join(unknown)}")
    return [next(program for program in candidates if name in (program.id, program.name)) for name in names]


class Bench:
    """All runs of one subject, and which of them this heddle can do."""

    def __init__(self, heddle: Heddle, options: argparse.Namespace):
        self.heddle = heddle
        self.options = options
        self.strategies = [strategy for strategy in options.strategies if strategy in heddle.strategies]
        self.settings = {name: flags for name, flags in SETTINGS.items() if flags[0] in heddle.flags and "pcr" in self.strategies}
        self.coverage = ("--coverage", "all") if "--coverage" in heddle.flags else ()

    def missing(self) -> list[str]:
        flags = sorted({"--coverage", *(flags[0] for flags in SETTINGS.values())} - self.heddle.flags)
        return [*(f"strategy {strategy}" for strategy in self.options.strategies if strategy not in self.strategies), *flags]

    def to_first_bug(self, program: Program, strategy: str) -> list[Run]:
        budget = Budget(self.options.executions, self.options.bug_seconds)
        return [self.heddle.run(program, strategy, seed, budget) for seed in range(1, self.options.seeds + 1)]

    def to_the_end(self, program: Program, strategy: str, *flags: str) -> list[Run]:
        """Runs that continue after a bug until the strategy or the time ends."""
        budget = Budget(0, self.options.seconds)
        return [self.heddle.run(program, strategy, seed, budget, "--keep-going", *self.coverage, *flags)
                for seed in range(1, self.options.long_seeds + 1)]

    def measure(self, program: Program) -> dict[str, dict[str, list[Run]]]:
        row = {
            "first_bug": {strategy: self.to_first_bug(program, strategy) for strategy in self.strategies},
            "long": {strategy: self.to_the_end(program, strategy) for strategy in self.strategies},
            "settings": {name: self.to_the_end(program, "pcr", *flags) for name, flags in self.settings.items()},
        }
        print(program.name, {strategy: [run.execution for run in runs] for strategy, runs in row["first_bug"].items()}, file=sys.stderr, flush=True)
        return row

    def measure_equal_threads(self, program: Program) -> dict[str, list[Run]]:
        return {"pcr": self.to_first_bug(program, "pcr")} if "pcr" in self.strategies else {}


def equal_thread_programs(threads: tuple[int, ...]) -> list[Program]:
    single = {program.name.split()[0]: program for program in programs_of("order") if program.name.split()[0] in EQUAL_THREADS}
    return [Program(f"{name} {count}", program.files, program.flags, [str(count)], program.kinds)
            for name, program in sorted(single.items()) for count in threads]


def solver_times(source: pathlib.Path) -> list[dict]:
    """Mean seconds per question, from the program that measures them (solver_times.cpp) or from what it printed. None: z3 had no time for it."""
    runs = source.is_file() and os.access(source, os.X_OK)
    text = subprocess.run([str(source)], capture_output=True, text=True, check=True).stdout if runs else source.read_text()
    def seconds(times: dict | None) -> float | None:
        return None if times is None else times["mean_us"] / 1e6
    try:
        return [{"events": row["events"], "threads": row["threads"], "workload": row["workload"], "graph_seconds": seconds(row["windowed"]),
                 "z3_seconds": seconds(row["z3_incremental"]), "z3_fresh_seconds": seconds(row["z3_fresh"])}
                for row in json.loads(text)["solver_times"]]
    except (KeyError, TypeError) as missing:
        raise SystemExit(f"{source} does not have what solver_times prints: {missing}") from None


def measure(options: argparse.Namespace, work: pathlib.Path) -> Results:
    bench = Bench(Heddle(options.heddle, work, Run), options)
    programs = subjects_named(options.subjects)
    equal = equal_thread_programs(options.threads)
    results = Results({program.name: program.id for program in programs}, options.strategies, bench.missing(), options.seeds,
                      options.long_seeds, options.seconds)
    results.solver_times = solver_times(options.solver_times) if options.solver_times else None
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program, row in zip(programs, pool.map(bench.measure, programs)):
            for part, runs in row.items():
                getattr(results, part)[program.name] = runs
            save(results, options.output / "results.json")   # an interrupted measurement is not lost
        results.equal_threads = dict(zip([program.name for program in equal], pool.map(bench.measure_equal_threads, equal)))
    return results


def section(results: Results, command: str) -> str:
    parts = [
        "## The twenty subjects of PCR",
        f"Measured on {datetime.date.today()} ({machine()}) by `{command}`: {results.seeds} seeds to the first bug, {results.long_seeds} for runs "
        f"of {results.seconds:g} s. The paper's columns are from its Tables 4 to 6: Java, the original classes.",
        *remarks(results.missing, results.all_runs()),
        "**What the measurement must show**",
        "\n".join(f"- {claim.line()}" for claim in all_claims(results)),
        "**Schedules to the first bug** (Table 4). A bug is a failure, as in the paper; data races are not looked for unless they are all "
        "there is to find. A schedule is an execution of the search; serial and warm-up executions before it do not "
        "count. ≥: some runs did not find the bug and count with the executions they made, or with the whole budget if the strategy gave up.",
        tables.schedules_table(results),
        "**Time to the first bug** (Table 4), milliseconds of the search, means.",
        tables.times_table(results),
    ]
    for baseline in results.strategies:
        if baseline != "pcr":
            parts += [f"**pcr over {baseline}**: formulas 3 to 6 of the paper on the means, and p of the Wilcoxon signed-rank test over the seeds. "
                      "A negative number means that pcr is worse.", tables.comparison_table(results, baseline)]
    parts += [
        f"**Intended patterns** (RQ1): how often the pattern that an execution aimed at occurred, in {results.seconds:g} s. "
        "Executions that a failure cut short before the pattern was complete are counted separately.",
        tables.intended_table(results),
        f"**Failing executions in {results.seconds:g} s** (Table 5), means. Most strategies repeat executions, so *failing* is not what the paper "
        "counts; *distinct* is.",
        tables.buggy_table(results),
        "**pcr against mcr** (Table 6), to the first bug. A constraint is a question that the order solver had to answer; those that an "
        "earlier answer rules out do not count.",
        tables.mcr_table(results),
        f"**Learning and solvers**: totals over all subjects and seeds, until pcr ends or {results.seconds:g} s have passed.",
        tables.settings_table(results),
        f"**MAP coverage** (Figure 6): patterns covered after {results.seconds:g} s, means.",
        tables.coverage_table(results),
        f"![MAP coverage over time]({FIGURE})",
        "**Programs with many equal threads**, pcr.",
        tables.equal_threads_table(results),
        "**Solvers alone**: one question about a trace of so many events.",
        tables.solver_table(results) if results.solver_times else f"Solver times were {tables.NOT_MEASURED}.",
    ]
    return "\n\n".join(parts)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    page_arguments(parser, "results.json, pcr.md and the figure")
    parser.add_argument("--subjects", nargs="+", default=[], help="identities or names; default: the twenty of the paper")
    parser.add_argument("--strategies", nargs="+", default=STRATEGIES)
    parser.add_argument("--seeds", type=int, default=10, help="runs to the first bug")
    parser.add_argument("--long-seeds", type=int, default=3, help="runs that last --seconds; the paper has ten for Table 5, five for Figure 6")
    parser.add_argument("--seconds", type=float, default=10, help="limit of the runs for Table 5 and Figure 6")
    parser.add_argument("--bug-seconds", type=float, default=60, help="limit of a run to the first bug")
    parser.add_argument("--executions", type=int, default=100_000, help="limit of a run to the first bug")
    parser.add_argument("--solver-times", type=pathlib.Path,
                        help="the program that measures the solvers alone, or what it printed; default: solver_times next to heddle, if it exists")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="subjects measured at the same time")
    parser.add_argument("--quick", action="store_true", help="tiny budgets, to see that the script works")
    options = parser.parse_args()
    options.threads = THREADS
    if options.quick:
        options.seeds, options.long_seeds, options.seconds, options.bug_seconds, options.executions = 2, 1, 0.3, 1, 1000
        options.threads = THREADS[:1]
    elif options.heddle and not options.solver_times and (options.heddle.parent / "solver_times").exists():
        options.solver_times = options.heddle.parent / "solver_times"
    return options


def main() -> None:
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="heddle-pcr-") as work:
        options.output = options.output or pathlib.Path(work)
        options.output.mkdir(parents=True, exist_ok=True)
        results = load(options.saved) if options.saved else measure(options, pathlib.Path(work))
        save(results, options.output / "results.json")
        text = section(results, f"bench/pcr/pcr.py --seeds {results.seeds} --long-seeds {results.long_seeds} --seconds {results.seconds:g}")
        drawing = figure.svg(results)
        (options.output / "pcr.md").write_text(text + "\n")
        (options.output / FIGURE).write_text(drawing)
    print(text)
    if options.write:
        replace_section(options.write, "pcr", text)
        (options.write.parent / FIGURE).write_text(drawing)


if __name__ == "__main__":
    main()
