# SPDX-License-Identifier: Apache-2.0
"""heddle check with `--strategy values`: the faults of class subjects are found in generated tests, and the fixed twins stay silent."""
from __future__ import annotations

from check_cases import check, find
from heddle_tool import EXIT_CLEAN, Case, Environment, manifest

# One for each kind of fault: a broken invariant, a wrong result, an exception, a null pointer, and memory that is used after it was freed.
CLASSES = ("int_range", "as_map", "vector_142", "double_int_index", "logger", "buffered_input_stream")
STRATEGY = ("--strategy", "values")


def found(environment: Environment, entry: dict) -> None:
    run, _ = find(environment, entry, 1, *STRATEGY, area="values_check")
    run.check(run.stats["value_schedules"] > 0, "the strategy did not run")


def twin(environment: Environment, entry: dict) -> None:
    run = check(environment, {**entry, **entry["twin"]}, f"values_check/{entry['name']}_fixed", *STRATEGY, "--executions", environment.budget(1_000, 100_000),
                "--time", "30s")
    run.check(not run.errors, f"false alarm: {run.errors}")
    run.expect_code(EXIT_CLEAN)
    run.check(run.stats["value_schedules"] > 0, "the strategy did not run")


def cases(environment: Environment) -> list[Case]:
    entries = {entry["name"]: entry for entry in manifest()["classes"]}
    result = []
    for name in CLASSES:
        result.append(Case(name, lambda entry=entries[name]: found(environment, entry)))
        result.append(Case(name + "_fixed", lambda entry=entries[name]: twin(environment, entry)))
    return result
