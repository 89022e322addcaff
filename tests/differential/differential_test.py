#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`--strategy values` agrees with `--strategy dfs` on random programs (random_programs.py): the same verdict, the same findings, the same
behaviours of threads, and no value schedule twice. A program with too many interleavings is left out and does not count."""
from __future__ import annotations

import argparse
import collections
import pathlib
import re
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "exactness"))
from heddle_tool import Case, Failed, Heddle, Run, run_cases  # noqa: E402
from random_programs import Program, file_text  # noqa: E402
from values_test import accesses_of, schedule_of  # noqa: E402

REGRESSIONS = pathlib.Path(__file__).with_name("regressions")
PROGRAMS_PER_FILE = 50
MOST_EXECUTIONS = 20_000   # of dfs
MOST_TRACES = 3_000        # that are compared one by one
FLAGS = ("--keep-going", "--no-minimise", "--replays", 1, "--coverage", "off", "--quiet")
# Every fourth program is also explored without data races, where more accesses are scheduling points.
NO_RACES_EVERY = 4
TIME = ("timeout", "sleep")
AMBIGUOUS = ("[]", "->", "._M_", "heap#", "library", "futex", "timeout", "_M_counter", "__addr")
NESTED = ("child", "std::async", "detach")   # two threads create others, and the order of that is not in a trace


class Tally:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.counts: dict[str, int] = collections.defaultdict(int)

    def add(self, **counts: int) -> None:
        with self.lock:
            for name, count in counts.items():
                self.counts[name] += count


class Explored:
    """What one strategy says about one program."""

    def __init__(self, run: Run, traces: list[str]) -> None:
        self.run = run
        self.traces = traces
        self.verdict = run.document["verdict"]
        self.is_exhaustive = run.document["completeness"]["exhausted"]
        self.misses = run.document["completeness"]["missing"]
        self.findings = {finding_key(finding) for finding in run.findings}


def finding_key(finding: dict) -> tuple:
    """The location of a data race is the later access, which depends on the order."""
    if finding["kind"] == "data-race":
        return "data-race", finding["title"].split("`")[1]
    place = finding["location"]
    return (finding["kind"], place["line"], place["column"]) if place else (finding["kind"],)


def behaviour_of(trace: str) -> tuple:
    """What each thread did and saw. Equal for all interleavings of one value schedule. Threads and blocks have numbers that depend on the
    order in which they were made, and time passes in whichever thread notices it, so none of that counts."""
    accesses, end = accesses_of(re.sub(r"heap#\d+", "heap", trace))
    threads: dict[str, list[str]] = collections.defaultdict(list)
    for access in accesses:
        if access.kind not in TIME:
            threads[access.thread].append(f"{access.kind}:{access.place}{access.value}")
    return end, tuple(sorted(tuple(steps) for steps in threads.values() if steps))


def is_cut_short(behaviour: tuple) -> bool:
    """Whether a thread failed or ended the program while others could have continued. How far they were is not part of a value schedule."""
    return behaviour[0] not in ("", "!deadlock", "!lost-wakeup")


def has_unique_names(trace: str) -> bool:
    """Whether different objects have different names in the trace, and the same object has one."""
    return not any(part in trace for part in AMBIGUOUS)


def explore(heddle: Heddle, source: pathlib.Path, index: int, strategy: str, *flags: object) -> Explored:
    out = f"differential/{source.stem}"
    traces = heddle.out(f"{out}/{strategy}.traces")
    traces.unlink(missing_ok=True)
    run = heddle.explore([source], "--strategy", strategy, "--trace-set", traces, *FLAGS, *flags, "--", index, out=out)
    run.check(run.code in (0, 1), f"exit code {run.code}")
    return Explored(run, traces.read_text().splitlines())


def compare_traces(name: str, text: str, wanted: list[str], got: list[str], may_have_more: bool) -> None:
    behaviours = {behaviour_of(trace) for trace in wanted}
    reached = {behaviour_of(trace) for trace in got}
    surplus = set() if may_have_more else reached - behaviours
    missing = {each for each in behaviours - reached if not is_cut_short(each)}
    if surplus or missing:
        shown = [f"missing: {each}" for each in list(missing)[:2]] + [f"surplus: {each}" for each in list(surplus)[:2]]
        raise Failed(f"{name}: {len(behaviours)} behaviours, {len(missing)} of them missing, {len(surplus)} surplus\n" + "\n".join(shown))
    if any(part in text for part in NESTED):
        return
    complete = [trace for trace in got if has_unique_names(trace) and not is_cut_short(behaviour_of(trace))]
    schedules = collections.Counter(schedule_of(trace) for trace in complete)
    twice = [schedule for schedule, count in schedules.items() if count > 1]
    if twice:
        raise Failed(f"{name}: {len(twice)} of {len(schedules)} value schedules more than once, such as\n{twice[0]}")


def compare(heddle: Heddle, tally: Tally, source: pathlib.Path, index: int, text: str, *flags: object) -> None:
    """`text`: of this program. `dfs` never continues a thread that yields, and `values` does; a semaphore yields before it blocks."""
    name = f"{source}, argument {index}, flags {flags}"
    may_have_more = "yield()" in text or "acquire()" in text
    dfs = explore(heddle, source, index, "dfs", "--executions", MOST_EXECUTIONS, *flags)
    if not dfs.is_exhaustive:
        tally.add(too_large=1)
        return
    values = explore(heddle, source, index, "values", "--executions", 0, *flags)
    tally.add(programs=0 if flags else 1, comparisons=1, found=int(bool(dfs.findings)), interleavings=len(dfs.traces), schedules=len(values.traces))
    agree = dfs.verdict == values.verdict and dfs.findings == values.findings or may_have_more and dfs.findings < values.findings
    if not agree or dfs.misses != values.misses:
        raise Failed(f"{name}: dfs says {dfs.verdict} {dfs.misses} {sorted(dfs.findings)}, values {values.verdict} {values.misses} {sorted(values.findings)}")
    if not values.is_exhaustive:
        raise Failed(f"{name}: values did not visit everything")
    if len(dfs.traces) <= MOST_TRACES:
        tally.add(traces_compared=1)
        compare_traces(name, text, dfs.traces, values.traces, may_have_more)


def compare_file(heddle: Heddle, tally: Tally, seeds: list[int]) -> None:
    source = heddle.out(f"differential/programs{seeds[0]}.cpp")
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(file_text(seeds))
    complaints = []
    for index, seed in enumerate(seeds):
        for flags in ((), ("--no-races",)) if seed % NO_RACES_EVERY == 0 else ((),):
            try:
                compare(heddle, tally, source, index, Program(seed).text(), *flags)
            except Failed as complaint:
                complaints.append(f"program{seed}: {complaint}")
    if complaints:
        raise Failed("\n".join(complaints))


def compare_regression(heddle: Heddle, source: pathlib.Path) -> None:
    tally = Tally()
    for flags in ((), ("--no-races",)):
        compare(heddle, tally, source, 0, source.read_text(), *flags)
    if not tally.counts["programs"]:
        raise Failed(f"{source.name} is too large")


def enough(tally: Tally, least: int) -> None:
    if tally.counts["programs"] < least:
        raise Failed(f"only {tally.counts['programs']} programs were compared, {least} are required")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="seed of the first program")
    parser.add_argument("--programs", type=int, default=PROGRAMS_PER_FILE)
    parser.add_argument("--least", type=int, default=0, help="so many must have been compared")
    arguments = parser.parse_args()
    heddle = Heddle(arguments.heddle, arguments.work)
    tally = Tally()
    seeds = range(arguments.first, arguments.first + arguments.programs)
    files = [list(seeds[start:start + PROGRAMS_PER_FILE]) for start in range(0, len(seeds), PROGRAMS_PER_FILE)]
    cases = [Case(f"programs from {each[0]}", lambda each=each: compare_file(heddle, tally, each)) for each in files]
    cases += [Case(path.stem, lambda path=path: compare_regression(heddle, path)) for path in sorted(REGRESSIONS.glob("*.cpp"))]
    failures = run_cases(cases, arguments.workers)
    failures += run_cases([Case("enough programs", lambda: enough(tally, arguments.least))], 1)
    print(", ".join(f"{name} {count}" for name, count in sorted(tally.counts.items())))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
