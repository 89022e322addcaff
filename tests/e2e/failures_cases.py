# SPDX-License-Identifier: Apache-2.0
"""Every failing program: found within its budget, with the right kind at the marked line, and replayed exactly."""
from heddle_tool import EXIT_FOUND, Case, Environment, Run, manifest, marked_lines, subject


def find(environment: Environment, entry: dict, strategy: str) -> Run:
    files = [subject(f"failures/{file}") for file in entry["files"]]
    run = environment.heddle.explore(files, "--strategy", strategy, "--executions", entry["executions"], *entry.get("flags", []),
                                     out=f"failures/{entry['name']}")
    run.expect_code(EXIT_FOUND)
    run.check(run.document["verdict"] == "found", "verdict " + run.document["verdict"])
    return run


def check_finding(entry: dict, run: Run) -> dict:
    files = [subject(f"failures/{file}") for file in entry["files"]]
    wanted = [finding for finding in run.findings if finding["kind"] in entry["kinds"]]
    run.check(bool(wanted), f"expected {entry['kinds']}, found {run.kinds}")
    others = set(run.kinds) - set(entry["kinds"]) - set(entry.get("also", []))
    run.check(not others, f"also found {sorted(others)}")
    location = wanted[0]["location"] or {"file": "none", "line": 0}
    place = (location["file"].rsplit("/", 1)[-1], location["line"])
    anywhere = entry.get("anywhere", False)
    run.check(anywhere or place in marked_lines(files), f"location {place}, marked are {sorted(marked_lines(files))}")
    run.check(wanted[0]["replays"]["failed"] == wanted[0]["replays"]["run"], "not every replay failed")
    return wanted[0]


def check_replay(environment: Environment, entry: dict, run: Run, finding: dict) -> None:
    path = environment.heddle.out(f"failures/{entry['name']}") / finding["schedule"]
    times = environment.budget(3, 100)
    replay = environment.heddle.replay(path, "--times", times)
    replay.expect_code(EXIT_FOUND)
    again = replay.findings[0]
    replay.check(again["replays"] == {"run": times, "failed": times}, f"replayed {again['replays']}")
    for key in ("kind", "title", "location", "steps", "threads", "stack", "output", "preemptions"):
        replay.check(again[key] == finding[key], f"the replay differs in {key}: {again[key]} instead of {finding[key]}")


# A deadlock report names each thread that takes part, what it holds and what it waits for, with its stack.
def check_deadlock(run: Run, finding: dict) -> None:
    blocked = [thread for thread in finding["threads"] if "wait" in thread["state"]]
    run.check(bool(blocked), "no thread is said to wait")
    for thread in blocked:
        run.check(bool(thread["stack"]), f"{thread['thread']} has no stack")
    if "each other" in finding["title"]:
        run.check(sum(bool(thread["holds"]) for thread in finding["threads"]) >= 2, "a cycle needs two holders")


def check(environment: Environment, entry: dict) -> None:
    for strategy in entry["strategies"]:
        run = find(environment, entry, strategy)
        finding = check_finding(entry, run)
        if finding["kind"] == "deadlock":
            check_deadlock(run, finding)
        check_replay(environment, entry, run, finding)


def cases(environment: Environment) -> list[Case]:
    return [Case(entry["name"], lambda entry=entry: check(environment, entry)) for entry in manifest()["failures"]]
