# SPDX-License-Identifier: Apache-2.0
"""Failing executions by the ten thousand in one process: all contained, memory flat."""
from heddle_tool import Case, Environment, Run, manifest, subject

MOST_GROWTH_MB = 10


def explore(environment: Environment, files, executions: int, name: str, *flags: object) -> Run:
    # `random` never runs out of executions, as `auto` does on small programs.
    run = environment.heddle.explore(files, "--strategy", "random", "--keep-going", "--executions", executions, "--no-minimise",
                                     "--replays", 1, *flags, out=f"failures/{name}", timeout=900)
    run.check(run.code in (0, 1), f"exit code {run.code}")
    run.check(run.stats["restarts"] == 0, "the process did not survive")
    run.check(run.stats["executions"] == executions, f"{run.stats['executions']} executions were run")
    return run


def failing(environment: Environment, entry: dict) -> None:
    files = [subject(f"failures/{file}") for file in entry["files"]]
    flags = entry.get("flags", []) + entry.get("containment_flags", [])
    short = entry.get("containment_executions", 2_000)
    long = short * environment.budget(10, 50)
    few = explore(environment, files, short, entry["name"], *flags)
    many = explore(environment, files, long, entry["name"], *flags)
    growth = many.stats["peak_rss_mb"] - few.stats["peak_rss_mb"]
    many.check(many.stats["failures"] > few.stats["failures"] > 0, "few executions failed")
    many.check(growth < MOST_GROWTH_MB, f"memory grew by {growth} MB over {long - short} executions")


def passing(environment: Environment) -> None:
    file = subject("features/mutex.cpp")
    few = explore(environment, [file], 10_000, "passing")
    many = explore(environment, [file], environment.budget(100_000, 1_000_000), "passing")
    growth = many.stats["peak_rss_mb"] - few.stats["peak_rss_mb"]
    many.check(many.stats["failures"] == 0, "a correct program failed")
    many.check(growth < MOST_GROWTH_MB, f"memory grew by {growth} MB")


def cases(environment: Environment) -> list[Case]:
    found = [Case("a million passing executions", lambda: passing(environment))]
    return found + [Case(entry["name"], lambda entry=entry: failing(environment, entry)) for entry in manifest()["failures"]]
