# SPDX-License-Identifier: Apache-2.0
"""What a silence is worth: methods for which no test speaks are named, nothing to test is not a success, known findings are counted."""
from __future__ import annotations

import pathlib
import subprocess

from heddle_tool import EXIT_CLEAN, EXIT_ENVIRONMENT, EXIT_FOUND, EXIT_USAGE, Case, Environment, Run

LIMITS = ("--executions", 3000, "--time", "6s")

# Every call throws: no test shows anything about the class.
THROWS = """#include <mutex>
#include <stdexcept>
class Throws {
public:
  void put(int value) { std::lock_guard lock(mutex_); throw std::runtime_error("closed"); }
  int take() { std::lock_guard lock(mutex_); throw std::runtime_error("closed"); }
private:
  std::mutex mutex_;
};
"""

# Loses updates, but no method returns anything that could reveal it.
UNOBSERVED = """#include <atomic>
class Unobserved {
public:
  void raise() { value_.store(value_.load() + 1); }
  void lower() { value_.store(value_.load() - 1); }
private:
  std::atomic<int> value_{0};
};
"""

CONSTANT = """#include <mutex>
class Constant {
public:
  int get() const { std::lock_guard lock(mutex_); return value_; }
  int twice() const { return 2 * value_; }
private:
  mutable std::mutex mutex_;
  int value_ = 3;
};
"""

EMPTY = "class Empty {};\n"

# One method that never returns next to two correct ones.
PARTLY = """#include <mutex>
#include <stdexcept>
class Partly {
public:
  void set(int value) { std::lock_guard lock(mutex_); value_ = value; }
  int get() const { std::lock_guard lock(mutex_); return value_; }
  int ratio() const { throw std::domain_error("not yet"); }
private:
  mutable std::mutex mutex_;
  int value_ = 0;
};
"""

# The bodies are in a library: no lock, and none of it is seen.
BOX = """#pragma once
class Box {
public:
  Box();
  virtual ~Box();
  virtual void put(int value);
  int get() const;
  @inline@
private:
  int value_;
};
"""
BOX_BODIES = """#include "box.hpp"
Box::Box() : value_(0) {}
Box::~Box() {}
void Box::put(int value) { value_ = value; }
int Box::get() const { return value_; }
"""

LOSING = """#include <mutex>
class Losing {
public:
  int raise() { int old = get(); std::lock_guard lock(mutex_); value_ = old + 1; return value_; }
  int get() { std::lock_guard lock(mutex_); return value_; }
private:
  std::mutex mutex_;
  int value_ = 0;
};
"""
FIXED = LOSING.replace("int old = get(); std::lock_guard lock(mutex_); value_ = old + 1;", "std::lock_guard lock(mutex_); ++value_;")

RACING = """#include <thread>
int shared = 0;
void bump() { ++shared; }
int main() {
  std::thread other(bump);
  bump();
  other.join();
  return 0;
}
"""


def folder_with(environment: Environment, name: str, files: dict[str, str]) -> pathlib.Path:
    folder = environment.heddle.out(f"silence/{name}")
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / file).write_text(text)
    return folder


def check(environment: Environment, folder: pathlib.Path, name: str, *flags: object) -> Run:
    return environment.heddle.run("check", f"{name.lower()}.hpp", "--class", name, *LIMITS, *flags, cwd=folder)


def as_json(environment: Environment, name: str, text: str, *flags: object) -> Run:
    return check(environment, folder_with(environment, name.lower(), {f"{name.lower()}.hpp": text}), name, "--format", "json", *flags)


def statuses(run: Run) -> dict[str, str]:
    return {method["signature"]: method["status"] for method in run.document["class"]["methods"]}


def expect_nothing_to_test(run: Run, reason: str) -> None:
    run.expect_code(EXIT_ENVIRONMENT)
    run.check(run.document["verdict"] == "inconclusive", "verdict " + run.document["verdict"])
    run.check(run.document["completeness"]["nothing_to_test"] == reason, f"{run.document['completeness']['nothing_to_test']} instead of {reason}")


def nothing_to_test(environment: Environment) -> None:
    for name, text, reason in (("Throws", THROWS, "none-returned"), ("Constant", CONSTANT, "no-mutator"), ("Empty", EMPTY, "no-method")):
        expect_nothing_to_test(as_json(environment, name, text), reason)
    page = check(environment, environment.heddle.out("silence/constant"), "Constant")
    page.check(page.stdout.startswith("inconclusive: there is nothing to test: no method changes anything"), "the page does not say why")


def nothing_observed(environment: Environment) -> None:
    run = as_json(environment, "Unobserved", UNOBSERVED)
    run.expect_code(EXIT_CLEAN)
    run.check(run.document["verdict"] == "not-found" and "nothing-observed" in run.document["completeness"]["missing"],
              f"{run.document['verdict']}: {run.document['completeness']['missing']}")


def never_returned(environment: Environment) -> None:
    run = as_json(environment, "Partly", PARTLY)
    run.expect_code(EXIT_CLEAN)
    run.check(statuses(run) == {"set(int)": "tested", "get()": "tested", "ratio()": "never-returned"}, f"statuses {statuses(run)}")
    run.check(run.document["verdict"] == "not-found" and run.document["completeness"]["methods_tested"] == 2, "verdict " + run.document["verdict"])
    page = check(environment, environment.heddle.out("silence/partly"), "Partly")
    headline = " ".join(page.stdout.split("  driven")[0].split())
    page.check("no bug found in 2 of 3 methods" in headline and "1 method never returned (ratio())" in headline, f"headline: {headline}")
    # Methods without a test are also named next to a finding.
    broken = PARTLY.replace("Partly", "Broken").replace("std::lock_guard lock(mutex_); value_ = value;", "value_ = value;")
    found = check(environment, folder_with(environment, "broken", {"broken.hpp": broken}), "Broken")
    found.expect_code(EXIT_FOUND)
    found.check("not tested: ratio() (never returned)" in found.stdout, "the method is not named")


