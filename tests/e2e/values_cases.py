# SPDX-License-Identifier: Apache-2.0
"""The 23 programs that value schedules were measured on: each bug is found with its kind at a marked line, by each strategy that the
manifest names, and explained by the access-pair that the manifest names; the fixed twins stay silent, and `dfs` explores those to the end that are small enough. The worked examples have as many
value schedules as the manifest says."""
from __future__ import annotations

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, EXIT_ENVIRONMENT, EXIT_USAGE, SUBJECTS, Case, Environment, Run, manifest, marked_lines
from value_schedules import failed, schedule_of

TABLE_3_2 = 23   # programs in the thesis
NO_BOUND = "no preemption bound"
SCHEDULES_OF_LARGE_TWINS = 2_000   # explored of twins that have too many
PAIRS = {"RW": "pairs_read_write", "MM": "pairs_lock_lock", "WN": "pairs_wait_notify", "WM": "pairs_wait_lock"}


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


def pair_of(why: dict) -> dict:
    """What the manifest says about a pair. How objects of the same name are distinguished depends on the schedule."""
    accesses = why["accesses"]
    return {"pair": why["pair"], "variables": sorted({access["variable"].split(" (")[0] for access in accesses}),
            "lines": sorted({access["site"]["line"] for access in accesses})}


def explain(environment: Environment, entry: dict) -> None:
    """Minimised, as a user sees it: only then every preemption is part of the reason."""
    for seed in range(1, environment.budget(1, 5) + 1):
        run = explore(environment, entry, "files", "--strategy", "random", "--seed", seed, "--executions", entry["executions"], "--no-races",
                      "--replays", 1)
        run.expect_code(EXIT_FOUND)
        pairs = [pair_of(why) for why in run.findings[0]["why"]]
        run.check(pairs and all(pair in entry["why"] for pair in pairs), f"expected one of {entry['why']}, explained by {pairs}")


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


def enumerate_twin(environment: Environment, entry: dict) -> None:
    """`values` explores the twin to its end, or says how far it came."""
    limit = 0 if entry["value_schedules"] else SCHEDULES_OF_LARGE_TWINS
    run = explore(environment, entry, "twin", *entry["twin_flags"], "--strategy", "values", "--executions", limit)
    run.expect_code(EXIT_CLEAN)
    verdict, schedules = ("verified", entry["value_schedules"]) if entry["value_schedules"] else ("inconclusive", limit)
    run.check(run.document["verdict"] == verdict, f"verdict {run.document['verdict']}, expected {verdict}")
    run.check(run.stats["value_schedules"] == schedules, f"{run.stats['value_schedules']} value schedules, expected {schedules}")
    run.check(run.stats["value_schedules"] == run.stats["executions"], "an execution of a value schedule that was executed before counts")


def enumerate_schedules(environment: Environment, entry: dict) -> None:
    """`values` executes each value schedule once, whatever static analysis contributes."""
    for facts in ("never", "late", "first"):
        run = environment.heddle.explore([SUBJECTS / entry["file"]], "--strategy", "values", "--keep-going", "--executions", 0, "--no-races",
                                         "--no-minimise", "--replays", 1, "--facts", facts, out=f"values/{entry['name']}")
        run.expect_code(EXIT_FOUND if entry["failing"] else EXIT_CLEAN)
        run.check(run.stats["value_schedules"] == run.stats["executions"] == entry["schedules"],
                  f"{run.stats['value_schedules']} value schedules in {run.stats['executions']} executions, expected {entry['schedules']}")
        run.check(run.stats["failures"] == entry["failing"], f"{run.stats['failures']} executions fail, expected {entry['failing']}")
        run.check((run.stats["analysed_nodes"] > 0) == (facts == "first"), f"{run.stats['analysed_nodes']} nodes were analysed")
    pairs = {kind: run.stats[counter] for kind, counter in PAIRS.items()}
    run.check(pairs == dict.fromkeys(PAIRS, 0) | entry["pairs"], f"static analysis found {pairs}, expected {entry['pairs']}")


MANY_PAIRS = """#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> steps[20];
std::atomic<bool> ready{false};
int main() {
  std::thread other([] {
    for (std::atomic<int>& step : steps)
      step = 1;
    ready = true;
  });
  for (std::atomic<int>& step : steps)
    step = 2;
  bool isReady = ready; // CHOSEN
  other.join();
  assert(!isReady);
}
"""


def focus(environment: Environment) -> None:
    """Only one of many orders fails. It is the first to be tried if the user chooses its line."""
    source = environment.heddle.out("values/many_pairs.cpp")
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(MANY_PAIRS)
    line = next(number for number, text in enumerate(MANY_PAIRS.splitlines(), 1) if "CHOSEN" in text)
    plain = environment.heddle.explore([source], "--strategy", "values", "--replays", 1, "--no-minimise", out="values/many_pairs")
    focused = environment.heddle.explore([source], "--focus", f"many_pairs.cpp:{line}", "--replays", 1, "--no-minimise", out="values/many_pairs")
    for run in (plain, focused):
        run.expect_code(EXIT_FOUND)
    focused.check(focused.stats["strategy"] == "values", "--focus does not choose the strategy")
    focused.check(focused.stats["executions"] <= 2 < plain.stats["executions"],
                  f"{focused.stats['executions']} executions with --focus, {plain.stats['executions']} without")


def bad_focus(environment: Environment) -> None:
    entry = manifest()["values"][0]
    source = (SUBJECTS / entry["files"][0]).name
    for wrong, code, words in (("nowhere.cpp:3", EXIT_ENVIRONMENT, "no access comes from a file called `nowhere.cpp`"),
                               (f"{source}:1", EXIT_ENVIRONMENT, "the nearest one is at line"),
                               (source, EXIT_USAGE, "is not a file and a line")):
        run = explore(environment, entry, "files", "--focus", wrong)
        run.expect_code(code)
        run.check(words in run.document["diagnostics"][0]["message"], f"the message is {run.document['diagnostics'][0]['message']}")


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
    found = [Case("all programs of the thesis", all_programs), Case("traces of a search that starts again", lambda: restarted(environment)),
             Case("focus", lambda: focus(environment)), Case("a focus without access", lambda: bad_focus(environment))]
    for entry in manifest()["values"]:
        found.append(Case(entry["name"], lambda entry=entry: find(environment, entry)))
        found.append(Case(entry["name"] + "_why", lambda entry=entry: explain(environment, entry)))
        found.append(Case(entry["name"] + "_fixed", lambda entry=entry: check_twin(environment, entry)))
        found.append(Case(entry["name"] + "_fixed schedules", lambda entry=entry: enumerate_twin(environment, entry)))
    for entry in manifest()["value_examples"]:
        found.append(Case(entry["name"], lambda entry=entry: count_schedules(environment, entry)))
        found.append(Case(entry["name"] + " schedules", lambda entry=entry: enumerate_schedules(environment, entry)))
    return found
