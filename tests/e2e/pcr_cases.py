# SPDX-License-Identifier: Apache-2.0
"""Bug-inducing tests of the twenty classes that PCR was measured on: each strategy finds the failure within the executions that the
manifest allows, pcr within far fewer; no failure happens without a preemption; the same test of the fixed class stays silent, and pcr
settles it. Also what the command line says about pcr, mcr and map."""
from __future__ import annotations

import json

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, EXIT_USAGE, SUBJECTS, Case, Environment, Run, manifest, marked_lines, without_times

STRATEGIES = ["random", "pcr", "mcr"]
MOST_EXECUTIONS = {"pcr": 11}                # for all of them, and fewer than the manifest allows
MISSED = {("string_buffer_insert", "mcr")}   # every read can return every value without the failure
# Programs of subjects/order with as many equal threads as their argument says.
EQUAL_THREADS = ["twostage_threads", "reorder_threads", "twostage", "reorder"]
MOST_WITH_EQUAL_THREADS = 10
SETTLED = "all patterns covered or infeasible"

# Two threads with more events together than are put into other orders.
LONG = """#include <atomic>
#include <thread>
static std::atomic<int> shared;
static void work() {
  for (int i = 0; i < 150000; ++i)
    shared.fetch_add(1, std::memory_order_relaxed);
}
int main() {
  std::thread one(work), other(work);
  one.join();
  other.join();
}
"""


def explore(environment: Environment, entry: dict, *flags: object) -> Run:
    return environment.heddle.explore([SUBJECTS / file for file in entry["files"]], *flags, out=f"pcr/{entry['name']}")


def frames_of(finding: dict) -> list[dict]:
    """Where it fails and, if there is one, where the memory was freed."""
    return finding["stack"] + finding.get("related", {"stack": []})["stack"]


def find(environment: Environment, entry: dict, strategy: str) -> None:
    """The failure itself is found, not the data race that leads to it, inside a call that is marked or in memory that such a call freed.
    Schedules are minimised, because some failures of shared_pool, whose walk leaves the list, otherwise end differently when they are
    replayed in a fresh process."""
    marked = marked_lines([*(SUBJECTS / entry["name"]).glob("*.?pp")])
    executions = MOST_EXECUTIONS.get(strategy, entry["executions"])
    for seed in range(1, environment.budget(2, 20) + 1):
        run = explore(environment, entry, "--strategy", strategy, "--seed", seed, "--executions", executions, "--no-races", "--replays", 1)
        run.expect_code(EXIT_FOUND)
        run.check(run.kinds[0] in entry["kinds"], f"expected {entry['kinds']}, found {run.kinds}")
        frames = {(frame["file"].rsplit("/", 1)[-1], frame["line"]) for frame in frames_of(run.findings[0])}
        run.check(bool(frames & marked), f"fails in {sorted(frames)}, marked are {sorted(marked)}")


def needs_preemption(environment: Environment, entry: dict) -> None:
    run = explore(environment, entry, "--strategy", "dfs", "--preemptions", 0, "--no-races")
    run.expect_code(EXIT_CLEAN)
    run.check(run.stats["executions"] >= 2, "not both orders of the threads were run")


def twin_of(entry: dict) -> dict:
    return {**entry, "name": entry["name"] + "_fixed", "files": entry["twin"]}


def stay_silent(environment: Environment, entry: dict) -> None:
    executions = environment.budget(2_000, 100_000)
    run = explore(environment, twin_of(entry), *entry["twin_flags"], "--strategy", "random", "--executions", executions)
    run.expect_code(EXIT_CLEAN)
    run.check(run.stats["executions"] == executions, "not all executions were run")


def settle(environment: Environment, entry: dict) -> None:
    twin = twin_of(entry)
    run = environment.heddle.run("explore", *(SUBJECTS / file for file in twin["files"]), *entry["twin_flags"], "--strategy", "pcr", "--time", 0,
                                 "--out", environment.heddle.out(f"pcr/{twin['name']}"))
    run.expect_code(EXIT_CLEAN)
    run.check(SETTLED in run.stdout, "the search is not settled")


def equal_threads(environment: Environment, name: str, threads: int) -> None:
    entry = next(entry for entry in manifest()["order"] if entry["name"] == name)
    run = environment.heddle.explore([SUBJECTS / "order" / file for file in entry["files"]], "--strategy", "pcr", "--executions",
                                     MOST_WITH_EQUAL_THREADS, "--no-races", "--no-minimise", "--replays", 1, "--", threads, out=f"order/{name}")
    run.expect_code(EXIT_FOUND)
    run.check(run.kinds[0] in entry["kinds"], f"expected {entry['kinds']}, found {run.kinds}")