def precompiled(environment: Environment) -> None:
    """A body in a library has no hooks, whether the call is direct or virtual."""
    inline = BOX.replace("@inline@", "int seen() const { return value_; }")
    for name, header, expected in (("library", BOX.replace("@inline@", ""), {"put(int)": "precompiled", "get()": "precompiled"}),
                                   ("mixed", inline, {"put(int)": "precompiled", "get()": "precompiled", "seen()": "tested"})):
        folder = folder_with(environment, name, {"box.hpp": header, "bodies.cpp": BOX_BODIES})
        subprocess.run(["g++", "-O1", "-c", "bodies.cpp", "-o", "bodies.o"], cwd=folder, check=True)
        subprocess.run(["ar", "rcs", "libbox.a", "bodies.o"], cwd=folder, check=True)
        (folder / "bodies.cpp").unlink()
        run = check(environment, folder, "Box", "--format", "json", "--ldflags", f"-L{folder} -lbox")
        run.check(statuses(run) == expected, f"statuses {statuses(run)}")
        run.check(run.document["verdict"] != "verified", "verified, although nothing was seen")
        if name == "library":
            expect_nothing_to_test(run, "precompiled")
    with_source = folder_with(environment, "sources", {"box.hpp": inline, "bodies.cpp": BOX_BODIES})
    run = environment.heddle.run("check", "box.hpp", "bodies.cpp", "--class", "Box", "--format", "json", *LIMITS, cwd=with_source)
    run.check("precompiled" not in statuses(run).values(), f"statuses {statuses(run)}")


def never_concurrent(environment: Environment) -> None:
    three = PARTLY.replace("Partly", "Three").replace("throw std::domain_error(\"not yet\");", "std::lock_guard lock(mutex_); return value_ / 2;")
    run = as_json(environment, "Three", three, "--tests", 1)
    run.check("not-concurrent" in statuses(run).values() and "methods-not-concurrent" in run.document["completeness"]["missing"],
              f"statuses {statuses(run)}")


def known_findings(environment: Environment) -> None:
    folder = folder_with(environment, "known", {"losing.hpp": LOSING})
    first = check(environment, folder, "Losing", "--format", "json", "--write-baseline", "known.txt")
    first.expect_code(EXIT_FOUND)
    text = (folder / "known.txt").read_text()
    first.check(text.startswith("# heddle baseline 1\n") and first.findings[0]["fingerprint"] in text.splitlines(), f"baseline: {text}")
    # The same bug some lines further down.
    (folder / "losing.hpp").write_text("// A comment.\n\n\n" + LOSING)
    again = check(environment, folder, "Losing", "--format", "json", "--baseline", "known.txt")
    again.expect_code(EXIT_CLEAN)
    again.check(again.document["verdict"] == "not-found" and all(finding["known"] for finding in again.findings), "it is not known")
    again.check("other-findings" in again.document["completeness"]["missing"], "a known finding is left out of the claim")
    page = check(environment, folder, "Losing", "--baseline", "known.txt")
    page.expect_code(EXIT_CLEAN)
    page.check("known finding" in page.stdout and "in known.txt" in page.stdout and "error[" not in page.stdout, "it is not counted")
    shown = check(environment, folder, "Losing", "--baseline", "known.txt", "--all")
    shown.check("error[linearizability]" in shown.stdout, "--all leaves it out")
    (folder / "losing.hpp").write_text(FIXED)
    fixed = check(environment, folder, "Losing", "--baseline", "known.txt")
    fixed.expect_code(EXIT_CLEAN)
    fixed.check(" not seen again: " in fixed.stdout and first.findings[0]["fingerprint"] in " ".join(fixed.stdout.split()), "what is gone is not named")


def baselines_of_programs(environment: Environment) -> None:
    folder = folder_with(environment, "program", {"racing.cpp": RACING})

    def explore(*flags: object) -> Run:
        return environment.heddle.run("explore", "racing.cpp", "--executions", 200, "--format", "json", *flags, cwd=folder)

    explore("--write-baseline", "known.txt").expect_code(EXIT_FOUND)
    (folder / "racing.cpp").write_text("// moved\n" + RACING)
    explore("--baseline", "known.txt").expect_code(EXIT_CLEAN)
    for text, problem in (("data-race x\n", "line 1: expected `# heddle baseline 1`"),
                          ("# heddle baseline 1\n\nrace a | b | c\n", "line 3: unknown kind of finding: `race`"),
                          ("# heddle baseline 1\ndata-race racing.cpp bump\n", "line 2: expected `KIND CLASS | METHODS | VARIABLES`")):
        (folder / "garbled.txt").write_text(text)
        run = explore("--baseline", "garbled.txt")
        run.expect_code(EXIT_USAGE)
        run.check(f"garbled.txt: {problem}" in run.stderr, f"expected: {problem}")
    explore("--baseline", "missing.txt").expect_code(EXIT_USAGE)


def cases(environment: Environment) -> list[Case]:
    tests = [nothing_to_test, nothing_observed, never_returned, precompiled, never_concurrent, known_findings, baselines_of_programs]
    return [Case(test.__name__, lambda test=test: test(environment)) for test in tests]
