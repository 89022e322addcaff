# SPDX-License-Identifier: Apache-2.0
"""heddle check: each faulty class is found, its emitted test compiles, its finding replays; twins and controls stay silent."""
from __future__ import annotations

import collections
import json
import pathlib
import re
import shutil
import subprocess
import threading

from heddle_tool import EXIT_CLEAN, EXIT_ENVIRONMENT, EXIT_FOUND, SUBJECTS, Case, Environment, Failed, Run, manifest, without_times

SEEDS = (1, 2, 3, 4, 5)
COMPILERS = ("g++", "clang++-19")
MOST_FINDINGS = 3  # that are examined closely: a class without locks has dozens of data races

# Builds are kept per subject, and cases run concurrently: one at a time for each.
_locks: dict[str, threading.Lock] = collections.defaultdict(threading.Lock)


def header(entry: dict) -> str | pathlib.Path:
    """A path, or a system header as it is."""
    name = entry["header"]
    return name if name.startswith("<") else SUBJECTS / name


def check(environment: Environment, entry: dict, out: str, *flags: object, **options) -> Run:
    sources = [SUBJECTS / source for source in entry.get("sources", [])]
    run = environment.heddle.run("check", header(entry), *sources, "--class", entry["class"], "--format", "json", "--out",
                                 environment.heddle.out(out), *entry.get("flags", []), *flags, **options)
    if run.document is not None and "summary_missing" in run.document["stats"] and isinstance(header(entry), pathlib.Path):
        run.check(not run.stats["summary_missing"], f"a method did what its summary lacks: {run.stats['summary_missing']}")
    return run


def find(environment: Environment, entry: dict, seed: int, *flags: object, area: str = "check") -> tuple[Run, dict]:
    """The run and the finding that is the fault of the subject. It is an error unless the entry says otherwise."""
    severity = entry.get("severity", "error")
    # A hazard that is found first must not end the search.
    until = [] if entry.get("all_causes") else ["--stop-at-first"]
    run = check(environment, entry, f"{area}/{entry['name']}", "--seed", seed, "--executions", entry["executions"], "--time", 0, *until,
                "--fail-on", severity, *flags)
    run.expect_code(EXIT_FOUND)
    run.check(run.document["verdict"] == "found", "verdict " + run.document["verdict"])
    wanted = [finding for finding in run.findings if finding["kind"] in entry["kinds"]]
    run.check(bool(wanted), f"expected {entry['kinds']}, found {run.kinds}")
    run.check(any(finding["severity"] == severity for finding in wanted), f"no {severity} among {entry['kinds']}")
    others = set(run.kinds) - set(entry["kinds"]) - set(entry["also"])
    run.check(not others, f"also found {sorted(others)}")
    for finding in run.findings:
        run.check(finding["replays"]["failed"] == finding["replays"]["run"] > 0, "not every replay failed")
        run.check(finding["position"]["test"] >= 1, "the finding names no test")
    return run, wanted[0]


