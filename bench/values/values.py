#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables 4.2 to 4.5 and 6.2 to 6.5 of the thesis on value schedules (Chen, "Guided Testing of Concurrent Programs Using Value Schedules") on
heddle's own versions of its 23 programs.

Tables 4.2 and 4.3: the pairs of accesses that the static analysis finds. Tables 4.4 and 4.5: the same without each filter. Tables 6.2 to 6.5:
states, events, total time and search time of `values` against `dfs`. In addition: `random` and `pct`, memory, what each part of `values`
contributes, the fixed twins, and whether what all of this must show holds. The figures of the thesis are next to ours. They were measured on
Java, with the original programs, so compare the shapes, not the digits.

  values.py --heddle build/bin/heddle --output results                    results.json and values.md in that folder
  values.py --heddle build/bin/heddle --output results --write docs/results.md    and replace the section of that page
  values.py --from results/results.json --output results                  write the tables again without measuring
"""
from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import datetime
import pathlib
import sys
import tempfile

import tables
from claims import all_claims
from results import Results, load
from runs import SETTINGS, ClassRun, Run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from classes import CheckedClass  # pylint: disable=wrong-import-position
from programs import HeddleFailed, Program, manifest, programs_of, twins_of  # pylint: disable=wrong-import-position
from results_page import machine, page_arguments, remarks, replace_section  # pylint: disable=wrong-import-position
from searches import Budget, Heddle, save  # pylint: disable=wrong-import-position

STRATEGIES = ["values", "dfs", "random", "pct"]
SEEDLESS = {"values", "dfs"}   # the seed has no influence on what they execute
EXHAUSTIVE = ("values", "dfs")
REPEATED_BELOW = 1.0           # seconds: shorter searches are repeated, and the fastest counts
REPETITIONS = 3


def named(found: list[Program]) -> dict[str, Program]:
    """By the name in the thesis, without the arguments, of which each program has only one list."""
    return {program.name.split()[0]: dataclasses.replace(program, name=program.name.replace(" ", "_")) for program in found}


class Bench:
    """All runs of one program, and which of them this heddle can do."""

    def __init__(self, heddle: Heddle, options: argparse.Namespace):
        self.heddle = heddle
        self.options = options
        self.strategies = [strategy for strategy in options.strategies if strategy in heddle.strategies]
        self.settings = {name: flags for name, flags in SETTINGS.items() if "values" in self.strategies and not self.unknown(flags)}

    def unknown(self, flags: tuple[str, ...]) -> set[str]:
        return {flag for flag in flags if flag.startswith("--")} - self.heddle.flags

    def missing(self) -> list[str]:
        flags = sorted({flag for setting in SETTINGS.values() for flag in self.unknown(setting)})
        return [*(f"strategy {strategy}" for strategy in self.options.strategies if strategy not in self.strategies), *flags]

    def run(self, program: Program, strategy: str, seed: int, seconds: float, *flags: str) -> Run:
        """The fastest of some, unless it takes long or heddle fails."""
        runs: list[Run] = []
        while len(runs) < REPETITIONS:
            runs.append(self.heddle.run(program, strategy, seed, Budget(0, seconds), "--coverage", "off", *flags))
            if runs[-1].error or runs[-1].seconds >= REPEATED_BELOW:
                return runs[-1]
        return min(runs, key=lambda run: run.seconds)

    def to_first_bug(self, program: Program, strategy: str) -> list[Run]:
        seeds = 1 if strategy in SEEDLESS else self.options.seeds
        return [self.run(program, strategy, seed, self.options.seconds) for seed in range(1, seeds + 1)]

    def measure(self, program: Program, twin: Program) -> dict[str, dict[str, list[Run]]]:
        options = self.options
        row = {
            "first_bug": {strategy: self.to_first_bug(program, strategy) for strategy in self.strategies},
            "settings": {name: [self.run(program, "values", 1, options.setting_seconds, *flags)] for name, flags in self.settings.items()},
            "twins": {strategy: [self.run(twin, strategy, 1, options.twin_seconds)] for strategy in EXHAUSTIVE if strategy in self.strategies},
        }
        print(program.name, {strategy: [run.execution for run in runs] for strategy, runs in row["first_bug"].items()},
              {strategy: runs[0].verdict for strategy, runs in row["twins"].items()}, file=sys.stderr, flush=True)
        return row


def check_class(subject: CheckedClass, seconds: float) -> ClassRun:
    try:
        document = subject.run("check", "--quiet", "--stop-at-first", "--strategy", "values", "--executions", 0, "--time", f"{round(1000 * seconds)}ms", "--no-minimise",
                               "--replays", 1)
    except HeddleFailed as failure:
        print(failure, file=sys.stderr, flush=True)
        return ClassRun(False, None, 0, str(failure))
    stats = document["stats"]
    return ClassRun(subject.fault(document) is not None, stats["first_finding_seconds"], stats["tests"])


def check_classes(options: argparse.Namespace, work: pathlib.Path) -> dict[str, ClassRun]:
    """Two at a time: most of the time goes into builds, and no time is compared."""
    entries = [entry for entry in manifest()["classes"] if not options.classes or entry["name"] in options.classes]
    subjects = [CheckedClass(options.heddle.resolve(), entry, work) for entry in entries]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda subject: check_class(subject, options.seconds), subjects))
    return {subject.entry["name"]: run for subject, run in zip(subjects, runs)}


def measure(options: argparse.Namespace, work: pathlib.Path) -> Results:
    bench = Bench(Heddle(options.heddle, work, Run), options)
    programs, twins = named(programs_of("values")), named(twins_of("values"))
    unknown = [name for name in options.programs if name not in programs]
    if unknown:
        raise SystemExit(f"no such programs: {', '.join(unknown)}")
    chosen = options.programs or list(programs)
    results = Results(chosen, options.strategies, bench.missing(), options.seeds, options.seconds, options.twin_seconds, options.setting_seconds)
    for name in chosen:   # one after the other: two measurements at the same time would disturb each other
        for part, runs in bench.measure(programs[name], twins[name]).items():
            getattr(results, part)[name] = runs
        save(results, options.output / "results.json")   # an interrupted measurement is not lost
    if "values" in bench.strategies:
        results.classes = check_classes(options, work)
    return results


def section(results: Results, command: str) -> str:
    return "\n\n".join([
        "## Value schedules",
        f"Measured on {datetime.date.today()} ({machine()}) by `{command}`. The columns of the thesis are from its Tables 4.2 to 4.5 and 6.2 to 6.5: "
        "Java, the original programs, Java PathFinder (JPF) with its default search.",
        *remarks([*results.missing, *results.missing_counters()], results.faulty_runs()),
        f"A search ends at the first bug, which is a failure as in the thesis, not a data race, or after {results.seconds:g} s. ≥ marks figures of "
        f"searches that did not find the bug by then. Searches that take less than {REPEATED_BELOW:g} s are repeated, and the fastest of "
        f"{REPETITIONS} counts; `random` and `pct` are means over {results.seeds} seeds. *Total* time ends at the bug and includes the static "
        "analysis. The build, the start of the process, and the serial and warm-up executions before the search are the same for all strategies and not included. "
        "`dfs` switches threads only at synchronisation and at accesses to memory that threads share, which is the partial-order reduction of JPF.",
        "**What the measurement must show**",
        "\n".join(f"- {claim.line()}" for claim in all_claims(results)),
        "That `values` executes each class exactly once is shown by tests, not here: `tests/exactness/values_test.py`.",
        "**States** (Table 6.2): points of executions in whose place the search tried, or would try, something else (`backtracking_points`). \\*: the thesis leaves these out of its "
        "averages, and so do its geometric means here.",
        tables.comparison_table(results, tables.STATE_COUNT),
        "**Events** (Table 6.3). The thesis counts instructions. Events of executions that `values` abandons are not counted.",
        tables.comparison_table(results, tables.EVENT_COUNT),
        "**Total time** (Table 6.4), milliseconds.",
        tables.comparison_table(results, tables.TOTAL_TIME),
        "**Search time** (Table 6.5), milliseconds, without the static analysis.",
        tables.comparison_table(results, tables.SEARCH_TIME),
        "**All strategies**: executions and total time to the bug.",
        tables.strategies_table(results),
        "**Peak memory** of the search, MB. The thesis does not report any.",
        tables.memory_table(results),
        "**Fixed twins**: with race detection, until the search ends or "
        f"{results.twin_seconds:g} s have passed. A class is a value schedule.",
        tables.twins_table(results),
        f"**Parts of `values`**: geometric means over all programs (static time: arithmetic), with a limit of {results.setting_seconds:g} s. By default, "
        "heddle computes the static facts only in a long search; the thesis has them from the start. Without priority nothing uses them, so they are not "
        "computed. Executions, summed over all programs: *aimed* at a pair that only the static analysis knows, *reached* that pair, *abandoned* because "
        "they could not lead to anything new. The time of abandoned executions counts, but their events do not: what accessibility saves shows only in time.",
        tables.settings_table(results),
        "**Static analysis** (Tables 4.2 and 4.3): pairs of accesses by type, and the time it takes. *Assumptions*: calls, "
        "functions, accesses, locks, threads and modules that it does not know, and about which it assumes the worst.",
        tables.static_table(results),
        "**Filters** (Tables 4.4 and 4.5): RW / MM pairs that are left without each filter. The thesis has two of them, `escape` and `disjoint`, which "
        "is `relative-lock` here; its RW pairs are shown where a filter changes their number.",
        tables.filters_table(results),
    ])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    page_arguments(parser, "results.json and values.md")
    parser.add_argument("--programs", nargs="+", default=[], help="names; default: the 23 of the thesis")
    parser.add_argument("--classes", nargs="+", default=[], help="class subjects for check; default: all")
    parser.add_argument("--strategies", nargs="+", default=STRATEGIES)
    parser.add_argument("--seeds", type=int, default=3, help="of random and pct")
    parser.add_argument("--seconds", type=float, default=20, help="limit of a search for the bug")
    parser.add_argument("--twin-seconds", type=float, default=10, help="limit of a search in a fixed twin")
    parser.add_argument("--setting-seconds", type=float, default=5, help="limit of a search with another setting of values")
    parser.add_argument("--quick", action="store_true", help="tiny budgets, to see that the script works")
    options = parser.parse_args()
    if options.quick:
        options.seeds, options.seconds, options.twin_seconds, options.setting_seconds = 1, 0.3, 0.3, 0.3
    return options


def main() -> None:
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="heddle-values-") as work:
        options.output = options.output or pathlib.Path(work)
        options.output.mkdir(parents=True, exist_ok=True)
        results = load(options.saved) if options.saved else measure(options, pathlib.Path(work))
        save(results, options.output / "results.json")
        text = section(results, f"bench/values/values.py --seconds {results.seconds:g} --twin-seconds {results.twin_seconds:g} "
                                f"--setting-seconds {results.setting_seconds:g} --seeds {results.seeds}")
        (options.output / "values.md").write_text(text + "\n")
    print(text)
    if options.write:
        replace_section(options.write, "values", text)


if __name__ == "__main__":
    main()
