# SPDX-License-Identifier: Apache-2.0
"""Same seed, same run: three processes print the same JSON, times apart; other seeds and other numbers of jobs too where promised."""
import json

from heddle_tool import SUBJECTS, Case, Environment, without_times

PROGRAMS = ["failures/sigsegv_1.cpp", "failures/lock_cycle3_1.cpp", "failures/use_after_free_2.cpp", "failures/data_race_2.cpp",
            "failures/lost_wakeup_2.cpp", "features/condition_variable.cpp", "features/iostream.cpp", "features/thread_local.cpp",
            "features/containers_associative.cpp"]


def same_seed(environment: Environment, program: str, *flags: object) -> None:
    name = program.split("/")[1].split(".")[0]
    texts = set()
    for _ in range(3):
        run = environment.heddle.explore([SUBJECTS / program], "--executions", 2_000, "--seed", 7, *flags, out=f"determinism/{name}")
        run.check(run.code in (0, 1), f"exit code {run.code}")
        texts.add(json.dumps(without_times(run.document)))
    run.check(len(texts) == 1, f"{len(texts)} different results in 3 runs: {first_difference(*list(texts)[:2])}" if len(texts) > 1 else "")


def first_difference(first: str, second: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(first, second)) if a != b), 0)
    return f"...{first[max(0, at - 60):at + 60]}... and ...{second[max(0, at - 60):at + 60]}..."


# What is found first does not depend on the number of processes that look for it.
def same_with_jobs(environment: Environment, program: str) -> None:
    name = program.split("/")[1].split(".")[0]
    titles = set()
    for jobs in (1, 2, 3):
        run = environment.heddle.explore([SUBJECTS / program], "--jobs", jobs, "--executions", 5_000, out=f"determinism/{name}")
        titles.add(json.dumps([(f["kind"], f["execution"], f["title"]) for f in run.findings if f["kind"] != "data-race"]))
    run.check(len(titles) == 1, f"the findings depend on --jobs: {titles}")


def cases(environment: Environment) -> list[Case]:
    found = []
    for program in PROGRAMS:
        for strategy in ("random", "pct", "pos"):
            found.append(Case(f"{program} {strategy}", lambda p=program, s=strategy: same_seed(environment, p, "--strategy", s)))
    for program in PROGRAMS[:3]:
        found.append(Case(f"{program} jobs", lambda p=program: same_with_jobs(environment, p)))
    return found