# An emitted test needs the class, GoogleTest and nothing else.
def compile_tests(environment: Environment, entry: dict, run: Run) -> None:
    folder = environment.heddle.out(f"check/{entry['name']}")
    include = [f"-I{header(entry).parent}"] if isinstance(header(entry), pathlib.Path) else []
    for finding in run.findings[:MOST_FINDINGS]:
        run.check(bool(finding["test"]), "no test was written")
        file = folder / finding["test"]
        text = file.read_text()
        run.check("TEST(" in text, "no TEST in the emitted test")
        run.check("heddle/" not in re.sub(r"//.*|/\*.*?\*/", "", text), "the emitted test includes heddle")
        for compiler in COMPILERS:
            command = [compiler, "-std=c++20", "-fsyntax-only", *include, str(file)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            run.check(done.returncode == 0, f"{' '.join(command)}\n{done.stderr[:3000]}")


def replay(environment: Environment, entry: dict, finding: dict) -> None:
    times = environment.budget(10, 100)
    path = environment.heddle.out(f"check/{entry['name']}") / finding["schedule"]
    again = environment.heddle.replay(path, "--times", times)
    again.expect_code(EXIT_FOUND)
    again.check(again.findings[0]["replays"] == {"run": times, "failed": times}, f"replayed {again.findings[0]['replays']}")
    for key in ("kind", "title", "location", "steps", "preemptions"):
        again.check(again.findings[0][key] == finding[key], f"the replay differs in {key}: {again.findings[0][key]}, not {finding[key]}")


def found(environment: Environment, entry: dict) -> None:
    with _locks[entry["name"]]:
        run = find(environment, entry, SEEDS[0])[0]
        compile_tests(environment, entry, run)
        for each in run.findings[:MOST_FINDINGS]:
            replay(environment, entry, each)
        others = SEEDS[1:] if "autocontest" in entry or environment.slow else ()
        for seed in others:
            find(environment, entry, seed)


def first_test(environment: Environment) -> None:
    """In at least five of the six subjects, tests of the first pair of call sequences reveal the fault."""
    numbers = {}
    for entry in manifest()["classes"]:
        if "autocontest" in entry:
            with _locks[entry["name"]]:
                numbers[entry["name"]] = find(environment, entry, SEEDS[0])[1]["sequence_pair"]
    if sum(number == 1 for number in numbers.values()) < 5:
        raise Failed(f"the fault is shown by a test of pair {numbers}")


def same_seed(environment: Environment, entry: dict) -> None:
    with _locks[entry["name"]]:
        texts = {json.dumps(without_times(find(environment, entry, 7)[0].document)) for _ in range(2)}
    if len(texts) != 1:
        first, second = texts
        at = next((i for i, (a, b) in enumerate(zip(first, second)) if a != b), 0)
        raise Failed(f"two runs differ: ...{first[max(0, at - 80):at + 80]}... and ...{second[max(0, at - 80):at + 80]}...")


def silent(environment: Environment, entry: dict, name: str) -> None:
    executions = environment.budget(100_000, 5_000_000)
    limit = f"{environment.budget(30, 60)}s"
    seeds = SEEDS[:environment.budget(1, 5)]
    for seed in seeds:
        run = check(environment, entry, f"check/{name}", "--seed", seed, "--executions", executions, "--time", limit)
        run.check(not run.errors, f"false alarm: {run.errors}")
        reason = entry.get("nothing_to_test")
        run.expect_code(EXIT_CLEAN if reason is None else EXIT_ENVIRONMENT)
        run.check(run.document["completeness"]["nothing_to_test"] == reason, f"nothing to test: {run.document['completeness']['nothing_to_test']}")
        run.check(run.document["verdict"] in ("not-found", "verified", "inconclusive"), "verdict " + run.document["verdict"])
        run.check(run.stats["tests"] > 0 and run.stats["executions"] > 0, "nothing was tested")


def twin(environment: Environment, entry: dict) -> None:
    silent(environment, {**entry, **entry["twin"]}, entry["name"] + "_fixed")


def bad_class(environment: Environment, entry: dict) -> None:
    path = SUBJECTS / entry.get("header", f"bad_classes/{entry['name']}.hpp")
    run = environment.heddle.run("check", path, "--class", entry["class"], "--executions", 20_000, "--time", "20s", "--out",
                                 environment.heddle.out(f"check/bad_{entry['name']}"), timeout=90)
    run.expect_code(*entry["codes"])
    for pattern in entry["says"]:
        run.check(re.search(pattern, run.stdout + run.stderr) is not None, f"does not say {pattern!r}")
    run.check("Segmentation" not in run.stderr, "the front end crashed")


# Third-party code: faults of classes that are not thread-safe are found within seconds; the others stay silent or are
# refused by name.
def library(environment: Environment, entry: dict) -> None:
    probe = subprocess.run(["clang++-19", "-std=c++20", "-fsyntax-only", "-x", "c++", "-"], input=f"#include {entry['header']}\n",
                           capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        print(f"skipped {entry['name']}: {entry['header']} is not installed (package {entry.get('package')})", flush=True)
        return
    out = f"check/{entry['name']}"
    if entry["found"]:
        run = check(environment, entry, out, "--time", "30s", "--stop-at-first")
        run.expect_code(EXIT_FOUND)
        run.check(run.stats["first_finding_seconds"] < 10, f"found after {run.stats['first_finding_seconds']} s")
        compile_tests(environment, entry, run)
        return
    run = check(environment, entry, out, "--executions", environment.budget(30_000, 2_000_000), "--time", "40s")
    others = set(run.errors) - set(entry.get("also", []))
    run.check(not others, f"false alarm: {run.errors}")
    if run.findings:
        return
    if run.code == EXIT_CLEAN:
        run.check(run.stats["executions"] > 0, "nothing was tested")
        return
    run.check(run.document["verdict"] == "unsupported", "verdict " + run.document["verdict"])
    run.check(bool(run.document["diagnostics"]), "what is unsupported is not named")


def usage(environment: Environment) -> None:
    path = SUBJECTS / "gate" / "gate.hpp"
    for says, *arguments in (["header", "check"], ["class", "check", path], ["no such file", "check", "nowhere.hpp", "--class", "Gate"],
                             ["guide", "check", path, "--class", "Gate", "--guide", "psychic"],
                             ["same-sate", "check", path, "--class", "Gate", "--prune", "same-sate"]):
        run = environment.heddle.run(*arguments)
        run.expect_code(2)
        run.check(re.search(says, run.stdout + run.stderr) is not None, f"does not say {says!r}")


# Bodies in a source file: named, or found through compile_commands.json.
def out_of_line(environment: Environment) -> None:
    folder = environment.heddle.out("check/project")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "build").mkdir(parents=True)
    for name in ("number_axis/number_axis.hpp", "number_axis/number_axis.cpp", "chart/axis.hpp", "chart/tick_axis.hpp"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(SUBJECTS / name, folder / name)
    source = str(folder / "number_axis" / "number_axis.cpp")
    commands = [{"directory": str(folder / "build"), "file": source, "arguments": ["c++", "-std=c++20", "-c", source, "-o", "number_axis.o"]}]
    (folder / "build" / "compile_commands.json").write_text(json.dumps(commands))
    run = environment.heddle.run("check", "number_axis/number_axis.hpp", "--class", "NumberAxis", "-p", "build", "--format", "json", "--time", "30s",
                                 "--stop-at-first", cwd=folder)
    run.expect_code(EXIT_FOUND)
    run.check(run.findings[0]["kind"] in ("exception", "linearizability"), f"found {run.kinds}")
    replayed = environment.heddle.run("replay", "--times", 3, "--format", "json", cwd=folder)
    replayed.expect_code(EXIT_FOUND)


def terminal_report(environment: Environment) -> None:
    out = environment.heddle.out("check/text")
    run = environment.heddle.run("check", SUBJECTS / "logger" / "logger.hpp", "--class", "Logger", "--seed", 1, "--stop-at-first", "--out", out)
    run.expect_code(EXIT_FOUND)
    lines = run.stdout.splitlines()
    run.check(all(len(line) <= 100 for line in lines), "a line is wider than 100 columns")
    for pattern in (r"error\[crash\]", "setFilter", "heddle replay", "_test.cpp", "seed"):
        run.check(re.search(pattern, run.stdout) is not None, f"does not say {pattern!r}")
    run.check("0x" not in run.stdout, "an address is shown")
    clean = environment.heddle.run("check", SUBJECTS / "permits" / "permits_fixed.hpp", "--class", "Permits", "--executions", 20_000, "--out", out)
    clean.expect_code(EXIT_CLEAN)
    for pattern in ("method", "test", "seed"):
        clean.check(pattern in clean.stdout, f"a clean result does not say {pattern!r}")


def guides(environment: Environment) -> None:
    """The other guide, and runs without pruning rules, find an easy fault, too."""
    entry = next(entry for entry in manifest()["classes"] if entry["name"] == "permits")
    with _locks[entry["name"]]:
        for flags in (["--guide", "random"], ["--prune", "throws"], ["--no-prune", "better-extension,redundant-prefix"], ["--saturation", 1]):
            find(environment, entry, SEEDS[0], *flags)


VAULT = """#pragma once
#include <atomic>
class Vault {
public:
  void unlock(int code) { if (code % 10007 == 4711) open_ = true; }
  void add() { if (open_) { total_ = total_ + 1; ++adds_; } }
  int total() const { return total_; }
  int adds() const { return adds_; }
  void disturb() { total_ = -1; }
private:
  std::atomic<bool> open_{false};
  std::atomic<int> total_{0}, adds_{0};
};
"""
HINTS = """#pragma once
#include <heddle/heddle.hpp>
HEDDLE_VALUES(int, 4711);
HEDDLE_IGNORE(Vault::disturb);
HEDDLE_INVARIANT(Vault, self.total() == self.adds());
"""


# A value that is hard to guess, a method to leave out, and an invariant.
def user_hints(environment: Environment) -> None:
    folder = environment.heddle.out("check/hints")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vault.hpp").write_text(VAULT)
    (folder / "hints.hpp").write_text(HINTS)
    run = environment.heddle.run("check", "vault.hpp", "--class", "Vault", "--values", "hints.hpp", "--format", "json", "--time", "30s", "--stop-at-first",
                                 cwd=folder)
    run.expect_code(EXIT_FOUND)
    run.check(run.findings[0]["kind"] in ("invariant", "linearizability"), f"found {run.kinds}")
    run.check("disturb()" not in json.dumps(run.findings), "an ignored method was called")


def cases(environment: Environment) -> list[Case]:
    known = manifest()
    result = [Case("first_test", lambda: first_test(environment))]
    for entry in known["classes"]:
        if "depcon" in entry and "autocontest" not in entry:
            continue  # deps_cases.py
        result.append(Case(entry["name"], lambda entry=entry: found(environment, entry)))
        result.append(Case(entry["name"] + "_fixed", lambda entry=entry: twin(environment, entry)))
    for entry in known["controls"]:
        result.append(Case(entry["name"], lambda entry=entry: silent(environment, entry, entry["name"])))
    for entry in known["bad_classes"]:
        result.append(Case("bad " + entry["name"], lambda entry=entry: bad_class(environment, entry)))
    for entry in known["libraries"]:
        result.append(Case(entry["name"], lambda entry=entry: library(environment, entry)))
    for name in ("logger", "int_range", "countdown", "worker_pool"):
        entry = next(entry for entry in known["classes"] if entry["name"] == name)
        result.append(Case("same_seed " + name, lambda entry=entry: same_seed(environment, entry)))
    for test in (usage, out_of_line, terminal_report, guides, user_hints):
        result.append(Case(test.__name__, lambda test=test: test(environment)))
    return result
