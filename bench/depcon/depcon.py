#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables II, III and IV of DepCon+ (Terragni and Pezzè, 2021) on heddle's own versions of its 19 subjects.

Table II (faults that show as exceptions and crashes) and Table III (deadlocks): how often the fault is found, after how long and
at which test, by guide `deps` (DepCon+), `pairs` (CovCon), `random` (ConTeGe) and `auto`, on one engine, five seeds each. Table IV: pairs
of methods before and after pruning. The paper's numbers are next to ours. They were measured on Java, with other classes of the same
faults, an hour per run and the JVM's own scheduler, so compare the shapes, not the digits.

  depcon.py --heddle build/bin/heddle                            print
  depcon.py --heddle build/bin/heddle --write docs/results.md    and replace the section of that page
"""
from __future__ import annotations

import argparse
import dataclasses
import datetime
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from classes import CheckedClass, classes_with  # pylint: disable=wrong-import-position
from results_page import machine, replace_section, table  # pylint: disable=wrong-import-position

SEEDS = (1, 2, 3, 4, 5)
GUIDES = ("deps", "pairs", "random", "auto")
FIRST_DEADLOCK = 16


@dataclasses.dataclass
class Paper:
    """One subject in the paper's tables. Time is in seconds, with 3600 for a run without success."""
    methods: int           # Table IV
    pairs: int
    kept: int
    milliseconds: int
    success: int           # Tables II and III: DepCon+, per cent of five runs
    seconds: int
    tests: int
    covcon_success: int
    covcon_seconds: int
    covcon_tests: int


PAPER = {
    1: Paper(26, 351, 21, 1601, 100, 81, 188, 40, 2175, 6660),
    2: Paper(66, 2211, 66, 1898, 40, 2637, 2810, 40, 3156, 9055),
    3: Paper(52, 1378, 52, 1800, 100, 711, 1221, 20, 3360, 8947),
    4: Paper(34, 595, 297, 2119, 60, 2053, 2617, 100, 638, 1055),
    5: Paper(10, 55, 24, 1553, 100, 7, 18, 100, 34, 161),
    6: Paper(45, 1035, 51, 2040, 20, 3071, 1174, 20, 3292, 5010),
    7: Paper(26, 351, 70, 2187, 100, 84, 255, 100, 183, 640),
    8: Paper(111, 6216, 292, 1892, 40, 2390, 5860, 0, 3600, 12368),
    9: Paper(126, 8001, 278, 1978, 100, 195, 438, 100, 592, 1720),
    10: Paper(41, 861, 296, 2022, 100, 139, 370, 100, 956, 2895),
    11: Paper(218, 23871, 844, 2819, 40, 2634, 4113, 20, 3476, 4320),
    12: Paper(25, 325, 114, 1932, 100, 33, 116, 100, 467, 1842),
    13: Paper(21, 231, 54, 1563, 20, 2898, 2622, 0, 3600, 16264),
    14: Paper(24, 300, 38, 1582, 20, 2886, 2609, 0, 3600, 15911),
    15: Paper(66, 2211, 427, 4711, 80, 704, 222, 80, 1614, 568),
    16: Paper(33, 561, 57, 1618, 100, 18, 22, 0, 3600, 5792),
    17: Paper(19, 190, 11, 1599, 100, 4, 11, 0, 3600, 2370),
    18: Paper(19, 190, 10, 1611, 100, 34, 45, 0, 3600, 4625),
    19: Paper(15, 120, 33, 2101, 100, 5, 34, 0, 3600, 37827),
}


@dataclasses.dataclass
class Measured:
    """One guide on one subject, a value per seed. Without success: the limit, and the tests up to it."""
    found: list[bool]
    seconds: list[float]
    tests: list[int]


