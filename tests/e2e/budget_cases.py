# SPDX-License-Identifier: Apache-2.0
"""What `check` does with its time: it continues after a finding, reports one finding for each root cause, widens tests when it has used them up, and
ends in time."""
from __future__ import annotations

import json
import time

from check_cases import check
from heddle_tool import EXIT_CLEAN, EXIT_FOUND, Case, Environment, Failed, manifest, without_times

OVERTIME_SECONDS = 5
FIXED = ("--cxxflags", "-DFIXED")


def entry_of(area: str, name: str) -> dict:
    return next(entry for entry in manifest()[area] if entry["name"] == name)


def widened(environment: Environment, entry: dict) -> None:
    """The fault needs arguments, or a relation between them, that only widened tests have."""
    run = check(environment, entry, f"budget/{entry['name']}", "--executions", entry["executions"], "--time", 0, "--stop-at-first")
    run.expect_code(EXIT_FOUND)
    run.check(run.kinds[0] in entry["kinds"], f"expected {entry['kinds']}, found {run.kinds}")
    fixed = check(environment, entry, f"budget/{entry['name']}_fixed", *FIXED, "--executions", environment.budget(20_000, 100_000), "--time", 0)
    fixed.check(not fixed.errors, f"false alarm: {fixed.errors}")
    fixed.expect_code(EXIT_CLEAN)
    fixed.check(fixed.stats["widened_tests"] > 0, "no test was widened")


def causes(environment: Environment, entry: dict) -> None:
    """As many findings as faults, each about its own variable."""
    run = check(environment, entry, f"budget/{entry['name']}", "--executions", entry["executions"], "--time", 0)
    run.expect_code(EXIT_FOUND)
    found = [finding["cause"] for finding in run.findings]
    run.check(len(found) == len(entry["causes"]), f"{len(found)} findings: {json.dumps(found)}")
    for expected in entry["causes"]:
        run.check(any(set(expected["variables"]) & set(cause["variables"]) and expected["method"] in cause["methods"] for cause in found),
                  f"{expected} is not among {json.dumps(found)}")
    races = [finding["kind"] == "data-race" for finding in run.findings]
    run.check(races == sorted(races), f"data races come before failures: {run.kinds}")


def one_cause(environment: Environment, entry: dict) -> None:
    """A class with one fault gives one finding."""
    run = check(environment, entry, f"check/{entry['name']}", "--executions", 20_000, "--time", 0)
    run.expect_code(EXIT_FOUND)
    run.check(len(run.findings) <= entry.get("causes", 1), f"{len(run.findings)} findings: {[each['cause'] for each in run.findings]}")


def every_failure(environment: Environment) -> None:
    """--keep-going does not count anything under another finding."""
    entry = entry_of("causes", "unlocked_count")
    run = check(environment, entry, "budget/every", "--executions", 3_000, "--time", 0, "--keep-going", "--no-minimise")
    run.check(len(run.findings) > 3, f"{len(run.findings)} findings")
    run.check(all(not finding["also"] for finding in run.findings), "a finding is counted under another one")


def same_seed(environment: Environment) -> None:
    entry = entry_of("causes", "store")
    texts = {json.dumps(without_times(check(environment, entry, "budget/same", "--executions", 5_000, "--time", 0).document)) for _ in range(2)}
    if len(texts) != 1:
        raise Failed("two runs with the same seed differ")


def ends_in_time(environment: Environment, jobs: int) -> None:
    """Endless executions, slow ones and many failures: the time limits the whole command, except for compiling."""
    entry = {"header": "causes/stuck.hpp", "class": "Stuck"}
    out = f"budget/time_{jobs}"
    check(environment, entry, out, "--tests", 1)  # compiles it
    seconds = 6
    began = time.monotonic()
    run = check(environment, entry, out, "--time", f"{seconds}s", "--jobs", jobs, timeout=60)
    took = time.monotonic() - began
    run.expect_code(EXIT_FOUND)
    run.check(took < seconds + OVERTIME_SECONDS, f"took {took:.1f} s")


def cases(environment: Environment) -> list[Case]:
    known = manifest()
    result = [Case(entry["name"], lambda entry=entry: widened(environment, entry)) for entry in known["widening"]]
    result += [Case(entry["name"], lambda entry=entry: causes(environment, entry)) for entry in known["causes"]]
    result += [Case("one_cause " + entry["name"], lambda entry=entry: one_cause(environment, entry)) for entry in known["classes"] if "autocontest" in entry]
    result += [Case(f"ends_in_time {jobs}", lambda jobs=jobs: ends_in_time(environment, jobs)) for jobs in (1, 2)]
    result += [Case(test.__name__, lambda test=test: test(environment)) for test in (every_failure, same_seed)]
    return result
