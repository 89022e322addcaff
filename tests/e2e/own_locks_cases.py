# SPDX-License-Identifier: Apache-2.0
"""Locks that programs and classes make themselves: correct ones stay silent and are called verified only when no execution was
made fair; each of their faults is found."""
from __future__ import annotations

import pathlib

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, Case, Environment, Run, manifest, subject

STRATEGIES = (("random", 1), ("random", 2), ("pct", 3), ("pos", 4), ("dfs --preemptions 2", 5))


def program(entry: dict) -> pathlib.Path:
    return subject(f"own_locks/{entry['name']}.c*")


def explore(environment: Environment, entry: dict, macro: str, *flags: object) -> Run:
    return environment.heddle.explore([program(entry)], *defining(macro), *flags, out=f"own_locks/{entry['name']}_program{macro}")


def check(environment: Environment, entry: dict, macro: str, *flags: object) -> Run:
    return environment.heddle.run("check", subject(f"own_locks/{entry['name']}.hpp"), "--class", entry["class"], "--format", "json", "--time", "0",
                                  "--out", environment.heddle.out(f"own_locks/{entry['name']}_class{macro}"), *defining(macro), *flags)


def defining(macro: str) -> list[str]:
    return [f"--cxxflags=-D{macro}"] if macro else []


def expect_silence(run: Run) -> None:
    run.check(not run.errors, f"false alarm: {run.errors}")
    run.expect_code(EXIT_CLEAN)
    run.check(run.stats["executions"] > 0, "nothing was run")
    run.check(run.document["verdict"] != "verified" or run.stats["fair_executions"] == 0, "verified, although executions were made fair")


def expect_fault(run: Run, fault: dict) -> None:
    run.expect_code(EXIT_FOUND)
    run.check(set(run.kinds) & set(fault["kinds"]), f"expected one of {fault['kinds']}, found {run.kinds}")
    for finding in run.findings:
        run.check(finding["replays"]["failed"] == finding["replays"]["run"] > 0, "not every replay failed")


def correct_program(environment: Environment, entry: dict) -> None:
    for strategy, seed in STRATEGIES:
        executions = environment.budget(100, 2_000)
        expect_silence(explore(environment, entry, "", "--strategy", *strategy.split(), "--seed", seed, "--executions", executions))


def correct_class(environment: Environment, entry: dict) -> None:
    for seed in range(1, environment.budget(2, 6)):
        expect_silence(check(environment, entry, "", "--seed", seed, "--executions", environment.budget(1_500, 20_000)))


def faulty_program(environment: Environment, entry: dict, fault: dict) -> None:
    run = explore(environment, entry, fault["macro"], "--executions", 5_000)
    expect_fault(run, fault)


def faulty_class(environment: Environment, entry: dict, fault: dict) -> None:
    run = check(environment, entry, fault["macro"], "--executions", 20_000, "--stop-at-first")
    expect_fault(run, fault)


def cases(environment: Environment) -> list[Case]:
    found = []
    for entry in manifest()["own_locks"]:
        name = entry["name"]
        found.append(Case(f"{name}_program", lambda entry=entry: correct_program(environment, entry)))
        if "class" in entry:
            found.append(Case(f"{name}_class", lambda entry=entry: correct_class(environment, entry)))
        for fault in entry["faults"]:
            found.append(Case(f"{name}_program_{fault['macro']}", lambda entry=entry, fault=fault: faulty_program(environment, entry, fault)))
            if "class" in entry and not fault.get("serial"):
                found.append(Case(f"{name}_class_{fault['macro']}", lambda entry=entry, fault=fault: faulty_class(environment, entry, fault)))
    return found
