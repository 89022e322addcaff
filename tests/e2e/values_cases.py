# SPDX-License-Identifier: Apache-2.0
"""The 23 programs that value schedules were measured on: each bug is found with its kind at a marked line, by each strategy that the
manifest names; the fixed twins stay silent, and `dfs` explores those to the end that are small enough. The worked examples have as many
value schedules as the manifest says."""
from __future__ import annotations

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, SUBJECTS, Case, Environment, Run, manifest, marked_lines
from value_schedules import failed, schedule_of

TABLE_3_2 = 23   # programs in the thesis
NO_BOUND = "no preemption bound"


def explore(environment: Environment, entry: dict, files: str, *flags: object) -> Run:
    arguments = entry.get("arguments", [[]])[0]
    return environment.heddle.explore([SUBJECTS / file for file in entry[files]], *flags, "--", *arguments, out=f"values/{entry['name']}_{files}")


def sources_of(entry: dict) -> list:
    """The files of a program, and the headers next to them."""
    files = [SUBJECTS / file for file in entry["files"]]
    return files + [header for file in files for header in file.parent.glob("*.hpp")]


def find(environment: Environment, entry: dict) -> None:
    for strategy in entry["strategies"]:
        for seed in range(1, environment.budget(1, 20) + 1):
            find_with(environment, entry, strategy, seed)


def find_with(environment: Environment, entry: dict, strategy: str, seed: int) -> None:
    """Without data races, which are found before the failure that they cause."""
    run = explore(environment, entry, "files", "--strategy", strategy, "--seed", seed, "--executions", entry["executions"], "--no-races",
                  "--no-minimise", "--replays", 1)
    run.expect_code(EXIT_FOUND)
    run.check(run.kinds[0] in entry["kinds"], f"expected {entry['kinds']}, found {run.kinds}")
    location = run.findings[0]["location"]
    place = (location["file"].rsplit("/", 1)[-1], location["line"])
    marked = marked_lines(sources_of(entry))
    run.check(place in marked, f"location {place}, marked are {sorted(marked)}")
    run.check(run.stats["threads"] == entry["threads"] + 1, f"{run.stats['threads']} threads with main, expected {entry['threads'] + 1}")


def check_twin(environment: Environment, entry: dict) -> None:
    executions = environment.budget(1_000, 100_000)
    run = explore(environment, entry, "twin", *entry["twin_flags"], "--strategy", "random", "--executions", executions)
    run.expect_code(EXIT_CLEAN)
    run.check(run.stats["executions"] == executions, "not all executions were run")
    if entry["verified"]:
        verify_twin(environment, entry)


def verify_twin(environment: Environment, entry: dict) -> None:
    """With data races: with --no-races memory that is only passed on to a new thread is a scheduling point, too, and most twins are too large."""
    run = explore(environment, entry, "twin", *entry["twin_flags"], "--strategy", "dfs", "--executions", 0)
    run.expect_code(EXIT_CLEAN)
    run.check(run.document["verdict"] == "verified", "verdict " + run.document["verdict"])
    run.check(run.stats["bounds"] == NO_BOUND, "verified only within bounds: " + run.stats["bounds"])


def count_schedules(environment: Environment, entry: dict) -> None:
    """dfs runs every interleaving, so that no value schedule is missing from its traces."""
    out = f"values/{entry['name']}"
    traces = environment.heddle.out(f"{out}.traces")
    traces.parent.mkdir(parents=True, exist_ok=True)
    run = environment.heddle.explore([SUBJECTS / entry["file"]], "--strategy", "dfs", "--keep-going", "--executions", 0, "--no-races", "--no-minimise",
                                     "--replays", 1, "--trace-set", traces, out=out)
    run.expect_code(EXIT_FOUND if entry["failing"] else EXIT_CLEAN)
    lines = traces.read_text().splitlines()
    run.check(run.stats["executions"] == len(lines), f"{run.stats['executions']} executions, {len(lines)} traces")
    schedules = {schedule_of(line) for line in lines}
    failing = sum(map(failed, schedules))
    run.check(len(schedules) == entry["schedules"], f"{len(schedules)} value schedules, expected {entry['schedules']}")
    run.check(failing == entry["failing"], f"{failing} value schedules fail, expected {entry['failing']}")


def restarted(environment: Environment) -> None:
    """dfs learns during the search that more memory is shared, and starts again. The traces of the executions before that are dropped."""
    entry = next(entry for entry in manifest()["values"] if entry["name"] == "alarmclock")
    traces = environment.heddle.out("values/alarmclock.traces")
    traces.parent.mkdir(parents=True, exist_ok=True)
    run = explore(environment, entry, "twin", *entry["twin_flags"], "--strategy", "dfs", "--executions", 0, "--trace-set", traces)
    run.expect_code(EXIT_CLEAN)
    lines = traces.read_text().splitlines()
    run.check(len(lines) == run.stats["executions"], f"{run.stats['executions']} executions, {len(lines)} traces")


def all_programs() -> None:
    entries = manifest()["values"]
    names = {entry["name"] for entry in entries}
    assert len(names) == len(entries) == TABLE_3_2, f"{len(names)} programs"
    listed = {file for entry in entries for file in entry["files"]} | {entry["file"] for entry in manifest()["value_examples"]}
    present = {str(path.relative_to(SUBJECTS)) for path in (SUBJECTS / "values").rglob("*.cpp")}
    assert present <= listed, f"not in the manifest: {sorted(present - listed)}"


def cases(environment: Environment) -> list[Case]:
    found = [Case("all programs of the thesis", all_programs), Case("traces of a search that starts again", lambda: restarted(environment))]
    for entry in manifest()["values"]:
        found.append(Case(entry["name"], lambda entry=entry: find(environment, entry)))
        found.append(Case(entry["name"] + "_fixed", lambda entry=entry: check_twin(environment, entry)))
    for entry in manifest()["value_examples"]:
        found.append(Case(entry["name"], lambda entry=entry: count_schedules(environment, entry)))
    return found