class Subject(CheckedClass):
    """A class with its number and its figures in the paper."""

    def __init__(self, heddle: pathlib.Path, entry: dict, work: pathlib.Path):
        super().__init__(heddle, entry, work)
        self.number = entry["depcon"]
        self.name = f"{self.number} {entry['name']}"
        self.paper = PAPER[self.number]

    def measure(self, guide: str, limit: float) -> Measured:
        measured = Measured([], [], [])
        for seed in SEEDS:
            # Without races: the paper's tools look for exceptions and deadlocks, and the race behind a failure is found earlier.
            document = self.run("check", "--guide", guide, "--seed", seed, "--time", f"{limit}s", "--executions", 0, "--no-minimise", "--stop-at-first", "--replays", 1,
                                "--no-races")
            stats = document["stats"]
            kinds = {finding["kind"] for finding in document["findings"]}
            found = bool(kinds & set(self.entry["kinds"]))
            measured.found.append(found)
            measured.seconds.append(stats["first_finding_seconds"] if found else limit)
            # A test of the papers is a pair of call sequences.
            pairs = [finding["sequence_pair"] for finding in document["findings"]]
            measured.tests.append(min(pairs) if found else stats["sequence_pairs"])
        return measured

    def pairs(self) -> dict:
        """Of heddle deps: all pairs, those that are kept and by which relation, whether the faulty pair is among them."""
        document = self.run("deps")
        pairs = document["pairs"]

        def is_faulty(pair: dict) -> bool:
            return sorted(pair[side].split("(")[0] for side in ("a", "b")) == sorted(self.entry["pair"])

        return {"methods": len(document["methods"]), "all": len(pairs), "kept": sum(not pair["pruned"] for pair in pairs),
                "conflicting": sum(pair["conflict"] and pair["parallel"] for pair in pairs), "locking": sum(pair["double_lock"] for pair in pairs),
                "faulty": any(is_faulty(pair) and not pair["pruned"] for pair in pairs), "seconds": document["stats"]["seconds"]}


def mean(values: list[float]) -> float:
    return statistics.mean(values)


def geometric_mean(measured: list[Measured]) -> float:
    return statistics.geometric_mean([mean(each.tests) for each in measured])


def success(measured: Measured) -> str:
    return f"{sum(measured.found)} of {len(measured.found)}"


def clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def searches(subjects: list[Subject], results: dict[str, list[Measured]]) -> str:
    """Table II or III."""
    head = ["subject"] + [f"{guide}: {what}" for guide in GUIDES for what in ("found", "s", "tests")]
    head += ["DepCon+: found", "min", "tests", "CovCon: found", "min", "tests"]
    rows = []
    for i, subject in enumerate(subjects):
        row = [subject.name]
        for guide in GUIDES:
            measured = results[guide][i]
            row += [success(measured), f"{mean(measured.seconds):.2f}", f"{mean(measured.tests):,.1f}"]
        paper = subject.paper
        rows.append(row + [f"{paper.success} %", clock(paper.seconds), f"{paper.tests:,}", f"{paper.covcon_success} %", clock(paper.covcon_seconds),
                           f"{paper.covcon_tests:,}"])
    last = ["mean"]
    for guide in GUIDES:
        every = results[guide]
        share = mean([mean(measured.found) for measured in every])
        last += [f"{share:.0%}", f"{mean([mean(m.seconds) for m in every]):.2f}", f"{mean([mean(m.tests) for m in every]):,.1f}"]
    papers = [subject.paper for subject in subjects]
    last += [f"{mean([p.success for p in papers]):.0f} %", clock(round(mean([p.seconds for p in papers]))), f"{mean([p.tests for p in papers]):,.0f}",
             f"{mean([p.covcon_success for p in papers]):.0f} %", clock(round(mean([p.covcon_seconds for p in papers]))),
             f"{mean([p.covcon_tests for p in papers]):,.0f}"]
    return table(head, [*rows, last])


def preprocessing(subjects: list[Subject], counted: list[dict]) -> str:
    """Table IV."""
    rows, shares, paper_shares = [], [], []
    for subject, pairs in zip(subjects, counted):
        paper = subject.paper
        shares.append(1 - pairs["kept"] / pairs["all"])
        paper_shares.append(1 - paper.kept / paper.pairs)
        rows.append([subject.name, f"{pairs['methods']}", f"{pairs['all']:,}", f"{pairs['kept']:,}", f"{shares[-1]:.0%}", f"{pairs['conflicting']:,}",
                     f"{pairs['locking']:,}", "kept" if pairs["faulty"] else "PRUNED", f"{pairs['seconds']:.2f}", f"{paper.methods}", f"{paper.pairs:,}",
                     f"{paper.kept:,}", f"{paper_shares[-1]:.0%}", f"{paper.milliseconds / 1000:.2f}"])
    rows.append(["mean", f"{mean([p['methods'] for p in counted]):.0f}", f"{mean([p['all'] for p in counted]):,.0f}",
                 f"{mean([p['kept'] for p in counted]):,.0f}", f"{mean(shares):.0%}", "", "", "", f"{mean([p['seconds'] for p in counted]):.2f}", "51",
                 "2,582", "160", f"{mean(paper_shares):.0%}", "2.03"])
    return table(["subject", "methods", "pairs", "kept", "pruned", "conflict and parallel", "double lock", "faulty pair", "s", "paper: methods", "pairs",
                  "kept", "pruned", "s"], rows)


