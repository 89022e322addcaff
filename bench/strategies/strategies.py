#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many executions each strategy needs to find the bug of every faulty program in subjects/.

For every program, strategy and seed: the number of the first execution that shows the program's failure. A search that does not find it counts as
the limit of executions. The table has one row per program with the geometric mean over the seeds, and the geometric mean over all programs at the end.
Race detection is off unless the race is the bug itself, because a race is found long before the failure it leads to.

  strategies.py --heddle build/bin/heddle --strategies random deviation                  print the table
  strategies.py ... --strategies random --save random.json                               and keep the numbers
  strategies.py ... --strategies auto --baseline random.json                             compare with numbers kept earlier
"""
from __future__ import annotations

import argparse
import concurrent.futures
import json
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import Program, explore, programs_of  # pylint: disable=wrong-import-position
from results_page import table  # pylint: disable=wrong-import-position

PROGRAMS = ("failures", "order")   # lists of the manifest, each in the folder of its name

# Executions to the bug: program -> strategy -> one number per seed.
Counts = dict[str, dict[str, list[int]]]


def programs(only: str) -> list[Program]:
    return [program for folder in PROGRAMS for program in programs_of(folder) if only in program.name]


def executions_to_bug(heddle: pathlib.Path, program: Program, out: pathlib.Path, strategy: str, seed: int, limit: int) -> int:
    stats = explore(heddle, program, out, "--strategy", strategy, "--seed", str(seed), "--time", "0", "--executions", str(limit))["stats"]
    first = stats["first_finding_execution"]
    return limit if first is None else first


def measure(heddle: pathlib.Path, chosen: list[Program], strategies: list[str], seeds: list[int], limit: int) -> Counts:
    def row(program: Program) -> dict[str, list[int]]:
        with tempfile.TemporaryDirectory() as out:
            return {strategy: [executions_to_bug(heddle, program, pathlib.Path(out), strategy, seed, limit) for seed in seeds]
                    for strategy in strategies}

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip([program.name for program in chosen], pool.map(row, chosen)))


def merged(baseline: Counts, measured: Counts) -> Counts:
    return {name: {**baseline.get(name, {}), **row} for name, row in measured.items()}


def render(counts: Counts) -> str:
    strategies = list(dict.fromkeys(strategy for row in counts.values() for strategy in row))
    means = {name: {strategy: statistics.geometric_mean(numbers) for strategy, numbers in row.items()} for name, row in counts.items()}
    rows = [[name] + [f"{mean[strategy]:.1f}" if strategy in mean else "" for strategy in strategies] for name, mean in means.items()]
    common = [mean for mean in means.values() if len(mean) == len(strategies)]
    if common:
        rows.append([f"geometric mean of {len(common)}"]
                    + [f"{statistics.geometric_mean([mean[strategy] for mean in common]):.2f}" for strategy in strategies])
    return table(["program", *strategies], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--strategies", nargs="+", default=["random", "deviation"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3, 4, 5])
    parser.add_argument("--executions", type=int, default=20_000)
    parser.add_argument("--only", default="", help="programs whose name contains this")
    parser.add_argument("--save", type=pathlib.Path, help="write the numbers to this file")
    parser.add_argument("--baseline", type=pathlib.Path, help="numbers that --save wrote, for more columns")
    arguments = parser.parse_args()
    baseline = json.loads(arguments.baseline.read_text()) if arguments.baseline else {}
    counts = measure(arguments.heddle.resolve(), programs(arguments.only), arguments.strategies, arguments.seeds, arguments.executions)
    if arguments.save:
        arguments.save.write_text(json.dumps(counts, indent=1) + "\n")
    print(render(merged(baseline, counts)))


if __name__ == "__main__":
    main()
