# SPDX-License-Identifier: Apache-2.0
"""The fixed twin of every failing program stays silent."""
from heddle_tool import EXIT_CLEAN, Case, Environment, manifest, subject


def check(environment: Environment, entry: dict) -> None:
    executions = environment.budget(2_000, 100_000)
    files = [subject(f"failures/{file}") for file in entry["twin"]]
    run = environment.heddle.explore(files, "--executions", executions, *entry.get("flags", []), out=f"twins/{entry['name']}")
    run.expect_code(EXIT_CLEAN)
    run.check(run.document["verdict"] in ("not-found", "verified"), "verdict " + run.document["verdict"])
    run.check(run.stats["executions"] == executions, "not all executions were run")


def cases(environment: Environment) -> list[Case]:
    return [Case(entry["name"] + "_fixed", lambda entry=entry: check(environment, entry)) for entry in manifest()["failures"]]
