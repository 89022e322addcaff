# SPDX-License-Identifier: Apache-2.0
"""MAP coverage: the line of the report and the JSON object agree, flags do what they say, and looking changes nothing."""
from __future__ import annotations

import re

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, SUBJECTS, Case, Environment, Run, subject

PROGRAM = "features/condition_variable.cpp"
LINE = re.compile(r"coverage:? +(\d+) of an estimated (\d+) memory-access patterns, in (?:(\d+) of )?(\d+) executions?")
CLASS = (SUBJECTS / "bounded_queue" / "bounded_queue_fixed.hpp", "--class", "BoundedQueue<int>")


def explored(environment: Environment, program: str, *flags: object) -> Run:
    return environment.heddle.explore([subject(program)], "--executions", 3_000, *flags, out="coverage")


def expect_consistent(run: Run) -> dict:
    coverage = run.document["coverage"]
    growth = coverage["growth"]
    run.check(0 < coverage["patterns"], "nothing is covered")
    run.check(coverage["observed_executions"] == run.stats["observed_executions"] <= run.stats["executions"], "more were looked at than run")
    run.check(0 < len(growth) <= 200 and growth[-1]["patterns"] == coverage["patterns"], "the growth does not end at the result")
    for before, after in zip(growth, growth[1:]):
        run.check(before["execution"] < after["execution"] and before["patterns"] < after["patterns"] and before["seconds"] <= after["seconds"],
                  "the growth does not rise")
    return coverage


def page_and_json_agree(environment: Environment) -> None:
    for program, code in ((PROGRAM, EXIT_CLEAN), ("failures/assert_1.cpp", EXIT_FOUND)):
        run = explored(environment, program, "--strategy", "random")
        run.expect_code(code)
        coverage = expect_consistent(run)
        page = environment.heddle.run("explore", subject(program), "--time", "0", "--executions", 3_000, "--strategy", "random",
                                      "--out", environment.heddle.out("coverage"))
        found = LINE.search(page.stdout)
        page.check(found is not None, "no line about coverage")
        observed = found.group(3) or found.group(4)
        page.check([int(number) for number in (found.group(1), found.group(2), observed, found.group(4))] ==
                   [coverage["patterns"], coverage["estimated_patterns"], coverage["observed_executions"], run.stats["executions"]],
                   f"the page says {found.group(0)}, JSON {coverage}")


def off(environment: Environment) -> None:
    run = explored(environment, PROGRAM, "--coverage", "off")
    run.check("coverage" not in run.document and run.stats["observed_executions"] == 0, "coverage in spite of --coverage off")
    page = environment.heddle.run("explore", subject(PROGRAM), "--executions", 100, "--coverage", "off", "--out", environment.heddle.out("coverage"))
    page.check("coverage" not in page.stdout, "a line about coverage in spite of --coverage off")


def all_covers_what_a_sample_does(environment: Environment) -> None:
    for strategy in ("random", "dfs", "auto"):
        runs = {mode: explored(environment, PROGRAM, "--strategy", strategy, "--coverage", mode) for mode in ("off", "sampled", "all")}
        sample, everything = expect_consistent(runs["sampled"]), expect_consistent(runs["all"])
        run = runs["all"]
        run.check(everything["observed_executions"] == run.stats["executions"], "not all executions were looked at")
        run.check(sample["observed_executions"] < everything["observed_executions"], "the sample is everything")
        run.check(everything["patterns"] >= sample["patterns"], f"all cover {everything['patterns']}, a sample {sample['patterns']}")
        for counter in ("executions", "events", "points", "switches", "failures"):
            values = {mode: run.stats[counter] for mode, run in runs.items()}
            run.check(len(set(values.values())) == 1, f"{strategy}: looking changes {counter}: {values}")


# random runs the same executions, whichever job does it, and a sample is by number.
def jobs(environment: Environment) -> None:
    seen = set()
    for count in (1, 2, 3):
        coverage = expect_consistent(explored(environment, PROGRAM, "--strategy", "random", "--jobs", count))
        seen.add((coverage["patterns"], coverage["estimated_patterns"], coverage["observed_executions"]))
    if len(seen) != 1:
        raise AssertionError(f"coverage depends on --jobs: {seen}")


def check(environment: Environment) -> None:
    flags = ["--executions", 5_000, "--time", "0", "--out", environment.heddle.out("coverage")]
    results = []
    for _ in range(2):
        run = environment.heddle.run("check", *CLASS, "--format", "json", *flags)
        coverage = expect_consistent(run)
        results.append((coverage["patterns"], coverage["estimated_patterns"], coverage["observed_executions"]))
    run.check(results[0] == results[1], f"two runs cover {results}")
    page = environment.heddle.run("check", *CLASS, *flags)
    page.check(LINE.search(page.stdout) is not None, "no line about coverage")


def cases(environment: Environment) -> list[Case]:
    return [Case(test.__name__, lambda t=test: t(environment)) for test in (page_and_json_agree, off, all_covers_what_a_sample_does, jobs, check)]
