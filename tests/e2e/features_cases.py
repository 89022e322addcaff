# SPDX-License-Identifier: Apache-2.0
"""Correct programs, one per construct: nothing may be reported under any schedule."""
from heddle_tool import EXIT_CLEAN, SUBJECTS, Case, Environment, manifest


def check(environment: Environment, path, flags: list[str], budget: dict) -> None:
    for strategy in ("random", "pct", "pos", "active"):
        executions = budget.get("executions", environment.budget(300, 10_000))
        run = environment.heddle.explore([path], "--strategy", strategy, "--executions", executions, *flags, out=f"features/{path.stem}")
        run.expect_code(EXIT_CLEAN)
        run.check(run.document["verdict"] in ("not-found", "verified"), "verdict " + run.document["verdict"])
        run.check(run.document["verdict"] == "verified" or strategy == "active" or run.stats["executions"] == executions, "not all executions were run")
        run.check(run.stats["threads"] > 1, "no threads were seen")


def cases(environment: Environment) -> list[Case]:
    special = manifest()["features"]
    found = []
    for path in sorted((SUBJECTS / "features").rglob("*.c*"), key=lambda path: path.name):
        entry = special.get(path.stem, {})
        flags = entry.get("flags", [])
        found.append(Case(path.stem, lambda path=path, flags=flags, entry=entry: check(environment, path, flags, entry)))
    return found