def same_seed(environment: Environment, strategy: str) -> None:
    entry = next(entry for entry in manifest()["pcr"] if entry["name"] == "number_axis")
    runs = [explore(environment, entry, "--strategy", strategy, "--seed", 7, "--executions", 300, "--keep-going", "--no-minimise") for _ in range(2)]
    texts = {json.dumps(without_times(run.document)) for run in runs}
    runs[0].check(len(texts) == 1, "two runs with the same seed differ")


def too_long(environment: Environment) -> None:
    folder = environment.heddle.out("pcr/long")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "long.cpp").write_text(LONG)
    run = environment.heddle.run("explore", folder / "long.cpp", "--strategy", "pcr", "--executions", 3, "--out", folder / "out")
    run.expect_code(EXIT_CLEAN)
    run.check("1 execution too long to look for other orders of the events" in run.stdout, "it does not say that the execution is too long")
    run.check("no bug found: 3 pcr executions" in run.stdout, "the search does not continue")


def check_class(environment: Environment, strategy: str) -> None:
    run = environment.heddle.run("check", SUBJECTS / "int_range" / "int_range.hpp", *sources_of("int_range"), "--class", "lang::IntRange",
                                 "--strategy", strategy, "--executions", 2_000, "--format", "json", "--out", environment.heddle.out("pcr/check"))
    run.expect_code(EXIT_FOUND)
    run.check(run.stats["strategy"] == strategy, f"strategy {run.stats['strategy']}")
    run.check(run.stats["patterns_aimed"] + run.stats["order_questions"] > 0, "no execution aimed at anything")


def sources_of(name: str) -> list:
    source = SUBJECTS / name / f"{name}.cpp"
    return [source] if source.exists() else []


def reproduce(environment: Environment) -> None:
    run = environment.heddle.run("reproduce", SUBJECTS / "logger" / "stacks" / "gdb.txt", SUBJECTS / "logger" / "logger.hpp", *sources_of("logger"),
                                 "--strategy", "pcr", "--format", "json", "--out", environment.heddle.out("pcr/reproduce"))
    run.expect_code(EXIT_FOUND)
    run.check(run.findings[0]["matches"] == "exact", f"the first finding is {run.findings[0]['matches']}")


def wrong_value(environment: Environment, flag: str, valid: list[str]) -> None:
    run = environment.heddle.run("explore", SUBJECTS / "order" / "reorder_threads.cpp", "--strategy", "pcr", flag, "nonsense")
    run.expect_code(EXIT_USAGE)
    for word in ["nonsense", flag, *valid]:
        run.check(word in run.stderr, f"does not name {word}")


WRONG_VALUES = {
    "--no-rule": ["non-defined", "covered", "happens-before", "old-state", "interrupted", "redundant"],
    "--learning": ["none", "core", "clauses"],
    "--solver": ["graph", "z3"],
}


def other_cases(environment: Environment) -> list[Case]:
    found = [Case(f"{name} with {threads} threads", lambda name=name, threads=threads: equal_threads(environment, name, threads))
             for name in EQUAL_THREADS for threads in (3, 20, 100)]
    for strategy in ("pcr", "mcr", "map"):
        found.append(Case(f"same seed {strategy}", lambda strategy=strategy: same_seed(environment, strategy)))
        found.append(Case(f"check with {strategy}", lambda strategy=strategy: check_class(environment, strategy)))
    for flag, valid in WRONG_VALUES.items():
        found.append(Case(f"wrong value of {flag}", lambda flag=flag, valid=valid: wrong_value(environment, flag, valid)))
    return found + [Case("reproduce with pcr", lambda: reproduce(environment)), Case("too long", lambda: too_long(environment))]


def cases(environment: Environment) -> list[Case]:
    found = other_cases(environment)
    for entry in manifest()["pcr"]:
        for strategy in [strategy for strategy in STRATEGIES if (entry["name"], strategy) not in MISSED]:
            found.append(Case(f"{entry['name']} {strategy}", lambda entry=entry, strategy=strategy: find(environment, entry, strategy)))
        found.append(Case(f"{entry['name']} serial", lambda entry=entry: needs_preemption(environment, entry)))
        found.append(Case(entry["name"] + "_fixed", lambda entry=entry: stay_silent(environment, entry)))
        found.append(Case(entry["name"] + "_fixed settled", lambda entry=entry: settle(environment, entry)))
    return found
