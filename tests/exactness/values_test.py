#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exactness of `--strategy values`: for each program in subjects/exactness, the value schedules of the interleavings that `dfs`
executes are those that the strategy executes, and each of them is executed once."""
import argparse
import collections
import itertools
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from heddle_tool import SUBJECTS, Case, Failed, Heddle, run_cases, subject  # noqa: E402

FOLDER = SUBJECTS / "exactness"
READS = ("load", "atomic-load", "range-read")
# Two threads create others. Threads are numbered in the order of their creation, and the strategy executes the orders of creation, too.
NESTED = ("nested",)
SHARED = ("lock-shared", "unlock-shared", "try-lock-shared")


class Access:
    def __init__(self, thread: str, number: int, kind: str, place: str, value: str) -> None:
        self.thread, self.number, self.kind, self.place, self.value = thread, number, kind, place, value
        self.mutex = place if "lock" in kind else ""

    def name(self) -> str:
        return f"{self.thread}.{self.number}"

    def text(self) -> str:
        return f"{self.name()}:{self.kind}:{self.place}{self.value}"


def accesses_of(line: str) -> tuple[list[Access], str]:
    accesses: list[Access] = []
    numbers: dict[str, int] = collections.defaultdict(int)
    held: dict[str, list[str]] = collections.defaultdict(list)
    released: dict[str, str] = {}
    end, wakes = "", ""
    for word in line.split():
        if word.startswith("(w"):
            wakes = word
            continue
        if word.startswith(("!", "exit=")):
            end = word
            continue
        thread, kind, place = (word.strip("()").split(":", 2) + [""])[:3]
        place, _, value = place.partition("=")
        access = Access(thread, numbers[thread], kind, place, value and "=" + value)
        numbers[thread] += 1
        if kind == "lock":
            held[thread].append(place)
        elif kind == "cond-wait":
            released[thread] = access.mutex = held[thread][-1]
        elif kind == "woken":
            access.mutex = released[thread]
        elif kind == "unlock" and place in held[thread]:
            held[thread].remove(place)
        access.value += wakes
        wakes = ""
        accesses.append(access)
    return accesses, end


def conflict(one: Access, other: Access) -> bool:
    if one.thread == other.thread:
        return False
    if one.mutex and one.mutex == other.mutex:
        return not (one.kind in SHARED and other.kind in SHARED)
    if "woken" in (one.kind, other.kind) or one.place != other.place:
        return False
    if one.kind == other.kind == "cond-wait":
        return False
    return not (one.kind in READS and other.kind in READS)


def schedule_of(line: str) -> str:
    """The value schedule of a trace: what each thread did, and the order of each two accesses in conflict."""
    accesses, end = accesses_of(line)
    rows = []
    for index, access in enumerate(accesses):
        before = sorted(other.name() for other in accesses[:index] if conflict(other, access))
        rows.append(" ".join([access.text(), *before]))
    return "\n".join([*sorted(rows), end])


def regardless_of_numbers(line: str) -> str:
    """The value schedule with the numbers of threads that come first in the alphabet."""
    threads = sorted(set(re.findall(r"\bt\d+(?=:)", line)))
    renamings = [dict(zip(threads, order)) for order in itertools.permutations(threads)]
    return min(schedule_of(re.sub(r"\bt\d+(?=:)", lambda match: renaming[match.group()], line)) for renaming in renamings)


def schedules(heddle: Heddle, name: str, strategy: str, *flags: str) -> list[str]:
    traces = heddle.out(f"values/{name}.{strategy}.traces")
    traces.parent.mkdir(parents=True, exist_ok=True)
    run = heddle.explore([subject(f"exactness/{name}.c")], "--strategy", strategy, "--keep-going", "--executions", 0, "--no-minimise", "--replays", 1,
                         "--trace-set", traces, *flags, out=f"values/{name}")
    run.check(run.code in (0, 1), f"exit code {run.code}")
    schedule = regardless_of_numbers if name in NESTED else schedule_of
    return [schedule(line) for line in traces.read_text().splitlines()]


def check(heddle: Heddle, name: str) -> None:
    wanted = set(schedules(heddle, name, "dfs"))
    for flags in ((), ("--no-checkpoints",)):
        got = collections.Counter(schedules(heddle, name, "values", *flags))
        missing = wanted - set(got)
        surplus = set(got) - wanted
        twice = [text for text, count in got.items() if count > 1 and name not in NESTED]
        if missing or surplus or twice:
            shown = [f"missing:\n{text}" for text in list(missing)[:2]] + [f"surplus:\n{text}" for text in list(surplus)[:2]]
            shown += [f"twice:\n{text}" for text in twice[:2]]
            raise Failed(f"{name}: {len(wanted)} value schedules, {sum(got.values())} executions, {len(missing)} missing, {len(surplus)} surplus, "
                         f"{len(twice)} more than once\n" + "\n".join(shown))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    heddle = Heddle(arguments.heddle, arguments.work)
    cases = [Case(path.stem, lambda name=path.stem: check(heddle, name)) for path in sorted(FOLDER.rglob("*.c"), key=lambda path: path.name)]
    return 1 if run_cases([case for case in cases if arguments.only in case.name], arguments.workers) else 0


if __name__ == "__main__":
    sys.exit(main())
