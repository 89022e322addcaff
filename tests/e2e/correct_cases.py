# SPDX-License-Identifier: Apache-2.0
"""Correct classes stay silent at severity error, and their wrong twins (-DWRONG) are found.

Classes that stand for a kind of false alarm (`alarm`) and the variations of the README's class run one by one. The other classes of a
theme share a case: with the full budgets it checks each of them, otherwise it only compiles them."""
from __future__ import annotations

import pathlib
import subprocess

from heddle_tool import EXIT_CLEAN, EXIT_FOUND, EXIT_ENVIRONMENT, SUBJECTS, Case, Environment, Failed, Run, manifest

WRONG = "--cxxflags=-DWRONG"


def check(environment: Environment, entry: dict, suffix: str, *flags: object) -> Run:
    values = ["--values", SUBJECTS / entry["values"]] if "values" in entry else []
    return environment.heddle.run("check", SUBJECTS / entry["header"], "--class", entry["class"], *values, "--format", "json", "--out",
                                  environment.heddle.out(f"correct/{entry['name']}{suffix}"), *flags, timeout=400)


def silent(environment: Environment, entry: dict) -> None:
    run = check(environment, entry, "", "--executions", environment.budget(4_000, 100_000), "--time", f"{environment.budget(4, 60)}s")
    run.check(not run.errors, f"false alarm: {run.errors}")
    run.expect_code(EXIT_CLEAN, EXIT_ENVIRONMENT)
    run.check(run.document["verdict"] != "unsupported", "the class was refused")


def found(environment: Environment, entry: dict) -> None:
    executions = environment.budget(entry["wrong"].get("executions", 20_000), 100_000)
    run = check(environment, entry, "_wrong", WRONG, "--stop-at-first", "--executions", executions, "--time", f"{environment.budget(15, 60)}s")
    run.expect_code(EXIT_FOUND)
    run.check(bool(set(run.errors) & set(entry["wrong"]["kinds"])), f"expected one of {entry['wrong']['kinds']}, found {run.errors}")


def compiles(headers: list[pathlib.Path]) -> None:
    includes = "".join(f'#include "{header}"\n' for header in headers)
    for macro in ([], ["-DWRONG"]):
        done = subprocess.run(["clang++-19", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *macro, "-x", "c++", "-"],
                              input=includes, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failed(done.stderr[:3000])


def theme(environment: Environment, entries: list[dict]) -> None:
    if not environment.slow:
        compiles([SUBJECTS / entry["header"] for entry in entries])
        return
    for entry in entries:
        for case in cases_of(environment, entry):
            case.test()


def cases_of(environment: Environment, entry: dict) -> list[Case]:
    """`known` and `missed` mark what heddle gets wrong today, with the reason; docs/limits.md has them, too."""
    result = []
    if "known" not in entry:
        result.append(Case(entry["name"], lambda: silent(environment, entry)))
    if "wrong" in entry and "missed" not in entry["wrong"]:
        result.append(Case(entry["name"] + "_wrong", lambda: found(environment, entry)))
    return result


def cases(environment: Environment) -> list[Case]:
    result = []
    themes: dict[str, list[dict]] = {}
    for entry in manifest()["correct"]:
        folder = pathlib.PurePosixPath(entry["header"]).parent.name
        if "alarm" in entry or folder == "stock":
            result += cases_of(environment, entry)
        else:
            themes.setdefault(folder, []).append(entry)
    for folder, entries in themes.items():
        result.append(Case(f"theme_{folder}", lambda entries=entries: theme(environment, entries)))
    return result