def report(heddle: pathlib.Path, work: pathlib.Path, limit: float, only: str, command: str) -> str:
    entries = [entry for entry in classes_with("depcon") if only in entry["name"]]
    if not entries:
        raise SystemExit(f"no subject of DepCon+ has a name with `{only}`")
    subjects = [Subject(heddle, entry, work) for entry in entries]
    results: dict[str, list[Measured]] = {guide: [] for guide in GUIDES}
    counted = []
    for subject in subjects:
        print(subject.name, file=sys.stderr, flush=True)
        counted.append(subject.pairs())
        subject.run("check", "--tests", 1, "--executions", 1)  # builds it
        for guide in GUIDES:
            results[guide].append(subject.measure(guide, limit))
    sections = [
        "## The 19 subjects of DepCon+",
        f"Measured on {datetime.date.today()} ({machine()}) by `{command}`: five seeds, at most {limit:g} s of search each. `deps` is DepCon+'s "
        "search, `pairs` is CovCon's, `random` is ConTeGe's, all on the same engine and with the same oracle; `auto` is what `heddle check` does. "
        "Means over the seeds. A run without success counts with the time limit and the tests generated by then. Only the failure itself counts as found: "
        "data races, which would be found earlier, are switched off (`--no-races`). The paper's columns: Java, the original classes, an hour per run.",
    ]
    for title, chosen in (("Exceptions and crashes (Table II)", [i for i, s in enumerate(subjects) if s.number < FIRST_DEADLOCK]),
                          ("Deadlocks (Table III)", [i for i, s in enumerate(subjects) if s.number >= FIRST_DEADLOCK])):
        if chosen:
            part = {guide: [results[guide][i] for i in chosen] for guide in GUIDES}
            sections += [f"**{title}**: how often the fault was found, after how many seconds of search, at which test (pair of call sequences).",
                         searches([subjects[i] for i in chosen], part)]
    medians = [f"`{guide}` {statistics.median([s for m in results[guide] for s in m.seconds]):.2f} s" for guide in GUIDES]
    worst = [f"`{guide}` {max(s for m in results[guide] for s in m.seconds):.2f} s" for guide in GUIDES]
    means = [f"`{guide}` {geometric_mean(results[guide]):.1f}" for guide in GUIDES]
    successes = [f"`{guide}` {sum(sum(m.found) for m in results[guide])}" for guide in GUIDES]
    sections += [f"Tests to the first violation, geometric mean over the subjects: {', '.join(means)}. Search, median of all runs: {', '.join(medians)}; "
                 f"longest: {', '.join(worst)}. Successes of {len(SEEDS) * len(subjects)} runs: {', '.join(successes)}.",
                 "**Pruning (Table IV)**: pairs of public methods before and after. A pair is *kept* if it conflicts and can run in parallel, or if it "
                 "can take two locks in opposite orders. *s* is the time of the whole `heddle deps`, including parsing.",
                 preprocessing(subjects, counted)]
    return "\n\n".join(sections)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=60, help="seconds of search per run")
    parser.add_argument("--only", default="", help="subjects whose name contains this")
    parser.add_argument("--write", type=pathlib.Path, help="page whose section is replaced")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        section = report(arguments.heddle.resolve(), pathlib.Path(work), arguments.limit, arguments.only,
                         f"bench/depcon/depcon.py --limit {arguments.limit:g}")
    print(section)
    if arguments.write:
        replace_section(arguments.write, "depcon", section)


if __name__ == "__main__":
    main()
