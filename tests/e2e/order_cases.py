# SPDX-License-Identifier: Apache-2.0
"""Programs whose bug needs one or two switches at the right place among many threads: `deviation` finds each of them within the
executions that the manifest allows, with every seed, and stays silent on the fixed twins."""
from heddle_tool import EXIT_CLEAN, EXIT_FOUND, SUBJECTS, Case, Environment, manifest, marked_lines

FOLDER = SUBJECTS / "order"
STRATEGY = ("--strategy", "deviation", "--no-races", "--no-minimise", "--replays", 1)


def find(environment: Environment, entry: dict, arguments: list[str]) -> None:
    files = [FOLDER / file for file in entry["files"]]
    for seed in range(1, environment.budget(2, 20) + 1):
        run = environment.heddle.explore(files, *STRATEGY, "--seed", seed, "--executions", entry["executions"], "--", *arguments,
                                         out=f"order/{entry['name']}")
        run.expect_code(EXIT_FOUND)
        run.check(run.kinds[0] in entry["kinds"], f"expected {entry['kinds']}, found {run.kinds}")
        location = run.findings[0]["location"]
        place = (location["file"].rsplit("/", 1)[-1], location["line"])
        run.check(place in marked_lines(files), f"location {place}, marked are {sorted(marked_lines(files))}")


def stay_silent(environment: Environment, entry: dict) -> None:
    files = [FOLDER / file for file in entry["twin"]]
    run = environment.heddle.explore(files, "--strategy", "deviation", "--executions", environment.budget(1_000, 100_000),
                                     out=f"order/{entry['name']}_fixed")
    run.expect_code(EXIT_CLEAN)
    run.check(run.document["verdict"] == "not-found", "verdict " + run.document["verdict"])


def same_for_every_number_of_jobs(environment: Environment) -> None:
    firsts = {jobs: environment.heddle.explore([FOLDER / "twostage.c"], *STRATEGY, "--jobs", jobs, "--", 20, out="order/jobs")
              for jobs in (1, 2, 3)}
    for run in firsts.values():
        run.check(run.stats["first_finding_execution"] == firsts[1].stats["first_finding_execution"], "another execution found it first")


def cases(environment: Environment) -> list[Case]:
    found = []
    for entry in manifest()["order"]:
        for arguments in entry.get("arguments", [[]]):
            found.append(Case(" ".join([entry["name"], *arguments]), lambda entry=entry, arguments=arguments: find(environment, entry, arguments)))
        found.append(Case(entry["name"] + "_fixed", lambda entry=entry: stay_silent(environment, entry)))
    return found + [Case("jobs", lambda: same_for_every_number_of_jobs(environment))]
