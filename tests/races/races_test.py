#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Data races: heddle's verdict on each program in subjects/races is that of the C++ memory model, which is also
ThreadSanitizer's except where verdicts.json says why it is not. --measure runs ThreadSanitizer again and compares."""
import argparse
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from heddle_tool import EXIT_CLEAN, EXIT_FOUND, SUBJECTS, Case, Failed, Heddle, run_cases, subject  # noqa: E402

FOLDER = SUBJECTS / "races"
EXECUTIONS = 1000
TSAN_RUNS = 50


def check(heddle: Heddle, name: str, verdict: str) -> None:
    run = heddle.explore([subject(f"races/{name}.cpp")], "--keep-going", "--executions", EXECUTIONS, "--no-minimise", "--replays", 1, out=f"races/{name}")
    if verdict == "clean":
        run.expect_code(EXIT_CLEAN)
        run.check(run.stats["executions"] == EXECUTIONS, "not all executions were run")
        return
    run.expect_code(EXIT_FOUND)
    run.check("data-race" in run.kinds, f"found {run.kinds}")


# Finding a race does not need lucky timing: the very first execution reveals it, in whatever order it runs.
def check_first_execution(heddle: Heddle, name: str) -> None:
    for seed in (1, 2, 3):
        run = heddle.explore([subject(f"races/{name}.cpp")], "--seed", seed, "--executions", 1, "--replays", 1, out=f"races/{name}")
        run.check("data-race" in run.kinds, f"seed {seed} shows no race in one execution")


def measure(work: pathlib.Path, name: str, recorded: str) -> None:
    program = work / f"tsan-{name}"
    program.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["clang++-19", "-std=c++20", "-O1", "-g", "-pthread", "-fsanitize=thread", subject(f"races/{name}.cpp"), "-o", program], check=True)
    environment = dict(os.environ, TSAN_OPTIONS="halt_on_error=1:exitcode=66")
    measured = "clean"
    for _ in range(TSAN_RUNS):
        done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=60)
        if done.returncode == 66 and "data race" in done.stderr:
            measured = "racy"
            break
    if measured != recorded:
        raise Failed(f"ThreadSanitizer says {measured}, recorded is {recorded}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    programs = json.loads((FOLDER / "verdicts.json").read_text())["programs"]
    heddle = Heddle(arguments.heddle, arguments.work)
    cases = []
    for name, entry in programs.items():
        if arguments.measure:
            cases.append(Case(name, lambda name=name, entry=entry: measure(arguments.work, name, entry["tsan"])))
        else:
            cases.append(Case(name, lambda name=name, entry=entry: check(heddle, name, entry["verdict"])))
    for name in ("lock_one_side", "message_passing_relaxed_store", "read_before_join", "bitfields", "struct_copy_overlap"):
        if not arguments.measure:
            cases.append(Case(name + " in the first execution", lambda name=name: check_first_execution(heddle, name)))
    present = {path.stem for path in FOLDER.rglob("*.cpp")}
    if present != set(programs):
        print("verdicts.json and the programs differ:", sorted(present ^ set(programs)))
        return 1
    return 1 if run_cases([case for case in cases if arguments.only in case.name], arguments.workers) else 0


if __name__ == "__main__":
    sys.exit(main())
